import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import type { Engine, Reader, Store } from '../store.ts';
import {
  chooseAccessPath,
  isCovered,
  partsOf,
  pathOf,
  withoutConstantConditions,
  type AccessPath,
} from './access-path.ts';
import { evaluatedColumns, rowsBehind, unionAll } from './keyset-page.ts';
import { readPrepared } from './prepared-query.ts';
import { isOfTable, relationOf } from './relation.ts';
import { conditionsOf, resolveNameFilters, whereClause, type Selection } from './selection.ts';
import { oncePer } from '../../runtime/cache.ts';

/** The number of rows of a selection. An estimate is a lower bound. */
export interface RowCount {
  readonly count: number;
  readonly isEstimate: boolean;
}

interface CachedCount {
  readonly count: Promise<RowCount>;
  /** Milliseconds on the clock of `performance`. */
  readonly expiresAt: number;
}

/** Counting stops after this many matches, and for a filter without an index after this many rows. */
const maxCounted = 10_000;
/** Rows that are counted on the event loop: the read worker takes as long for a message as for some hundred rows. */
const maxShort = 1000;
/** The minimum of matches for an estimate: with fewer, the page reads on as well and the count is exact. */
const minMatchesForEstimate = 50;
const minCachedCount = 1000;
const ttlMs = 5000;
const maxEntries = 1000;

const cacheOf = oncePer<Store, Map<string, CachedCount>>(() => new Map());

/**
 * Counts the rows of a selection exactly up to 10,000; above that, counting stops. A log grows at any moment, so its counts
 * of 1,000 rows and more are cached for some seconds; otherwise they would cost more than the page.
 */
export async function countRows(
  store: Store,
  of: Resource,
  selected: Selection,
): Promise<RowCount> {
  const selection = await resolveNameFilters(store, of, withoutConstantConditions(of, selected));
  if (selection.scope.length === 0) return { count: 0, isEstimate: false };
  if (of.paging === 'offset') return countTable(store, of, selection);
  const cache = cacheOf(store);
  const key = JSON.stringify([of.name, selection.scope, selection.where], withBigints);
  const cached = cache.get(key);
  if (cached && cached.expiresAt > performance.now()) return cached.count;
  // Cached counts exist only for long tables.
  const count = countAlongPath(store, of, { ...selection, isLong: cached !== undefined });
  cache.delete(key); // so that the first entry is always the oldest
  cache.set(key, { count, expiresAt: performance.now() + ttlMs });
  const [oldest] = cache.keys();
  if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
  const evict = () => (cache.get(key)?.count === count ? cache.delete(key) : false);
  count.then((found) => (found.count < minCachedCount ? evict() : undefined), evict);
  return count;
}

/** Until when a table counts as long, on the clock of `performance`. */
const longTablesOf = oncePer<Store, Map<string, number>>(() => new Map());
const longTableMs = 60_000;

/** Counts the rows of a table: a short one on the event loop, and a long one in the read worker. */
async function countTable(store: Store, of: Resource, selection: Selection): Promise<RowCount> {
  const isOwn = isOfTable(of, selection.where);
  const long = longTablesOf(store);
  if (isOwn && (long.get(of.name) ?? 0) < performance.now()) {
    const { scanned, matched } = await countShortTable(store, of, selection);
    if (scanned <= maxShort) return { count: matched, isEstimate: false };
    long.set(of.name, performance.now() + longTableMs);
  }
  return countMatches(
    store,
    sql`select 1 from ${isOwn ? sql.table(of.name) : relationOf(store, of)} where ${whereClause(selection)}`,
    selection,
  );
}

/** Counts along the access path of the page, so that neither reads rows that the other does not. */
async function countAlongPath(
  store: Store,
  of: Resource,
  { isLong, ...selection }: Selection & { readonly isLong: boolean },
): Promise<RowCount> {
  const path = chooseAccessPath(store.engine, of, selection);
  if (!isLong) {
    const short = await countShort(store, of, path);
    if (short.scanned <= maxShort) return { count: short.matched, isEstimate: false };
  }
  const { scanned, matched } = await countNear(store, of, { ...path, by: selection });
  const isComplete = scanned <= maxCounted;
  if (isComplete || isCovered(path) || matched >= minMatchesForEstimate)
    return { count: Math.min(matched, maxCounted), isEstimate: !isComplete };
  // PostgreSQL chooses the index by its statistics.
  const isSqlite = store.engine === 'sqlite';
  return countMatches(
    store,
    isSqlite ? matchesOf(of, path) : matches(store, of, selection),
    selection,
  );
}

