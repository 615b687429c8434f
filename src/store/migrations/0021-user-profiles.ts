import type { MigrationStep } from './ddl.ts';
import { createListTriggers } from './list-triggers.ts';
import { createTables, index, reference } from './table.ts';

/**
 * Adds further profiles of a user, the priority of profiles, and the profiles of a decision. `user_profile_entry` has a row for each
 * entry of the list of a user: it refuses the deletion of a profile, and leads from a profile to its users.
 */
export const userProfiles: MigrationStep = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('aaa_profile')
      .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(100))
      .execute();
    for (const table of ['user', 'aaa_decision'])
      await db.schema
        .alterTable(table)
        .addColumn('profiles', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
    await createTables(db, engine, {
      user_profile_entry: {
        columns: {
          user: reference('user', 'cascade'),
          profile: reference('aaa_profile'),
          organization: reference('organization', 'cascade'),
        },
        primaryKey: ['user', 'profile'],
        indexes: [index('profile'), index('organization')],
      },
    });
    await createListTriggers(db, engine, {
      table: 'user',
      list: 'profiles',
      entries: 'user_profile_entry',
      row: 'user',
      entry: 'profile',
    });
  },
});
