import { fileURLToPath } from 'node:url';
import { accountingRecord } from '../src/aaa/session/accounting-record.ts';
import { metricLog } from '../src/inventory/metric/metric.ts';
import type { Resource } from '../src/contract/resource.ts';
import { openStore } from '../src/store/database.ts';
import type { Statement } from '../src/store/store.ts';
import { listByKeyset } from '../src/store/query/keyset-page.ts';
import { GatewayProcess, type Json } from '../test/gateway-process.ts';
import { freeTcpPort } from '../test/peers/port.ts';
import { percentile, print, type Figure, type Samples } from './figures.ts';
import { Client } from './keep-alive.ts';
import { filters } from './lists-filters.ts';
import { busiest, longTableRows, rowsText, seed } from './lists-seed.ts';
import { gatewayFlags, startNode, type NodeProcess } from './node-process.ts';
import { cpuSecondsOf } from './proc.ts';
import { siblingModule } from '../src/runtime/package-root.ts';
import { sized } from './scale.ts';

const many = longTableRows();
const few = sized(10_000, 6_000);
const organizations = [1, 2, 3];
const limit = 50;
const rounds = sized(5, 1);
const requestsOfRun = sized(50, 2);
const load = { times: sized(1000, 20), atOnce: 8 };
const warmUp = { times: sized(300, 10), atOnce: 8 };
const dayMs = 86_400_000;
const depthDays = 81;
const firstPage = 'first page';

interface LongList {
  readonly resource: Resource;
  readonly path: string;
  /** Query parameter of the latest time. */
  readonly latestTime: string;
  readonly filters: Readonly<Record<string, string>>;
}

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Each filter matches more than a page of the short list as well. */
const longLists: readonly LongList[] = [
  {
    resource: accountingRecord,
    path: '/gate/api/v1/aaa_accounting/',
    latestTime: 'end_date',
    filters: {
      'of a user': `username=${busiest.user}`,
      'of a client': 'client=1',
      'of an access point': 'access_point=1',
      'of ten days': `start_date=${ago(60)}&end_date=${ago(50)}`,
    },
  },
  {
    resource: metricLog,
    path: '/control/api/v1/inventory_metric_log/',
    latestTime: 'datetime__lte',
    filters: {
      'of a device': `device__name=${busiest.device}`,
      'of a metric': 'metric__name=uptime',
      'of a parameter': 'parameter__variable_name=system.uptime',
      'of ten days': `datetime__gte=${ago(60)}&datetime__lte=${ago(50)}`,
    },
  },
];

/** A gateway whose lists have a given number of rows. */
interface Site {
  readonly gateway: GatewayProcess;
  readonly rows: number;
  readonly client: Client;
  readonly seedSeconds: number;
}

