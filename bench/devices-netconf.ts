import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SaxesParser } from 'saxes';
import { Client } from 'ssh2';
import type { Static } from 'typebox';
import netconf from '../adapters/netconf.ts';
import { validateAgainst } from '../src/schema.ts';
import { Secret } from '../src/secret.ts';
import { helloOf, namespace, startScript } from '../test/peers/netconf-script.ts';
import { print, type Figure } from './figures.ts';

const rounds = 5;
const octets = 8_000_000;
const resolutionMs = 1;

/** Measures a large get-config: its time, and how long it holds the event loop. */
export async function largeConfiguration(signal: AbortSignal): Promise<string> {
  const reply = configurationOf(octets);
  const server = await startScript(async (line) => {
    line.write(`${helloOf('1.0')}]]>]]>`);
    const [, id = ''] = await line.seen(/message-id="([^"]*)"/);
    line.write(`<rpc-reply message-id="${id}" ${namespace}>${reply}</rpc-reply>]]>]]>`);
  });
  const own: Run[] = [];
  const bare: Run[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      own.push(await measured(() => getConfig(server.port)));
      bare.push(await measured(() => getByLibraries(server.port)));
    }
  } finally {
    netconf.close?.();
    await server.stop();
  }
  const figures = (name: string, key: keyof Run, unit: string): Figure[] => {
    const peer = { name: 'ssh2 and saxes', samples: bare.map((run) => run[key]) };
    const more = { unit, decimals: key === 'seconds' ? 2 : 1 };
    return [
      { name: `${name}, ssh2 and saxes alone`, samples: peer.samples, ...more },
      { name, samples: own.map((run) => run[key]), ...more, limits: [peer] },
    ];
  };
  return print({
    title: `A NETCONF get-config of ${octets / 1e6} MB in a session of its own`,
    figures: [
      ...figures('login, request and reply', 'seconds', 's'),
      ...figures('longest block of the event loop', 'blockMs', 'ms'),
    ],
    notes: ['the server runs in the same process, and its part of the blocks is counted as well'],
  });
}

interface Run {
  readonly seconds: number;
  /** Longest time for which the event loop stood still. */
  readonly blockMs: number;
}

async function measured(work: () => Promise<void>): Promise<Run> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  return { seconds, blockMs: delay.max / 1e6 - resolutionMs };
}

/** Reads the same with nothing of ours: the message is collected, and parsed at its end. */
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

function configurationOf(size: number): string {
  const description = 'Access point in the corridor of the second floor, '.repeat(5);
  const entries: string[] = [];
  for (let at = 0, length = 0; length < size; at += 1) {
    const entry = `<interface><name>wlan${at}</name><description>${description} ${at}</description><enabled>true</enabled></interface>`;
    entries.push(entry);
    length += entry.length;
  }
  return `<data><interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces">${entries.join('\n')}</interfaces></data>`;
}

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
