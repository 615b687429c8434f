import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';

/**
 * Seconds of network use of each user: what ended sessions took, and what open ones have taken until now, by their own
 * counter or by the clock, whichever is more. Users who never had a session are left out.
 */
export async function readUsedSeconds(
  store: Store,
  users: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (users.length === 0) return new Map();
  const told = sql`coalesce(acctsessiontime, 0)`;
  const passed = sql`(${now.getTime()} - acctstarttime) / 1000`;
  const used = sql`case when acctstoptime is null and ${passed} > ${told} then ${passed} else ${told} end`;
  const query = sql<{ user: number; seconds: number }>`
    select "user", cast(sum(${used}) as bigint) as seconds from aaa_accounting where "user" in (${sql.join(users)}) group by "user"`;
  const { rows } = await query.execute(store.db);
  return new Map(rows.map(({ user, seconds }) => [user, seconds]));
}

/** Seconds that the `network` token of a user (`u`) is for; null: there is none, or its time is not metered. */
export const selectNetworkSeconds = sql<number | null>`(
  select t.time from user_token as t where t."user" = u.id and t.kind = 'network' limit 1)`;

interface Metered {
  readonly id: number;
  readonly networkSeconds: number | null;
}

/** Seconds that a user's `network` token has left, never below 0; null where its time is not metered. */
export async function readBalance(
  store: Store,
  { id, networkSeconds: all }: Metered,
  now: Date,
): Promise<number | null> {
  if (all === null) return null;
  const used = await readUsedSeconds(store, [id], now);
  return Math.max(0, all - (used.get(id) ?? 0));
}
