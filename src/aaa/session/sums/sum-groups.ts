import { sql, type RawBuilder } from 'kysely';
import { localDayMs, localHourMs, type Dimension } from './accounting-sum.ts';

/** What sessions are summed up by. */
interface Group {
  /** Type of the key, and the key of sessions of which it is not known. */
  readonly type: 'bigint' | 'text';
  readonly none: number | string;
  /** Columns of the session that the key is computed from. */
  readonly columns: readonly string[];
  /** Returns the key of a session. @param localTime  its start by the clocks of its organization */
  readonly ofSession: (localTime: () => RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The key of a row of `aaa_accounting_sum`. */
  readonly ofSum: RawBuilder<unknown>;
}

const idOfSum = sql`cast(nullif(key, '') as bigint)`;
const byId = (column: string, key = sql.ref(column), others: readonly string[] = []): Group => ({
  type: 'bigint',
  none: 0,
  columns: [column, ...others],
  ofSession: () => key,
  ofSum: idOfSum,
});
const byText = (column: string, key: RawBuilder<unknown> = sql.ref(column)): Group => ({
  type: 'text',
  none: '',
  columns: [column],
  ofSession: () => key,
  ofSum: sql.ref('key'),
});
const byTime = (ms: number, ofSum: RawBuilder<unknown>): Group => ({
  type: 'bigint',
  none: 0,
  columns: [],
  ofSession: (localTime) => sql`${localTime()} / ${sql.lit(ms)}`,
  ofSum,
});

export const sumGroupNames = [
  'user',
  'access_point',
  'day',
  'hour',
  'location',
  'client',
  'ssid',
  'profile',
  'cause',
  'batch',
] as const satisfies readonly (Dimension | 'user' | 'day' | 'batch')[];
export type SumGroup = (typeof sumGroupNames)[number];

export const sumGroups: Readonly<Record<SumGroup, Group>> = {
  // No sums are kept by user: those of a person are the person's data.
  user: byId('user'),
  access_point: byId('access_point'),
  day: byTime(localDayMs, sql.ref('day')),
  hour: byTime(localHourMs, sql`day * 24 + cast(key as bigint)`),
  location: byId('location'),
  client: byId('client'),
  ssid: byText('ssid'),
  // The profile of a session that is in the sums stays; of any other it is the user's.
  profile: byId(
    'profile',
    sql`case when local_start is null then (select u.profile from "user" as u where u.id = near."user") else profile end`,
    ['user'],
  ),
  cause: byText('acctterminatecause'),
  // No sums are kept by batch either, which is one of vouchers of today.
  batch: byText(
    'user',
    sql`(select t.batch from user_token as t where t."user" = near."user" and t.kind = 'network')`,
  ),
};
