import { Registry } from 'prom-client';
import tap, { test, type Test } from 'tap';
import { readUsage } from '../../../src/aaa/policy/limit/usage.ts';
import { sumEndedSessions } from '../../../src/aaa/session/sums/session-summing.ts';
import { readTrafficCourse } from '../../../src/aaa/session/traffic/traffic-course.ts';
import { maxPoints, sampleTraffic } from '../../../src/aaa/session/traffic/traffic-sampling.ts';
import { startRadius, type RadiusServer } from '../../../src/radius/server.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { retentionOn } from '../../upkeep/retention/fixture.ts';
import { radclient, startSite, type Site } from '../fixture.ts';

/*
 * NASes whose clock is wrong, and NASes that hold packets back; the traffic of sessions in the course of time. Packets are of
 * radclient; times in seconds.
 */

const minute = 60;
const hour = 3_600;
const day = 86_400;
/** The middle of a day in the middle of a month. */
const begin = Date.UTC(2026, 10, 18, 12) / 1000;

const postgres = await startPostgres({ fsync: false });
tap.teardown(() => postgres.stop());

let sites = 0;

interface Scene {
  readonly t: Test;
  readonly site: Site;
  readonly clock: ManualClock;
  readonly alice: number;
}

/** A packet; `stated` is its Event-Timestamp as a difference to its receipt. */
interface Packet {
  readonly status: string;
  readonly stated?: number;
  readonly delay?: number;
  readonly seconds?: number;
  readonly octets?: number;
  readonly session?: string;
  readonly nas?: string;
  /** Left out: the server of the site. */
  readonly to?: RadiusServer;
}

const now = ({ clock }: Scene) => clock.now().getTime() / 1000;

