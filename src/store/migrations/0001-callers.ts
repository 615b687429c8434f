import { sql } from 'kysely';
import {
  createIndex,
  nullableForeignKey,
  notNull,
  createTableWithId,
  foreignKey,
  createUniqueIndex,
  notNullWithDefault,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** Organizations, the users in them, and the tokens by which users call the APIs. */
export const callers: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await organization(db, engine);
    await user(db, engine);
    await userToken(db, engine);
    await db.schema.createTable('heartbeat').addColumn('beat', 'bigint', notNull).execute();
    await sql`insert into heartbeat (beat) values (0)`.execute(db);
  },
});

async function organization(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'organization')
    .addColumn('name', 'text', notNull)
    .addColumn('short_name', 'text', notNull)
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('parent', 'bigint', nullableForeignKey('organization', 'restrict'))
    .addColumn('country', 'text')
    .addColumn('platform', 'text')
    .addColumn('is_active', 'integer', notNullWithDefault(1))
    .addColumn('created', 'bigint', notNull)
    .addColumn('last_change', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'organization', ['short_name']);
  await createIndex(db, 'organization', ['parent']);
}

async function user(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'user')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('username', 'text', notNull)
    .addColumn('password', 'text')
    .addColumn('role', 'text', notNull)
    .addColumn('is_active', 'integer', notNullWithDefault(1))
    .addColumn('created', 'bigint', notNull)
    .addColumn('last_change', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'user', ['username']);
  await createIndex(db, 'user', ['organization']);
}

async function userToken(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'user_token')
    .addColumn('user', 'bigint', foreignKey('user', 'cascade'))
    .addColumn('token_hash', 'text', notNull)
    .addColumn('name', 'text', notNullWithDefault(''))
    .addColumn('expiration', 'bigint')
    .addColumn('is_active', 'integer', notNullWithDefault(1))
    .addColumn('read_only', 'integer', notNullWithDefault(0))
    .addColumn('last_used', 'bigint')
    .addColumn('created', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'user_token', ['token_hash']);
  await createIndex(db, 'user_token', ['user']);
}
