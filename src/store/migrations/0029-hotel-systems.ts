import { sql } from 'kysely';
import { createVersionTriggers, type MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  integer,
  key,
  nullable,
  nullableReference,
  reference,
  text,
  unique,
  withDefault,
  type Tables,
} from './table.ts';

const tables: Tables = {
  pms_link: {
    columns: {
      id,
      organization: reference('organization'),
      location: nullableReference('location', 'restrict'),
      name: text,
      host: text,
      port: integer,
      encoding: text,
      profile: nullableReference('aaa_profile', 'restrict'),
      charge_amount: nullable(bigint),
      charge_text: nullable(text),
      charge_period: text,
      keep_days: integer,
      is_active: withDefault(integer, 1),
      description: withDefault(text, ''),
      state: withDefault(text, 'unknown'),
      state_since: nullable(bigint),
      last_error: nullable(text),
      synced_at: nullable(bigint),
      created: bigint,
      last_change: bigint,
    },
    indexes: [unique('organization', 'name'), index('location'), index('profile')],
  },
  pms_link_lease: {
    columns: {
      link: key(reference('pms_link', 'cascade')),
      owner: text,
      until: withDefault(bigint, 0),
    },
  },
  pms_guest: {
    columns: {
      id,
      organization: reference('organization'),
      location: nullableReference('location', 'set null'),
      link: reference('pms_link', 'cascade'),
      reservation: text,
      room: text,
      room_key: text,
      last_name: text,
      first_name: nullable(text),
      language: nullable(text),
      arrival: nullable(text),
      departure: nullable(text),
      no_post: withDefault(integer, 0),
      user: nullableReference('user', 'set null'),
      checked_out: nullable(bigint),
      sync: withDefault(bigint, 0),
      created: bigint,
      last_change: bigint,
    },
    indexes: [
      unique('link', 'reservation'),
      index('link', 'room_key'),
      index('checked_out'),
      index('user'),
      index('organization'),
      index('location'),
    ],
  },
  pms_posting: {
    columns: {
      id,
      organization: reference('organization'),
      link: reference('pms_link', 'cascade'),
      guest: reference('pms_guest', 'cascade'),
      user: nullableReference('user', 'set null'),
      room: text,
      amount: bigint,
      text: nullable(text),
      period: text,
      state: text,
      answer: nullable(text),
      created: bigint,
      answered: nullable(bigint),
    },
    indexes: [
      unique('guest', 'period'),
      index('link', 'state'),
      index('organization'),
      index('user'),
    ],
  },
};

/** Adds links to hotel systems, the guests that they have in house, and the charges that are posted to them. */
export const hotelSystems: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, tables);
    await sql`insert into table_version (name, version) values ('pms_link', 1)`.execute(db);
    const statusColumns = ['state', 'state_since', 'last_error', 'synced_at'];
    await createVersionTriggers(db, engine, { table: 'pms_link', statusColumns });
  },
});
