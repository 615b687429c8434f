import { sql } from 'kysely';
import {
  createIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Erasures and exports of the data about a person, and the content of the exports in parts. */
export const privacyJobs: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('privacy_job')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('kind', 'text', notNull)
      // No reference: the job outlives the user.
      .addColumn('user', 'bigint', notNull)
      .addColumn('requested_by', 'bigint', nullableForeignKey('user'))
      .addColumn('status', 'text', notNull)
      .addColumn('pseudonym', 'text')
      .addColumn('report', 'text', notNull)
      .addColumn('pending', 'integer', notNullWithDefault(0))
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('identifiers', 'text')
      .addColumn('progress', 'text')
      .addColumn('late_rows', 'text')
      .addColumn('next_at', 'bigint')
      .addColumn('owner', 'text')
      .addColumn('lease_until', 'bigint', notNullWithDefault(0))
      .execute();
    await createIndex(db, 'privacy_job', ['organization', 'created_at']);
    await createIndex(db, 'privacy_job', ['user']);
    await db.schema
      .createIndex('privacy_job_due')
      .on('privacy_job')
      .column('next_at')
      .where(sql<boolean>`next_at is not null`)
      .execute();
    await db.schema
      .createIndex('privacy_job_running')
      .unique()
      .on('privacy_job')
      .columns(['user', 'kind'])
      .where(sql<boolean>`completed_at is null`)
      .execute();
    await db.schema
      .createTable('privacy_export')
      .addColumn('job', 'text', foreignKey('privacy_job', 'cascade'))
      .addColumn('position', 'integer', notNull)
      .addColumn('source', 'text', notNull)
      .addColumn('rows', 'text', notNull)
      .addPrimaryKeyConstraint('privacy_export_pkey', ['job', 'position'])
      .execute();
  },
});
