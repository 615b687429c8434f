import { sql } from 'kysely';
import { createVersionTriggers, type AnyDatabase, type Engine, type MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  key,
  reference,
  text,
  unique,
  withDefault,
  type Tables,
} from './table.ts';

const tables: Tables = {
  user_key: {
    columns: {
      id,
      organization: reference('organization'),
      user: reference('user', 'cascade'),
      name: withDefault(text, ''),
      key: text,
      digest: text,
      created: bigint,
    },
    indexes: [unique('organization', 'digest'), index('user', 'id')],
  },
  user_key_device: {
    columns: {
      id,
      organization: reference('organization'),
      user_key: reference('user_key', 'cascade'),
      mac: text,
      created: bigint,
      last_used: bigint,
    },
    indexes: [unique('mac', 'organization'), index('user_key', 'last_used'), index('organization')],
  },
  user_key_master: {
    columns: { id, user_key: reference('user_key', 'cascade'), ssid: text, master_key: text },
    indexes: [unique('user_key', 'ssid')],
  },
  user_key_secret: { columns: { id: key(bigint), secret: text } },
};

/** Adds Wi-Fi keys of users, the devices that use them, and the vendor whose attributes give them to a NAS. */
export const userKeys: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, tables);
    await createMoveTrigger(db, engine);
    await db.schema.alterTable('aaa_client').addColumn('wifi_keys', 'text').execute();
    await db.schema
      .alterTable('aaa_client')
      .addColumn('wifi_key_ssids', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    const statusColumns = ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'];
    await createVersionTriggers(db, engine, { table: 'aaa_client', statusColumns });
  },
});

/** Keeps keys and their devices in the organization of their user. */
async function createMoveTrigger(db: AnyDatabase, engine: Engine): Promise<void> {
  const moved = sql`after update of organization on "user"`;
  const isMove = sql`new.organization <> old.organization`;
  const follow = sql`
    update user_key set organization = new.organization where "user" = new.id;
    update user_key_device set organization = new.organization
      where user_key in (select id from user_key where "user" = new.id);`;
  if (engine === 'sqlite') {
    await sql`create trigger user_key_moved ${moved} when ${isMove} begin ${follow} end`.execute(
      db,
    );
    return;
  }
  await sql`create function move_user_keys() returns trigger language plpgsql as $$
    begin
      ${follow}
      return null;
    end $$`.execute(db);
  await sql`create trigger user_key_moved ${moved} for each row when (${isMove})
    execute function move_user_keys()`.execute(db);
}
