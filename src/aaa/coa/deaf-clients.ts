import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';

const maxClients = 10;

/** Finds the clients of organizations that have refused a Disconnect. @returns names, at most ten */
export async function findDeafClients(
  { db }: Store,
  organizations: readonly number[],
): Promise<readonly string[]> {
  if (organizations.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from aaa_client
    where is_active = 1 and accepts_disconnect = 'no' and organization in (${sql.join(organizations)})
    order by id limit ${sql.lit(maxClients)}`.execute(db);
  return rows.map(({ name }) => name);
}
