import type { RawBuilder } from 'kysely';
import type { Statement, Store } from './store/store.ts';
import type { Tables } from './tables.ts';

/* How long the rows of tables that grow are kept: by the site in `retention`, by an organization in its own `retention`. */

/** The limits of what grows: rows are deleted when they are older, or when their organization has more. */
export interface RetentionLimits {
  readonly days: number;
  readonly rows: number;
}

/** What can be limited, with the limits of a site that sets none. */
export const defaultRetention = {
  accounting: { days: 730, rows: 10_000_000 },
  decisions: { days: 7, rows: 200_000 },
  packets: { days: 30, rows: 100_000 },
  changes: { days: 90, rows: 200_000 },
  metric_log: { days: 30, rows: 5_000_000 },
  metric_5min: { days: 90, rows: 5_000_000 },
  metric_hour: { days: 730, rows: 5_000_000 },
  metric_day: { days: 1825, rows: 5_000_000 },
  device_log: { days: 365, rows: 500_000 },
  transactions: { days: 365, rows: 500_000 },
  configurations: { days: 730, rows: 20_000 },
  alerts: { days: 365, rows: 100_000 },
  audit: { days: 365, rows: 500_000 },
  txlog: { days: 365, rows: 2_000_000 },
  dnsfilter_check: { days: 30, rows: 2_000_000 },
  app_logs: { days: 90, rows: 2_000_000 },
} as const satisfies Readonly<Record<string, RetentionLimits>>;

export type RetentionName = keyof typeof defaultRetention;

export const maxRetention: RetentionLimits = { days: 36_500, rows: 1_000_000_000 };

/** Returns the smallest number of days: quotas of a month are computed from the sessions of that month. */
export function minRetentionDays(name: string): number {
  return name === 'accounting' ? 32 : 1;
}

/** The limits that an organization sets; what it leaves out is the site's. */
export type RetentionOverrides = Partial<Record<RetentionName, Partial<RetentionLimits>>>;

/** Returns how many rows fewer than its limit an organization keeps that exceeds it, so that the next rows do not cost a count. */
export function marginOf(limit: number): number {
  return Math.floor(limit / 100);
}

/** A table that grows with time. It has an index that begins with `organization` and `timeColumn`. */
export interface GrowingTable {
  readonly retention: RetentionName;
  readonly table: keyof Tables;
  readonly key: string;
  /** Milliseconds since 1970, never null, unless `valueAt` converts them. */
  readonly timeColumn: string;
  /** Returns the least value of `timeColumn` at a time: its values begin with the time and do not count rows. */
  readonly valueAt?: (ms: number) => number;
  /** Matches rows that may be deleted; default: all. @param now  milliseconds since 1970 */
  readonly mayDelete?: (now: number) => RawBuilder<unknown>;
  /** Returns a batch whose last statement deletes the rows; default: a DELETE. @param keys  a subquery */
  readonly deleteRows?: (store: Store, keys: RawBuilder<unknown>) => readonly Statement[];
}
