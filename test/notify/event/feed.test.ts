import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { sql, type RawBuilder } from 'kysely';
import tap, { test } from 'tap';
import type { Caller } from '../../../src/contract/caller.ts';
import { TrustedClock } from '../../../src/gateway/trusted-clock.ts';
import { EventFeed } from '../../../src/notify/event/event-feed.ts';
import { readLag } from '../../../src/notify/event/event-store.ts';
import { Fault } from '../../../src/contract/errors.ts';
import type { EventRequest } from '../../../src/gateway/gateway.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { openStore } from '../../../src/store/database.ts';
import type { Statement } from '../../../src/store/store.ts';
import { copyBlankStore } from '../../blank-store.ts';
import { eventually } from '../../gateway-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { parseEvents, type StreamedEvent } from './event-stream.ts';

/* Feeds of two gateways on one PostgreSQL database, and readers that take nothing. */

const postgres = await startPostgres({ fsync: false });
const folder = mkdtempSync(join(tmpdir(), 'feed-'));
const store = await openStore(postgres.url, folder);
copyBlankStore('sqlite', folder);
const file = await openStore('sqlite', folder);
tap.teardown(async () => {
  await store.close();
  await file.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const log = pino({ level: 'silent' });
const http = { event_readers: 3, event_readers_per_organization: 3, event_readers_per_token: 3 };
const feedOn = (one: typeof store, clock = systemClock) => {
  const metrics = new Registry();
  return new EventFeed({
    store: one,
    clock,
    now: clock.now,
    trustedClock: new TrustedClock({ store: one, clock, log, metrics }),
    log,
    metrics,
    config: { http },
  });
};
const caller: Caller = {
  user: 1,
  username: 'admin',
  role: 'admin',
  organization: 1,
  organizations: [1],
  isRoot: true,
  mayWrite: true,
};
const request: EventRequest = {
  caller,
  credential: { key: 'token', check: () => Promise.resolve(caller) },
  kinds: null,
  organization: null,
  lastEventId: null,
  seconds: null,
};

/** Opens a stream, and reads it as its client would. */
async function read(feed: EventFeed, more: Partial<EventRequest> = {}) {
  const stream = await feed.open({ ...request, ...more });
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return {
    stream,
    text: () => text,
    until: (isWanted: (events: readonly StreamedEvent[]) => boolean) =>
      eventually(() => Promise.resolve(parseEvents(text)), isWanted),
  };
}

for (const { db, write } of [store, file].map((one) => ({
  db: one.db,
  write: one.write.bind(one),
}))) {
  const times = { created: 0, last_change: 0 };
  await write([
    db.insertInto('organization').values({ name: 'Hotel', short_name: 'hotel', ...times }),
  ]);
}

const addSession = (session: string) => sql`
  insert into aaa_accounting (organization, acctsessionid, acctuniqueid, nasipaddress, acctstarttime)
  values (1, ${session}, ${session}, '192.0.2.1', 0)`;

test('no events are recorded without readers', async (t) => {
  for (const one of [store, file]) {
    await one.write([addSession('before').compile(one.db)]);
    t.same(await one.db.selectFrom('event').selectAll().execute(), [], one.engine);
  }
});

test('two gateways send each event once, in the order of the commits', async (t) => {
  const feeds = [feedOn(store), feedOn(store)] as const;
  const readers = await Promise.all(feeds.map((feed) => read(feed)));
  // A transaction that takes its time: its row is older than the next one, and is committed after it.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let hasInserted: () => void = () => undefined;
  const inserted = new Promise<void>((resolve) => (hasInserted = resolve));
  const slow = store.db.transaction().execute(async (db) => {
    await addSession('slow').execute(db);
    hasInserted();
    await held;
  });
  await inserted;
  await store.write([addSession('quick').compile(store.db)]);
  await sleep(700);
  for (const { text } of readers) t.notMatch(text(), 'quick', 'the older one is not committed');
  release();
  await slow;
  for (const { until } of readers) {
    const events = await until((found) => found.length >= 2);
    t.same(
      events.map(({ event, content }) => [
        event,
        content['acctsessionid'],
        content['session_status'],
      ]),
      [
        ['session', 'slow', 'active'],
        ['session', 'quick', 'active'],
      ],
    );
  }
  const [first] = parseEvents(readers[0]?.text() ?? '');
  await store.write([
    sql`update aaa_accounting set acctstoptime = 1 where acctsessionid = 'slow'`.compile(store.db),
    sql`update aaa_accounting set acctstoptime = 2 where acctsessionid = 'slow'`.compile(store.db),
  ]);
  const moved = async () => {
    const reader = await read(feeds[1], { lastEventId: first?.id ?? '', seconds: 0 });
    const replayed = await reader.until((found) => found.at(-1)?.event === 'end');
    return replayed.map(({ content }) => content['session_status'] ?? content['reason']);
  };
  t.same(
    await eventually(moved, (states) => states.includes('completed')),
    ['active', 'completed', 'time'],
    'at the other gateway',
  );
  await t.rejects(
    Promise.all([0, 1, 2].map(() => feeds[0].open(request))),
    new Fault('overloaded', 'Too many streams of events are open (http.event_readers: 3).', {
      retryAfter: 30,
    }),
  );
  await Promise.all(feeds.map((feed) => feed.stop()));
  for (const { until } of readers)
    t.match((await until((found) => found.at(-1)?.event === 'end')).at(-1), {
      content: { reason: 'shutdown' },
    });
  await t.rejects(feeds[0].open(request), new Fault('unavailable', 'The gateway stops.'));
});

test('a stalled reader is cut off with a last event, and does not affect the others', async (t) => {
  const clock = new ManualClock(new Date());
  const feed = feedOn(file, clock);
  const idle = await feed.open(request);
  const reader = await read(feed);
  const count = 3000;
  await file.write([
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into aaa_accounting (organization, acctsessionid, acctuniqueid, nasipaddress, acctstarttime)
      select 1, 'S' || i, 'S' || i, '192.0.2.1', 0 from n`.compile(file.db),
  ]);
  const advanced = clock.advance(600);
  const events = await reader.until((found) => found.length >= count);
  await advanced;
  t.equal(events.length, count);
  t.ok(idle.readableLength < 1_100_000, `${idle.readableLength} octets wait`);
  const waiting = idle.read() as Buffer;
  const last = parseEvents(waiting.toString('utf8')).at(-1);
  t.match(last, { event: 'end', content: { reason: 'slow_reader' } });
  t.ok(!reader.stream.destroyed);
  await clock.advance(15_000);
  t.match(await reader.until(() => reader.text().endsWith('\n\n:\nid: 0.3001\n\n')), {
    length: count,
  });
  const isEmpty = () => file.db.selectFrom('event').select('id').execute();
  await feed.task.run(new AbortController().signal);
  t.equal((await isEmpty()).length, count + 1);
  const closed = once(reader.stream, 'close');
  reader.stream.destroy();
  await closed;
  clock.setDate(new Date(clock.now().getTime() + 700_000));
  await feed.task.run(new AbortController().signal);
  t.same(await isEmpty(), [], 'ten minutes after the last reader');
  const missed = await read(feed, { lastEventId: '0.3001', seconds: 0 });
  t.match(await missed.until((found) => found.length > 1), [{ event: 'reset' }, { event: 'end' }]);
  await feed.stop();
});

test('an event of a device is a change of its state, not a row of its log that has the name', async (t) => {
  for (const one of [store, file]) {
    const feed = feedOn(one);
    const reader = await read(feed);
    const add = (old: string | null, parameter: RawBuilder<unknown>) =>
      sql`insert into inventory_device_log (device, organization, datetime, action, variable_name, old_value, value,
          parameter, is_pending, is_applied, origin)
        values (1, 1, 0, 'event', 'status', ${old}, 'Down', ${parameter}, 0, 0, 'auto')`;
    await one.write(
      [
        sql`insert into inventory_type (name, short_name, created_at, updated_at) values ('ap', 'ap', 0, 0)`,
        sql`insert into inventory_parameter (type, name, short_name, variable_name, value_type, position)
          values (1, 'Status', 'status', 'status', 'string', 1)`,
        sql`insert into inventory_device (organization, name, type, attributes, created_at, updated_at)
          values (1, 'ap', 1, '{}', 0, 0)`,
        add(null, sql`null`),
        add('Up', sql`1`),
        add('Unknown', sql`null`),
      ].map((query) => query.compile(one.db)),
    );
    const events = await reader.until((found) => found.length > 0);
    t.match(events, [{ event: 'device', content: { old_value: 'Unknown' } }], one.engine);
    t.equal(events.length, 1, one.engine);
    await feed.stop();
  }
});

test('a session that is over before it is collected is one event, and no replay waits for another reader', async (t) => {
  const clock = new ManualClock(new Date());
  const feed = feedOn(file, clock);
  const live = await read(feed);
  await file.write([addSession('brief').compile(file.db)]);
  await file.write([
    sql`update aaa_accounting set acctstoptime = 1 where acctsessionid = 'brief'`.compile(file.db),
  ]);
  await clock.advance(600);
  await live.until((found) => found.length > 0);
  const count = 2000;
  await file.write([
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into aaa_accounting (organization, acctsessionid, acctuniqueid, nasipaddress, acctstarttime)
      select 1, 'R' || i, 'R' || i, '192.0.2.1', 0 from n`.compile(file.db),
  ]);
  const advanced = clock.advance(1200);
  const events = await live.until((found) => found.length >= count + 1);
  await advanced;
  t.equal(events.length, count + 1);
  const [first] = events;
  t.match(first, { content: { acctsessionid: 'brief', session_status: 'completed' } });
  const closed = once(live.stream, 'close');
  live.stream.destroy();
  await closed;
  const since = { lastEventId: first?.id ?? '' };
  const idle = [
    await feed.open({ ...request, ...since }),
    await feed.open({ ...request, ...since }),
  ];
  await eventually(
    () => Promise.resolve(idle.map(({ readableLength }) => readableLength)),
    (waiting) => waiting.every((octets) => octets > 65_536),
  );
  const missed = await read(feed, { ...since, seconds: 0 });
  const replayed = await missed.until((found) => found.at(-1)?.event === 'end');
  t.equal(replayed.length, count + 1);
  await clock.advance(30_000);
  for (const stream of idle) {
    const text = (stream.read() as Buffer).toString('utf8');
    t.match(parseEvents(text).at(-1), { event: 'end', content: { reason: 'slow_reader' } });
  }
  const opening = feed.open(request);
  await feed.stop();
  await t.rejects(opening, new Fault('unavailable', 'The gateway stops.'));
});

test('streams go on after a reset when the database is restored to an older state under them', async (t) => {
  // The position is of a transaction that the server has not reached yet, as after a restore.
  const ahead: typeof store = {
    ...store,
    async read<R>(statement: Statement) {
      const rows = await store.read<R>(statement);
      if (!statement.sql.includes('order by e.xid desc') || isRestored) return rows;
      isRestored = true;
      return rows.map((row) => ({ ...row, xid: 10 ** 12 }));
    },
  };
  let isRestored = false;
  const stopsRecording = sql`update event_state set is_recording = 0`;
  for (const [one, restore] of [
    [ahead, sql`select 1`],
    [store, stopsRecording],
    [file, stopsRecording],
  ] as const) {
    const clock = new ManualClock(new Date());
    const feed = feedOn(one, clock);
    const reader = await read(feed);
    await one.write([restore.compile(one.db)]);
    const untilEvent = (event: string) =>
      eventually(
        async () => {
          await clock.advance(1000);
          return parseEvents(reader.text());
        },
        (found) => found.at(-1)?.event === event,
      );
    await untilEvent('reset');
    const session = `restored ${one.engine} ${one === ahead}`;
    await one.write([addSession(session).compile(one.db)]);
    // A stream may begin with the session of the stream before: a transaction of another reader was open between them.
    const events = (await untilEvent('session')).slice(-2);
    t.match(
      events,
      [{ event: 'reset' }, { event: 'session', content: { acctsessionid: session } }],
      one.engine,
    );
    await feed.stop();
  }
});

test('an open transaction in another database of the server delays no event, one in this one is shown', async (t) => {
  const feed = feedOn(store);
  t.teardown(() => feed.stop());
  const open = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    return client;
  };
  const foreign = await open(await postgres.createDatabase('other'));
  const reader = await read(feed);
  await store.write([addSession('despite the other database').compile(store.db)]);
  const events = await reader.until((found) => found.length > 0);
  t.match(events, [{ content: { acctsessionid: 'despite the other database' } }]);
  const own = await open(postgres.url);
  await store.write([addSession('after an open transaction').compile(store.db)]);
  const lag = () => readLag(store, Date.now() + 10_000);
  t.ok((await lag()) >= 5, 'it waits');
  t.notMatch(reader.text(), 'after an open transaction');
  await own.query('rollback');
  await reader.until((found) => found.length > 1);
  t.match(reader.text(), 'after an open transaction');
  t.equal(await lag(), 0);
  await foreign.query("prepare transaction 'foreign'").catch(() => foreign.query('rollback'));
  for (const client of [foreign, own]) await client.end();
});
