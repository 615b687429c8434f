import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  key,
  nullable,
  reference,
  text,
  unique,
  type Tables,
} from './table.ts';

const tables: Tables = {
  device_authority: {
    columns: { id: key(bigint), certificate: text, private_key: text },
  },
  user_certificate: {
    columns: {
      id,
      organization: reference('organization'),
      user: reference('user', 'cascade'),
      name: text,
      serial: text,
      fingerprint: text,
      valid_to: bigint,
      revoked: nullable(bigint),
      created: bigint,
    },
    indexes: [
      unique('serial'),
      index('user', 'id'),
      index('organization'),
      { columns: ['revoked'], where: 'revoked is not null' },
    ],
  },
};

/** Adds certificates of the devices of users, and the CA that signs them. */
export const userCertificates: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, tables);
    await createMoveTrigger(db, engine);
  },
});

/** Keeps certificates in the organization of their user. */
async function createMoveTrigger(db: AnyDatabase, engine: Engine): Promise<void> {
  const moved = sql`after update of organization on "user"`;
  const isMove = sql`new.organization <> old.organization`;
  const follow = sql`
    update user_certificate set organization = new.organization where "user" = new.id;`;
  if (engine === 'sqlite') {
    await sql`create trigger user_certificate_moved ${moved} when ${isMove} begin ${follow} end`.execute(
      db,
    );
    return;
  }
  await sql`create function move_user_certificates() returns trigger language plpgsql as $$
    begin
      ${follow}
      return null;
    end $$`.execute(db);
  await sql`create trigger user_certificate_moved ${moved} for each row when (${isMove})
    execute function move_user_certificates()`.execute(db);
}
