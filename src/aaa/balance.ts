import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/**
 * Seconds of network use of each user: what ended sessions took, and what open ones have taken until now, by their own
 * counter or by the clock, whichever is more. Users who never had a session are left out.
 */
export async function usedSeconds(store: Store, users: readonly number[], now: Date): Promise<ReadonlyMap<number, number>> {
  if (users.length === 0) return new Map();
  const told = sql`coalesce(acctsessiontime, 0)`;
  const passed = sql`(${now.getTime()} - acctstarttime) / 1000`;
  const used = sql`case when acctstoptime is null and ${passed} > ${told} then ${passed} else ${told} end`;
  const query = sql<{ user: number; seconds: number }>`
    select "user", cast(sum(${used}) as bigint) as seconds from aaa_accounting where "user" in (${sql.join(users)}) group by "user"`;
  const { rows } = await query.execute(store.db);
  return new Map(rows.map(({ user, seconds }) => [user, seconds]));
}

/** Seconds that a user's `network` token has left, never below 0; null where its time is not metered. */
export async function balanceOf(store: Store, user: number, now: Date): Promise<number | null> {
  const token = await store.db
    .selectFrom('user_token')
    .select('time')
    .where('user', '=', user)
    .where('kind', '=', 'network')
    .executeTakeFirst();
  if (token?.time === null || token?.time === undefined) return null;
  const used = await usedSeconds(store, [user], now);
  return Math.max(0, token.time - (used.get(user) ?? 0));
}
