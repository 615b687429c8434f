import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { NaturalKey } from '../object/natural-key.ts';

/**
 * Finds the row that an object refers to by name, a device type also by its full name: in the same organization, else in another one if the name is unique there.
 *
 * @param organization  organization of the object
 * @returns             the id of the row, or an error message
 */
export async function findReference(
  { db }: Store,
  { table, key, uniqueWithin }: NaturalKey,
  { name, organization }: { readonly name: string; readonly organization: unknown },
): Promise<number | string> {
  const owner = uniqueWithin === 'store' ? sql`null` : sql.ref('organization');
  const find = (column: string) =>
    sql<{ id: number; owner: number | null }>`
      select id, ${owner} as owner from ${sql.table(table)} where ${sql.ref(column)} = ${name}`.execute(
      db,
    );
  const byKey = await find(key);
  // Exported lists show a type by its full name.
  const { rows } = byKey.rows.length === 0 && key === 'short_name' ? await find('name') : byKey;
  const own = rows.find((row) => row.owner === organization);
  const [found, ...others] = own ? [own] : rows;
  if (!found) return `there is no ${table} "${name}"`;
  return others.length === 0
    ? found.id
    : `${rows.length} of ${table} are called "${name}": rename them first`;
}
