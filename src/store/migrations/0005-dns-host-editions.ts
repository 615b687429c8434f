import { sql } from 'kysely';
import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, index, text } from './table.ts';

/**
 * Moves the hosts of DNS categories to a table that keeps several editions of a list, and counts them. The table has no foreign
 * key: to delete a category with a million hosts in one transaction would hold back every other write for seconds.
 */
export const dnsHostEditions: MigrationStep = (engine) => ({
  async up(db) {
    for (const column of ['hosts_count', 'edition', 'last_edition'])
      await db.schema
        .alterTable('dnsfilter_category')
        .addColumn(column, 'bigint', (built) => built.notNull().defaultTo(0))
        .execute();
    await createTables(db, engine, {
      dnsfilter_host: {
        columns: { category: bigint, edition: bigint, host: text },
        primaryKey: ['category', 'edition', 'host'],
        indexes: [index('host')],
      },
    });
    await sql`
      insert into dnsfilter_host (category, edition, host)
      select category, 0, host from dnsfilter_category_host`.execute(db);
    await sql`
      update dnsfilter_category set hosts_count =
        (select count(*) from dnsfilter_host h where h.category = dnsfilter_category.id)`.execute(
      db,
    );
    await db.schema.dropTable('dnsfilter_category_host').execute();
  },
});
