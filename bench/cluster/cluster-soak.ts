import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { print } from '../figures.ts';
import { ClusterSite, msPerTry, tries, type Measured } from './cluster-site.ts';
import { PatroniCluster } from '../../test/peers/patroni-cluster.ts';

/*
 * `npm run soak -- --minutes 60 --folder DIR`: two gateways on the cluster of docs/high-availability.md under load, while its
 * leader is switched over, killed, hung and made read-only by turns. A run that is interrupted goes on in the same folder. The
 * exit status is 1 if an acknowledged record is missing or doubled, a packet stayed without an answer, or a reply was
 * neither a success nor a 503.
 */

const msPerMinute = 60_000;
/** A read-only leader is repaired after this. */
const readOnlyMs = 8_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'gatehouse-cluster-soak') },
  },
});
const folder = values.folder;
const msBetweenEvents = Number(values.every) * msPerMinute;
mkdirSync(folder, { recursive: true, mode: 0o755 });

type Repair = () => Promise<void>;
const none: Repair = () => Promise.resolve();

const events: readonly (readonly [
  name: string,
  happen: (cluster: PatroniCluster) => Promise<Repair>,
])[] = [
  ['switched over', (cluster) => cluster.switchOver().then(() => none)],
  ['killed', (cluster) => cluster.kill()],
  ['hung', (cluster) => cluster.hang()],
  [
    'read-only',
    async (cluster) => {
      const repair = await cluster.makeReadOnly();
      await sleep(readOnlyMs);
      return repair;
    },
  ],
];

/** What all runs in the folder have done. */
interface Progress {
  runs: number;
  ms: number;
  events: string[];
  answered: number[];
  unanswered: string[];
  statuses: Record<string, number>;
  streamed: number;
}

const progressFile = join(folder, 'progress.json');
const measuredFile = join(folder, 'measured');
const progress: Progress = existsSync(progressFile)
  ? (JSON.parse(readFileSync(progressFile, 'utf8')) as Progress)
  : { runs: 0, ms: 0, events: [], answered: [], unanswered: [], statuses: {}, streamed: 0 };

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    end.abort();
  });

const cluster = new PatroniCluster(folder, '127.9.0');
try {
  await cluster.start();
  const site = await ClusterSite.start(cluster, folder);
  try {
    await run(site);
  } finally {
    writeFileSync(join(folder, 'gateways.log'), site.output);
    await site.stop();
  }
} finally {
  await cluster.stop();
}

async function run(site: ClusterSite): Promise<void> {
  progress.runs += 1;
  const before = structuredClone(progress);
  const beganAt = performance.now();
  site.startLoad(`r${progress.runs}`);
  const isDue = () =>
    before.ms + performance.now() - beganAt < Number(values.minutes) * msPerMinute;
  let nextEventAt = 0;
  while (isDue() && !end.signal.aborted) {
    if (performance.now() >= nextEventAt) {
      nextEventAt = performance.now() + msBetweenEvents;
      progress.events.push(await happen());
    }
    await sleep(msPerMinute / 4, undefined, { signal: end.signal }).catch(() => undefined);
    await record(site, before, beganAt);
  }
  await site.stopLoad();
  await record(site, before, beganAt);
  console.log(report(await site.faults(), site));
}

/** Lets the next event happen. @returns how long it took, or what was wrong */
async function happen(): Promise<string> {
  const [name, event] = events[progress.events.length % events.length] ??
    events[0] ?? ['', () => Promise.resolve(none)];
  const at = performance.now();
  try {
    const repair = await event(cluster);
    const failedOverMs = Math.round(performance.now() - at);
    await repair();
    await cluster.untilWhole();
    return `${name} (${failedOverMs} ms, whole after ${Math.round(performance.now() - at)} ms)`;
  } catch (error) {
    return `${name} FAILED: ${String(error)}`;
  }
}

async function record(site: ClusterSite, before: Progress, beganAt: number): Promise<void> {
  progress.ms = before.ms + performance.now() - beganAt;
  progress.answered = site.answered.map((count, at) => count + (before.answered[at] ?? 0));
  progress.unanswered = [...before.unanswered, ...site.unanswered];
  progress.streamed = before.streamed + site.events;
  progress.statuses = { ...before.statuses };
  for (const [status, count] of site.statuses)
    progress.statuses[status] = (progress.statuses[status] ?? 0) + count;
  const measured = await site.measure().catch((error: unknown) => String(error));
  appendFileSync(measuredFile, `${JSON.stringify(measured)}\n`);
  writeFileSync(progressFile, JSON.stringify(progress, undefined, 1));
}

function report(lost: readonly string[], site: ClusterSite): string {
  const wrong = Object.entries(progress.statuses).filter(
    ([status]) => !/^(?:GET 200|POST 201|(?:GET|POST) 503)/.test(status),
  );
  const faults = [
    ...lost,
    ...progress.unanswered.map((packet) => `no answer: ${packet}`),
    ...wrong.map(([status, count]) => `${count} x ${status}`),
    ...progress.events.filter((event) => event.includes('FAILED')),
  ];
  if (faults.length > 0) process.exitCode = 1;
  const measured = readFileSync(measuredFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as readonly Measured[] | string);
  const of = (name: string, key: 'residentMb' | 'descriptors' | 'lagMs') =>
    measured.flatMap((sample) =>
      typeof sample === 'string'
        ? []
        : sample.filter((one) => one.name === name).map((one) => one[key]),
    );
  return print({
    title: `Soak of ${Math.round(progress.ms / msPerMinute)} minutes in ${progress.runs} runs: two gateways on a cluster`,
    figures: ['east', 'west'].flatMap((name) => [
      { name: `${name}: memory (resident)`, samples: of(name, 'residentMb'), unit: 'MiB' },
      { name: `${name}: open descriptors`, samples: of(name, 'descriptors'), unit: '' },
      { name: `${name}: loop delay, p99`, samples: of(name, 'lagMs'), unit: 'ms' },
    ]),
    notes: [
      ...['east', 'west'].map(
        (name) =>
          `${name}: memory first ${of(name, 'residentMb')[0]}, last ${of(name, 'residentMb').at(-1)} MiB; descriptors first ${of(name, 'descriptors')[0]}, last ${of(name, 'descriptors').at(-1)}`,
      ),
      `events: ${progress.events.join('; ')}`,
      `packets answered at the first, second … of ${tries} tries, ${msPerTry / 1000} s apart: ${progress.answered.join(', ')}`,
      `sessions: ${site.ledger.sessions.size}; created locations: ${site.ledger.locations.size}; events streamed: ${progress.streamed}`,
      `replies: ${JSON.stringify(progress.statuses)}`,
      faults.length === 0
        ? 'every acknowledged record is in the store, once'
        : `${faults.length} FAULTS:\n  ${faults.slice(0, 50).join('\n  ')}`,
    ],
  });
}
