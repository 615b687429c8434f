import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/**
 * Indexes accounting by session id. A random key is the most expensive one to maintain, so SQLite indexes the last four
 * characters only, in list order: that costs a quarter of an index of the whole id. PostgreSQL keeps a hash.
 */
export const sessionIdIndex: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    const index =
      engine === 'sqlite'
        ? sql`(substr(acctsessionid, -4), acctstarttime)`
        : sql`using hash (acctsessionid)`;
    await sql`create index aaa_accounting_acctsessionid on aaa_accounting ${index}`.execute(db);
  },
});