interface NearCount {
  /** Rows behind the access path that were read: one more than the maximum if there are more. */
  readonly scanned: number;
  readonly matched: number;
}

async function countNear(
  store: Store,
  of: Resource,
  { by, ...path }: AccessPath & { readonly by: Reader },
): Promise<NearCount> {
  const query = nearCountQuery(store.engine, of, { ...path, most: maxCounted });
  const [row] = await store.readLong({ compile: () => query.compile(store.db) }, by);
  return row ?? { scanned: 0, matched: 0 };
}

/** Counts on the event loop as far as a page may read there. */
async function countShort(store: Store, of: Resource, path: AccessPath): Promise<NearCount> {
  const [row] = await readPrepared(store, of, {
    kind: 'count',
    parts: partsOf(path),
    values: {},
    build: (parts) => nearCountQuery(store.engine, of, { ...pathOf(parts), most: maxShort }),
  });
  return row ?? { scanned: 0, matched: 0 };
}

/** @param path.most  rows of each branch that are counted; one more is read, to tell that there are more */
function nearCountQuery(
  engine: Engine,
  of: Resource,
  path: AccessPath & { readonly most: number },
): RawBuilder<NearCount> {
  const { rest, most } = path;
  const branches = path.branches.map(
    (branch) =>
      sql`select ${countedColumns(of, rest)} ${rowsBehind(engine, of, { branch, page: { from: null } })} limit ${most + 1}`,
  );
  return countQuery(sql`${unionAll(branches)} limit ${most + 1}`, rest);
}

/** Counts the rows of a table that has no more than are counted on the event loop. */
async function countShortTable(
  store: Store,
  of: Resource,
  selection: Selection,
): Promise<NearCount> {
  const [row] = await readPrepared(store, of, {
    kind: 'count of table',
    parts: [conditionsOf(selection)],
    values: {},
    build: ([where = []]) => {
      const rest: Selection = { scope: 'all', where };
      return countQuery(
        sql`select ${countedColumns(of, rest)} from ${sql.table(of.name)} limit ${maxShort + 1}`,
        rest,
      );
    },
  });
  return row ?? { scanned: 0, matched: 0 };
}

function countedColumns(of: Resource, selection: Selection): RawBuilder<unknown> {
  const columns = new Set([of.key, ...evaluatedColumns(selection)]);
  return sql.join([...columns].map((column) => sql.ref(column)));
}

function countQuery(rows: RawBuilder<unknown>, selection: Selection): RawBuilder<NearCount> {
  return sql<NearCount>`
    select count(*) as scanned, count(case when ${whereClause(selection)} then 1 end) as matched
    from (${rows}) as near`;
}

/** @param rows  a query of a row for each match */
async function countMatches(
  store: Store,
  rows: RawBuilder<unknown>,
  by: Reader,
): Promise<RowCount> {
  const query = sql<{ count: number }>`
    select count(*) as count from (${rows} limit ${maxCounted + 1}) as matches`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) }, by);
  const found = row?.count ?? 0;
  return { count: Math.min(found, maxCounted), isEstimate: found > maxCounted };
}

function matches(store: Store, of: Resource, selection: Selection): RawBuilder<unknown> {
  return sql`select 1 from ${relationOf(store, of)} where ${whereClause(selection)}`;
}

/** Keeps SQLite to the index of the path: `limit -1` is no limit, but keeps conditions out of the subquery. */
function matchesOf(of: Resource, path: AccessPath): RawBuilder<unknown> {
  const columns = sql.join(evaluatedColumns(path.rest).map((column) => sql.ref(column)));
  return unionAll(
    path.branches.map((branch) => {
      const rows = sql`select ${columns} ${rowsBehind('sqlite', of, { branch, page: { from: null } })} limit -1`;
      return sql`select 1 from (${rows}) as rows_behind where ${whereClause(path.rest)}`;
    }),
  );
}

function withBigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
