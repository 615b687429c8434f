import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
import { createListTriggers } from './list-triggers.ts';
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
  address_pool: {
    columns: {
      id,
      organization: reference('organization'),
      name: text,
      kind: text,
      networks: text,
      excluded: withDefault(text, '[]'),
      prefix_length: nullable(integer),
      sticky: withDefault(text, 'user'),
      hold_seconds: integer,
      description: withDefault(text, ''),
      exhausted: nullable(bigint),
      created: bigint,
      last_change: bigint,
    },
    indexes: [unique('organization', 'name')],
  },
  address_lease: {
    columns: {
      id,
      organization: reference('organization'),
      pool: reference('address_pool', 'cascade'),
      address: text,
      layout: text,
      position: bigint,
      user: reference('user', 'cascade'),
      station: nullable(text),
      client: nullableReference('aaa_client'),
      granted: bigint,
      held_until: bigint,
      checked: withDefault(bigint, 0),
    },
    indexes: [
      unique('pool', 'address'),
      index('pool', 'layout', 'position'),
      index('pool', 'layout', 'checked', 'held_until', 'id'),
      index('user', 'pool', 'granted'),
      { columns: ['station'], where: 'station is not null' },
      index('client'),
      index('organization'),
    ],
  },
  aaa_profile_pool_entry: {
    columns: {
      profile: reference('aaa_profile', 'cascade'),
      pool: reference('address_pool'),
      organization: reference('organization', 'cascade'),
    },
    primaryKey: ['profile', 'pool'],
    indexes: [index('pool'), index('organization')],
  },
  static_address: {
    columns: {
      user: reference('user', 'cascade'),
      organization: reference('organization', 'cascade'),
      kind: text,
      address: text,
    },
    primaryKey: ['kind', 'address', 'organization'],
    indexes: [index('user')],
  },
};

/** Adds pools of addresses with their leases, the pools of profiles, and the static addresses of users. */
export const addressPools: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, tables);
    await db.schema
      .alterTable('aaa_profile')
      .addColumn('address_pools', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await createListTriggers(db, engine, {
      table: 'aaa_profile',
      list: 'address_pools',
      entries: 'aaa_profile_pool_entry',
      row: 'profile',
      entry: 'pool',
    });
    await createStaticAddresses(db, engine);
  },
});

/**
 * Keeps the addresses in the reply items of users, each of one user of an organization. Of users that have the same one already,
 * the oldest has it.
 */
async function createStaticAddresses(db: AnyDatabase, engine: Engine): Promise<void> {
  const into = sql`insert into static_address ("user", organization, kind, address)`;
  const hasReplies = (row: string) => sql.raw(`${row}.attributes like '%reply_attributes%'`);
  const existing = sql`select distinct u.id, u.organization, ${staticColumns(engine)}
    from "user" as u cross join ${itemsOf(engine, 'u')} where ${isStatic(engine)} and ${hasReplies('u')}`;
  const before =
    engine === 'sqlite'
      ? sql`insert or ignore into static_address`
      : sql`insert into static_address`;
  const after = engine === 'sqlite' ? sql`order by 1` : sql`order by 1 on conflict do nothing`;
  await sql`${before} ("user", organization, kind, address) ${existing} ${after}`.execute(db);
  const removed = sql`delete from static_address where "user" = new.id`;
  const added = sql`${into} select distinct new.id, new.organization, ${staticColumns(engine)}
    from ${itemsOf(engine, 'new')} where ${isStatic(engine)}`;
  const has = hasReplies('new');
  const changed = sql`${has} or ${hasReplies('old')}`;
  const updated = sql`after update of attributes, organization on "user"`;
  if (engine === 'sqlite') {
    await sql`create trigger static_address_inserted after insert on "user" when ${has} begin ${added}; end`.execute(
      db,
    );
    await sql`create trigger static_address_updated ${updated} when ${changed} begin ${removed}; ${added}; end`.execute(
      db,
    );
    return;
  }
  await sql`create function keep_static_addresses() returns trigger language plpgsql as $$
    begin
      ${removed};
      ${added};
      return null;
    end $$`.execute(db);
  const call = sql`execute function keep_static_addresses()`;
  await sql`create trigger static_address_inserted after insert on "user" for each row when (${has}) ${call}`.execute(
    db,
  );
  await sql`create trigger static_address_updated ${updated} for each row when (${changed}) ${call}`.execute(
    db,
  );
}

/** The reply items of a row of users. */
function itemsOf(engine: Engine, row: string) {
  return sql.raw(
    engine === 'sqlite'
      ? `json_each(${row}.attributes, '$.reply_attributes') as item`
      : `json_array_elements(coalesce(${row}.attributes::json -> 'reply_attributes', '[]'::json)) as item`,
  );
}

function fieldOf(engine: Engine, field: string) {
  return sql.raw(
    engine === 'sqlite'
      ? `lower(json_extract(item.value, '$.${field}'))`
      : `lower(item.value ->> '${field}')`,
  );
}

/** The kind of pool that an item with an address would be of, and the address. */
function staticColumns(engine: Engine) {
  return sql`case ${fieldOf(engine, 'attribute')} when 'framed-ip-address' then 'ipv4'
    when 'framed-ipv6-prefix' then 'ipv6_prefix' else 'delegated_prefix' end, ${fieldOf(engine, 'value')}`;
}

/** RFC 2865 section 5.8: by 255.255.255.255 and .254 the device or the NAS chooses. */
function isStatic(engine: Engine) {
  return sql`${fieldOf(engine, 'attribute')} in ('framed-ip-address', 'framed-ipv6-prefix', 'delegated-ipv6-prefix')
    and ${fieldOf(engine, 'value')} not in ('255.255.255.254', '255.255.255.255')`;
}
