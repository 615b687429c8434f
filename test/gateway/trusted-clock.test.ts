import tap, { test } from 'tap';
import { startPostgres } from '../peers/postgres.ts';
import { day } from '../upkeep/retention/fixture.ts';
import {
  addAgedRows,
  addClockRule,
  addDueIn,
  allKept,
  ClockSite,
  clockAlerts,
  countAgedRows,
  daysOfRollups,
  findDue,
  queueMail,
} from './trusted-clock-site.ts';

/* A gateway whose clock is wrong: what it has skipped is neither deleted, ended nor begun. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
tap.teardown(() => postgres.stop());
const waiting = {
  status: 'scheduled',
  isOpen: true,
  disconnects: 0,
  series: { status: 'running', runs: 0, missed: 0 },
  exports: 1,
};
const engines = ['sqlite', 'postgres'] as const;
const urlOf = (engine: (typeof engines)[number], name: string) =>
  engine === 'sqlite' ? 'sqlite' : postgres.createDatabase(name);

for (const engine of engines) {
  test(`${engine}: 800 days ahead for a minute delete nothing, end nothing, and alert`, async (t) => {
    const site = new ClockSite(await urlOf(engine, 'ahead'));
    const gateway = await site.start(new Date());
    t.teardown(() => {
      site.remove();
    });
    const place = await addAgedRows(gateway);
    const due = await addDueIn(gateway, place, day);
    await addClockRule(gateway);
    await gateway.pass(10);
    t.same(await clockAlerts(gateway), []);
    gateway.jump(800);
    await gateway.pass(70);
    t.same(await countAgedRows(gateway, place), allKept);
    t.same(await findDue(gateway, due), waiting);
    t.ok((await daysOfRollups(gateway)) < 1, 'rollups are not done for the time that was skipped');
    t.match(await clockAlerts(gateway), [{ state: 'firing', message: /19200 hours ahead/ }]);
    const attempts = await queueMail(gateway, place, gateway.clock.now());
    gateway.jump(-800);
    const isResolved = async () => (await clockAlerts(gateway))[0]?.state === 'resolved';
    t.ok(await gateway.until(isResolved), 'the alert is resolved');
    t.ok(await gateway.until(async () => ((await attempts()) ?? 0) > 0), 'deliveries go on');
    t.same(await countAgedRows(gateway, place), allKept);
    t.same(await findDue(gateway, due), waiting);
    await gateway.stop();
  });

  test(`${engine}: while the clock runs, what gets too old is deleted and ended`, async (t) => {
    const site = new ClockSite(await urlOf(engine, 'running'));
    const gateway = await site.start(new Date());
    t.teardown(() => {
      site.remove();
    });
    const week = 7 * day;
    const place = await addAgedRows(gateway, week - 90_000);
    const due = await addDueIn(gateway, place, 90_000);
    await gateway.pass(60);
    t.same(await countAgedRows(gateway, place), allKept);
    t.same(await findDue(gateway, due), waiting);
    const isDeleted = async () => (await countAgedRows(gateway, place))['aaa_decision'] === 0;
    t.ok(await gateway.until(isDeleted), 'decisions are kept for a week');
    t.same(await countAgedRows(gateway, place), { ...allKept, aaa_decision: 0 });
    const isOver = async () => {
      const { status, isOpen, disconnects, series } = await findDue(gateway, due);
      return status !== 'scheduled' && !isOpen && disconnects === 1 && series?.runs === 1;
    };
    t.ok(
      await gateway.until(isOver),
      'work has begun, the login has ended, and the session is to be disconnected',
    );
    await gateway.stop();
  });
}

test('of two gateways on one store, the one with the wrong clock deletes nothing', async (t) => {
  const url = await postgres.createDatabase('two');
  const [here, there] = [new ClockSite(url), new ClockSite(url)];
  const right = await here.start(new Date());
  const wrong = await there.start(new Date(Date.now() + 5 * day));
  t.teardown(() => {
    here.remove();
    there.remove();
  });
  const place = await addAgedRows(right);
  const due = await addDueIn(right, place, day);
  await addClockRule(right);
  /** Both run, and look at each other's accepted time. */
  const passMinutes = async (minutes: number) => {
    for (let past = 0; past < 2 * minutes; past += 1) {
      await right.pass(30);
      await wrong.pass(30);
    }
  };
  await passMinutes(2);
  wrong.jump(800);
  await passMinutes(1.5);
  t.same(await countAgedRows(right, place), allKept);
  t.same(await findDue(right, due), waiting);
  t.equal(right.running.gateway.trustedClock.state, 'trusted');
  t.equal(wrong.running.gateway.trustedClock.state, 'ahead');
  t.match((await clockAlerts(right)).at(-1), { state: 'firing' });
  await wrong.stop();
  await right.stop();
});
