import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { print, type Figure } from './figures.ts';
import type { Run, Runs } from './netconf-client.ts';
import { gatewayFlags, startNode } from './node-process.ts';
import { siblingModule } from '../src/runtime/package-root.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const octets = sized(8_000_000, 200_000);
const run = promisify(execFile);
const programOf = (name: string) => fileURLToPath(siblingModule(`./${name}`, import.meta.url));

/** Measures a large get-config: its time, and how long it holds the event loop. */
export async function largeConfiguration(signal: AbortSignal): Promise<string> {
  const server = startNode([programOf('netconf-server'), String(octets)]);
  try {
    const port = (await server.printed()).trim();
    const args = [...gatewayFlags(), programOf('netconf-client'), port, String(rounds)];
    const { stdout } = await run(process.execPath, args, { signal });
    return tableOf(JSON.parse(stdout) as Runs);
  } finally {
    await server.stop();
  }
}

function tableOf({ own, bare, steps }: Runs): string {
  const samplesOf = (runs: readonly Run[], key: keyof Run) => runs.map((one) => one[key]);
  const figures = (name: string, key: keyof Run, unit: string): Figure[] => {
    const peer = { name: 'ssh2 and saxes', samples: samplesOf(bare, key) };
    const more = { unit, decimals: key === 'blockMs' ? 1 : 2 };
    return [
      { name: `${name}, ssh2 and saxes alone`, samples: peer.samples, ...more },
      { name, samples: samplesOf(own, key), ...more, limits: [peer] },
    ];
  };
  const block = 'longest block of the event loop';
  return print({
    title: `A NETCONF get-config of ${octets / 1e6} MB in a session of its own, of a server in another process`,
    figures: [
      ...figures('login, request and reply', 'seconds', 's'),
      ...figures('processor time of the main thread', 'processor', 's'),
      ...figures(block, 'blockMs', 'ms'),
      {
        name: `${block}, of as much work in steps of 1 ms`,
        samples: samplesOf(steps, 'blockMs'),
        unit: 'ms',
        decimals: 1,
      },
    ],
    notes: [
      'with the options of Node that the gateway has; the steps of 1 ms are what the load of the machine adds',
    ],
  });
}
