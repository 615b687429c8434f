import { sql } from 'kysely';
import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds what an Access-Accept and an Access-Reject say, by organization, profile and user. */
export const replies: MigrationStep = (engine) => ({
  async up(db) {
    for (const [table, columns] of Object.entries(addedText))
      for (const column of columns)
        await db.schema.alterTable(table).addColumn(column, 'text').execute();
    await db.schema
      .alterTable('user')
      .addColumn('must_change_password', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('aaa_upstream')
      .addColumn('require_message_authenticator', 'text', (column) =>
        column.notNull().defaultTo('yes'),
      )
      .execute();
    await db.schema
      .alterTable('aaa_upstream')
      .addColumn('signs', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('aaa_profile').addColumn('vlan', 'bigint').execute();
    for (const column of ['ignore_name_case', 'reversible_passwords'])
      await db.schema.alterTable('organization').addColumn(column, 'smallint').execute();
    await sql`create index user_folded_name on "user" (lower(username))`.execute(db);
    await createVersionTriggers(db, engine, { table: 'organization', statusColumns: [] });
    const statusColumns = ['state', 'state_since', 'last_error', 'signs'];
    await createVersionTriggers(db, engine, { table: 'aaa_upstream', statusColumns });
  },
});

const addedText = {
  organization: ['language', 'reject_message', 'reject_text', 'local_realms', 'name_prefixes'],
  aaa_profile: ['reject_message', 'reject_text'],
  user: ['language'],
};
