import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import type { Period } from './controls.ts';

/** What a user has used in a period. */
export interface Usage {
  readonly seconds: number;
  readonly octets: number;
}

/**
 * What a user's sessions took in each of some periods, open ones until now. Of a session that began before a period
 * the part inside counts; its octets are taken to be spread evenly over its time.
 */
export async function usageIn(
  store: Store,
  { user, periods, now }: { readonly user: number; readonly periods: readonly Period[]; readonly now: Date },
): Promise<ReadonlyMap<Period, Usage>> {
  const wanted = [...new Set(periods)];
  if (wanted.length === 0) return new Map();
  const sums = wanted.flatMap((period) => sumsSince(beginOf(period, now), period));
  const passed = sql`(cast(${now.getTime()} as bigint) - begun) / 1000`;
  const query = sql<Record<string, number | null>>`
    select ${sql.join(sums)} from (
      select begun, octets, case when stopped is null and ${passed} > told then ${passed} else told end as took
      from (
        select coalesce(acctstarttime, 0) as begun, acctstoptime as stopped, coalesce(acctsessiontime, 0) as told,
          cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0) as octets
        from aaa_accounting where "user" = ${user}
      ) as sessions
    ) as used`;
  const { rows } = await query.execute(store.db);
  const found = rows[0] ?? {};
  return new Map(
    wanted.map((period) => [period, { seconds: found[`${period}_seconds`] ?? 0, octets: found[`${period}_octets`] ?? 0 }]),
  );
}

function sumsSince(begin: number, period: Period) {
  const since = sql`cast(${begin} as bigint)`;
  const ended = sql`(begun + took * 1000)`;
  const inside = sql`(case when begun >= ${since} then took when ${ended} <= ${since} then 0 else (${ended} - ${since}) / 1000 end)`;
  const share = sql`(case when begun >= ${since} then octets when took = 0 then 0 else octets * ${inside} / took end)`;
  return [
    sql`cast(sum(${inside}) as bigint) as ${sql.ref(`${period}_seconds`)}`,
    sql`cast(sum(${share}) as double precision) as ${sql.ref(`${period}_octets`)}`,
  ];
}

/** When a period began by the gateway's own clock; weeks begin on Sunday, as sqlcounter's do. */
export function beginOf(period: Period, now: Date): number {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const begins: Readonly<Record<Period, () => number>> = {
    all: () => 0,
    daily: () => new Date(year, month, day).getTime(),
    weekly: () => new Date(year, month, day - now.getDay()).getTime(),
    monthly: () => new Date(year, month, 1).getTime(),
  };
  return begins[period]();
}

/** Open sessions of a user on other devices than this one: a device that comes again has lost its old session. */
export async function otherSessions(store: Store, user: number, isThis: (station: string) => boolean): Promise<number> {
  const query = sql<{ callingstationid: string | null }>`
    select callingstationid from aaa_accounting where "user" = ${user} and acctstoptime is null limit 1000`;
  const { rows } = await query.execute(store.db);
  return rows.filter(({ callingstationid: station }) => station === null || !isThis(station)).length;
}
