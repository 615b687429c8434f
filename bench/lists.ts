import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kysely, SqliteDialect } from 'kysely';
import { accountingRecord } from '../src/aaa/session/accounting-record.ts';
import { metricLog } from '../src/inventory/metric/metric.ts';
import type { Resource } from '../src/resource.ts';
import { openStore } from '../src/store/database.ts';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';
import { listByKeyset } from '../src/store/query/resource-query.ts';
import type { Tables } from '../src/tables.ts';
import { GatewayProcess, type Json } from '../test/gateway-process.ts';
import { freeTcpPort } from '../test/peers/port.ts';
import { percentile, print, type Figure, type Samples } from './figures.ts';
import { Client } from './keep-alive.ts';
import { busiest, fill } from './lists-store.ts';
import { startNode, type NodeProcess } from './node-process.ts';
import { cpuSecondsOf } from './proc.ts';

const many = 1_000_000;
const few = 10_000;
const organizations = [1, 2, 3];
const limit = 50;
const rounds = 5;
const asksOfPage = 50;
const load = { times: 1000, atOnce: 8 };
const warmUp = { times: 300, atOnce: 8 };
const dayMs = 86_400_000;
const depthDays = 81;
const firstPage = 'first page';

interface Log {
  readonly of: Resource;
  readonly path: string;
  /** The parameter of the latest time that is asked for. */
  readonly upTo: string;
  readonly filters: Readonly<Record<string, string>>;
}

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Each of these finds more than a page, in the short log as in the long one. */
const logs: readonly Log[] = [
  {
    of: accountingRecord,
    path: '/gate/api/v1/aaa_accounting/',
    upTo: 'end_date',
    filters: {
      'of a user': `username=${busiest.user}`,
      'of a client': 'client=1',
      'of an access point': 'access_point=1',
      'of ten days': `start_date=${ago(60)}&end_date=${ago(50)}`,
    },
  },
  {
    of: metricLog,
    path: '/control/api/v1/inventory_metric_log/',
    upTo: 'datetime__lte',
    filters: {
      'of a device': `device__name=${busiest.device}`,
      'of a metric': 'metric__name=uptime',
      'of a parameter': 'parameter__variable_name=sysUpTime',
      'of ten days': `datetime__gte=${ago(60)}&datetime__lte=${ago(50)}`,
    },
  },
];

/** A gateway over logs of so many rows. */
interface Site {
  readonly gateway: GatewayProcess;
  readonly client: Client;
  readonly fillSeconds: number;
}

/** Pages of long logs: whether they take longer than those of short ones, and what the gateway adds to the query. */
export async function lists(signal: AbortSignal): Promise<string> {
  const sites: Site[] = [];
  try {
    for (const rows of [few, many]) sites.push(await siteOf(rows));
    const [short, long] = sites;
    if (!short || !long) throw new Error('there are no two gateways');
    const tables = [
      `Logs of ${rowsText(many)} rows were filled in ${long.fillSeconds.toFixed(0)} s\n`,
    ];
    for (const log of logs) {
      tables.push(await latencies(log, { short, long, signal }));
      tables.push(await throughput(log, { site: long, signal }));
    }
    return tables.join('\n');
  } finally {
    for (const { client, gateway } of sites) {
      client.close();
      await gateway.remove();
    }
  }
}

async function siteOf(rows: number): Promise<Site> {
  const gateway = await GatewayProcess.start();
  await gateway.signal('SIGTERM');
  const fillSeconds = fill(gateway.database, rows);
  await gateway.start();
  return { gateway, client: new Client(gateway.token), fillSeconds };
}

interface Compared {
  readonly short: Site;
  readonly long: Site;
  readonly signal: AbortSignal;
}

