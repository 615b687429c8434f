import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
import { createIndex } from './table.ts';

/** Adds to users of devices whose guests only accept the terms of a page the user whose limits they have. */
export const termsDevices: MigrationStep = (engine) => ({
  async up(db) {
    const terms = sql.raw('references "user"(id) on delete cascade');
    await sql`alter table "user" add column terms_user bigint ${terms}`.execute(db);
    await createIndex(db, engine, {
      table: 'user',
      name: 'of_terms',
      columns: ['terms_user', 'last_login'],
      where: 'terms_user is not null',
    });
    await createLimitTrigger(db, engine);
  },
});

/** What a user of a device has from the user of the terms. */
const shared = [
  'organization',
  'profile',
  'profiles',
  'attributes',
  'klass',
  'expiration',
  'is_active',
];

/** Keeps the limits of devices those of their user, whatever writes it. */
async function createLimitTrigger(db: AnyDatabase, engine: Engine): Promise<void> {
  const columns = [...shared, 'last_change'].map((name) => sql.ref(name));
  const copied = sql.join(columns.map((column) => sql`${column} = new.${column}`));
  const followed = sql`update "user" set ${copied} where terms_user = new.id`;
  const updated = sql`after update of ${sql.join(shared.map((name) => sql.ref(name)))} on "user"`;
  if (engine === 'sqlite') {
    await sql`create trigger user_terms_devices ${updated} begin ${followed}; end`.execute(db);
    return;
  }
  await sql`create function follow_terms_user() returns trigger language plpgsql as $$
    begin
      ${followed};
      return null;
    end $$`.execute(db);
  await sql`create trigger user_terms_devices ${updated} for each row
    when (new.terms_user is null) execute function follow_terms_user()`.execute(db);
}
