import { sql, type GeneratedAlways, type RawBuilder } from 'kysely';
import type { GrowingTable } from '../../../gateway/growing-table.ts';
import { ssidSql } from '../ssid.ts';

declare module '../../../contract/tables.ts' {
  interface Tables {
    /** Sessions that are over, summed up by the local day of their start and one more dimension. */
    aaa_accounting_sum: {
      id: GeneratedAlways<number>;
      organization: number;
      dimension: Dimension;
      /** Days since 1970. */
      day: number;
      /** The value of the dimension as text; empty: not known. */
      key: string;
      sessions: number;
      seconds: number;
      /** How often 2^32 octets were counted, and the rest: a sum of both halves (RFC 2869 section 5.1). */
      gigawords_in: number;
      octets_in: number;
      gigawords_out: number;
      octets_out: number;
    };
  }
}

export const localDayMs = 86_400_000;
export const localHourMs = 3_600_000;

export const dimensions = [
  'hour',
  'access_point',
  'location',
  'client',
  'ssid',
  'profile',
  'cause',
] as const;
export type Dimension = (typeof dimensions)[number];

/**
 * The value of each dimension for a session that is added; `hour` counts the hours of its local day. The trigger of migration
 * 0013 subtracts by the same expressions.
 */
export const summedKeys: Readonly<Record<Dimension, RawBuilder<unknown>>> = {
  hour: sql`local_start % ${sql.lit(localDayMs)} / ${sql.lit(localHourMs)}`,
  access_point: sql.ref('access_point'),
  location: sql.ref('location'),
  client: sql.ref('client'),
  ssid: sql.raw(ssidSql('calledstationid')),
  profile: sql.ref('profile'),
  cause: sql.ref('acctterminatecause'),
};

/** The counters of the table of sums, and what each is for one session. */
export const summedCounters = {
  sessions: sql`1`,
  seconds: sql`coalesce(acctsessiontime, 0)`,
  gigawords_in: sql`(coalesce(acctinputoctets, 0) >> 32)`,
  octets_in: sql`(coalesce(acctinputoctets, 0) & 4294967295)`,
  gigawords_out: sql`(coalesce(acctoutputoctets, 0) >> 32)`,
  octets_out: sql`(coalesce(acctoutputoctets, 0) & 4294967295)`,
} as const;
export type SummedCounter = keyof typeof summedCounters;

/** Sums outlive their sessions. */
export const sumGrowth: GrowingTable = {
  retention: 'accounting_sums',
  table: 'aaa_accounting_sum',
  key: 'id',
  timeColumn: 'day',
  valueAt: (ms) => Math.floor(ms / localDayMs),
};
