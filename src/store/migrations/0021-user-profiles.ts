import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
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
    await createListTriggers(db, engine);
  },
});

/** The rows of a user follow its list and its organization. */
async function createListTriggers(db: AnyDatabase, engine: Engine): Promise<void> {
  const replaced = sql`delete from user_profile_entry where "user" = new.id`;
  if (engine === 'sqlite') {
    const added = sql`insert into user_profile_entry ("user", profile, organization)
      select distinct new.id, value, new.organization from json_each(new.profiles)`;
    await sql`create trigger user_profiles_inserted after insert on "user"
      when new.profiles <> '[]' begin ${added}; end`.execute(db);
    await sql`create trigger user_profiles_updated after update of profiles, organization on "user"
      when new.profiles <> '[]' or old.profiles <> '[]' begin ${replaced}; ${added}; end`.execute(
      db,
    );
    return;
  }
  await sql`
    create function list_user_profiles() returns trigger language plpgsql as $$
    begin
      ${replaced};
      insert into user_profile_entry ("user", profile, organization)
        select distinct new.id, value::bigint, new.organization
        from json_array_elements_text(new.profiles::json);
      return null;
    end $$`.execute(db);
  await sql`create trigger user_profiles_inserted after insert on "user" for each row
    when (new.profiles <> '[]') execute function list_user_profiles()`.execute(db);
  await sql`create trigger user_profiles_updated after update of profiles, organization on "user" for each row
    when (new.profiles <> '[]' or old.profiles <> '[]') execute function list_user_profiles()`.execute(
    db,
  );
}
