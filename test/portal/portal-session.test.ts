import { json } from 'node:stream/consumers';
import tap, { test } from 'tap';
import { withBalance } from '../../src/aaa/api/user-token/voucher.ts';
import { deleteIdleTermsDevices } from '../../src/aaa/account/terms-device.ts';
import { findNamelessGuest } from '../../src/portal/page/terms-device.ts';
import { PortalReject } from '../../src/portal/portal-reject.ts';
import { logInGuest } from '../../src/portal/portal-access.ts';
import { logOutGuest } from '../../src/portal/portal-logout.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startPostgres } from '../peers/postgres.ts';
import {
  accessPointMac,
  idOf,
  loadShippedTypes,
  outcomeOf,
  startPortalSite,
} from './portal-site.ts';

/* A portal session is a session: it counts, it ends, and RADIUS knows its guest. On both engines, with radclient as the NAS. */

const postgres = await startPostgres({ fsync: false });
const types = await loadShippedTypes();
const sites = {
  sqlite: await startPortalSite('sqlite', types),
  postgres: await startPortalSite(postgres.url, types),
};
tap.teardown(async () => {
  await Promise.all([sites.sqlite.stop(), sites.postgres.stop()]);
  await postgres.stop();
});

const caller = { organization: 1, organizations: [1] };
const device = (number: number) =>
  `02:00:00:00:01:${number.toString(16).toUpperCase().padStart(2, '0')}`;

