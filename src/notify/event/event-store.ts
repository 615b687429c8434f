import { sql, type RawBuilder } from 'kysely';
import { namedParameter, prepareQuery, prepareStatement } from '../../store/prepared-statement.ts';
import { compileStatement, type Engine, type Statement, type Store } from '../../store/store.ts';
import { readHorizon } from './horizon.ts';
import { isBefore, type Position, type RecordedEvent } from './event.ts';

/* The table of events: recorded by triggers while some gateway has readers, bounded in rows and in time. */

/** Recording continues for this time after the last reader, so that it can come back. */
export const lingerMs = 600_000;
export const maxRows = 20_000;
/** Events of one read. */
export const pageSize = 500;

export interface EventState {
  readonly is_recording: number;
  readonly wanted_until: number;
  readonly floor_xid: number;
  readonly floor_id: number;
}

/**
 * Matches events that no later commit can precede. PostgreSQL assigns ids before the commit, so an event is read only when
 * all transactions that began before its own have ended.
 */
const settled = (engine: Engine) =>
  engine === 'postgres'
    ? sql<boolean>`e.xid < cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`
    : sql<boolean>`1 = 1`;

export const readState = async (store: Store): Promise<EventState> => {
  const [state] = await selectState(store, {});
  if (!state) throw new Error('event_state has no row');
  return state;
};

const selectState = prepareQuery<EventState>((db) =>
  db
    .selectFrom('event_state')
    .select(['is_recording', 'wanted_until', 'floor_xid', 'floor_id'])
    .compile(),
);

/** Reads a page of events after a position, in their order. */
export async function readAfter(
  store: Store,
  { xid, id }: Position,
): Promise<readonly RecordedEvent[]> {
  const page = await selectAfter(store, { xid, id });
  if (page.length > 0 || store.engine === 'sqlite') return page;
  // An older transaction may be one of another database, which is found out only while an event waits.
  const [waiting] = await selectWaiting(store, { xid, id });
  if (!waiting) return page;
  return selectBelow(store, { xid, id, horizon: await readHorizon(store) });
}

const selectWaiting = prepareQuery<{ readonly waiting: number }>((db) =>
  sql<{ waiting: number }>`
    select 1 as waiting from event e where (e.xid, e.id) > (${namedParameter('xid')}, ${namedParameter('id')}) limit 1`.compile(
    db,
  ),
);

const selectAfter = preparePage(settled);
const selectBelow = preparePage(() => sql<boolean>`e.xid < ${namedParameter('horizon')}`);

/** @param isReadable  condition of the events that may be read already */
function preparePage(isReadable: (engine: Engine) => RawBuilder<boolean>) {
  return prepareQuery<RecordedEvent>((db, engine) =>
    sql<RecordedEvent>`
      select e.xid, e.id, e.organization, e.datetime, e.kind, e.object, e.state from event e
      where (e.xid, e.id) > (${namedParameter('xid')}, ${namedParameter('id')}) and ${isReadable(engine)}
      order by e.xid, e.id limit ${sql.lit(pageSize)}`.compile(db),
  );
}

/**
 * Returns for how long the oldest event has waited for transactions of this database that began before it.
 *
 * @param now  milliseconds since 1970
 * @returns    seconds; 0 if no event waits
 */
export async function readLag(store: Store, now: number): Promise<number> {
  if (store.engine === 'sqlite') return 0;
  const horizon = await readHorizon(store);
  const oldest = await store.db
    .selectFrom('event')
    .select(({ fn }) => fn.min('datetime').as('at'))
    .where('xid', '>=', horizon)
    .executeTakeFirst();
  return oldest?.at == null ? 0 : Math.max(0, (now - oldest.at) / 1000);
}

/** Reads the position after the latest event. */
async function readLatest(store: Store): Promise<Position> {
  const horizon = store.engine === 'sqlite' ? Number.MAX_SAFE_INTEGER : await readHorizon(store);
  const [latest] = await selectLatest(store, { horizon });
  if (latest) return latest;
  const { floor_xid: xid, floor_id: id } = await readState(store);
  return { xid, id };
}

const selectLatest = prepareQuery<Position>((db) =>
  sql<Position>`
    select e.xid, e.id from event e where e.xid < ${namedParameter('horizon')} order by e.xid desc, e.id desc limit 1`.compile(
    db,
  ),
);

/** Notes that a gateway has readers. */
export const keepRecording = (store: Store, until: number): Statement =>
  updateWanted(store, { until });

const updateWanted = prepareStatement((db) =>
  sql`update event_state set wanted_until = ${namedParameter('until')}
    where wanted_until < ${namedParameter('until')}`.compile(db),
);

