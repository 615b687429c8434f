import Fastify from 'fastify';
import tap, { test } from 'tap';
import type { DialectName } from '../../src/portal/dialect/dialects.ts';
import { isReportedDevice } from '../../src/portal/reported-device.ts';
import { addPortalRoutes } from '../../src/portal/web/routes.ts';
import { Secret } from '../../src/contract/secret.ts';
import { ManualClock } from '../manual-clock.ts';
import { startController, type Handler, type Json } from '../peers/fake-controller.ts';
import { startPostgres } from '../peers/postgres.ts';
import { radclient, startSite } from '../radius/fixture.ts';
import { insert } from '../store/stores.ts';
import { loadShippedTypes } from './portal-site.ts';

/* Which devices count by their MAC address alone: those that the NAS or the controller reports with the address of the request. */

const postgres = await startPostgres({ fsync: false });
const deviceTypes = await loadShippedTypes();
const clock = new ManualClock();
const sites = {
  sqlite: await startSite({ database: 'sqlite', deviceTypes, clock }),
  postgres: await startSite({ database: postgres.url, deviceTypes, clock }),
};
tap.teardown(async () => {
  await Promise.all([sites.sqlite.stop(), sites.postgres.stop()]);
  await postgres.stop();
});

const stamps = { organization: 1, created: 0, last_change: 0 };
const accessPoint = 'AA:BB:CC:00:00:01';
const host = '192.0.2.7';
const other = '192.0.2.8';

type Fields = Readonly<Record<string, string>>;

/** Devices that a controller knows, by their MAC addresses in lower case, with their IP addresses. */
type Connected = Readonly<Record<string, string>>;

const unifiAsUser =
  (connected: Connected): Handler =>
  ({ path, headers }) => {
    if (path === '/api/auth/login')
      return { json: {}, headers: { 'set-cookie': 'TOKEN=s1; Path=/', 'x-csrf-token': 't1' } };
    if (headers.cookie !== 'TOKEN=s1') return { status: 401, json: { meta: { rc: 'error' } } };
    const [, mac = ''] = /^\/proxy\/network\/api\/s\/default\/stat\/sta\/(.*)$/.exec(path) ?? [];
    const ip = connected[decodeURIComponent(mac)];
    return ip === undefined
      ? { status: 400, json: { meta: { rc: 'error', msg: 'api.err.UnknownStation' }, data: [] } }
      : { json: { meta: { rc: 'ok' }, data: [{ mac: decodeURIComponent(mac), ip }] } };
  };

const unifiByKey =
  (connected: Connected): Handler =>
  ({ path, headers }) => {
    if (headers['x-api-key'] !== 'right') return { status: 401, json: { message: 'Unauthorized' } };
    const url = new URL(path, 'http://controller');
    if (url.pathname.endsWith('/v1/sites'))
      return { json: { data: [{ id: 'S1', internalReference: 'default' }] } };
    if (!url.pathname.endsWith('/sites/S1/clients')) return { status: 404 };
    const [, mac = ''] =
      /^macAddress\.eq\('(.*)'\)$/.exec(url.searchParams.get('filter') ?? '') ?? [];
    const ipAddress = connected[mac];
    return {
      json: { data: ipAddress === undefined ? [] : [{ id: 'C1', macAddress: mac, ipAddress }] },
    };
  };

const smartZone =
  (connected: Connected): Handler =>
  ({ body }) => {
    if (body['RequestType'] !== 'Status' || body['RequestPassword'] !== 'right' || 'UE-IP' in body)
      return { json: { ResponseCode: 302, ReplyMessage: 'Bad request' } };
    const mac = String(body['UE-MAC']);
    const ip = connected[mac.toLowerCase()];
    return ip === undefined
      ? { json: { ResponseCode: 300, ReplyMessage: 'Not found' } }
      : {
          json: {
            ResponseCode: 100,
            ReplyMessage: 'Client unauthorized',
            'UE-MAC': mac,
            'UE-IP': ip,
          },
        };
  };

const kinds: Readonly<
  Record<string, readonly [DialectName, Json, (connected: Connected) => Handler]>
> = {
  'UniFi with a user name': ['unifi', { username: 'gate' }, unifiAsUser],
  'UniFi with an API key': ['unifi', {}, unifiByKey],
  'Ruckus SmartZone': ['ruckus_smartzone', {}, smartZone],
};

