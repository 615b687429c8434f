import { sql, type RawBuilder } from 'kysely';
import { prepareQuery } from './prepared-statement.ts';
import type { Store } from './store.ts';

declare module '../contract/tables.ts' {
  interface Tables {
    /** A counter for each table that is kept in memory. Triggers increment it in the transaction of each change. */
    table_version: { name: string; version: number };
  }
}

export type VersionedTable =
  'aaa_client' | 'aaa_upstream' | 'access_point' | 'organization' | 'pms_link' | 'user_source';

/**
 * Reads a version that changes with every edit of the tables' rows, by any gateway and at any time of its clock, but not
 * with status that the gateway records.
 */
export async function readTableVersion(
  store: Store,
  ...tables: readonly VersionedTable[]
): Promise<string> {
  const counters = await selectVersions(store, {});
  return counters
    .filter(({ name }) => tables.some((table) => table === name))
    .map(({ name, version }) => `${name} ${version}`)
    .join();
}

/** Returns a subquery of the version of a table. */
export function selectTableVersion(table: VersionedTable): RawBuilder<number> {
  return sql<number>`(select version from table_version where name = ${sql.lit(table)})`;
}

const selectVersions = prepareQuery((db) =>
  db.selectFrom('table_version').select(['name', 'version']).orderBy('name').compile(),
);
