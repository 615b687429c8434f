import tap, { test } from 'tap';
import { setTimeout as sleep } from 'node:timers/promises';
import { portalEvents, reportedEvents } from '../../src/aaa/portal-log/portal-log.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { addCaller, column } from '../aaa/api/fixture.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';

/* What the portal log has: one cause for each type, by the gateway or by the report of a portal, and the filters of the list. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());
const gate = gateway.gate.bind(gateway);
const add = async (path: string, body: Json) => (await gate('POST', path, body)).body;
const idOf = async (path: string, body: Json) => Number((await add(path, body))['id']);

const location = await idOf('/location/', { name: 'Lobby' });
const access_point = await idOf('/access_point/', {
  name: 'ap',
  mac: 'AA:BB:CC:00:00:01',
  location,
});
await add('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
const profile = await idOf('/aaa_profile/', { name: 'guests' });
const user = await idOf('/user/', { username: 'anna', password: 'right', profile });
const page = await idOf('/portal_page/', { name: 'lobby', location, login_kinds: ['user'] });
const app = await addCaller(gateway, { username: 'portal', role: 'app' });
const device = { ap_mac: 'AA:BB:CC:00:00:01', mac: '02:00:00:00:00:01', ip: '10.0.0.5' };
const place = { access_point, location, mac: device.mac, ip: device.ip };
const anna = { user, username: 'anna' };
const login = (body: Json = {}) =>
  app.call('POST', '/portal_login/', { uid: 'anna', ...device, ...body });
const logout = () => app.call('POST', '/portal_logout/', { mac: device.mac });
const changeUser = (body: Json) => gate('PATCH', `/user/${user}/`, body);

const base = `http://127.0.0.1:${gateway.httpPort}`;
const redirect = new URLSearchParams(device).toString();
const openPage = async () => (await fetch(`${base}/portal/?${redirect}`)).text();
async function submit(password: string): Promise<Response> {
  const form = /name="form" value="([^"]+)"/.exec(await openPage())?.[1] ?? '';
  const fields = { kind: 'user', username: 'anna', password, q: redirect, form };
  return fetch(`${base}/portal/`, { method: 'POST', body: new URLSearchParams(fields) });
}
const uam = { uamip: '10.1.0.1', uamport: '3990', challenge: '00ff', called: 'x' };

interface Row {
  readonly type: string;
  readonly cause: () => Promise<unknown>;
  readonly entry: Json;
  /** True if the row before has caused the entry as well. */
  readonly isOfRowBefore?: boolean;
}

