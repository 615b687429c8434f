import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../resource.ts';
import { whereClause, type Selection } from './where-clause.ts';
import { relationOf } from './relation.ts';
import type { Store } from '../store.ts';

/** How many rows a selection has; an estimate: that many at least. */
export interface RowCount {
  readonly count: number;
  readonly isEstimate: boolean;
}

interface Kept {
  readonly count: Promise<RowCount>;
  /** When it is to be counted again, by the clock of `performance`. */
  readonly until: number;
}

const exactUpTo = 10_000;
const keptFrom = 1000;
const keptMs = 5000;
const mostKept = 1000;

const keptOf = new WeakMap<Store, Map<string, Kept>>();

/**
 * Exact up to 10,000; above that, counting stops. Of logs, which grow by themselves at any moment, the count of 1,000
 * rows and more may be some seconds old: otherwise it would cost more than the page beside it.
 */
export async function countCached(
  store: Store,
  of: Resource,
  selection: Selection,
): Promise<RowCount> {
  if (of.paging === 'offset') return counted(store, of, selection);
  const kept = keptOf.get(store) ?? new Map<string, Kept>();
  keptOf.set(store, kept);
  const key = JSON.stringify([of.name, selection.scope, selection.where], exact);
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.count;
  const count = counted(store, of, selection);
  kept.delete(key); // so that the oldest is always the first
  kept.set(key, { count, until: performance.now() + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  const forget = () => (kept.get(key)?.count === count ? kept.delete(key) : false);
  count.then((found) => (found.count < keptFrom ? forget() : undefined), forget);
  return count;
}

async function counted(store: Store, of: Resource, selection: Selection): Promise<RowCount> {
  const rows = sql`select 1 from ${relationOf(store, of)} where ${countable(store, selection)} limit ${exactUpTo + 1}`;
  const query = sql<{ count: number }>`select count(*) as count from (${rows}) as counted`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  const found = row?.count ?? 0;
  return { count: Math.min(found, exactUpTo), isEstimate: found > exactUpTo };
}

/** SQLite would take the index of organizations, and read each of their rows, where another one leads to the few that are asked for. */
function countable(store: Store, { scope, where }: Selection): RawBuilder<unknown> {
  if (store.engine !== 'sqlite' || scope === 'all' || scope.length < 2 || where.length === 0)
    return whereClause({ scope, where });
  return sql`${whereClause({ scope: 'all', where })} and +organization in (${sql.join(scope)})`;
}

function exact(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
