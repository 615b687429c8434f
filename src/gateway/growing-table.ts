import { sql, type RawBuilder } from 'kysely';
import type { RetentionName } from '../config/retention-limits.ts';
import type { Statement, Store } from '../store/store.ts';
import type { Tables } from '../contract/tables.ts';

/* How long the rows of tables that grow are kept: by the site in `retention`, by an organization in its own `retention`. */

/** Returns how many rows fewer than its limit an organization keeps that exceeds it, so that the next rows do not cost a count. */
export function marginOf(limit: number): number {
  return Math.floor(limit / 100);
}

/** Returns the condition of the rows that the limits are for. */
export function holdsOf({ holds = sql`1 = 1` }: Pick<GrowingTable, 'holds'>): RawBuilder<unknown> {
  return holds;
}

/** A table that grows with time. It has an index that begins with `organization` and `timeColumn`. */
export interface GrowingTable {
  readonly retention: RetentionName;
  readonly table: keyof Tables;
  readonly key: string;
  /** Milliseconds since 1970, never null, unless `valueAt` converts them. */
  readonly timeColumn: string;
  /** A second time, which must be as old for the days to be over: `timeColumn` may follow from another clock. */
  readonly heardColumn?: string;
  /** Returns the least value of `timeColumn` at a time: its values begin with the time and do not count rows. */
  readonly valueAt?: (ms: number) => number;
  /** Matches the rows that the limits are for, where others of the table have limits of their own; default: all. */
  readonly holds?: RawBuilder<unknown>;
  /** Matches rows that may be deleted; default: all. @param now  milliseconds since 1970 */
  readonly mayDelete?: (now: number) => RawBuilder<unknown>;
  /** Returns a batch whose last statement deletes the rows; default: a DELETE. @param keys  a subquery */
  readonly deleteRows?: (store: Store, keys: RawBuilder<unknown>) => readonly Statement[];
}
