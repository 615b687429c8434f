import { sql } from 'kysely';
import {
  createIndex,
  createTableWithId,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** Events for the streams of the APIs: triggers record them, while there are readers, in the transaction of the change. */
export const events: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'event')
      .addColumn('xid', 'bigint', notNullWithDefault(0))
      .addColumn('organization', 'bigint', notNull)
      .addColumn('datetime', 'bigint', notNull)
      .addColumn('kind', 'text', notNull)
      .addColumn('object', 'text', notNull)
      .addColumn('state', 'text', notNull)
      .execute();
    await createIndex(db, 'event', ['xid', 'id']);
    await db.schema
      .createTable('event_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('is_recording', 'integer', notNullWithDefault(0))
      .addColumn('wanted_until', 'bigint', notNullWithDefault(0))
      .addColumn('floor_xid', 'bigint', notNullWithDefault(0))
      .addColumn('floor_id', 'bigint', notNullWithDefault(0))
      .addColumn('last_session', 'bigint', notNullWithDefault(0))
      .addColumn('last_log', 'bigint', notNullWithDefault(0))
      .execute();
    await sql`insert into event_state (id) values (1)`.execute(db);
    if (engine === 'postgres') {
      await sql`
        create function record_event(organization bigint, kind text, object text, state text) returns void
        language plpgsql as $$
        begin
          if exists (select 1 from event_state s where s.is_recording = 1) then
            insert into event (xid, organization, datetime, kind, object, state) values
              (cast(cast(pg_current_xact_id() as text) as bigint), organization,
               cast(extract(epoch from clock_timestamp()) * 1000 as bigint), kind, object, state);
          end if;
        end $$`.execute(db);
    }
    for (const trigger of triggersOf(engine)) await createEventTrigger(db, engine, trigger);
  },
});

interface EventTrigger {
  readonly name: string;
  readonly table: string;
  readonly on: string;
  readonly when: string;
  readonly kind: string;
  /** Expressions over `new`. */
  readonly object: string;
  readonly state: string;
}

const sessionState = `case when new.acctstoptime is null then 'active' else 'completed' end`;
const transactionEvent = {
  table: 'inventory_transaction',
  object: 'new.id',
  state: 'new.status',
};

/** Triggers of both engines. A status is assigned often, and is an event where it differs. */
const triggers: readonly EventTrigger[] = [
  {
    name: 'event_of_session_stop',
    table: 'aaa_accounting',
    on: 'update of acctstoptime',
    when: '(old.acctstoptime is null) <> (new.acctstoptime is null)',
    kind: 'session',
    object: 'cast(new.radacctid as text)',
    state: sessionState,
  },
  {
    ...transactionEvent,
    name: 'event_of_new_transaction',
    on: 'insert',
    when: '1 = 1',
    kind: 'operation',
  },
  {
    ...transactionEvent,
    name: 'event_of_transaction',
    on: 'update of status',
    when: 'old.status <> new.status',
    kind: 'operation',
  },
  {
    ...transactionEvent,
    name: 'event_of_sync',
    on: 'update of status',
    when: `old.status <> new.status and new.status = 'completed' and new.kind = 'operation' and new.operation = 'sync'`,
    kind: 'sync',
  },
  {
    name: 'event_of_alert',
    table: 'alert_history',
    on: 'insert',
    when: '1 = 1',
    kind: 'alert',
    object: 'cast(new.id as text)',
    state: 'new.state',
  },
];

/**
 * Triggers of PostgreSQL alone. A trigger on INSERT would have SQLite write the rows of each INSERT … SELECT to a temporary
 * table first: of a Start, and of each poll. Their new rows are found by their keys there, in the order of the commits.
 */
const insertTriggers: readonly EventTrigger[] = [
  {
    name: 'event_of_session_start',
    table: 'aaa_accounting',
    on: 'insert',
    when: '1 = 1',
    kind: 'session',
    object: 'cast(new.radacctid as text)',
    state: sessionState,
  },
  {
    name: 'event_of_device',
    table: 'inventory_device_log',
    on: 'insert',
    when: `new.action = 'event' and new.variable_name = 'status'`,
    kind: 'device',
    object: 'cast(new.id as text)',
    state: `coalesce(new.value, '')`,
  },
];

function triggersOf(engine: Engine): readonly EventTrigger[] {
  return engine === 'postgres' ? [...triggers, ...insertTriggers] : triggers;
}

async function createEventTrigger(db: AnyDatabase, engine: Engine, trigger: EventTrigger) {
  const { name, table, on, when, kind, object, state } = trigger;
  const values = sql`new.organization, ${sql.lit(kind)}, ${sql.raw(object)}, ${sql.raw(state)}`;
  const event = sql`${sql.raw(on)} on ${sql.table(table)}`;
  if (engine === 'sqlite') {
    await sql`
      create trigger ${sql.ref(name)} after ${event}
      when ${sql.raw(when)} and exists (select 1 from event_state where is_recording = 1) begin
        insert into event (organization, kind, object, state, datetime)
        values (${values}, cast((julianday('now') - 2440587.5) * 86400000 as integer));
      end`.execute(db);
    return;
  }
  await sql`
    create function ${sql.ref(name)}() returns trigger language plpgsql as $$
    begin
      perform record_event(${values});
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ${sql.ref(name)} after ${event} for each row when (${sql.raw(when)})
    execute function ${sql.ref(name)}()`.execute(db);
}
