import type { GatewayProcess } from '../test/gateway-process.ts';
import { startBareServer } from './bare-server.ts';
import { print, type Figure, type Samples } from './figures.ts';
import { cpuSecondsOf, memoryOf, type Memory } from './proc.ts';
import { Tours } from './tour.ts';
import { sized } from './scale.ts';

const tourRounds = sized(3, 1);
const startRounds = sized(10, 1);
const octetsPerMb = 1e6;
const octetsPerMib = 2 ** 20;

/** Duration and processor time of a start. */
interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Measures a gateway with little load: memory after a tour of its features, and the time of a restart. */
export async function start(signal: AbortSignal): Promise<string> {
  const tours = await Tours.prepare();
  try {
    const memory = await memoryAfterTours(tours, signal);
    // The store of the last tour has rows of every kind.
    return `${memory}\n${await startTimes(await tours.gateway(), signal)}`;
  } finally {
    await tours.end();
  }
}

async function memoryAfterTours(tours: Tours, signal: AbortSignal): Promise<string> {
  const bare: Memory[] = [];
  const gateway: Memory[] = [];
  for (let round = 0; round < tourRounds; round += 1) {
    signal.throwIfAborted();
    const server = await startBareServer();
    bare.push(memoryOf(server.pid));
    await server.stop();
    gateway.push(memoryOf(await tours.run()));
  }
  const mb = (memories: readonly Memory[], key: keyof Memory): Samples =>
    memories.map((memory) => memory[key] / octetsPerMb);
  const limit = { name: 'bare', samples: mb(bare, 'resident') };
  const figure = (name: string, samples: Samples) => ({ name, samples, unit: 'MB', decimals: 1 });
  return print({
    title:
      'Resident memory after a tour: devices, reboot over SSH, sync over NETCONF, SNMP polls, ping, accounting, lists, documents',
    figures: [
      figure('bare node:http server', limit.samples),
      { ...figure('gateway', mb(gateway, 'resident')), limits: [limit] },
      {
        ...figure(
          'gateway',
          gateway.map(({ resident }) => resident / octetsPerMib),
        ),
        unit: 'MiB',
      },
      figure('  of that, its own', mb(gateway, 'anonymous')),
      figure('  of that, pages of files', mb(gateway, 'ofFiles')),
      figure('gateway, at its highest', mb(gateway, 'peak')),
    ],
    notes: ['limit: 120 MB'],
  });
}

async function startTimes(gateway: GatewayProcess, signal: AbortSignal): Promise<string> {
  const bare: Start[] = [];
  const again: Start[] = [];
  for (let round = 0; round < startRounds; round += 1) {
    signal.throwIfAborted();
    const server = await startBareServer();
    bare.push({ ms: server.startMs, cpuMs: cpuSecondsOf(server.pid) * 1000 });
    await server.stop();
    await gateway.signal('SIGTERM');
    const ms = await gateway.start();
    again.push({ ms, cpuMs: cpuSecondsOf(gateway.pid) * 1000 });
  }
  const figure = (name: string, key: keyof Start): readonly Figure[] => {
    const limit = { name: 'bare', samples: bare.map((start) => start[key]) };
    return [
      { name: `bare node:http server${name}`, samples: limit.samples, unit: 'ms' },
      {
        name: `gateway${name}`,
        samples: again.map((start) => start[key]),
        unit: 'ms',
        limits: [limit],
      },
    ];
  };
  return print({
    title:
      'Start on an existing store, from the start of the process to the first answer (gateway: GET /readyz 200)',
    figures: [...figure('', 'ms'), ...figure(', CPU used', 'cpuMs')],
    notes: ['limit: 1,500 ms; asked every 10 ms'],
  });
}
