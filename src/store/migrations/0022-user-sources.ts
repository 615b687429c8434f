import { sql } from 'kysely';
import { createVersionTriggers, type MigrationStep } from './ddl.ts';
import {
  bigint,
  createIndex,
  createTables,
  id,
  index,
  integer,
  nullable,
  nullableReference,
  reference,
  text,
  withDefault,
} from './table.ts';

/** Adds directories as sources of users, and to users which one they come from, with the last password that it took. */
export const userSources: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      user_source: {
        columns: {
          id,
          organization: reference('organization'),
          name: text,
          addresses: text,
          port: nullable(integer),
          protection: text,
          tls_ca: nullable(text),
          tls_server_name: nullable(text),
          bind_dn: nullable(text),
          bind_password: nullable(text),
          base_dn: text,
          username_attribute: text,
          user_filter: nullable(text),
          group_base_dn: nullable(text),
          group_filter: nullable(text),
          groups: withDefault(text, '[]'),
          requires_group: withDefault(integer, 0),
          profile: nullableReference('aaa_profile', 'restrict'),
          priority: integer,
          timeout_seconds: integer,
          cache_hours: integer,
          is_active: withDefault(integer, 1),
          description: withDefault(text, ''),
          state: withDefault(text, 'unknown'),
          state_since: nullable(bigint),
          last_error: nullable(text),
          created: bigint,
          last_change: bigint,
        },
        indexes: [{ columns: ['organization', 'name'], isUnique: true }, index('profile')],
      },
    });
    const source = 'references user_source(id) on delete set null';
    await sql`alter table "user" add column source bigint ${sql.raw(source)}`.execute(db);
    for (const [column, type] of [
      ['source_password', 'text'],
      ['source_checked', 'bigint'],
    ] as const)
      await db.schema.alterTable('user').addColumn(column, type).execute();
    await createIndex(db, engine, {
      table: 'user',
      name: 'of_source',
      columns: ['source'],
      where: 'source is not null',
    });
    await sql`insert into table_version (name, version) values ('user_source', 1)`.execute(db);
    const statusColumns = ['state', 'state_since', 'last_error'];
    await createVersionTriggers(db, engine, { table: 'user_source', statusColumns });
  },
});