const rows: readonly Row[] = [
  { type: 'pv', cause: openPage, entry: { ...place, page, user: null, status: 200 } },
  { type: 'pv', cause: () => Promise.all([openPage(), openPage()]), entry: {} },
  { type: 'ua', cause: () => submit('wrong'), entry: { ...place, page, status: 400 } },
  { type: 'ui', cause: () => submit('right'), entry: { ...place, ...anna, page, status: 200 } },
  { type: 'uo', cause: logout, entry: { ...place, ...anna, page } },
  {
    type: 'vt',
    cause: async () => {
      const { username } = await add('/user_token/', { kind: 'network', time: 60 });
      return app.call('POST', '/portal_login/', { token: username, ...device });
    },
    entry: { ...place, page: null, status: 200 },
  },
  {
    type: 'pr',
    cause: () => login({ vendor: 'coovachilli', params: uam }),
    entry: { ...place, ...anna, detail: 'redirect to 10.1.0.1:3990' },
  },
  {
    type: 'tr',
    cause: async () => {
      const at = Math.floor(Date.now() / 1000);
      const callingStation = '02-00-00-00-00-01';
      await account(gateway, { session: 'S-1', username: 'anna', at, callingStation });
      // A change before the session was first checked belongs to its login.
      for (let seconds = 60; (await newest('type=tr')) === undefined; seconds += 1) {
        const reply_attributes = [{ attribute: 'Idle-Timeout', value: String(seconds) }];
        await gate('PATCH', `/aaa_profile/${profile}/`, { reply_attributes });
        await sleep(2_500);
      }
    },
    entry: { ...place, ...anna, detail: 'change of the session: profile' },
  },
  { type: 'ut', cause: () => login({ timeout: 1 }), entry: { ...place, ...anna } },
  { type: 'uu', cause: () => changeUser({ klass: 'gold' }), entry: anna },
  { type: 'uc', cause: () => changeUser({ password: 'other' }), entry: anna },
  {
    type: 'uc',
    cause: async () => {
      const imei = '888888888888888';
      const credentials = { username: 'anna', password: 'other' };
      await app.call('POST', '/device_app_register/', { imei, ...credentials });
      await app.call('POST', '/device_app_user_update/', { imei, password: 'third' });
    },
    entry: anna,
  },
  {
    type: 'ub',
    cause: async () => {
      for (let attempt = 0; attempt < 14; attempt += 1)
        await login({ password: 'no', mac: '02:00:00:00:00:02' });
    },
    entry: { username: 'anna', mac: '02:00:00:00:00:02', ip: device.ip, status: 429 },
  },
  {
    type: 'ux',
    cause: async () => {
      await login();
      await changeUser({ expiration: new Date(Date.now() + 1000).toISOString() });
    },
    entry: { ...place, ...anna },
  },
  {
    type: 'ub',
    cause: async () => {
      await changeUser({ expiration: null });
      await login();
      await changeUser({ is_active: false });
    },
    entry: { ...anna, status: 200 },
  },
  {
    type: 'uk',
    cause: () => Promise.resolve(),
    entry: { ...place, ...anna },
    isOfRowBefore: true,
  },
  {
    type: 'ur',
    cause: () => add('/user/', { username: 'berta' }),
    entry: { username: 'berta', status: 200 },
  },
  {
    type: 'ur',
    cause: () => app.call('POST', '/device_app_register/', { mac: '020000000009' }),
    entry: { mac: '02:00:00:00:00:09', user: null },
  },
  {
    type: 'er',
    cause: async () => {
      const url = 'http://127.0.0.1:9';
      const credentials = { username: 'u', password: 'p' };
      await add('/portal_controller/', { name: 'c', vendor: 'unifi', url, ...credentials });
      await changeUser({ is_active: true });
      // A device that is on line already needs no controller.
      await login({ vendor: 'unifi', mac: '02:00:00:00:00:03' });
    },
    entry: { ...place, ...anna, mac: '02:00:00:00:00:03', status: 502 },
  },
  ...reportedEvents.map((type) => ({
    type,
    cause: () =>
      app.call('POST', '/txlog_portal/', { type, uid: 'anna', page, ...device, detail: 'EUR 5' }),
    entry: { ...place, ...anna, page, status: 200, detail: 'EUR 5' },
  })),
];

const newest = async (query: string) => {
  const [entry] = results(await gate('GET', `/txlog_portal/?limit=1&${query}`));
  return entry;
};

/** Waits for an entry of a type that is newer than another. */
async function entryAfter(type: string, last: number) {
  for (const deadline = Date.now() + 30_000; ;) {
    const found = results(await gate('GET', `/txlog_portal/?type=${type}&id__gte=${last + 1}`));
    if (found.length > 0 || Date.now() > deadline) return found;
    await sleep(100);
  }
}

/** The newest entry before a row. */
let last = 0;

for (const { type, cause, entry, isOfRowBefore = false } of rows)
  test(`${type}: ${JSON.stringify(entry)}`, async (t) => {
    if (!isOfRowBefore) last = Number((await newest(''))?.['id'] ?? 0);
    await cause();
    const isRepeated = Object.keys(entry).length === 0;
    if (isRepeated) {
      t.equal((await newest(''))?.['id'], last, 'once a minute for each device');
      return;
    }
    const found = await entryAfter(type, last);
    t.equal(found.length, 1, 'one entry');
    t.match(found[0], { type, ...entry });
  });

