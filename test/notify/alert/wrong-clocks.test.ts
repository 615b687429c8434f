import tap, { test } from 'tap';
import { runChecks } from '../../../src/installation/doctor/check.ts';
import { nasClockCheck } from '../../../src/installation/doctor/radius-checks.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { radclient, secret } from '../../radius/fixture.ts';
import { sealed } from '../../sealed.ts';
import { startAlertSite } from './fixture.ts';

/* A NAS whose clock is wrong: its client, the metrics, the doctor, and the alerts of its organization and of others. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
tap.teardown(() => postgres.stop());

for (const [engine, more] of [
  ['sqlite', {}],
  ['postgres', { GATEHOUSE_DATABASE_URL: postgres.url }],
] as const)
  test(`${engine}: a NAS whose clock is wrong is shown, and alerts its organization and those above`, async (t) => {
    const site = await startAlertSite(more);
    t.teardown(() => site.stop());
    const organizationOf = async (name: string) =>
      Number((await site.gate('POST', '/organization/', { name, parent: 1 }))['id']);
    const [hotel, other] = [await organizationOf('Hotel'), await organizationOf('Other')];
    const rule = { kind: 'nas_clock', seconds: 60, clear_seconds: 60 };
    for (const organization of [1, hotel, other])
      await site.create('/alert_rule/', { ...rule, name: `clocks ${organization}`, organization });
    const client = await site.gate('POST', '/aaa_client/', {
      name: 'lobby',
      address: '127.0.0.1',
      organization: hotel,
      secret,
    });
    t.equal(client['clock_offset'], null, 'not known');

    const send = async (nas: string, ahead: number) => {
      const [to] = site.running.radius.acct;
      if (!to) throw new Error('no RADIUS');
      const stated = Math.floor(site.clock.now().getTime() / 1000) + ahead;
      const attributes = `Acct-Status-Type=Start\nAcct-Session-Id=${nas}\nNAS-Identifier=${nas}\nEvent-Timestamp=${stated}\n`;
      const outcome = await radclient({ to, command: 'acct', attributes });
      t.ok(outcome.ok, outcome.output);
      await site.clock.advance(20_000);
    };
    const offset = async () =>
      (await site.gate('GET', `/aaa_client/${String(client['id'])}/`))['clock_offset'];
    /** Each gateway stores what it has learned every ten seconds. */
    const storedOffset = async (expected: number) => {
      for (let tries = 0; (await offset()) !== expected && tries < 50; tries += 1)
        await site.clock.advance(10_000);
      return offset();
    };
    const metric = async () => {
      const gauge = site.running.gateway.metrics.getSingleMetric(
        'gatehouse_radius_nas_clock_offset_seconds',
      );
      return (await gauge?.get())?.values.map(({ value, labels }) => ({ value, labels }));
    };
    const doctor = async () => {
      const { config } = site.running.gateway;
      return runChecks([nasClockCheck], { config, isRunning: true, sealed });
    };
    const pass = async (seconds: number) => {
      for (let past = 0; past < seconds; past += 20) await site.evaluateAfter(20);
    };
    const alerts = async () =>
      (await site.list('/alert/')).map(({ state, organization, message }) => ({
        state,
        organization,
        message,
      }));

    await send('right', 0);
    t.equal(await storedOffset(0), 0);
    t.same(await metric(), []);
    t.match(await doctor(), [{ state: 'ok' }]);
    await send('wrong', -39 * 86_400);
    t.equal(await storedOffset(-39 * 86_400), -39 * 86_400);
    t.match(await metric(), [
      { value: -39 * 86_400, labels: { client: /^lobby/, nas: 'wrong, 127.0.0.1' } },
    ]);
    t.match(await doctor(), [
      { state: 'warning', seen: 'wrong, 127.0.0.1 of the AAA client "lobby" is 39 days behind' },
    ]);
    await pass(120);
    const firing = {
      state: 'firing',
      message: /^NAS wrong, 127\.0\.0\.1 of client lobby .*: its clock is 39 days behind/,
    };
    t.match(
      (await alerts()).toSorted((a, b) => Number(a.organization) - Number(b.organization)),
      [
        { ...firing, organization: 1 },
        { ...firing, organization: hotel },
      ],
    );
    t.equal((await alerts()).length, 2, 'none for the other organization');

    await send('wrong', 0);
    t.equal(await storedOffset(0), 0);
    await pass(120);
    t.same([...new Set((await alerts()).map(({ state }) => state))], ['resolved']);
  });
