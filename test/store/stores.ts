import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import tap from 'tap';
import { entriesPerMs, firstIdAt } from '../../src/inventory/metric/metric-log-id.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/store.ts';
import { copyBlankStore } from '../blank-store.ts';
import { startPostgres } from '../peers/postgres.ts';

/** A store of each engine, empty; both end with the test. */
export async function bothStores(): Promise<readonly Store[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'));
  const postgres = await startPostgres({ fsync: false });
  copyBlankStore('sqlite', folder);
  const stores = [await openStore('sqlite', folder), await openStore(postgres.url, folder)];
  tap.teardown(async () => {
    for (const store of stores) await store.close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });
  return stores;
}

/** Inserts a row. @returns its id */
export async function insert(
  store: Store,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const marks = columns.map((_, position) =>
    store.engine === 'sqlite' ? '?' : `$${position + 1}`,
  );
  const text = `insert into "${table}" (${columns.join(', ')}) values (${marks.join(', ')}) returning id`;
  const [written] = await store.write([{ sql: text, parameters: Object.values(row) }]);
  return Number(written?.rows[0]?.['id']);
}

const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

/** Ends the threads of this process that were started so far, as running out of memory does. */
export async function endThreads(): Promise<void> {
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
}

export const stamps = { created: 0, last_change: 0 };

let made = 0;
let entries = 0;

/** Returns an id of an entry of the metric log, which no entry of its time has. */
export function nextEntryId(at: number): number {
  entries = (entries + 1) % entriesPerMs;
  return firstIdAt(at) + entries;
}

export function addOrganization(store: Store, parent: number | null = null): Promise<number> {
  made += 1;
  return insert(store, 'organization', {
    name: `Hotel ${made}`,
    short_name: `hotel-${made}`,
    parent,
    ...stamps,
  });
}

export function addClient(store: Store, organization: number): Promise<number> {
  made += 1;
  return insert(store, 'aaa_client', {
    organization,
    name: `nas ${made}`,
    address: `client ${made}`,
    secret: '',
    ...stamps,
  });
}

export function addAccessPoint(
  store: Store,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  made += 1;
  return insert(store, 'access_point', {
    name: `ap ${made}`,
    description: '',
    created: made,
    last_change: made,
    ...row,
  });
}

export function rowsOf(store: Store, client: number) {
  return store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('client', '=', client)
    .orderBy('radacctid')
    .execute();
}
