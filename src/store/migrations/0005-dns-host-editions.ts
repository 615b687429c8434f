import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';

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
    await createHosts(db, engine);
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

/**
 * Creates the table of hosts. Its key is its only index: a check asks for a few hosts in the few categories that hold for it. In a
 * file the key is the table itself, which takes a third of the space of a table with two indexes and a third of the time to fill.
 */
async function createHosts(db: AnyDatabase, engine: Engine): Promise<void> {
  const end = engine === 'sqlite' ? sql`without rowid` : sql``;
  await sql`
    create table dnsfilter_host (
      category bigint not null,
      edition bigint not null,
      host text not null,
      constraint dnsfilter_host_key primary key (category, edition, host)
    ) ${end}`.execute(db);
}
