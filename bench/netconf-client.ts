import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { Client } from 'ssh2';
import type { Static } from 'typebox';
import netconf from '../adapters/netconf.ts';
import { validateAgainst } from '../src/contract/schema.ts';
import { Secret } from '../src/contract/secret.ts';
import { helloOf, namespace } from '../test/peers/netconf-script.ts';

/* Reads a large configuration by the adapter and by the libraries alone, in turn, and prints the runs as JSON. */

const resolutionMs = 1;

/** One reading. */
export interface Run {
  readonly seconds: number;
  /** Longest block of the event loop. */
  readonly blockMs: number;
  /** Processor time of the main thread in seconds. */
  readonly processor: number;
}

/** Runs of each kind, in order. */
export interface Runs {
  readonly own: Run[];
  readonly bare: Run[];
  readonly steps: Run[];
}

async function measured(work: () => Promise<void>): Promise<Run> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const began = performance.now();
  const usedBefore = processorSeconds();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const processor = processorSeconds() - usedBefore;
  // A step at the very end is counted when the next timer is late.
  await sleep(2 * resolutionMs);
  delay.disable();
  return { seconds, blockMs: delay.max / 1e6 - resolutionMs, processor };
}

function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

/** Takes as much processor time in steps of a millisecond: what then holds the loop is the load of the machine. */
async function smallSteps(seconds: number): Promise<void> {
  const endsAt = processorSeconds() + seconds;
  while (processorSeconds() < endsAt) {
    const stepEndsAt = performance.now() + 1;
    while (performance.now() < stepEndsAt);
    await nextTurn();
  }
}

/** Reads the same with libraries only: the message is collected, and parsed at its end. */
async function getByLibraries(port: number): Promise<void> {
  const client = new Client();
  client.connect({ host: '127.0.0.1', port, username: 'bench', password: 'bench' });
  await once(client, 'ready');
  const parts: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    client.subsys('netconf', (error, channel) => {
      if (error) {
        reject(error);
        return;
      }
      channel.on('data', (part: Buffer) => {
        parts.push(part);
        // The delimiter may be cut; the first part is the hello of the server.
        const end = Buffer.concat(parts.slice(-2)).subarray(-delimiter.length);
        if (parts.length > 1 && end.equals(delimiter)) resolve();
      });
      const rpc = `<rpc message-id="1" ${namespace}><get-config><source><running/></source></get-config></rpc>`;
      channel.write(`${helloOf('1.0')}]]>]]>${rpc}]]>]]>`);
    });
  });
  client.end();
  const [, reply = ''] = Buffer.concat(parts).toString().split(']]>]]>');
  let elements = 0;
  const parser = new SaxesParser();
  parser.on('opentag', () => (elements += 1));
  parser.write(reply).close();
  if (elements < 1000) throw new Error(`no configuration: ${elements} elements`);
}

const delimiter = Buffer.from(']]>]]>');

async function getConfig(port: number): Promise<void> {
  const target = {
    name: 'router',
    host: '127.0.0.1',
    options: validateAgainst<Static<typeof netconf.options>>(netconf.options, { port }, 'options'),
    credentials: { username: 'bench', password: new Secret('bench') },
    checkHostKey: () => Promise.resolve(true),
  };
  const rpc = { 'get-config': { source: { running: '' } } };
  const request = {
    variable: 'names',
    command: { rpc, path: 'data/interfaces/interface/enabled' },
  };
  const context = { signal: AbortSignal.timeout(60_000), log: () => undefined };
  const [reading] = (await netconf.read?.(target, [request], context)) ?? [];
  if (reading === undefined || reading.value === null)
    throw new Error(`no configuration: ${JSON.stringify(reading)}`);
}

const [port = 0, rounds = 0] = process.argv.slice(2).map(Number);
/** The first of each loads and compiles its libraries, and is left out. */
const runs: Runs = { own: [], bare: [], steps: [] };
for (let round = 0; round <= rounds; round += 1) {
  const own = await measured(() => getConfig(port));
  const bare = await measured(() => getByLibraries(port));
  const steps = await measured(() => smallSteps(own.processor));
  if (round === 0) continue;
  runs.own.push(own);
  runs.bare.push(bare);
  runs.steps.push(steps);
}
netconf.close?.();
console.log(JSON.stringify(runs));
