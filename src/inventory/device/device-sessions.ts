import type { Store } from '../../store/store.ts';
import { sql } from 'kysely';

/** Counts the open sessions of access points, by id; one without any is left out. */
export async function countOpenSessions(
  store: Store,
  accessPoints: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (accessPoints.length === 0) return new Map();
  // Open sessions are few; the index of an access point has all that it ever had. The plus sign keeps off that index.
  const query = store.db
    .selectFrom('aaa_accounting')
    .select(['access_point', sql<number>`count(*)`.as('sessions')])
    .where('acctstoptime', 'is', null)
    .where(sql<boolean>`+access_point in (${sql.join(accessPoints)})`)
    .groupBy('access_point');
  const rows = await store.readLong(query);
  return new Map(rows.map(({ access_point, sessions }) => [Number(access_point), sessions]));
}
