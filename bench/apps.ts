import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { summarizeConnections } from '../src/aaa/app/connection-summary.ts';
import { openStore } from '../src/store/database.ts';
import type { Store } from '../src/store/store.ts';
import { print, type Figure } from './figures.ts';
import { sized } from './scale.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? sized(1_000_000, 5_000));
const devices = sized(1000, 50);
const networks = 3;
const rounds = sized(10, 1);
const dayMs = 86_400_000;
const end = Date.parse('2026-03-31T18:00:00Z');

/** Sums up a million connections of 1,000 devices in 30 days, on SQLite. */
export async function apps(signal: AbortSignal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const store = await openStore('sqlite', folder);
  try {
    await seed(store, signal);
    return print({
      title: `summary of ${rows} connections of apps`,
      figures: await measure(store),
    });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function measure(store: Store): Promise<readonly Figure[]> {
  const all = { organizations: [1], device: null, app: null };
  const month = { ...all, from: end - 30 * dayMs, until: end };
  const page = { limit: 20, offset: 0, from: null };
  const requests = {
    'a month, all devices': { filter: month, page },
    'a month, the last page': { filter: month, page: { ...page, offset: devices * networks - 20 } },
    'a month, 1,000 networks': { filter: month, page: { ...page, limit: 1000 } },
    'a month, one device': { filter: { ...month, device: '7' }, page },
    'a month, one app': { filter: { ...month, app: 'app' }, page },
    'a day': { filter: { ...month, from: end - dayMs }, page },
    'two hours': { filter: { ...month, from: end - dayMs / 12 }, page },
  };
  const figures: Figure[] = [];
  for (const [name, { filter, page }] of Object.entries(requests)) {
    const samples = await timed(() => summarizeConnections(store, filter, page));
    figures.push({ name, samples, unit: 'ms', decimals: 1 });
  }
  return figures;
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    samples.push(performance.now() - began);
  }
  return samples;
}

async function seed(store: Store, signal: AbortSignal): Promise<void> {
  const series = (first: number, last: number) => sql`(
    with recursive s(n) as (select ${sql.lit(first)} union all select n + 1 from s where n < ${sql.lit(last)}) select n from s) as s`;
  const write = (query: ReturnType<typeof sql>) => store.write([query.compile(store.db)]);
  await write(
    sql`insert into organization (name, short_name, created, last_change) values ('bench', 'bench', 0, 0)`,
  );
  await write(sql`
    insert into device_app_device (organization, device_id, identity, app_name, created, last_change)
    select 1, 'd' || n, 'i' || n, 'app', 0, 0 from ${series(1, devices)}`);
  const step = 100_000;
  for (let first = 0; first < rows && !signal.aborted; first += step)
    await write(sql`
      insert into device_app_connection_log (organization, device, network_type, network_security, network_name,
        start_datetime, end_datetime, created, rssi, bytes_in, bytes_out)
      select 1, 1 + n % ${sql.lit(devices)}, 'wi', 'wp2', 'net ' || (n % ${sql.lit(networks)}), at, at + 60000, at, -50 - n % 30, n, n
      from (select n, ${sql.lit(end)} - cast(n as bigint) * 7919000 % ${sql.lit(30 * dayMs)} as at
        from ${series(first, Math.min(rows, first + step) - 1)}) as made`);
  // The sums that the gateway keeps with each report.
  await write(sql`
    insert into device_app_connection_day (organization, device, network_type, network, day, connections, seconds,
      bytes_in, bytes_out, rssi_sum, rssi_count, sinr_sum, sinr_count, speed_sum, speed_count, first, last)
    select organization, device, network_type, ':' || network_name, day, count(*), sum((end_datetime - start_datetime) / 1000),
      sum(bytes_in), sum(bytes_out), sum(rssi), count(rssi), 0, 0, 0, 0, min(start_datetime), max(end_datetime)
    from (select l.*, start_datetime - start_datetime % ${sql.lit(dayMs)} as day from device_app_connection_log l) as made
    group by organization, device, network_type, network_name, day`);
}