async function send(scene: Scene, packet: Packet): Promise<void> {
  const { status, stated, delay, seconds, octets, session = 'S1', nas = 'ap' } = packet;
  const values: Readonly<Record<string, string | number | undefined>> = {
    'Acct-Status-Type': status,
    'Acct-Session-Id': session,
    'User-Name': 'alice',
    'NAS-Identifier': nas,
    'Event-Timestamp': stated === undefined ? undefined : now(scene) + stated,
    'Acct-Delay-Time': delay,
    'Acct-Session-Time': seconds,
    'Acct-Input-Octets': octets,
  };
  const attributes = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}\n`)
    .join('');
  const { acctAddress: to } = packet.to ?? scene.site.server;
  const outcome = await radclient({ to, command: 'acct', attributes });
  scene.t.ok(outcome.ok, outcome.output);
}

/** Moves the date alone: no periodic task needs to run for days. */
function pass({ clock }: Scene, seconds: number): void {
  clock.setDate(new Date(clock.now().getTime() + seconds * 1000));
}

interface Session {
  readonly start: number | null;
  readonly stop: number | null;
  readonly seconds: number | null;
  readonly octets: number | bigint | null;
  readonly offset: number | null;
}

/** Returns the sessions, with times relative to `begin`. */
async function sessionsOf({ site }: Scene): Promise<readonly Session[]> {
  const rows = await site.store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .orderBy('radacctid')
    .execute();
  const relative = (ms: number | null) => (ms === null ? null : ms / 1000 - begin);
  return rows.map((row) => ({
    start: relative(row.acctstarttime),
    stop: relative(row.acctstoptime),
    seconds: row.acctsessiontime,
    octets: row.acctinputoctets,
    offset: row.clock_offset,
  }));
}

async function monthlyUsage({ site, alice, clock }: Scene) {
  const usage = await readUsage(site.store, {
    user: alice,
    periods: ['monthly'],
    now: clock.now(),
    timeZone: 'UTC',
  });
  return usage.get('monthly');
}

/** Runs the retention of a site that keeps sessions for 33 days, as of now. */
async function deleteOld({ site, clock }: Scene): Promise<void> {
  const { run, clock: own } = retentionOn(site.store, { accounting: { days: 33 } });
  own.setDate(clock.now());
  // Only sessions that are in the sums are deleted.
  await sumEndedSessions(site, new AbortController().signal);
  await run();
}

async function exchange({ tasks }: RadiusServer): Promise<void> {
  for (const task of tasks)
    if (task.name === 'clocks of NASes') await task.run(new AbortController().signal);
}

/** Sends a session of 10 minutes and 5000 octets by a clock that is ahead. */
async function sendSession(scene: Scene, stated: number, session = 'S1'): Promise<void> {
  await send(scene, { status: 'Start', stated, session });
  pass(scene, 5 * minute);
  await send(scene, { status: 'Interim-Update', stated, seconds: 300, octets: 2000, session });
  pass(scene, 5 * minute);
  await send(scene, { status: 'Stop', stated, seconds: 600, octets: 5000, session });
}

const sample = ({ site }: Scene) => sampleTraffic(site, new AbortController().signal);

/** Passes some minutes with an Interim-Update at the end, and samples. */
async function proceed(scene: Scene, minutes: number, octets: number): Promise<void> {
  pass(scene, minutes * minute);
  await send(scene, { status: 'Interim-Update', stated: 0, octets });
  await sample(scene);
}

/** Returns the course of the first session: minutes since `begin`, octets in, and `gap` after one. */
async function courseOf({ site, clock }: Scene) {
  const course = await readTrafficCourse(site.store, 1, clock.now().getTime());
  return {
    interval: course?.interimInterval,
    points: course?.points.map(({ at, octetsIn, isAfterGap }) => [
      (at - begin) / minute,
      Number(octetsIn),
      ...(isAfterGap ? ['gap'] : []),
    ]),
  };
}

const in2008 = Date.UTC(2008, 0, 1) / 1000 - begin;
const tenMinutes = { start: 0, stop: 600, seconds: 600, octets: 5000 };

for (const engine of ['sqlite', 'postgres']) {
  const scene = (says: string, play: (scene: Scene) => Promise<void>): void => {
    test(`${engine}: ${says}`, async (t) => {
      sites += 1;
      const url = engine === 'sqlite' ? engine : await postgres.createDatabase(`clock_${sites}`);
      const clock = new ManualClock(new Date(begin * 1000));
      const site = await startSite({ database: url, clock });
      t.teardown(() => site.stop());
      const user = await site.store.db
        .selectFrom('user')
        .select('id')
        .where('username', '=', 'alice')
        .executeTakeFirstOrThrow();
      await play({ t, site, clock, alice: user.id });
    });
  };

  scene(
    'the traffic of a session has its course, and a gap where packets are missing',
    async (at) => {
      await send(at, { status: 'Start', stated: 0 });
      await sample(at);
      at.t.same(await courseOf(at), { interval: null, points: [] }, 'no counters yet');
      await proceed(at, 5, 1000);
      await proceed(at, 1, 1100);
      at.t.same((await courseOf(at)).points, [
        [0, 0],
        [5, 1000],
        [6, 1100],
      ]);
      await proceed(at, 4, 2000);
      await proceed(at, 60, 50_000);
      await proceed(at, 5, 51_000);
      pass(at, minute);
      await send(at, { status: 'Stop', stated: 0, seconds: 76 * minute, octets: 51_500 });
      await sample(at);
      at.t.same(await courseOf(at), {
        interval: 300,
        points: [
          [0, 0],
          [5, 1000],
          [10, 2000],
          [70, 50_000, 'gap'],
          [75, 51_000],
          [76, 51_500],
        ],
      });
    },
  );

  scene('a NAS without Interim-Updates tells the sum of a session alone', async (at) => {
    await send(at, { status: 'Start', stated: 0 });
    pass(at, hour);
    await sample(at);
    await send(at, { status: 'Stop', stated: 0, seconds: hour, octets: 9000 });
    at.t.same(await courseOf(at), {
      interval: null,
      points: [
        [0, 0],
        [60, 9000],
      ],
    });
  });

  scene(
    'a session with too many points loses every second one, and has its row no longer than itself',
    async (at) => {
      const { db } = at.site.store;
      await send(at, { status: 'Start', stated: 0 });
      await proceed(at, 5, 1000);
      const points = Array.from({ length: maxPoints - 1 }, (_, index) => {
        const when = begin + (index + 1) * 5 * minute;
        return `${when} ${2 ** 53}${index} 0`;
      });
      const ofLong = {
        at: (begin + (maxPoints - 1) * 5 * minute) * 1000,
        samples: points.length,
        points: points.join(';'),
      };
      await at.site.store.write([db.updateTable('aaa_session_traffic').set(ofLong)]);
      await proceed(at, (maxPoints - 1) * 5, 2_000_000);
      const kept = { step: 240, samples: maxPoints / 2 };
      const [row] = await db.selectFrom('aaa_session_traffic').selectAll().execute();
      at.t.match(row, kept);
      at.t.match(
        row?.points,
        new RegExp(`^${begin + 2 * 5 * minute} ${2 ** 53}1 0;.*;${now(at)} 2000000 0$`),
      );
      await proceed(at, 3, 3_000_000);
      at.t.match(
        await db.selectFrom('aaa_session_traffic').selectAll().execute(),
        [kept],
        'not due',
      );
      await at.site.store.write([db.deleteFrom('aaa_accounting')]);
      at.t.same(await db.selectFrom('aaa_session_traffic').selectAll().execute(), []);
    },
  );

  for (const [says, ahead] of [
    ['in 2008', in2008],
    ['39 days behind', -39 * day],
    ['8 hours ahead', 8 * hour],
    ['two days ahead', 2 * day],
  ] as const)
    scene(
      `a session of a clock ${says} has the times of its receipt, is kept and counted`,
      async (of) => {
        await sendSession(of, ahead);
        await deleteOld(of);
        of.t.strictSame(await sessionsOf(of), [{ ...tenMinutes, offset: ahead }]);
        of.t.same(await monthlyUsage(of), { seconds: 600, octets: 5000 });
        const [row] = await of.site.store.db
          .selectFrom('aaa_accounting')
          .select('nas_event_time')
          .execute();
        of.t.equal(row?.nas_event_time, (begin + 600 + ahead) * 1000, 'what the NAS said is kept');
      },
    );

  scene(
    'a clock that is set during a session changes neither its begin nor its length',
    async (of) => {
      await send(of, { status: 'Start', stated: in2008 });
      pass(of, 5 * minute);
      await send(of, { status: 'Interim-Update', stated: 0, seconds: 300, octets: 2000 });
      pass(of, 5 * minute);
      await send(of, { status: 'Stop', stated: 0, seconds: 600, octets: 5000 });
      of.t.strictSame(await sessionsOf(of), [{ ...tenMinutes, offset: 0 }]);
    },
  );

  scene('a clock that a reboot sets back is wrong from its first packet on', async (of) => {
    await send(of, { status: 'Start', stated: 0 });
    pass(of, 5 * minute);
    await send(of, { status: 'Interim-Update', stated: 0, seconds: 300, octets: 2000 });
    pass(of, 5 * minute);
    await send(of, { status: 'Accounting-On', stated: in2008, session: 'S0' });
    await sendSession(of, in2008, 'S2');
    of.t.strictSame(await sessionsOf(of), [
      { ...tenMinutes, octets: 2000, offset: 0 },
      { ...tenMinutes, start: 600, stop: 1200, offset: in2008 },
    ]);
  });

  for (const [says, delay] of [
    ['with Acct-Delay-Time', 2 * day],
    ['with an Acct-Delay-Time of 0', 0],
    ['without Acct-Delay-Time', undefined],
  ] as const)
    scene(
      `packets that a NAS with a right clock has held back keep their times, ${says}`,
      async (of) => {
        await send(of, { status: 'Start', stated: 0, session: 'S0' });
        pass(of, 3 * day);
        const held = (before: number) => (delay === 0 ? 0 : delay && before);
        const queue = [
          { status: 'Start', before: 2 * day },
          { status: 'Interim-Update', before: 2 * day - 300, seconds: 300, octets: 2000 },
          { status: 'Stop', before: 2 * day - 600, seconds: 600, octets: 5000 },
        ];
        for (const { before, ...packet } of queue) {
          const waited = held(before);
          await send(of, {
            ...packet,
            stated: -before,
            ...(waited === undefined ? {} : { delay: waited }),
          });
          pass(of, 2);
        }
        await send(of, { status: 'Interim-Update', stated: 0, seconds: 3 * day, session: 'S0' });
        const [, session] = await sessionsOf(of);
        of.t.match(session, { seconds: 600, octets: 5000 });
        const { start, stop } = session ?? {};
        of.t.equal(start, day, 'it began when the NAS says');
        of.t.equal((stop ?? 0) - (start ?? 0), 604, 'each packet was stamped two seconds later');
      },
    );

  scene('a Stop of yesterday is of yesterday, also as the first packet of a NAS', async (of) => {
    await send(of, { status: 'Stop', stated: -day, seconds: 600, octets: 5000 });
    of.t.match(await sessionsOf(of), [{ start: -day - 600, stop: -day, offset: null }]);
  });

  scene(
    'a clock some days behind is believed until its packets are as old for five minutes',
    async (of) => {
      const stated = -5 * day;
      await send(of, { status: 'Start', stated });
      pass(of, minute);
      await send(of, { status: 'Interim-Update', stated, seconds: 60, octets: 1 });
      of.t.match(await sessionsOf(of), [{ start: stated, offset: null }]);
      pass(of, 4 * minute);
      await send(of, { status: 'Interim-Update', stated, seconds: 300, octets: 2000 });
      of.t.match(await sessionsOf(of), [{ start: 0, stop: null, offset: stated }]);
      pass(of, 5 * minute);
      await send(of, { status: 'Stop', stated, seconds: 600, octets: 5000 });
      of.t.strictSame(await sessionsOf(of), [{ ...tenMinutes, offset: stated }]);
    },
  );

  scene(
    'the times of a session keep the distance that the clock of the NAS gave them',
    async (of) => {
      const stated = 8 * hour;
      // The Start was on its way for 20 seconds, the Stop for none.
      await send(of, { status: 'Start', stated: stated - 20 });
      pass(of, 10);
      await send(of, { status: 'Stop', stated });
      of.t.match(await sessionsOf(of), [{ start: 0, stop: 30, seconds: 30 }]);
    },
  );

  scene('without Event-Timestamp the time of receipt counts, less Acct-Delay-Time', async (of) => {
    await send(of, { status: 'Start', delay: 30 });
    pass(of, 10 * minute);
    await send(of, { status: 'Stop', seconds: 630, octets: 5 });
    of.t.strictSame(await sessionsOf(of), [
      { start: -30, stop: 600, seconds: 630, octets: 5, offset: null },
    ]);
  });

  scene('retention counts from receipt', async (of) => {
    await send(of, { status: 'Stop', stated: -29 * day, seconds: 5 * day, octets: 5000 });
    pass(of, 5 * day);
    await deleteOld(of);
    of.t.match(await sessionsOf(of), [{ stop: -29 * day, offset: null }]);
    pass(of, 29 * day);
    await deleteOld(of);
    of.t.same(await sessionsOf(of), []);
  });

  scene('another gateway knows the clock, also one that starts later', async (of) => {
    const stated = -5 * day;
    const other = await startRadius({ ...of.site.gateway, metrics: new Registry() });
    of.t.teardown(() => other.stop());
    await send(of, { status: 'Start', stated });
    pass(of, 5 * minute);
    await send(of, { status: 'Stop', stated, seconds: 300 });
    await exchange(of.site.server);
    await exchange(other);
    await send(of, { status: 'Start', stated, session: 'S2', to: other });
    const third = await startRadius({ ...of.site.gateway, metrics: new Registry() });
    of.t.teardown(() => third.stop());
    await send(of, { status: 'Start', stated, session: 'S3', to: third });
    of.t.match(await sessionsOf(of), [
      { start: 0, offset: stated },
      { start: 300, offset: stated },
      { start: 300, offset: stated },
    ]);
  });
}
