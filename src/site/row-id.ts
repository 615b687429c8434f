import { sql, type RawBuilder } from 'kysely';
import { organizationKey, type NaturalKey } from './object/natural-key.ts';
import { nameOfIdentity, organizationOfIdentity, type StoredObjects } from './stored-objects.ts';

/** Returns the id of a stored object, or a subquery that finds it once the same transaction has created it. */
export type RowIdResolver = (naming: NaturalKey, identity: string) => number | RawBuilder<unknown>;

export function createRowIdResolver(stored: StoredObjects): RowIdResolver {
  const idOf: RowIdResolver = (naming, identity) => {
    const [row] = stored.find(naming.table, identity);
    return row
      ? Number(row.id)
      : sql`(select id from ${sql.table(naming.table)} where ${names(naming, identity)})`;
  };
  const names = ({ key, uniqueWithin }: NaturalKey, identity: string): RawBuilder<unknown> => {
    if (uniqueWithin === 'store') return sql`${sql.ref(key)} = ${identity}`;
    const organization = idOf(organizationKey, organizationOfIdentity(identity));
    return sql`organization = ${organization} and ${sql.ref(key)} = ${nameOfIdentity(identity)}`;
  };
  return idOf;
}
