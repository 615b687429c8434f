import tap, { test, type Test } from 'tap';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalReject } from '../../../src/portal/portal-reject.ts';
import { PeriodicTasks } from '../../../src/jobs/periodic-tasks.ts';
import { portalSessionTasks } from '../../../src/portal/portal-session-end.ts';
import { openPortalSession } from '../../../src/portal/portal-session.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import {
  startAccountingServer,
  type AccountingServer,
  type Detail,
} from '../../peers/freeradius-accounting.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { AccountingSource } from '../acct/accounting-source.ts';
import { secret, startSite, type Site } from '../fixture.ts';

/* Accounting of captive portal sessions is sent to FreeRADIUS as a NAS would send it. */

const shared = 'shared-with-upstream';
const device = {
  password: null,
  ap_mac: 'AA:BB:CC:00:00:01',
  mac: '02:00:00:00:00:01',
  ip: '10.0.0.5',
  user_agent: null,
};
const postgres = await startPostgres({ fsync: false });
tap.teardown(() => postgres.stop());
let databases = 0;

interface Bench {
  readonly site: Site;
  readonly upstream: AccountingServer;
  /** Moves the gateway's clock. */
  readonly pass: (seconds: number) => void;
  readonly open: (uid: string, more?: { readonly timeout?: number }) => Promise<string>;
  /** Returns the records that the upstream has received of a session, once there are `count`. */
  readonly recordsOf: (session: string, count: number) => Promise<readonly Detail[]>;
}

async function bench(t: Test, engine: string): Promise<Bench> {
  // Stands still but for `pass`, so that times are exact however slow the machine is.
  let now = Date.now();
  databases += 1;
  const database =
    engine === 'sqlite' ? engine : await postgres.createDatabase(`portal_${databases}`);
  const site = await startSite({ database, now: () => new Date(now) });
  const upstream = await startAccountingServer(shared);
  const tasks = new PeriodicTasks(site.gateway);
  tasks.start(portalSessionTasks(site.gateway));
  t.teardown(async () => {
    await tasks.stop();
    await site.stop();
    await upstream.remove();
  });
  const { store, vault } = site.gateway;
  const stamps = { created: 0, last_change: Date.now() };
  const point = {
    organization: 1,
    name: 'lobby',
    mac: device.ap_mac,
    ssid: 'Guests',
    identifier: 'ap-lobby',
  };
  const sealed = vault.seal(new Secret(shared), 'aaa_upstream.secret');
  const isp = {
    organization: 1,
    name: 'isp',
    address: '127.0.0.1',
    acct_port: upstream.port,
    secret: sealed,
    ...stamps,
  };
  await store.write([
    store.db.insertInto('access_point').values({ ...point, ...stamps }),
    store.db.insertInto('aaa_upstream').values({ ...isp, portal_accounting: 1 }),
  ]);
  await site.gateway.changes.publish('aaa_upstream');
  return {
    site,
    upstream,
    pass: (seconds) => {
      now += seconds * 1000;
    },
    open: async (uid, { timeout } = {}) => {
      const caller = { organization: 1, organizations: [1] };
      const session = await openPortalSession(site.gateway, caller, {
        ...device,
        uid,
        timeout: timeout ?? null,
      });
      if (session instanceof PortalReject) throw new Error(session.message);
      return session.id;
    },
    recordsOf: (session, count) =>
      eventually(
        async () =>
          (await upstream.details()).filter(
            (detail) => detail.get('Acct-Session-Id')?.[0] === session,
          ),
        (details) => details.length >= count,
        60_000,
      ),
  };
}

function valuesOf(details: readonly Detail[], ...names: readonly string[]): readonly string[] {
  return details.map((detail) => names.map((name) => detail.get(name)?.[0] ?? '-').join(' '));
}

const events = ['Acct-Status-Type', 'Acct-Session-Time', 'Acct-Terminate-Cause'];

for (const engine of ['sqlite', 'postgres']) {
  test(`${engine}: a session sends a Start, Interim-Updates and a Stop when its time is over`, async (t) => {
    const { open, recordsOf, pass } = await bench(t, engine);
    const id = await open('alice', { timeout: 700 });
    const [start] = await recordsOf(id, 1);
    const shown = Object.fromEntries([...(start ?? [])].map(([name, values]) => [name, values[0]]));
    t.match(shown, {
      'User-Name': 'alice',
      'NAS-Identifier': 'ap-lobby',
      'Called-Station-Id': 'AA-BB-CC-00-00-01:Guests',
      'Calling-Station-Id': '02-00-00-00-00-01',
      'Framed-IP-Address': '10.0.0.5',
      'Service-Type': 'Login-User',
    });
    for (const count of [2, 3, 4]) {
      pass(300);
      await recordsOf(id, count);
    }
    const details = await recordsOf(id, 4);
    t.strictSame(valuesOf(details, ...events), [
      'Start - -',
      'Interim-Update 300 -',
      'Interim-Update 600 -',
      'Stop 700 Session-Timeout',
    ]);
    const times = details.map(
      (detail) => Date.parse(detail.get('Event-Timestamp')?.[0] ?? '') / 1000,
    );
    t.equal(
      (times[3] ?? 0) - (times[0] ?? 0),
      700,
      'it ended when its time was over, not when that was seen',
    );
    pass(600);
    await sleep(1_500);
    t.equal((await recordsOf(id, 4)).length, 4, 'nothing follows the Stop');
  });

  test(`${engine}: a Stop has User-Request if the device opens another session, and Admin-Reset if the user is deactivated`, async (t) => {
    const { open, recordsOf, pass, site } = await bench(t, engine);
    const first = await open('alice');
    await recordsOf(first, 1);
    pass(60);
    const second = await open('alice');
    t.strictSame(valuesOf(await recordsOf(first, 2), ...events), [
      'Start - -',
      'Stop 60 User-Request',
    ]);
    await recordsOf(second, 1);
    const { store } = site;
    await store.write([
      store.db.updateTable('user').set({ is_active: 0 }).where('username', '=', 'alice'),
    ]);
    t.match(valuesOf(await recordsOf(second, 2), ...events), [
      'Start - -',
      /^Stop \d+ Admin-Reset$/,
    ]);
  });
}

test('accounting of NASes is not sent to an upstream for portal accounting only', async (t) => {
  const { site, open, recordsOf, upstream } = await bench(t, 'sqlite');
  const nas = await AccountingSource.open({ port: site.server.acctAddress.port, secret });
  t.teardown(() => nas.close());
  await nas.send([
    [40, 1],
    [44, 'of the NAS'],
  ]);
  await recordsOf(await open('alice'), 1);
  // What the upstream has written down is in the queue until its answer has come back.
  const left = await eventually(
    () => site.store.db.selectFrom('aaa_forward').selectAll().execute(),
    (rows) => rows.length === 0,
  );
  t.strictSame(left, []);
  t.equal((await upstream.details()).length, 1);
});

test('without an upstream for portal accounting no packet is queued for a session', async (t) => {
  const { site, open } = await bench(t, 'sqlite');
  await site.store.write([site.store.db.updateTable('aaa_upstream').set({ portal_accounting: 0 })]);
  await open('alice');
  const [row] = await site.store.db.selectFrom('aaa_portal_session').selectAll().execute();
  t.match(row, { queue_organization: null, due: null });
});
