import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../test/gateway-process.ts';
import { print } from './figures.ts';
import { memoryOf } from './proc.ts';
import { soakEvents } from './soak-events.ts';
import { SoakSite } from './soak-site.ts';

const msPerMinute = 60_000;
const msAfterEvent = 2_000;

/**
 * Runs two gateways on SQLite for some time, each with three organizations in two generations whose accounting never pauses,
 * through kills, floods, clock jumps and full disks. Afterwards every answered record must be in the store, in its own
 * organization, and no organization may see a row of another one; otherwise the exit code is 1.
 *
 * It needs root for the small disk and Debian's `faketime` for the clock, and reports skipped parts.
 */
export async function soak(minutes: number, signal: AbortSignal): Promise<string> {
  const sites = [await SoakSite.start(81, { onDisk: true })];
  try {
    sites.push(await SoakSite.start(82, { onDisk: false }));
    const found = await run(sites, minutes, signal);
    for (const site of sites) {
      await site.gateway.signal('SIGTERM');
      found.faults.push(...site.faults());
    }
    return report(sites, minutes, found);
  } finally {
    for (const site of sites) await site.remove();
  }
}

interface Found {
  readonly faults: string[];
  readonly memory: number[];
  readonly events: Map<string, number>;
}

async function run(
  sites: readonly SoakSite[],
  minutes: number,
  signal: AbortSignal,
): Promise<Found> {
  const found: Found = { faults: [], memory: [], events: new Map() };
  const end = performance.now() + minutes * msPerMinute;
  while (performance.now() < end) {
    for (const [name, event] of soakEvents) {
      signal.throwIfAborted();
      for (const site of sites) site.startStreams();
      const done = await Promise.all(sites.map((site) => event(site)));
      found.events.set(name, (found.events.get(name) ?? 0) + done.filter(Boolean).length);
      await sleep(msAfterEvent);
      for (const site of sites) found.faults.push(...(await check(site, name, found.memory)));
      if (performance.now() > end) break;
    }
  }
  return found;
}

/** Checks a gateway after an event: it is ready, and its organizations are separate. */
async function check(site: SoakSite, event: string, memory: number[]): Promise<string[]> {
  await site.stopStreams();
  const ready = await eventually(
    () => site.gateway.call('GET', '/readyz', undefined, ''),
    ({ status }) => status === 200,
    20_000,
  );
  memory.push(memoryOf(site.gateway.pid).resident / 2 ** 20);
  const faults = await site.foreignRows();
  if (ready.status !== 200) faults.push(`not ready after ${event}: ${ready.text}`);
  return faults;
}

function report(
  sites: readonly SoakSite[],
  minutes: number,
  { faults, memory, events }: Found,
): string {
  const counts = [...events].map(([name, count]) => `${name}: ${count || 'left out'}`).join(', ');
  if (faults.length > 0) process.exitCode = 1;
  return print({
    title: `Soak of ${minutes} minutes, two gateways with three organizations each`,
    figures: [
      { name: 'memory after an event (resident)', samples: memory, unit: 'MiB' },
      { name: 'packets answered', samples: sites.map(({ answers }) => answers), unit: 'packets' },
      { name: 'sessions', samples: sites.map(({ answered }) => answered.size), unit: 'sessions' },
      {
        name: 'events read of an organization',
        samples: sites.flatMap(({ readers }) => readers.map(({ events }) => events)),
        unit: 'events',
      },
    ],
    notes: [
      `events: ${counts}`,
      `times that a reader of events lacked some: ${sites.flatMap(({ readers }) => readers).reduce((sum, { resets }) => sum + resets, 0)}`,
      `memory: first ${Math.round(memory[0] ?? 0)}, last ${Math.round(memory.at(-1) ?? 0)} MiB`,
      faults.length === 0
        ? 'every answered record is in the store; no organization sees a row of another one'
        : `${faults.length} FAULTS:\n  ${faults.slice(0, 50).join('\n  ')}`,
    ],
  });
}
