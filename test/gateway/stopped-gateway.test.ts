import tap, { test } from 'tap';
import { acceptedTimeCheck } from '../../src/installation/doctor/accepted-time-check.ts';
import { startPostgres } from '../peers/postgres.ts';
import { day } from '../upkeep/retention/fixture.ts';
import {
  addAgedRows,
  addClockRule,
  allKept,
  ClockSite,
  clockAlerts,
  countAgedRows,
} from './trusted-clock-site.ts';

/* A gateway that was stopped cannot know whether its clock is right. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
tap.teardown(() => postgres.stop());
const urls = { sqlite: 'sqlite', postgres: await postgres.createDatabase('month') };

for (const [engine, url] of Object.entries(urls))
  test(`${engine}: after a month a gateway waits for clock accept`, async (t) => {
    const site = new ClockSite(url);
    t.teardown(() => {
      site.remove();
    });
    const before = await site.start(new Date(Date.now() - 30 * day));
    const place = await addAgedRows(before);
    await before.pass(1);
    await before.stop();
    const gateway = await site.start(new Date());
    await addClockRule(gateway);
    await gateway.pass(70);
    t.same(await countAgedRows(gateway, place), allKept);
    t.match(await clockAlerts(gateway), [{ state: 'firing', message: /720 hours ahead/ }]);
    t.match(await site.command(), /30\.0 days ahead[^]*gatehouse clock accept/);
    const examined = { config: site.config, isRunning: true, sealed: [] };
    t.match(await acceptedTimeCheck.run(examined), [{ state: 'warning' }]);
    t.match(await site.command('accept'), 'The clock is accepted');
    const isDeleted = async () => (await countAgedRows(gateway, place))['aaa_decision'] === 0;
    t.ok(await gateway.until(isDeleted), 'decisions are kept for a week');
    t.match(await countAgedRows(gateway, place), { ...allKept, aaa_decision: 0 });
    const isResolved = async () => (await clockAlerts(gateway))[0]?.state === 'resolved';
    t.ok(await gateway.until(isResolved), 'the alert is resolved');
    t.match(await site.command(), 'The clock is plausible.');
    t.match(await acceptedTimeCheck.run(examined), [{ state: 'ok' }]);
    const { db } = gateway.store;
    const isAudited = async () => (await db.selectFrom('audit').selectAll().execute()).length > 4;
    t.ok(await gateway.until(isAudited));
    const audited = await db
      .selectFrom('audit')
      .select(['username', 'method', 'path', 'object', 'fields'])
      .where('method', 'in', ['COMMAND', 'TASK'])
      .orderBy('id')
      .execute();
    t.match(audited, [
      { method: 'COMMAND', path: 'gatehouse clock accept' },
      {
        username: 'gateway',
        method: 'TASK',
        path: 'retention',
        object: 'aaa_decision',
        fields: /^\["3 rows","older than 20\d\d-.*Z"\]$/,
      },
    ]);
    await gateway.stop();
  });
