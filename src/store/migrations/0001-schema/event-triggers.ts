import { sql } from 'kysely';
import type { AnyDatabase, Engine } from '../ddl.ts';

interface EventTrigger {
  readonly name: string;
  readonly table: string;
  readonly on: string;
  /** Condition on the engines that have the trigger. */
  readonly when: Partial<Readonly<Record<Engine, string>>>;
  readonly kind: string;
  /** Expression over `new`. */
  readonly object: string;
  /** Expression over `new`. */
  readonly state: string;
}

/** Creates the triggers that record events for the streams of the APIs, in the transaction of the change. */
export async function createEventTriggers(db: AnyDatabase, engine: Engine): Promise<void> {
  if (engine === 'postgres') await createFunctions(db);
  const create = engine === 'postgres' ? createOnPostgres : createOnSqlite;
  for (const trigger of triggers) {
    const when = trigger.when[engine];
    if (when !== undefined) await create(db, trigger, when);
  }
}

const session = {
  table: 'aaa_accounting',
  kind: 'session',
  object: 'cast(new.radacctid as text)',
  state: `case when new.acctstoptime is null then 'active' else 'completed' end`,
};
const transaction = { table: 'inventory_transaction', object: 'new.id', state: 'new.status' };

const isRecording = 'exists (select 1 from event_state where is_recording = 1)';

/** Returns a condition that SQLite asks together with whether events are recorded; PostgreSQL asks that in `record_event`. */
const onBoth = (when: string): EventTrigger['when'] => ({
  sqlite: `${when} and ${isRecording}`,
  postgres: when,
});

const always = '1 = 1';
const stopChanges = '(old.acctstoptime is null) <> (new.acctstoptime is null)';
// A status is assigned often, and is an event only where it differs.
const statusChanges = 'old.status <> new.status';

/*
 * Without readers, a trigger of sessions that asks within its function costs each packet a look at its new row and two
 * functions more. So PostgreSQL asks before it calls them.
 *
 * A trigger on INSERT would have SQLite write the rows of each INSERT … SELECT to a temporary table first: of a Start, and of
 * each poll. Their new rows are found by their keys there, in the order of the commits. So SQLite has neither
 * `event_of_session_start` nor `event_of_device`, and the end of a session whose start has not been found yet is no event.
 */
const triggers: readonly EventTrigger[] = [
  {
    ...session,
    name: 'event_of_session_start',
    on: 'insert',
    when: { postgres: 'records_events()' },
  },
  {
    ...session,
    name: 'event_of_session_stop',
    on: 'update of acctstoptime',
    when: {
      sqlite: `${stopChanges} and exists (select 1 from event_state where is_recording = 1 and last_session >= new.radacctid)`,
      postgres: `${stopChanges} and records_events()`,
    },
  },
  {
    ...transaction,
    name: 'event_of_new_transaction',
    on: 'insert',
    when: onBoth(always),
    kind: 'operation',
  },
  {
    ...transaction,
    name: 'event_of_transaction',
    on: 'update of status',
    when: onBoth(statusChanges),
    kind: 'operation',
  },
  {
    ...transaction,
    name: 'event_of_sync',
    on: 'update of status',
    when: onBoth(
      `${statusChanges} and new.status = 'completed' and new.kind = 'operation' and new.operation = 'sync'`,
    ),
    kind: 'sync',
  },
  {
    name: 'event_of_alert',
    table: 'alert_history',
    on: 'insert',
    when: onBoth(always),
    kind: 'alert',
    object: 'cast(new.id as text)',
    state: 'new.state',
  },
  {
    name: 'event_of_device',
    table: 'inventory_device_log',
    on: 'insert',
    // The rows of a syslog message and of a parameter may be named `status`, too.
    when: {
      postgres: `new.action = 'event' and new.variable_name = 'status' and new.old_value is not null and new.parameter is null`,
    },
    kind: 'device',
    object: 'cast(new.id as text)',
    state: `coalesce(new.value, '')`,
  },
];

async function createFunctions(db: AnyDatabase): Promise<void> {
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
  // Volatile, so that it sees a recording that began after the statement.
  await sql`
    create function records_events() returns boolean volatile language plpgsql as $$
    begin
      return exists (select 1 from event_state s where s.is_recording = 1);
    end $$`.execute(db);
}

async function createOnPostgres(db: AnyDatabase, trigger: EventTrigger, when: string) {
  const { name, table, on } = trigger;
  await sql`
    create function ${sql.ref(name)}() returns trigger language plpgsql as $$
    begin
      perform record_event(${valuesOf(trigger)});
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ${sql.ref(name)} after ${sql.raw(on)} on ${sql.table(table)}
    for each row when (${sql.raw(when)}) execute function ${sql.ref(name)}()`.execute(db);
}

async function createOnSqlite(db: AnyDatabase, trigger: EventTrigger, when: string) {
  const { name, table, on } = trigger;
  await sql`
    create trigger ${sql.ref(name)} after ${sql.raw(on)} on ${sql.table(table)}
    when ${sql.raw(when)} begin
      insert into event (organization, kind, object, state, datetime)
      values (${valuesOf(trigger)}, cast((julianday('now') - 2440587.5) * 86400000 as integer));
    end`.execute(db);
}

const valuesOf = ({ kind, object, state }: EventTrigger) =>
  sql`new.organization, ${sql.lit(kind)}, ${sql.raw(object)}, ${sql.raw(state)}`;
