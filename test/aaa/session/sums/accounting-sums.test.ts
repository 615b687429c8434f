import { randomUUID } from 'node:crypto';
import { test } from 'tap';
import { sumSessions, type SessionSum } from '../../../../src/aaa/session/sums/accounting-sums.ts';
import { SessionRecorder } from '../../../../src/aaa/session/session-recorder.ts';
import {
  createSummingTask,
  sumEndedSessions,
} from '../../../../src/aaa/session/sums/session-summing.ts';
import { sumGroupNames, type SumGroup } from '../../../../src/aaa/session/sums/sum-groups.ts';
import { offsetAt } from '../../../../src/runtime/time-zone.ts';
import type { Condition } from '../../../../src/store/query/selection.ts';
import type { Store } from '../../../../src/store/store.ts';
import {
  addAccessPoint,
  addClient,
  addOrganization,
  bothStores,
  insert,
  rowsOf,
  stamps,
} from '../../../store/stores.ts';
import { event, type AccountingEvent } from '../accounting-event.ts';

/* Sums from the sums of days agree with the sessions themselves, whatever happens to a session after it was added. */

const dayMs = 86_400_000;
const epoch = Date.UTC(2026, 2, 27);
const now = new Date(epoch + 6 * dayMs);
const abort = new AbortController();

