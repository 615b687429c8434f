import { sql } from 'kysely';
import {
  index,
  maybeTo,
  required,
  tableWithId,
  to,
  unique,
  withDefault,
  type AnyDatabase,
  type Engine,
  type Step,
} from '../ddl.ts';

/** Organizations, the users in them, and the tokens by which users call the APIs. */
export const callers: Step = (engine) => ({
  async up(db: AnyDatabase) {
    await organization(db, engine);
    await user(db, engine);
    await userToken(db, engine);
    await db.schema.createTable('heartbeat').addColumn('beat', 'bigint', required).execute();
    await sql`insert into heartbeat (beat) values (0)`.execute(db);
  },
});

async function organization(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'organization')
    .addColumn('name', 'text', required)
    .addColumn('short_name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('parent', 'bigint', maybeTo('organization', 'restrict'))
    .addColumn('country', 'text')
    .addColumn('platform', 'text')
    .addColumn('is_active', 'integer', withDefault(1))
    .addColumn('created', 'bigint', required)
    .addColumn('last_change', 'bigint', required)
    .execute();
  await unique(db, 'organization', ['short_name']);
  await index(db, 'organization', ['parent']);
}

async function user(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'user')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('username', 'text', required)
    .addColumn('password', 'text')
    .addColumn('role', 'text', required)
    .addColumn('is_active', 'integer', withDefault(1))
    .addColumn('created', 'bigint', required)
    .addColumn('last_change', 'bigint', required)
    .execute();
  await unique(db, 'user', ['username']);
  await index(db, 'user', ['organization']);
}

async function userToken(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'user_token')
    .addColumn('user', 'bigint', to('user', 'cascade'))
    .addColumn('token_hash', 'text', required)
    .addColumn('name', 'text', withDefault(''))
    .addColumn('expiration', 'bigint')
    .addColumn('is_active', 'integer', withDefault(1))
    .addColumn('read_only', 'integer', withDefault(0))
    .addColumn('last_used', 'bigint')
    .addColumn('created', 'bigint', required)
    .execute();
  await unique(db, 'user_token', ['token_hash']);
  await index(db, 'user_token', ['user']);
}