/** One request at a time, in turns, so that whatever else the machine does falls on all alike. */
async function latencies(log: Log, { short, long, signal }: Compared): Promise<string> {
  const pages = { short: await pagesOf(log, short), long: await pagesOf(log, long) };
  const measured = new Map<string, Latencies[]>(pages.long.map(([name]) => [name, []]));
  const heldUpMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    await latestTimerMs(long.gateway); // begins a new count
    for (const [number, [name, url]] of pages.long.entries()) {
      const ofShort = await asked(short, pages.short[number]?.[1] ?? '');
      measured.get(name)?.push({ short: ofShort, long: await asked(long, url) });
    }
    heldUpMs.push(await latestTimerMs(long.gateway));
  }
  return print({
    title: `${log.of.plural}, pages of ${limit} rows: ${rowsText(many)} rows against ${rowsText(few)}`,
    figures: [
      ...latencyFigures(measured),
      { name: 'timer of 10 ms, at its latest', samples: heldUpMs, unit: 'ms', decimals: 1 },
    ],
    notes: [`a run is ${asksOfPage} requests for a page, one after the other`],
  });
}

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The same page of the short log and of the long one. */
type Latencies = Readonly<Record<'short' | 'long', Latency>>;

async function asked({ client }: Site, url: string): Promise<Latency> {
  const { latenciesMs } = await client.repeat(url, { times: asksOfPage, atOnce: 1 });
  return { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
}

function latencyFigures(measured: ReadonlyMap<string, readonly Latencies[]>): Figure[] {
  const of = (name: string, site: keyof Latencies, key: keyof Latency): Samples =>
    (measured.get(name) ?? []).map((both) => both[site][key]);
  return [...measured.keys()].flatMap((name) => {
    const against = (key: keyof Latency) => [
      { name: rowsText(few), samples: of(name, 'short', key) },
      ...(name === firstPage ? [] : [{ name: firstPage, samples: of(firstPage, 'long', key) }]),
    ];
    const figure = { unit: 'ms', decimals: 2 };
    return [
      {
        name: `${name}, median`,
        samples: of(name, 'long', 'p50Ms'),
        ...figure,
        limits: against('p50Ms'),
      },
      { name: '  p99', samples: of(name, 'long', 'p99Ms'), ...figure, limits: against('p99Ms') },
    ];
  });
}

/** Addresses of a page from the front, of one deep in the log, and of each filter. */
async function pagesOf(
  { path, filters, upTo }: Log,
  { gateway, client }: Site,
): Promise<(readonly [name: string, url: string])[]> {
  const list = `http://127.0.0.1:${gateway.httpPort}${path}?limit=${limit}`;
  const pages = [
    [firstPage, list],
    [
      'page at nine tenths of it',
      `${list}&cursor=${await cursorAt(client, `${list}&${upTo}=${ago(depthDays)}`)}`,
    ],
    ...Object.entries(filters).map(([name, filter]) => [name, `${list}&${filter}`] as const),
  ] as const;
  for (const [name, url] of pages) {
    const { length } = results(await client.get(url));
    if (length !== limit) throw new Error(`${path}: ${name} has ${length} rows`);
  }
  return [...pages];
}

/** The cursor behind the first page of a filtered list; a place in the list is the same whatever the filter. */
async function cursorAt(client: Client, url: string): Promise<string> {
  const { next } = JSON.parse(await client.get(url)) as { next: string };
  return new URL(next).searchParams.get('cursor') ?? '';
}

function results(text: string): readonly Json[] {
  return (JSON.parse(text) as { results: Json[] }).results;
}

/** What a load has shown of a server. */
interface Run {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the server for a request, all threads. */
  readonly cpuMicroseconds: number;
}

interface Round {
  readonly gateway: Run;
  readonly bare: Run;
  readonly heldUpMs: number;
}

/** The first page from the gateway, and the same query from a bare handler over the same file. */
async function throughput(
  { of, path }: Log,
  { site, signal }: { site: Site; signal: AbortSignal },
): Promise<string> {
  const { gateway, client } = site;
  const port = await freeTcpPort();
  const bare = startBare(port, gateway.database, await queryOf(of, gateway));
  try {
    await bare.printed();
    const own = {
      pid: gateway.pid,
      client,
      url: `http://127.0.0.1:${gateway.httpPort}${path}?limit=${limit}`,
    };
    const limited = { pid: bare.pid, client, url: `http://127.0.0.1:${port}/` };
    for (const server of [own, limited]) await server.client.repeat(server.url, warmUp);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const ofBare = await run(limited);
      await latestTimerMs(gateway); // begins a new count
      measured.push({
        bare: ofBare,
        gateway: await run(own),
        heldUpMs: await latestTimerMs(gateway),
      });
    }
    return throughputTable(of, measured);
  } finally {
    await bare.stop();
  }
}

