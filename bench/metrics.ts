import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { runProgram } from '../tools/run-program.ts';
import { maxSweepAddresses, sweepAddresses } from '../src/protocol/fping.ts';
import { splitList } from '../src/runtime/split-list.ts';
import { print } from './figures.ts';
import { measureRollups } from './metric-rollups.ts';
import { besidePages, measureBeside } from './metrics-beside.ts';
import { cpuSecondsOf, memoryOf } from './proc.ts';
import { hasProgram } from './programs.ts';
import {
  firstPolls,
  pollsOf,
  startFleet,
  startPolling,
  valuesPerDevice,
  type Fleet,
} from './snmp-fleet.ts';
import { sized } from './scale.ts';

const devices = sized(1_000, 20);
/** A minute of ten is simulated in this time: each device is polled ten times. */
const intervalSeconds = sized(6, 1);
const simulatedMinutes = sized(10, 1);
const sweepSizes = sized([1_000, 4_000], [20]);
const sweepRounds = sized(3, 1);

/** Measures polls, other work during them, a year of rollups and sweeps, in three minutes. */
export async function metrics(signal: AbortSignal): Promise<string> {
  const tables = await ofFleet(signal);
  tables.push(await measureRollups());
  for (const size of sweepSizes) {
    signal.throwIfAborted();
    tables.push(await sweeps(size));
  }
  return tables.join('\n');
}

async function ofFleet(signal: AbortSignal): Promise<string[]> {
  const fleet = await startFleet(devices);
  try {
    const tables = [await polls(fleet)];
    signal.throwIfAborted();
    tables.push(...(await measureBeside(fleet, signal)));
    return tables;
  } finally {
    await fleet.agents.stop();
  }
}

async function polls(fleet: Fleet): Promise<string> {
  const polling = await startPolling(fleet, intervalSeconds);
  try {
    const { gateway } = polling;
    await firstPolls(gateway, devices);
    const [polled, cpu] = [await pollsOf(gateway), cpuSecondsOf(gateway.pid)];
    const ms = simulatedMinutes * intervalSeconds * 1000;
    const { pages } = await besidePages(gateway, () => sleep(ms));
    const done = (await pollsOf(gateway)) - polled;
    const cpuSeconds = cpuSecondsOf(gateway.pid) - cpu;
    return print({
      title: `${devices} devices of ${valuesPerDevice} values, ten simulated minutes in one`,
      figures: [
        { name: 'polls', samples: [done], unit: `of ${devices * simulatedMinutes}` },
        {
          name: 'processor, at a poll a minute',
          samples: [(cpuSeconds / done) * (devices / 60) * 100],
          unit: '% of a core',
          decimals: 1,
        },
        { name: 'rows', samples: [(done * valuesPerDevice * 1000) / ms], unit: 'a second' },
        ...octetsOf(gateway.database),
        {
          name: 'resident',
          samples: [memoryOf(gateway.pid).resident / 1e6],
          unit: 'MB',
        },
        pages,
      ],
      notes: ['the processor time includes the pages, twenty a second, and the rollups'],
    });
  } finally {
    await polling.remove();
  }
}

/** Returns the octets of an entry of the metric log, indexes included. */
function octetsOf(file: string) {
  const db = new Database(file, { readonly: true });
  try {
    const octets = db
      .prepare<[], number>(
        "select sum(pgsize) from dbstat where name glob 'inventory_metric_log*' and aggregate = 1",
      )
      .pluck()
      .get();
    const rows = db.prepare<[], number>('select count(*) from inventory_metric_log').pluck().get();
    return [
      {
        name: 'entry of the metric log',
        samples: [(octets ?? NaN) / (rows ?? NaN)],
        unit: 'octets',
      },
    ];
  } finally {
    db.close();
  }
}

/** Sweeps answering addresses of loopback as a discovery does, and by one fping. */
async function sweeps(size: number): Promise<string> {
  const title = `sweep of ${size} addresses`;
  if (!hasProgram('fping')) return `${title}\n  fping is missing: install the Debian package\n`;
  const addresses = Array.from({ length: size }, (_, at) => `127.30.${at >> 8}.${at & 255}`);
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let round = 0; round < sweepRounds; round += 1) {
    peer.push(await secondsOf(() => runFping(addresses)));
    ours.push(await secondsOf(() => sweep(addresses)));
  }
  return print({
    title,
    figures: [
      { name: 'fping', samples: peer, unit: 's', decimals: 2 },
      {
        name: 'sweeps of a discovery',
        samples: ours,
        unit: 's',
        decimals: 2,
        limits: [{ name: 'fping', samples: peer }],
      },
    ],
  });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** With the interval and the time limit of a sweep. */
function runFping(addresses: readonly string[]): Promise<string> {
  const line = ['-a', '-r', '0', '-t', '1000', '-i', '1'];
  return runProgram('fping', line, { input: `${addresses.join('\n')}\n` });
}

async function sweep(addresses: readonly string[]): Promise<void> {
  const { signal } = new AbortController();
  for (const page of splitList(addresses, maxSweepAddresses)) {
    const found = await sweepAddresses(page, { timeoutMs: 1000, signal });
    if (found?.size !== page.length) throw new Error(`${found?.size ?? 0} of ${page.length}`);
  }
}
