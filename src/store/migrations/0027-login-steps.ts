import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  integer,
  nullable,
  nullableReference,
  reference,
  text,
  unique,
  withDefault,
  type Tables,
} from './table.ts';

const tables: Tables = {
  portal_pending_login: {
    columns: {
      id,
      organization: reference('organization', 'cascade'),
      page: reference('portal_page', 'cascade'),
      token: text,
      kind: text,
      state: text,
      mac: text,
      ip: text,
      host: text,
      query: text,
      language: text,
      consent: nullable(text),
      subject: text,
      code: nullable(text),
      tries: withDefault(integer, 0),
      reference: nullable(text),
      details: withDefault(text, '{}'),
      user: nullableReference('user', 'cascade'),
      provisional: nullable(bigint),
      created: bigint,
      expires: bigint,
    },
    indexes: [
      unique('token'),
      { columns: ['kind', 'reference'], isUnique: true, where: 'reference is not null' },
      index('organization', 'kind', 'subject', 'created'),
      index('organization', 'mac', 'created'),
      index('page', 'kind', 'created'),
      index('user'),
      index('expires'),
    ],
  },
};

/** Adds logins at the portal that wait for a second step, and the settings of login kinds of a page. */
export const loginSteps: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, tables);
    await db.schema
      .alterTable('portal_page')
      .addColumn('login_options', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await db.schema
      .alterTable('portal_page')
      .addColumn('guest_profile', 'bigint', (column) => column.references('aaa_profile.id'))
      .execute();
  },
});