for (const [engine, site] of Object.entries(sites)) {
  const { gateway, store } = site;
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  addPortalRoutes(app, gateway);
  tap.teardown(() => app.close());
  await insert(store, 'access_point', { ...stamps, name: 'lobby', mac: accessPoint });
  const terms_user = await insert(store, 'user', {
    ...stamps,
    username: 'visitors',
    role: 'subscriber',
  });
  await insert(store, 'portal_page', {
    ...stamps,
    name: 'page',
    login_kinds: '["terms"]',
    languages: '[]',
    look: '{}',
    terms_user,
  });

  const setController = async (vendor: DialectName, url: string, more: Json = {}) => {
    await store.write([store.db.deleteFrom('portal_controller')]);
    const password = gateway.vault.seal(new Secret('right'), 'portal_controller.password');
    await insert(store, 'portal_controller', {
      ...stamps,
      name: vendor,
      vendor,
      url,
      password,
      ...more,
    });
  };
  const isReported = (vendor: DialectName, mac: string, from = host) =>
    isReportedDevice(gateway, { mac, host: from, vendor, organization: 1, location: null });

  /** Logs a device in by the terms alone. @returns the status */
  const accept = async (query: Fields, remoteAddress: string) => {
    const url = `/portal/?${new URLSearchParams(query).toString()}`;
    const shown = (await app.inject({ url, remoteAddress })).payload;
    const hidden = [...shown.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    );
    const form = { ...Object.fromEntries(hidden), kind: 'terms', accept: 'yes' } as Fields;
    const payload = new URLSearchParams(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.inject({ method: 'POST', url, remoteAddress, headers, payload })).statusCode;
  };

  for (const [name, [vendor, account, handler]] of Object.entries(kinds))
    test(`${engine}: ${name} reports a device that is connected with the address of its request`, async (t) => {
      const connected = { '02:00:00:00:05:01': host, '02:00:00:00:05:02': '2001:DB8::7' };
      const controller = await startController(handler(connected));
      t.teardown(controller.stop);
      await setController(vendor, controller.url, account);
      t.equal(await isReported(vendor, '02:00:00:00:05:01'), true);
      t.equal(await isReported(vendor, '02:00:00:00:05:02', '2001:db8:0::7'), true);
      t.equal(await isReported(vendor, '02:00:00:00:05:01', other), false, 'of another device');
      t.equal(await isReported(vendor, '02:00:00:00:05:03'), false, 'not connected');
      t.equal(await isReported('radius', '02:00:00:00:05:01'), false, 'not asked');
      const { length } = controller.calls;
      t.equal(await isReported(vendor, '02:00:00:00:05:01'), true);
      t.equal(controller.calls.length, length, 'a yes is kept');
      await clock.advance(60_001);
      await controller.stop();
      t.equal(await isReported(vendor, '02:00:00:00:05:01'), false, 'for a minute');
    });

  test(`${engine}: an operator of Omada cannot list clients, so the controller is not asked`, async (t) => {
    const controller = await startController(() => ({ status: 500 }));
    t.teardown(controller.stop);
    await setController('omada', controller.url, { username: 'operator' });
    t.equal(await isReported('omada', '02:00:00:00:05:11'), false);
    t.same(controller.calls, []);
  });

  test(`${engine}: a controller that is slow delays a login by a quarter of a second, and the next one has its answer`, async (t) => {
    const mac = '02:00:00:00:05:21';
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const answer = smartZone({ [mac]: host });
    const controller = await startController(async (request) => {
      await held;
      return answer(request);
    });
    t.teardown(controller.stop);
    await setController('ruckus_smartzone', controller.url);
    const startedAt = clock.monotonicMs();
    const first = isReported('ruckus_smartzone', mac).then((is) => [
      is,
      clock.monotonicMs() - startedAt,
    ]);
    for (let left = 1_000; left > 0 && controller.calls.length === 0; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(300);
    t.same(await first, [false, 250]);
    release();
    t.equal(await isReported('ruckus_smartzone', mac), true);
  });

  test(`${engine}: a controller is asked for few of the MAC addresses that somebody makes up`, async (t) => {
    const controller = await startController(smartZone({}));
    t.teardown(controller.stop);
    await setController('ruckus_smartzone', controller.url);
    const made = Array.from(
      { length: 200 },
      (_, at) => `02:00:00:00:06:${at.toString(16).padStart(2, '0')}`,
    );
    const answers = await Promise.all(
      made.map((mac) => isReported('ruckus_smartzone', mac.toUpperCase())),
    );
    t.notOk(answers.includes(true));
    t.equal(controller.calls.length, 60);
  });

  test(`${engine}: a NAS reports a device by its session, but not with another address than it states`, async (t) => {
    const start = async (mac: string, more: string) => {
      const attributes = `Acct-Status-Type=Start,Acct-Session-Id=${mac},Calling-Station-Id=${mac},NAS-IP-Address=127.0.0.1${more}`;
      const { ok } = await radclient({
        command: 'acct',
        attributes,
        to: site.server.acctAddress,
        seconds: 30,
      });
      t.ok(ok, mac);
    };
    await start('02-00-00-00-05-31', '');
    await start('02-00-00-00-05-32', `,Framed-IP-Address=${host}`);
    t.equal(await isReported('radius', '02:00:00:00:05:31', other), true, 'no address is stated');
    t.equal(await isReported('radius', '02:00:00:00:05:32'), true);
    t.equal(await isReported('radius', '02:00:00:00:05:32', other), false);
    t.equal(await isReported('radius', '02:00:00:00:05:33'), false, 'no session');
  });

  test(`${engine}: logins by the terms alone count by the MAC address of a reported device, whatever its address`, async (t) => {
    const mac = '02:00:00:00:05:41';
    const connected: Record<string, string> = { [mac]: host };
    const controller = await startController((request) => {
      const { path } = request;
      return path.endsWith('/cmd/stamgr')
        ? { json: { meta: { rc: 'ok' }, data: [] } }
        : unifiAsUser(connected)(request);
    });
    t.teardown(controller.stop);
    await setController('unifi', controller.url, { username: 'gate' });
    const query = { ap: accessPoint, id: mac, vendor: 'unifi' };
    const statuses: number[] = [];
    for (let login = 0; login < 10; login += 1) statuses.push(await accept(query, host));
    t.same([...new Set(statuses)], [200]);
    t.equal(await accept(query, other), 200, 'somebody else who names it counts on its own');
    connected[mac] = other;
    t.equal(await accept(query, other), 429, 'and the device itself wherever it is');
  });
}