/** Organizations in Tokyo, Kathmandu and Rome, where clocks change on the third day; a client and two profiles each. */
async function openScene(store: Store) {
  const zones = ['Asia/Tokyo', 'Asia/Kathmandu', 'Europe/Rome'];
  const places = [];
  for (const zone of zones) {
    const organization = await addOrganization(store);
    const change = store.db
      .updateTable('organization')
      .set({ time_zone: zone })
      .where('id', '=', organization);
    await store.write([change]);
    const client = await addClient(store, organization);
    const mac = '02:00:00:00:00:0A';
    const accessPoint = await addAccessPoint(store, { organization, mac });
    const profile = await insert(store, 'aaa_profile', {
      organization,
      name: `profile ${organization}`,
      reply_attributes: '[]',
      check_attributes: '[]',
      ...stamps,
    });
    const user = await insert(store, 'user', {
      organization,
      username: `guest ${organization}`,
      profile,
      role: 'guest',
      ...stamps,
    });
    const batch = randomUUID();
    await insert(store, 'user_token', { user, kind: 'network', batch, created: 0 });
    places.push({ organization, client, zone, accessPoint, profile, user, batch });
  }
  return { store, places, recorder: new SessionRecorder(store) };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A repeatable sequence of numbers below a limit (Park and Miller). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** Packets of sessions in a random order: late, repeated, lost, and Stops that correct each other. */
function randomEvent({ places }: Scene, next: (limit: number) => number): AccountingEvent {
  const place = places[next(places.length)];
  if (!place) throw new Error('no place');
  const session = next(60);
  const began = epoch + ((session * 7_919_000) % (5 * dayMs));
  const kind = (['start', 'interim', 'stop', 'stop', 'stop'] as const)[next(5)] ?? 'stop';
  const seconds = kind === 'start' ? 0 : 60 + next(2000);
  return {
    kind,
    organization: place.organization,
    client: place.client,
    sessionId: `S${session}`,
    username: session % 3 === 0 ? `guest ${place.organization}` : 'stranger',
    receivedAt: new Date(began + seconds * 1000),
    ...(kind === 'start'
      ? {}
      : { sessionSeconds: seconds, octetsIn: seconds * 10 + next(5), octetsOut: next(1000) }),
    ...(kind === 'stop' && { terminateCause: next(2) + 1 }),
    ...(session % 4 !== 0 && { calledStationId: `02-00-00-00-00-0A:net ${session % 4}` }),
  };
}

/** Sums up the rows in this process. */
async function expected({ store, places }: Scene, by: Asked): Promise<SessionSum[]> {
  const sums = new Map<number | string, Sum>();
  for (const place of places)
    for (const row of await rowsOf(store, place.client)) {
      const keys = keysOf(row, place);
      if (by.selects(keys)) add(sums, keys[by.group], row);
    }
  return [...sums.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

function keysOf(row: Row, { client, zone, profile, user, batch }: Scene['places'][number]) {
  const start = Number(row.acctstarttime);
  const local = start + offsetAt(zone, start);
  return {
    user: row.user ?? 0,
    access_point: row.access_point ?? 0,
    day: Math.floor(local / dayMs),
    hour: Math.floor(local / 3_600_000),
    location: row.location ?? 0,
    client,
    ssid: row.calledstationid?.slice(18) ?? '',
    profile: row.user === user ? profile : 0,
    cause: row.acctterminatecause ?? '',
    batch: row.user === user ? batch : '',
    start,
    isOver: row.acctstoptime !== null,
  };
}

interface Sum {
  key: number | string;
  sessions: number;
  seconds: number;
  octets_in: number;
  octets_out: number;
}

function add(sums: Map<number | string, Sum>, key: Sum['key'], row: Row): void {
  const sum = sums.get(key) ?? { key, sessions: 0, seconds: 0, octets_in: 0, octets_out: 0 };
  const counted = row.acctsessiontime ?? 0;
  const elapsed = Math.floor((now.getTime() - Number(row.acctstarttime)) / 1000);
  sum.sessions += 1;
  sum.seconds += row.acctstoptime === null ? Math.max(elapsed, counted) : counted;
  sum.octets_in += Number(row.acctinputoctets ?? 0);
  sum.octets_out += Number(row.acctoutputoctets ?? 0);
  sums.set(key, sum);
}

type Keys = ReturnType<typeof keysOf>;

interface Asked {
  readonly group: SumGroup;
  readonly where: readonly Condition[];
  readonly selects: (keys: Keys) => boolean;
}

const from = (ms: number): Condition => ({ column: 'acctstarttime', operator: '>=', value: ms });
const until = (ms: number): Condition => ({ column: 'acctstarttime', operator: '<=', value: ms });
const isOver: Condition = { column: 'acctstoptime', operator: 'is null', value: 0 };

function selectionsOf({ places }: Scene): readonly Omit<Asked, 'group'>[] {
  const client = places[0]?.client ?? 0;
  const accessPoint = places[2]?.accessPoint ?? 0;
  const [low, high] = [epoch + dayMs, epoch + 4 * dayMs - 1];
  const [odd, later] = [epoch + 1.3 * dayMs, epoch + 3.7 * dayMs];
  return [
    { where: [], selects: () => true },
    { where: [from(low), until(high)], selects: ({ start }) => start >= low && start <= high },
    { where: [from(odd), until(later)], selects: ({ start }) => start >= odd && start <= later },
    { where: [from(odd), isOver], selects: (keys) => keys.start >= odd && keys.isOver },
    {
      where: [from(odd), until(odd + 3_600_000)],
      selects: ({ start }) => start >= odd && start <= odd + 3_600_000,
    },
    {
      where: [{ column: 'client', operator: '=', value: client }, until(later)],
      selects: (keys) => keys.client === client && keys.start <= later,
    },
    {
      where: [{ column: 'ssid', operator: '=', value: 'net 2' }],
      selects: ({ ssid }) => ssid === 'net 2',
    },
    {
      where: [{ column: 'acctterminatecause', operator: '=', value: 'User-Request' }, isOver],
      selects: (keys) => keys.cause === 'User-Request' && keys.isOver,
    },
    {
      where: [
        { column: 'access_point', operator: '=', value: accessPoint },
        { column: 'ssid', operator: '=', value: 'net 1' },
      ],
      selects: (keys) => keys.access_point === accessPoint && keys.ssid === 'net 1',
    },
  ];
}

/** Returns what is asked in a round: each pair of a selection and a group in two of eight. */
function askedIn(scene: Scene, round: number): readonly Asked[] {
  return selectionsOf(scene).flatMap((selection, at) =>
    sumGroupNames
      .filter((_, place) => (at + place + round) % 4 === 0)
      .map((group) => ({ ...selection, group })),
  );
}

async function sumsOf({ store, places }: Scene, { group, where }: Pick<Asked, 'group' | 'where'>) {
  const scope = places.map(({ organization }) => organization);
  const limit = 1000;
  const { rows } = await sumSessions(store, {
    selection: { scope, where },
    group,
    after: null,
    limit,
    now,
  });
  return rows
    .map(({ key, sessions, seconds, octets_in, octets_out }) => ({
      key,
      sessions,
      seconds,
      octets_in: Number(octets_in),
      octets_out: Number(octets_out),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

for (const store of await bothStores()) {
  test(`${store.engine}: sums of days agree with the sessions, late packets among them`, async (t) => {
    const scene = await openScene(store);
    const next = numbers(20_261_127);
    let compared = 0;
    for (let round = 0; round < 8; round += 1) {
      for (let step = 0; step < 60; step += 1)
        await scene.recorder.record(event(randomEvent(scene, next)));
      if (round % 2 === 0) await sumEndedSessions({ store }, abort.signal);
      for (const asked of askedIn(scene, round)) {
        const sums = await expected(scene, asked);
        compared += sums.length;
        const about = `round ${round}, ${asked.group}, ${JSON.stringify(asked.where)}`;
        t.same(await sumsOf(scene, asked), sums, about);
      }
    }
    t.ok(compared > 500, `${compared} sums were compared`);
    const all = { where: [], selects: () => true };
    const before = await expected(scene, { ...all, group: 'day' });
    await sumEndedSessions({ store }, abort.signal);
    const over = { where: [isOver], selects: (keys: Keys) => keys.isOver };
    const kept = await expected(scene, { ...over, group: 'ssid' });
    for (const { client } of scene.places)
      await store.write([
        { sql: `delete from aaa_accounting where client = ${client}`, parameters: [] },
      ]);
    t.ok(before.length > 3);
    t.same(await sumsOf(scene, { ...over, group: 'ssid' }), kept, 'the sums outlive the sessions');
  });

  test(`${store.engine}: counters at the limit of 63 bits are summed up and taken out exactly`, async (t) => {
    const scene = await openScene(store);
    const [place] = scene.places;
    if (!place) throw new Error('no place');
    const most = 2n ** 63n - 1n;
    const stop = (sessionId: string, gigawordsIn: number, second: number) =>
      scene.recorder.record(
        event({
          kind: 'stop',
          organization: place.organization,
          client: place.client,
          sessionId,
          receivedAt: new Date(epoch + second * 1000),
          sessionSeconds: 60,
          octetsIn: 7,
          gigawordsIn,
          octetsOut: 4_000_000_000,
        }),
      );
    const request = {
      selection: { scope: [place.organization], where: [] },
      group: 'client',
      after: null,
      limit: 10,
      now,
    } as const;
    const sums = async () =>
      (await sumSessions(store, request)).rows.map(({ octets_in }) => octets_in);
    for (const name of ['A', 'B', 'C']) await stop(name, 2 ** 32 - 1, 1);
    t.same(await sums(), [3n * most], 'of sessions');
    await sumEndedSessions({ store }, abort.signal);
    t.same(await sums(), [3n * most], 'of sums');
    for (const name of ['A', 'B']) await stop(name, 0, 61);
    await sumEndedSessions({ store }, abort.signal);
    t.match(await sumSessions(store, request), {
      rows: [{ sessions: 3, octets_in: most + 14n, octets_out: 12_000_000_000 }],
    });
  });

  test(`${store.engine}: too many sessions are refused before they are read`, async (t) => {
    const scene = await openScene(store);
    const [place] = scene.places;
    if (!place) throw new Error('no place');
    for (let session = 0; session < 5; session += 1)
      await scene.recorder.record(
        event({
          kind: 'stop',
          organization: place.organization,
          client: place.client,
          sessionId: `M${session}`,
          receivedAt: new Date(epoch + session),
          sessionSeconds: 1,
        }),
      );
    const reads: string[] = [];
    const counted: Store = {
      ...store,
      readLong: (query, reader) => {
        reads.push(query.compile().sql);
        return store.readLong(query, reader);
      },
    };
    const request = {
      selection: { scope: [place.organization], where: [] },
      group: 'user',
      after: null,
      limit: 10,
      now,
      most: 4,
    } as const;
    await t.rejects(sumSessions(counted, request), /More than 4 sessions would be read/);
    t.equal(reads.length, 1, 'only their number is read');
    const summed = { ...request, group: 'client' } as const;
    await t.rejects(sumSessions(store, summed), 'sessions that have just ended count');
    await sumEndedSessions({ store }, abort.signal);
    t.match(await sumSessions(store, summed), { rows: [{ key: place.client, sessions: 5 }] });
  });

  test(`${store.engine}: a burst of sessions is added in parts, with nine times as long a rest between them`, async (t) => {
    const { places, recorder } = await openScene(store);
    const [place] = places;
    if (!place) throw new Error('no place');
    const { organization, client } = place;
    const stops = Array.from({ length: 1_001 }, (_, session) =>
      recorder.record(
        event({
          kind: 'stop',
          organization,
          client,
          sessionId: `P${session}`,
          receivedAt: new Date(epoch + session),
          sessionSeconds: 1,
        }),
      ),
    );
    await Promise.all(stops);
    let nowMs = 0;
    const clock = { monotonicMs: () => (nowMs += 40) };
    const task = createSummingTask({ store, clock });
    t.equal(await task.run(abort.signal), 360);
    t.equal(await task.run(abort.signal), undefined, 'the next run is in a minute');
    const request = {
      selection: { scope: [organization], where: [] },
      group: 'client',
      after: null,
      limit: 10,
      now,
    } as const;
    t.match(await sumSessions(store, request), { rows: [{ key: client, sessions: 1_001 }] });
  });
}
