import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/**
 * Adds to PostgreSQL the function that folds texts for a search without regard to case, as JavaScript does on SQLite. `lower`
 * and `ilike` follow the locale of the database, which for many is `C`: ASCII alone.
 */
export const searchFold: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    if (engine === 'sqlite') return;
    const { rows } = await sql`
      select 1 from pg_collation where collname = 'und-x-icu' and pg_encoding_to_char(
        (select encoding from pg_database where datname = current_database())) = 'UTF8'`.execute(
      db,
    );
    // A server without ICU folds as its locale does.
    const folded =
      rows.length > 0
        ? 'upper(normalize($1, NFC) collate pg_catalog."und-x-icu") collate pg_catalog."C"'
        : 'upper($1)';
    await sql`
      create or replace function gatehouse_fold(text) returns text
      language sql immutable strict parallel safe as ${sql.lit(`select ${folded}`)}`.execute(db);
  },
});
