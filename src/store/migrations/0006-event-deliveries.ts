import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
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
  textReference,
} from './table.ts';

/** Sends events to webhooks, not only alerts: users and vouchers become events, and a delivery may be of events. */
export const eventDeliveries: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      delivery: {
        columns: {
          id,
          organization: reference('organization', 'cascade'),
          alert: nullable(textReference('alert', 'cascade')),
          channel: text,
          webhook: nullableReference('webhook', 'cascade'),
          event: text,
          alert_state: nullable(text),
          message: text,
          user: nullable(text),
          events: nullable(text),
          batch: nullable(text),
          state: text,
          attempts: integer,
          next_try: nullable(bigint),
          last_error: nullable(text),
          created_at: bigint,
          delivered_at: nullable(bigint),
        },
        indexes: [
          index('next_try'),
          index('alert'),
          index('webhook', 'state', 'id'),
          index('organization', 'created_at', 'id'),
        ],
      },
    });
    const kept = sql.raw(
      `organization, alert, channel, webhook, event, alert_state, message, "user", state, attempts, next_try, last_error,
        created_at, delivered_at`,
    );
    await sql`insert into delivery (${kept}) select ${kept} from alert_delivery order by id`.execute(
      db,
    );
    await db.schema.dropTable('alert_delivery').execute();
    await addWebhookColumns(db);
    await createTriggers(db, engine);
  },
});

async function addWebhookColumns(db: AnyDatabase): Promise<void> {
  const table = () => db.schema.alterTable('webhook');
  for (const [column, value] of [
    ['events', '["alert"]'],
    ['template', 'gatehouse'],
  ] as const)
    await table()
      .addColumn(column, 'text', (built) => built.notNull().defaultTo(value))
      .execute();
  for (const column of ['event_xid', 'event_id'])
    await table().addColumn(column, 'bigint').execute();
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly on: string;
  readonly when: string;
  readonly values: string;
}

const userColumns =
  'username, organization, role, is_active, profile, expiration, attributes, password, email, first_name, last_name';
const ofVoucher = `(select u.organization from "user" u where u.id = new."user"), 'voucher', cast(new."user" as text)`;
const kindOfOld = `case when exists (select 1 from user_token t where t."user" = old.id and t.kind = 'network')
  then 'voucher' else 'user' end`;

const triggers: readonly Trigger[] = [
  {
    name: 'event_of_new_user',
    table: 'user',
    on: 'after insert',
    when: '1 = 1',
    values: `new.organization, 'user', cast(new.id as text), 'created'`,
  },
  {
    name: 'event_of_user',
    table: 'user',
    on: `after update of ${userColumns}`,
    when: '1 = 1',
    values: `new.organization, 'user', cast(new.id as text), 'changed'`,
  },
  {
    // Before: the tokens of the user are still there. The name is kept, since the row is gone when the event is read.
    name: 'event_of_deleted_user',
    table: 'user',
    on: 'before delete',
    when: '1 = 1',
    values: `old.organization, ${kindOfOld}, cast(old.id as text) || ' ' || old.username, 'deleted'`,
  },
  {
    name: 'event_of_new_voucher',
    table: 'user_token',
    on: 'after insert',
    when: `new.kind = 'network'`,
    values: `${ofVoucher}, 'created'`,
  },
  {
    name: 'event_of_used_voucher',
    table: 'user_token',
    on: 'after update of first_used',
    when: `new.kind = 'network' and old.first_used is null and new.first_used is not null`,
    values: `${ofVoucher}, 'used'`,
  },
];

async function createTriggers(db: AnyDatabase, engine: Engine): Promise<void> {
  for (const { name, table, on, when, values } of triggers) {
    const trigger = sql.ref(name);
    if (engine === 'sqlite') {
      await sql`
        create trigger ${trigger} ${sql.raw(on)} on ${sql.table(table)}
        when ${sql.raw(when)} and exists (select 1 from event_state where is_recording = 1) begin
          insert into event (organization, kind, object, state, datetime)
          values (${sql.raw(values)}, cast((julianday('now') - 2440587.5) * 86400000 as integer));
        end`.execute(db);
      continue;
    }
    await sql`
      create function ${trigger}() returns trigger language plpgsql as $$
      begin
        perform record_event(${sql.raw(values)});
        return ${sql.raw(on.startsWith('before') ? 'old' : 'null')};
      end $$`.execute(db);
    await sql`
      create trigger ${trigger} ${sql.raw(on)} on ${sql.table(table)}
      for each row when (${sql.raw(when)}) execute function ${trigger}()`.execute(db);
  }
}
