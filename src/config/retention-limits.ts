/** Limits of growing tables: rows are deleted when they are older, or when their organization has more. */
export interface RetentionLimits {
  readonly days: number;
  readonly rows: number;
}

/** The tables with limits, and their default limits. */
export const defaultRetention = {
  accounting: { days: 730, rows: 10_000_000 },
  accounting_sums: { days: 1825, rows: 5_000_000 },
  session_traffic: { days: 7, rows: 200_000 },
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
  page_views: { days: 90, rows: 500_000 },
  dnsfilter_check: { days: 30, rows: 2_000_000 },
  app_logs: { days: 90, rows: 2_000_000 },
} as const satisfies Readonly<Record<string, RetentionLimits>>;

export type RetentionName = keyof typeof defaultRetention;

export const maxRetention: RetentionLimits = { days: 36_500, rows: 1_000_000_000 };

/** Returns the smallest number of days: quotas of a month are computed from the sessions of that month. */
export function minRetentionDays(name: string): number {
  return name === 'accounting' ? 32 : 1;
}

/** The limits that an organization sets; the site's limits apply to the rest. */
export type RetentionOverrides = Partial<Record<RetentionName, Partial<RetentionLimits>>>;