/** Has events recorded. @returns the position after the latest one */
export async function beginRecording(
  store: Store,
  { now, pause }: { readonly now: number; readonly pause: () => Promise<void> },
): Promise<Position> {
  await forgetForeignEvents(store);
  const until = now + lingerMs;
  // Extend first, so that the recording cannot end in between; then start it again if it had ended before.
  await store.write([keepRecording(store, until)]);
  if ((await readState(store)).is_recording === 0) {
    await store.write(startRecording(store, { now, until }));
    await awaitOlderChanges(store, pause);
  }
  return readLatest(store);
}

/**
 * Returns the batch that starts recording, unless another gateway has: an event that only marks the start; after it the
 * table is complete.
 */
function startRecording(store: Store, { now, until }: { now: number; until: number }) {
  const xid =
    store.engine === 'postgres' ? sql`cast(cast(pg_current_xact_id() as text) as bigint)` : sql`0`;
  const latest = (column: string) =>
    sql`(select ${sql.ref(column)} from event where kind = 'begin' order by xid desc, id desc limit 1)`;
  return [
    sql`insert into event (xid, organization, datetime, kind, object, state) values (${xid}, 0, ${now}, 'begin', '', '')`,
    sql`update event_state set is_recording = 1, wanted_until = ${until},
      floor_xid = ${latest('xid')}, floor_id = ${latest('id')}, ${lastKeys()} where is_recording = 0`,
  ].map((query) => compileStatement({ compile: () => query.compile(store.db) }));
}

/** Assigns the keys of the rows that a file has now: they are no events. */
function lastKeys() {
  return sql`last_session = coalesce((select max(radacctid) from aaa_accounting), 0),
    last_log = coalesce((select max(id) from inventory_device_log), 0)`;
}

/** Resolves once all changes are over that began before events were recorded; at most after some seconds. */
async function awaitOlderChanges(store: Store, pause: () => Promise<void>): Promise<void> {
  if (store.engine !== 'postgres') return;
  const begun = await readNextId(store);
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await readHorizon(store)) >= begun) return;
    await pause();
  }
}

/** Returns the id of the next transaction that the server begins. */
async function readNextId({ db }: Store): Promise<number> {
  const query = sql<{ next: number }>`
    select cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint) as next`;
  return (await query.execute(db)).rows[0]?.next ?? 0;
}

/** True if events are recorded, and the server has given out the transaction of a position. */
export async function isReached(store: Store, { xid }: Position): Promise<boolean> {
  if ((await readState(store)).is_recording === 0) return false;
  return store.engine === 'sqlite' || xid < (await readNextId(store));
}

/** Returns the batch that records no more, and empties the table. @param now  milliseconds since 1970 */
export function stopRecording({ db }: Store, now: number): readonly Statement[] {
  return [
    compileStatement(
      db
        .updateTable('event_state')
        .set({ is_recording: 0 })
        .where('is_recording', '=', 1)
        .where('wanted_until', '<', now),
    ),
    compileStatement({
      compile: () =>
        sql`delete from event where not exists (select 1 from event_state where is_recording = 1)`.compile(
          db,
        ),
    }),
  ];
}

/**
 * Returns the batch that deletes the events beyond the limit, the oldest first; null without such events. Those that a webhook
 * has not got yet stay.
 */
export async function trimmed({ db }: Store): Promise<readonly Statement[] | null> {
  const last = await db
    .selectFrom('event')
    .select(['xid', 'id'])
    .orderBy('xid', 'desc')
    .orderBy('id', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const slowest = await db
    .selectFrom('webhook')
    .select(['event_xid as xid', 'event_id as id'])
    .where('is_active', '=', 1)
    .where('events', '<>', '["alert"]')
    .orderBy('event_xid')
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst();
  const { xid, id } = earlierOf(last, slowest);
  const update = db.updateTable('event_state').set({ floor_xid: xid, floor_id: id });
  const query = sql`delete from event where (xid, id) <= (${xid}, ${id})`;
  return [compileStatement(update), compileStatement({ compile: () => query.compile(db) })];
}

function earlierOf(
  last: Position,
  slowest: { readonly xid: number | null; readonly id: number | null } | undefined,
): Position {
  const { xid = null, id = null } = slowest ?? {};
  return xid === null || id === null || isBefore(last, { xid, id }) ? last : { xid, id };
}

/** Deletes events of another database: the store was moved or restored, and their positions are not valid here. */
async function forgetForeignEvents(store: Store): Promise<void> {
  const { db, engine } = store;
  const isForeign =
    engine === 'postgres'
      ? sql`xid >= cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint) or xid = 0`
      : sql`xid <> 0`;
  const found = await sql`select 1 from event where ${isForeign} limit 1`.execute(db);
  if (found.rows.length === 0) return;
  await store.write([
    compileStatement(db.updateTable('event_state').set({ is_recording: 0 })),
    compileStatement(db.deleteFrom('event')),
  ]);
}