for (const [engine, portal] of Object.entries(sites)) {
  const { addUser, login, sessions, log, advance, usedSeconds, send } = portal;
  const { gateway, store } = portal.site;
  const logOut = (by: { readonly uid: string } | { readonly mac: string }) =>
    logOutGuest(gateway, caller, by);

  test(`${engine}: Login-Time uses the time zone of the access point`, async (t) => {
    const change = store.db.updateTable('organization').where('id', '=', 1);
    const zone = (time_zone: string | null) => store.write([change.set({ time_zone })]);
    // 12:00 UTC on a Monday is 17:30 in India, and midnight of the next day at 12 hours ahead.
    await addUser('tourist', {
      check: [{ attribute: 'Login-Time', op: ':=', value: 'Mo1730-1759' }],
    });
    await zone('Etc/GMT-12');
    t.equal(outcomeOf(await login('tourist', device(8))), 'login_time');
    await zone('Asia/Kolkata');
    t.match(await login('tourist', device(8)), { limits: { seconds: 1_800 } });
    await logOut({ mac: device(8) });
    await zone(null);
  });

  test(`${engine}: a voucher of five seconds lets three devices in for five seconds in all`, async (t) => {
    const user = await addUser('voucher', { time: 5 });
    for (const number of [1, 2, 3])
      t.equal(outcomeOf(await login('voucher', device(number))), 'accepted');
    await advance(18, 9);
    const ended = await sessions(user);
    t.equal(ended.length, 3);
    t.ok(
      ended.every(({ acctstoptime }) => acctstoptime !== null),
      'each has ended by itself',
    );
    t.match(ended[0], { client: null, origin: 'portal', acctterminatecause: 'Session-Timeout' });
    const real = ended.reduce(
      (sum, row) => sum + Number(row.acctstoptime) - Number(row.acctstarttime),
      0,
    );
    t.ok(real >= 4_500 && real <= 6_000, `on line for ${real} ms in all`);
    t.ok((await usedSeconds(user)) >= 5, 'the credit is used up');
    // The three end together, so that their entries may have the same time.
    t.same((await log(user)).toSorted(), ['ui', 'ui', 'ui', 'ux', 'ux', 'ux', 'vt', 'vt', 'vt']);
    t.equal(outcomeOf(await login('voucher', device(4))), 'no_balance');
  });

  test(`${engine}: a voucher that burns from its first use ends by the clock, on line or not`, async (t) => {
    const user = await addUser('burns', { time: 100, burn: 'first_use' });
    const left = async () =>
      (await withBalance(gateway, [{ kind: 'network', user }]))[0]?.['balance'];
    const radius = () =>
      send('auth', 'User-Name = "burns", Calling-Station-Id = "02-00-00-00-01-06"');
    await advance(500);
    t.equal(await left(), 100, 'it is not in use yet');
    t.match((await radius()).output, /Session-Timeout = 100\b/);
    await advance(40);
    t.match(await login('burns', device(5)), { limits: { seconds: 60 } });
    await advance(10);
    await logOut({ mac: device(5) });
    await advance(20);
    t.equal(await left(), 30);
    t.match((await radius()).output, /Session-Timeout = 30\b/);
    await login('burns', device(5));
    await login('burns', device(7));
    await advance(31);
    t.ok((await sessions(user)).every(({ acctstoptime }) => acctstoptime !== null));
    t.same((await log(user)).toSorted(), ['ui', 'ui', 'ui', 'uo', 'ux', 'ux', 'vt', 'vt']);
    t.match(await login('burns', device(5)), {
      code: 'no_balance',
      message: /the time since the first use is over/,
    });
    t.match((await radius()).output, /Access-Reject/);
  });

  test(`${engine}: a voucher of octets ends with the record that uses it up`, async (t) => {
    const user = await addUser('volume', { octets: 1_000 });
    const left = async () =>
      (await withBalance(gateway, [{ kind: 'network', user }]))[0]?.['balance_octets'];
    await login('volume', device(9));
    const packet = (status: string, octets: number) =>
      send(
        'acct',
        `Acct-Status-Type = ${status}, Acct-Session-Id = "N-9", User-Name = "020000000109", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02-00-00-00-01-09", Acct-Session-Time = 1, Acct-Input-Octets = ${octets}`,
      );
    await packet('Start', 0);
    await packet('Interim-Update', 600);
    await portal.check();
    t.same([await left(), await log(user)], [400, ['ui']]);
    await packet('Interim-Update', 1_100);
    await portal.check();
    t.same([await left(), await log(user)], [0, ['ui', 'ux', 'vt']]);
    const changes = store.db.selectFrom('aaa_authorization_change').select(['kind', 'trigger']);
    t.match(await changes.where('user', '=', user).execute(), [
      { kind: 'disconnect', trigger: 'balance' },
    ]);
    t.match(await login('volume', device(9)), { code: 'no_balance', message: /no octets left/ });
  });

  test(`${engine}: a session ends by its own timeout, by a logout, and with its user`, async (t) => {
    const user = await addUser('ends');
    const timed = idOf(await login('ends', device(10), 60));
    await login('ends', device(11));
    await login('ends', device(12));
    await login('ends', device(13));
    await advance(90);
    t.same(await logOut({ mac: device(11) }), [(await sessions(user))[1]?.portal_session]);
    t.same(await logOut({ mac: device(11) }), [], 'it has ended');
    t.match(await logOut({ uid: 'nobody' }), { code: 'unknown_user' });
    t.equal((await sessions(user)).filter(({ acctstoptime }) => acctstoptime === null).length, 2);
    await store.write([
      store.db.updateTable('user').set({ is_active: 0, last_change: 1 }).where('id', '=', user),
    ]);
    await portal.check();
    const rows = await sessions(user);
    t.same(
      rows.map(({ acctsessiontime, acctterminatecause }) => [
        Number(acctsessiontime),
        acctterminatecause,
      ]),
      [
        [60, 'Session-Timeout'],
        [90, 'User-Request'],
        [90, 'Admin-Reset'],
        [90, 'Admin-Reset'],
      ],
    );
    t.equal(rows[0]?.portal_session, timed);
    t.same(await log(user), ['ui', 'ui', 'ui', 'ui', 'ut', 'uo', 'uk', 'uk']);
    t.same(
      await store.db
        .selectFrom('aaa_portal_session')
        .select('id')
        .where('user', '=', user)
        .execute(),
      [],
    );
  });

  test(`${engine}: a session of a user who is deleted ends`, async (t) => {
    const user = await addUser('deleted');
    const id = idOf(await login('deleted', device(15)));
    await store.write([store.db.deleteFrom('user').where('id', '=', user)]);
    await portal.check();
    const rows = store.db.selectFrom('aaa_accounting').select(['acctterminatecause', 'user']);
    t.match(await rows.where('portal_session', '=', id).execute(), [
      { acctterminatecause: 'Admin-Reset', user: null },
    ]);
    const [entry] = await store.db
      .selectFrom('txlog_portal')
      .select(['type', 'username'])
      .where('session_id', '=', id)
      .where('type', '=', 'uk')
      .execute();
    t.match(entry, { username: 'deleted' });
  });

  test(`${engine}: the guest's device is admitted by its address until the session ends, with what remains`, async (t) => {
    const reply = [{ attribute: 'Reply-Message', value: 'of the guest' }];
    await addUser('guest', { reply, time: 1000 });
    const spellings = ['020000000114', '02-00-00-00-01-14', '0200.0000.0114'];
    const request = (name: string) =>
      `User-Name = "${name}", User-Password = "${name}", Calling-Station-Id = "02-00-00-00-01-14"`;
    t.match(await send('auth', request(spellings[0] ?? '')), {
      ok: false,
      output: /Access-Reject/,
    });
    await login('guest', device(20), 500);
    await advance(100);
    for (const name of spellings) {
      const { output } = await send('auth', request(name));
      t.match(output, /Access-Accept/, name);
      t.match(output, /Reply-Message = "of the guest"/);
      t.match(output, /Session-Timeout = 400\b/, 'of its own time, 400 of 500 seconds are left');
    }
    await addUser('unlimited');
    await login('unlimited', device(22), 500);
    const { output } = await send(
      'auth',
      'User-Name = "020000000116", Calling-Station-Id = "02-00-00-00-01-16"',
    );
    t.match(output, /Session-Timeout = 500\b/, 'of its own time, which is its only limit');
    const stranger = `User-Name = "020000000115", Calling-Station-Id = "02-00-00-00-01-15"`;
    t.match(await send('auth', stranger), { output: /Access-Reject/ }, 'another device');
    await logOut({ mac: device(20) });
    t.match(await send('auth', request(spellings[0] ?? '')), { output: /Access-Reject/ });
  });

  test(`${engine}: the NAS's accounting after a login goes into the row of the login`, async (t) => {
    const user = await addUser('merged', { time: 1000 });
    const id = idOf(await login('merged', device(30)));
    await advance(10);
    const packet = (status: string, more = '') =>
      send(
        'acct',
        `Acct-Status-Type = ${status}, Acct-Session-Id = "N-30", User-Name = "02000000011e", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02-00-00-00-01-1E"${more}`,
      );
    t.ok((await packet('Start')).ok);
    t.match(await sessions(user), [
      {
        client: 1,
        origin: 'portal',
        portal_session: id,
        username: 'merged',
        acctsessionid: 'N-30',
        acctstoptime: null,
        nasipaddress: '192.0.2.10',
      },
    ]);
    await advance(100);
    await packet('Interim-Update', ', Acct-Session-Time = 100, Acct-Input-Octets = 7');
    t.equal(await usedSeconds(user), 110, 'time is used once');
    await packet(
      'Stop',
      ', Acct-Session-Time = 100, Acct-Input-Octets = 9, Acct-Output-Octets = 1',
    );
    t.match(await sessions(user), [
      { acctsessiontime: 110, acctinputoctets: 9, acctoutputoctets: 1, username: 'merged' },
    ]);
    await advance(50);
    t.equal(await usedSeconds(user), 110, 'a device that is away uses no time');
    t.match(
      await send('auth', 'User-Name = "02000000011e", Calling-Station-Id = "02-00-00-00-01-1E"'),
      { output: /Session-Timeout = 890\b/ },
      'it comes back without a login',
    );
    await send(
      'acct',
      'Acct-Status-Type = Start, Acct-Session-Id = "N-31", User-Name = "02000000011e", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02-00-00-00-01-1E"',
    );
    t.match((await sessions(user))[1], {
      origin: 'radius',
      portal_session: id,
      username: '02000000011e',
      acctstoptime: null,
    });
    await advance(5);
    await logOut({ uid: 'merged' });
    const [change] = await store.db
      .selectFrom('aaa_authorization_change')
      .selectAll()
      .where('user', '=', user)
      .execute();
    t.match(change, { kind: 'disconnect', trigger: 'logout' }, 'the NAS is asked to disconnect');
    t.equal(await usedSeconds(user), 115);
  });

  test(`${engine}: a login during a NAS's session counts from the login on`, async (t) => {
    const user = await addUser('late', { time: 1000 });
    const packet = (status: string, more = '') =>
      send(
        'acct',
        `Acct-Status-Type = ${status}, Acct-Session-Id = "N-40", User-Name = "020000000128", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02:00:00:00:01:28"${more}`,
      );
    await packet('Start');
    await advance(300);
    await packet('Interim-Update', ', Acct-Session-Time = 300, Acct-Input-Octets = 1000');
    const id = idOf(await login('late', device(40)));
    await advance(60);
    await packet('Interim-Update', ', Acct-Session-Time = 360, Acct-Input-Octets = 1500');
    t.equal(await usedSeconds(user), 60);
    await packet('Stop', ', Acct-Session-Time = 360, Acct-Input-Octets = 1600');
    t.match(await sessions(user), [
      {
        portal_session: id,
        origin: 'portal',
        acctsessiontime: 60,
        acctinputoctets: 600,
        acctsessionid: 'N-40',
      },
    ]);
    const before = await store.db
      .selectFrom('aaa_accounting')
      .select(['user', 'acctsessiontime', 'acctinputoctets'])
      .where('acctsessionid', '=', 'N-40')
      .where('is_current', '=', 0)
      .execute();
    t.match(
      before,
      [{ user: null, acctsessiontime: 300, acctinputoctets: 1000 }],
      'what was before is of no guest',
    );
  });

  test(`${engine}: a login and a first packet that did not see each other are counted once`, async (t) => {
    const user = await addUser('raced');
    const packet = (status: string) =>
      send(
        'acct',
        `Acct-Status-Type = ${status}, Acct-Session-Id = "N-45", User-Name = "02000000012d", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02-00-00-00-01-2D", Acct-Session-Time = 0`,
      );
    const id = idOf(await login('raced', device(46)));
    await packet('Start');
    const session = store.db.updateTable('aaa_portal_session').where('id', '=', id);
    await store.write([session.set({ mac: device(45) })]);
    await packet('Interim-Update');
    await advance(60);
    t.equal(await usedSeconds(user), 60);
    const rows = await sessions(user);
    t.equal(rows.filter(({ acctstoptime }) => acctstoptime === null).length, 1);
  });

  test(`${engine}: a session that is on line as the same user continues`, async (t) => {
    const user = await addUser('same');
    const start =
      'Acct-Status-Type = Start, Acct-Session-Id = "N-50", User-Name = "same", NAS-IP-Address = 192.0.2.10, Calling-Station-Id = "02-00-00-00-01-32"';
    await send('acct', start);
    await advance(20);
    const session = await login('same', device(50));
    t.match(session, { isConnected: true });
    t.match(await sessions(user), [{ portal_session: idOf(session), acctsessionid: 'N-50' }]);
    const again = await login('same', device(50));
    t.match(await sessions(user), [{ portal_session: idOf(again) }], 'and after another login');
    t.same(await log(user), ['ui', 'uo', 'ui']);
  });

  test(`${engine}: a voucher that is used up ends at a controller that never accounts`, async (t) => {
    const commands: unknown[] = [];
    let isDown = false;
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        if (request.url?.endsWith('/stamgr') === true && !isDown) commands.push(body);
        response.writeHead(isDown ? 503 : 200, {
          'content-type': 'application/json',
          'set-cookie': 'TOKEN=s1; Path=/; HttpOnly',
          'x-csrf-token': 't1',
        });
        response.end(JSON.stringify({ meta: { rc: 'ok' } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const password = gateway.vault.seal(new Secret('p'), 'portal_controller.password');
    const named = { organization: 1, name: 'unifi', vendor: 'unifi', username: 'gate', password };
    const url = `http://127.0.0.1:${port}`;
    await store.write([
      store.db
        .insertInto('portal_controller')
        .values({ ...named, url, created: 0, last_change: 0 }),
    ]);
    const user = await addUser('unifi voucher', { time: 90 });
    const mac = device(70);
    const request = { uid: 'unifi voucher', mac, password: null, ap_mac: accessPointMac };
    const access = await logInGuest(gateway, caller, {
      ...request,
      ip: '10.0.0.70',
      timeout: null,
      user_agent: null,
      vendor: 'unifi',
      parameters: { id: mac, ap: accessPointMac },
      controller: null,
      originalUrl: null,
    });
    t.match(access, { pendingReason: null, grant: { method: 'none' } });
    isDown = true;
    await advance(91);
    const waiting = store.db.selectFrom('portal_revocation').select(['attempts', 'due']);
    const until = async (
      isReached: (rows: readonly { attempts: number; due: number }[]) => boolean,
    ) => {
      while (!isReached(await waiting.execute())) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await portal.check();
      }
    };
    // While the call is under way, it is due again in a minute.
    const hasFailed = (row?: { attempts: number; due: number }) =>
      row?.attempts === 1 && row.due < portal.now().getTime() + 50_000;
    await until(([row]) => hasFailed(row));
    const used = await usedSeconds(user);
    t.ok(used >= 90 && used <= 91, `used ${used} s`);
    t.match(commands, [{ cmd: 'authorize-guest', minutes: 2 }]);
    isDown = false;
    await advance(60);
    await advance(60);
    await until((rows) => rows.length === 0);
    t.match(commands.slice(1), [{ cmd: 'unauthorize-guest', mac: mac.toLowerCase() }]);
    t.same((await log(user)).toSorted(), ['ui', 'ux', 'vt']);
    const failures = store.db.selectFrom('txlog_portal').select(['mac', 'detail']);
    t.match(await failures.where('type', '=', 'er').execute(), [
      { mac, detail: /the device is not cut off; retrying: .*status 503/ },
    ]);
    t.match(await login('unifi voucher', mac), { code: 'no_balance' });
  });

  const count = engine === 'sqlite' ? 1_000 : 200;
  test(`${engine}: of ${count} simultaneous logins of a user with Simultaneous-Use 1 one is admitted`, async (t) => {
    const check = [{ attribute: 'Simultaneous-Use', op: ':=' as const, value: '1' }];
    const user = await addUser('one', { check });
    const macs = Array.from(
      { length: count },
      (_, number) =>
        `06:00:00:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`,
    );
    const outcomes = (await Promise.all(macs.map((mac) => login('one', mac)))).map(outcomeOf);
    t.equal(outcomes.filter((outcome) => outcome === 'accepted').length, 1);
    t.equal(outcomes.filter((outcome) => outcome === 'too_many_sessions').length, count - 1);
    t.equal((await sessions(user)).length, 1);
    t.same(await log(user), ['ui']);
  });

  test(`${engine}: devices of a user of terms have its limits each for itself, and go when they do not come back`, async (t) => {
    const limitedTo = (value: string) => [
      { attribute: 'Max-Daily-Session', op: ':=' as const, value },
    ];
    const termsUser = await addUser('of the terms', { check: limitedTo('60') });
    const find = async (number: number) => {
      const guest = { page: { termsUser }, mac: device(number), scope: caller };
      const found = await findNamelessGuest(gateway, guest);
      if (found instanceof PortalReject) throw new Error(found.message);
      return found;
    };
    const [one, same, other] = await Promise.all([find(70), find(70), find(71)]);
    t.same([same, one.id === other.id], [one, false]);
    const scope = { organization: 2, organizations: [2] };
    for (const number of [70, 73]) {
      const foreign = { page: { termsUser }, mac: device(number), scope };
      t.match(await findNamelessGuest(gateway, foreign), { code: 'unknown_user' });
    }
    t.match(await login(one.username, device(70)), { limits: { seconds: 60 } });
    await advance(61);
    t.equal(outcomeOf(await login(one.username, device(70))), 'quota_used_up');
    t.match(await login(other.username, device(71)), { limits: { seconds: 60 } });
    const attributes = JSON.stringify({ check_attributes: limitedTo('90') });
    const change = store.db.updateTable('user').set({ attributes, expiration: 9e12 });
    await store.write([change.where('id', '=', termsUser)]);
    const again = await login(one.username, device(70));
    t.ok(!(again instanceof PortalReject) && (again.limits.seconds ?? 99) <= 30, 'it follows');
    await logOut({ mac: device(70) });

    const in90Days = (ms: number) => new Date(portal.now().getTime() + 90 * 86_400_000 + ms);
    t.equal(await deleteIdleTermsDevices(store, in90Days(-1)), 0);
    await advance(1);
    const newest = await find(72);
    t.equal(await deleteIdleTermsDevices(store, portal.now(), 2), 1, 'one too many: an older one');
    t.equal((await find(71)).id, other.id, 'it is on line');
    t.equal((await find(72)).id, newest.id);
    t.not((await find(70)).id, one.id);
    await logOut({ mac: device(71) });
    t.equal(await deleteIdleTermsDevices(store, in90Days(1)), 3, 'none was added from elsewhere');
    const unknown = { page: { termsUser: null }, mac: device(70), scope: caller };
    t.match(await findNamelessGuest(gateway, unknown), { code: 'unknown_user' });
  });

  test(`${engine}: of simultaneous logins of one device the last one stays`, async (t) => {
    const user = await addUser('again');
    const logins = Array.from({ length: 30 }, () => login('again', device(60)));
    t.ok((await Promise.all(logins)).every((session) => outcomeOf(session) === 'accepted'));
    t.equal((await sessions(user)).filter(({ acctstoptime }) => acctstoptime === null).length, 1);
    t.equal((await log(user)).filter((type) => type === 'uo').length, 29);
  });
}
