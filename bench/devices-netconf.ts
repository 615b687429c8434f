import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Static } from 'typebox';
import netconf from '../adapters/netconf.ts';
import { validateAgainst } from '../src/schema.ts';
import { Secret } from '../src/secret.ts';
import { helloOf, namespace, startScript } from '../test/peers/netconf-script.ts';
import { print } from './figures.ts';

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
  const seconds: number[] = [];
  const blocksMs: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const delay = monitorEventLoopDelay({ resolution: resolutionMs });
      delay.enable();
      const began = performance.now();
      await getConfig(server.port);
      seconds.push((performance.now() - began) / 1000);
      delay.disable();
      blocksMs.push(delay.max / 1e6 - resolutionMs);
    }
  } finally {
    netconf.close?.();
    await server.stop();
  }
  return print({
    title: `A NETCONF get-config of ${octets / 1e6} MB in a session of its own`,
    figures: [
      { name: 'login, request and reply', samples: seconds, unit: 's', decimals: 2 },
      { name: 'longest block of the event loop', samples: blocksMs, unit: 'ms', decimals: 1 },
    ],
    notes: ['the server runs in the same process, and its part of the blocks is counted as well'],
  });
}

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