function throughputTable(of: Resource, measured: readonly Round[]): string {
  const samples = (server: 'gateway' | 'bare', key: keyof Run): Samples =>
    measured.map((round) => round[server][key]);
  const limits = (key: keyof Run) => [{ name: 'bare', samples: samples('bare', key) }];
  return print({
    title: `${of.plural}, the first ${limit} of ${rowsText(many)} rows, ${load.atOnce} requests at a time`,
    figures: [
      {
        name: 'gateway',
        samples: samples('gateway', 'perSecond'),
        unit: 'answered/s',
        limits: limits('perSecond'),
      },
      {
        name: '  p99',
        samples: samples('gateway', 'p99Ms'),
        unit: 'ms',
        decimals: 1,
        limits: limits('p99Ms'),
      },
      {
        name: '  CPU',
        samples: samples('gateway', 'cpuMicroseconds'),
        unit: 'us/request',
        limits: limits('cpuMicroseconds'),
      },
      {
        name: '  timer of 10 ms, at its latest',
        samples: measured.map((round) => round.heldUpMs),
        unit: 'ms',
        decimals: 1,
      },
      {
        name: 'bare Fastify handler, the same query and memory',
        samples: samples('bare', 'perSecond'),
        unit: 'answered/s',
      },
    ],
    notes: [`a run is ${rowsText(load.times)} requests`],
  });
}

async function run({
  pid,
  client,
  url,
}: {
  readonly pid: number;
  readonly client: Client;
  readonly url: string;
}): Promise<Run> {
  const before = cpuSecondsOf(pid);
  const { seconds, latenciesMs } = await client.repeat(url, load);
  return {
    perSecond: latenciesMs.length / seconds,
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMicroseconds: ((cpuSecondsOf(pid) - before) / latenciesMs.length) * 1e6,
  };
}

/** A query as the store runs it. */
interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What the first line of the gateway's program asks of Node: a young generation that is kept small is collected more often. */
function gatewayFlags(): string[] {
  const [first = ''] = readFileSync(new URL('../src/cli.js', import.meta.url), 'utf8').split('\n');
  return first.split(' ').filter((word) => word.startsWith('--'));
}

function startBare(port: number, file: string, query: Query): NodeProcess {
  const program = fileURLToPath(new URL('./lists-bare.js', import.meta.url));
  return startNode([...gatewayFlags(), program, String(port), file, JSON.stringify(query)]);
}

/** What the gateway asks of its store for the first page. */
async function queryOf(of: Resource, gateway: GatewayProcess): Promise<Query> {
  const store = await openStore(`sqlite:${gateway.database}`, gateway.folder);
  const run: Query[] = [];
  const connection = new SqliteConnection(gateway.database, { readonly: true });
  const prepare = (sql: string) => {
    const statement = connection.prepare(sql);
    const all = (parameters: readonly unknown[]) => {
      run.push({ sql, parameters });
      return statement.all(parameters);
    };
    return { ...statement, all };
  };
  const close = () => {
    connection.close();
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close } }) });
  await listByKeyset({ ...store, db }, of, {
    scope: organizations,
    where: [],
    limit: limit + 1,
    from: null,
  });
  await db.destroy();
  await store.close();
  const [query, ...more] = run;
  if (!query || more.length > 0)
    throw new Error(`a page of ${of.plural} takes ${run.length} queries`);
  return query;
}

/**
 * How late, at most since it was asked last, a timer of 10 ms is in the gateway. The 10 ms are part of it: the monitor
 * takes the time between two of its ticks.
 */
async function latestTimerMs(gateway: GatewayProcess): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

function rowsText(rows: number): string {
  return rows.toLocaleString('en');
}
