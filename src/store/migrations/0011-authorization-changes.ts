import { sql } from 'kysely';
import {
  createIndex,
  nullableForeignKey,
  notNull,
  createTableWithId,
  foreignKey,
  notNullWithDefault,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** The grant of live sessions, and the requests (CoA, Disconnect) that change it on the NAS. */
export const authorizationChanges: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await granted(db);
    await change(db, engine);
    for (const column of ['accepts_coa', 'accepts_disconnect'])
      await db.schema
        .alterTable('aaa_client')
        .addColumn(column, 'text', notNullWithDefault('unknown'))
        .execute();
  },
});

async function granted(db: AnyDatabase): Promise<void> {
  for (const column of ['authorized_user', 'authorized_version', 'check_at'] as const)
    await db.schema.alterTable('aaa_accounting').addColumn(column, 'bigint').execute();
  await db.schema.alterTable('aaa_accounting').addColumn('granted', 'text').execute();
  // Partial indexes of the open sessions that need a check; sessions without a user are in none.
  for (const [name, column, condition] of [
    ['new', 'radacctid', '"user" is not null and authorized_user is null'],
    [
      'orphaned',
      'radacctid',
      'authorized_user is not null and ("user" is null or "user" <> authorized_user)',
    ],
    ['due', 'check_at', 'check_at is not null'],
    ['authorized', 'authorized_user, authorized_version', 'authorized_user is not null'],
  ] as const)
    await sql`create index ${sql.ref(`aaa_accounting_${name}`)} on aaa_accounting (${sql.raw(column)})
      where acctstoptime is null and ${sql.raw(condition)}`.execute(db);
  await createIndex(db, 'user', ['last_change']);
  await createIndex(db, 'aaa_profile', ['last_change']);
}

async function change(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'aaa_authorization_change')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('client', 'bigint', foreignKey('aaa_client', 'cascade'))
    .addColumn('session', 'bigint', (column) =>
      column.references('aaa_accounting.radacctid').onDelete('set null'),
    )
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('username', 'text')
    .addColumn('kind', 'text', notNull)
    .addColumn('trigger', 'text', notNull)
    .addColumn('attributes', 'text', notNull)
    .addColumn('requested_by', 'bigint', nullableForeignKey('user'))
    .addColumn('status', 'text', notNull)
    .addColumn('error_cause', 'integer')
    .addColumn('error_cause_name', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('attempts', 'integer', notNullWithDefault(0))
    .addColumn('tries', 'integer', notNullWithDefault(0))
    .addColumn('ms', 'integer')
    .addColumn('owner', 'text')
    .addColumn('created', 'bigint', notNull)
    .addColumn('next_try', 'bigint')
    .addColumn('completed', 'bigint')
    .execute();
  const inOrder = ['created', 'id'];
  for (const leading of [[], ['session'], ['user'], ['client'], ['requested_by']])
    await createIndex(db, 'aaa_authorization_change', [...leading, ...inOrder, 'organization']);
  await createIndex(db, 'aaa_authorization_change', ['organization', ...inOrder]);
  // What is to be done next; and of what the gateway does by itself, one at a time for each session.
  await sql`create index aaa_authorization_change_due on aaa_authorization_change (next_try) where next_try is not null`.execute(
    db,
  );
  await sql`create unique index aaa_authorization_change_pending on aaa_authorization_change (session)
    where next_try is not null and "trigger" <> 'api'`.execute(db);
}
