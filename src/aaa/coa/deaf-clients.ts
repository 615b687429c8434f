import { sql } from 'kysely';
import { findRelatives } from '../../organization/tree-query.ts';
import type { Store } from '../../store/store.ts';

const maxClients = 10;

/**
 * Finds clients that have refused a Disconnect, of an organization, those above and those below it, as far as a caller sees them.
 *
 * @returns names, at most ten
 */
export async function findDeafClients(
  store: Store,
  site: { readonly organization: number; readonly organizations: readonly number[] },
): Promise<readonly string[]> {
  const { above, below } = await findRelatives(store, site.organization);
  const seen = [...above, ...below].filter((id) => site.organizations.includes(id));
  if (seen.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from aaa_client
    where is_active = 1 and accepts_disconnect = 'no' and organization in (${sql.join(seen)})
    order by id limit ${sql.lit(maxClients)}`.execute(store.db);
  return rows.map(({ name }) => name);
}
