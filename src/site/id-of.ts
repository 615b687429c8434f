import { sql, type RawBuilder } from 'kysely';
import { organizations, type Naming } from './section.ts';
import { nameIn, organizationIn, type Stored } from './stored.ts';

/** The id of an object: a number where it exists, else a sub-select that finds it once the same unit has made it. */
export type IdOf = (naming: Naming, identity: string) => number | RawBuilder<unknown>;

export function idsIn(stored: Stored): IdOf {
  const idOf: IdOf = (naming, identity) => {
    const [row] = stored.find(naming.table, identity);
    return row ? Number(row.id) : sql`(select id from ${sql.table(naming.table)} where ${names(naming, identity)})`;
  };
  const names = ({ key, unique }: Naming, identity: string): RawBuilder<unknown> => {
    if (unique === 'store') return sql`${sql.ref(key)} = ${identity}`;
    const organization = idOf(organizations, organizationIn(identity));
    return sql`organization = ${organization} and ${sql.ref(key)} = ${nameIn(identity)}`;
  };
  return idOf;
}