test('a report belongs to the caller, is refused by field, and cannot have a type that the gateway writes itself', async (t) => {
  const report = (body: Json) => app.call('POST', '/txlog_portal/', { type: 'up', ...body });
  t.match(await report({ uid: 'nobody@example.net', mac: '0200.0000.0009', status: 404 }), {
    status: 201,
    body: { datetime: String },
  });
  const unknown = { username: 'nobody@example.net', user: null, mac: '02:00:00:00:00:09' };
  t.match(await newest('type=up'), { ...unknown, status: 404, access_point: null });
  for (const [field, value] of Object.entries({
    type: 'ui',
    ap_mac: 'AA:BB:CC:00:00:99',
    page: 99,
    ip: '10.0.0',
    session_id: 'x',
    colour: 'red',
  }))
    t.match(await report({ [field]: value }), { status: 400, body: { [field]: [String] } }, field);
  const all = results(await gate('GET', '/txlog_portal/?limit=1000'));
  const found = new Set(all.map((row) => String(row['type'])));
  t.same([...found].toSorted(), Object.keys(portalEvents).toSorted(), 'each type has an entry');
});

test('several users are registered, each with an entry', async (t) => {
  const made = await gate('POST', '/user/', [
    { username: 'one' },
    { username: 'two', role: 'reports' },
    { username: 'three' },
  ]);
  t.equal(made.status, 201);
  const found = await gate('GET', '/txlog_portal/?type=ur&limit=2');
  t.same(column(found, 'username'), ['three', 'one']);
});

test('the list is filtered by type, user, page, access point, location and time', async (t) => {
  const all = results(await gate('GET', '/txlog_portal/?limit=1000'));
  const date = String(all.at(-1)?.['datetime']).slice(0, 10);
  // What was caused above may be logged after the list was read.
  const isKnown = (id: unknown) => Number(id) <= Number(all[0]?.['id']);
  for (const [query, isWanted] of [
    [`user=${user}`, (row: Json) => row['user'] === user],
    [`page=${page}`, (row: Json) => row['page'] === page],
    [`page=${page}&type=ua`, (row: Json) => row['page'] === page && row['type'] === 'ua'],
    [`access_point=${access_point}`, (row: Json) => row['access_point'] === access_point],
    [
      `location=${location}&type=ui`,
      (row: Json) => row['location'] === location && row['type'] === 'ui',
    ],
    [`start_date=${date}`, () => true],
    ['end_date=2020-01-01', () => false],
  ] as const) {
    const wanted = all.filter(isWanted).map(({ id }) => id);
    const found = column(await gate('GET', `/txlog_portal/?limit=1000&${query}`), 'id');
    t.same(found.filter(isKnown), wanted, query);
  }
  t.ok(all.some((row) => row['page'] === page));
  t.match(await gate('GET', '/txlog_portal/?type=zz'), { status: 400, body: { type: [String] } });
  t.match(await gate('GET', '/txlog_portal/?page=first'), {
    status: 400,
    body: { page: [String] },
  });
});

test('page views are limited by where they come from, and not by the address that the redirect names', async (t) => {
  const viewsOf = async () =>
    Number((await gate('GET', '/txlog_portal/?type=pv&limit=1')).body['count']);
  const before = await viewsOf();
  for (let visit = 1; visit <= 500; visit += 1) {
    const [high, low] = [Math.trunc(visit / 256), visit % 256];
    const mac = `02:00:00:01:0${high}:${low.toString(16).padStart(2, '0')}`;
    const query = new URLSearchParams({ ...device, mac, ip: `10.1.${high}.${low}` });
    await (await fetch(`${base}/portal/?${query.toString()}`)).text();
  }
  const logged = (await viewsOf()) - before;
  t.ok(logged >= 250 && logged < 400, `${logged} of 500 are logged`);
});