/** Compares pages of long lists with pages of short ones, and the gateway with a bare handler of the same query. */
export async function lists(signal: AbortSignal): Promise<string> {
  const sites: Site[] = [];
  try {
    for (const rows of [few, many]) sites.push(await siteOf(rows));
    const [short, long] = sites;
    if (!short || !long) throw new Error('two gateways are needed');
    const tables = [
      `Lists of ${rowsText(many)} rows were seeded in ${long.seedSeconds.toFixed(0)} s\n`,
    ];
    for (const list of longLists) {
      tables.push(await latencies(list, { short, long, signal }));
      tables.push(await throughput(list, { site: long, signal }));
      const comparison = { short, long, scope: organizations, limit, signal };
      tables.push(await filters(list.resource, comparison));
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
  // The seeded metric values are older than the default retention.
  const gateway = await GatewayProcess.start({ GATEHOUSE_RETENTION_METRIC_LOG_DAYS: '365' });
  await gateway.signal('SIGTERM');
  const seedSeconds = seed(gateway.database, rows);
  await gateway.start();
  return { gateway, rows, client: new Client(gateway.token), seedSeconds };
}

interface Compared {
  readonly short: Site;
  readonly long: Site;
  readonly signal: AbortSignal;
}

/** Measures the pages in turns, one request at a time, so that other load of the machine affects all of them alike. */
async function latencies(list: LongList, { short, long, signal }: Compared): Promise<string> {
  const pages = { short: await pagesOf(list, short), long: await pagesOf(list, long) };
  const measured = new Map<string, Latencies[]>(pages.long.map(([name]) => [name, []]));
  const eventLoopDelayMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    await maxEventLoopDelayMs(long.gateway); // resets the maximum
    for (const [number, [name, url]] of pages.long.entries()) {
      const ofShort = await latencyOf(short, pages.short[number]?.[1] ?? '');
      measured.get(name)?.push({ short: ofShort, long: await latencyOf(long, url) });
    }
    eventLoopDelayMs.push(await maxEventLoopDelayMs(long.gateway));
  }
  return print({
    title: `${list.resource.plural}, pages of ${limit} rows: ${rowsText(many)} rows against ${rowsText(few)}`,
    figures: [
      ...latencyFigures(measured),
      { name: 'timer of 10 ms, maximum', samples: eventLoopDelayMs, unit: 'ms', decimals: 1 },
    ],
    notes: [`a run is ${requestsOfRun} consecutive requests for a page`],
  });
}

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Latencies of the same page of the short and of the long list. */
type Latencies = Readonly<Record<'short' | 'long', Latency>>;

async function latencyOf({ client }: Site, url: string): Promise<Latency> {
  const { latenciesMs } = await client.repeat(url, { times: requestsOfRun, atOnce: 1 });
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

/** Returns the addresses of the first page, of a page near the end and of the first page of each filter. */
async function pagesOf(
  { path, filters, latestTime }: LongList,
  { gateway, client }: Site,
): Promise<(readonly [name: string, url: string])[]> {
  const list = `http://127.0.0.1:${gateway.httpPort}${path}?limit=${limit}`;
  const pages = [
    [firstPage, list],
    [
      'page at nine tenths',
      `${list}&cursor=${await cursorAt(client, `${list}&${latestTime}=${ago(depthDays)}`)}`,
    ],
    ...Object.entries(filters).map(([name, filter]) => [name, `${list}&${filter}`] as const),
  ] as const;
  for (const [name, url] of pages) {
    const { length } = results(await client.get(url));
    if (length !== limit) throw new Error(`${path}: ${name} has ${length} rows`);
  }
  return [...pages];
}

/** Returns the cursor that follows the first page of a filtered list. It is valid without the filter as well. */
async function cursorAt(client: Client, url: string): Promise<string> {
  const { next } = JSON.parse(await client.get(url)) as { next: string | null };
  // Relative without http.public_url.
  const cursor = next === null ? null : new URL(next, 'http://gateway').searchParams.get('cursor');
  if (cursor === null) throw new Error(`${url}: there is no second page`);
  return cursor;
}

function results(text: string): readonly Json[] {
  return (JSON.parse(text) as { results: Json[] }).results;
}

/** Result of a load on a server. */
interface Run {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time of the server per request, all threads. */
  readonly cpuMicroseconds: number;
}

interface Round {
  readonly gateway: Run;
  readonly bare: Run;
  readonly eventLoopDelayMs: number;
}

/** Compares the first page of the gateway with a bare handler of the same query over the same file. */
async function throughput(
  { resource, path }: LongList,
  { site, signal }: { site: Site; signal: AbortSignal },
): Promise<string> {
  const { gateway, client } = site;
  const port = await freeTcpPort();
  const bare = startBare(port, gateway.database, await queryOf(resource, gateway));
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
      await maxEventLoopDelayMs(gateway); // resets the maximum
      measured.push({
        bare: ofBare,
        gateway: await run(own),
        eventLoopDelayMs: await maxEventLoopDelayMs(gateway),
      });
    }
    return throughputTable(resource, measured);
  } finally {
    await bare.stop();
  }
}

function throughputTable(resource: Resource, measured: readonly Round[]): string {
  const samples = (server: 'gateway' | 'bare', key: keyof Run): Samples =>
    measured.map((round) => round[server][key]);
  const limits = (key: keyof Run) => [{ name: 'bare', samples: samples('bare', key) }];
  return print({
    title: `${resource.plural}, the first ${limit} of ${rowsText(many)} rows, ${load.atOnce} requests at a time`,
    figures: [
      {
        name: 'gateway',
        samples: samples('gateway', 'perSecond'),
        unit: 'replies/s',
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
        name: '  timer of 10 ms, maximum',
        samples: measured.map((round) => round.eventLoopDelayMs),
        unit: 'ms',
        decimals: 1,
      },
      {
        name: 'bare Fastify handler, the same query and memory',
        samples: samples('bare', 'perSecond'),
        unit: 'replies/s',
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

function startBare(port: number, file: string, query: Statement): NodeProcess {
  const program = fileURLToPath(siblingModule('./lists-bare-server', import.meta.url));
  return startNode([...gatewayFlags(), program, String(port), file, JSON.stringify(query)]);
}

/** Returns the query that the gateway runs for the first page. */
async function queryOf(resource: Resource, gateway: GatewayProcess): Promise<Statement> {
  const store = await openStore(`sqlite:${gateway.database}`, gateway.folder);
  const run: Statement[] = [];
  const read = <R>(statement: Statement) => {
    run.push(statement);
    return store.read<R>(statement);
  };
  await listByKeyset({ ...store, read }, resource, {
    scope: organizations,
    where: [],
    limit: limit + 1,
    from: null,
  });
  await store.close();
  const [query, ...more] = run;
  if (!query || more.length > 0)
    throw new Error(`a page of ${resource.plural} takes ${run.length} queries instead of one`);
  return query;
}

/**
 * Returns the longest interval of a timer of 10 ms in the gateway since the last call. The 10 ms are included, since the
 * monitor measures the time between two ticks.
 */
async function maxEventLoopDelayMs(gateway: GatewayProcess): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}
