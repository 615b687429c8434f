import { X509Certificate } from 'node:crypto';
import tap, { test } from 'tap';
import type { RedirectParameters } from '../../../src/portal/dialect/dialect.ts';
import type { DialectName } from '../../../src/portal/dialect/dialects.ts';
import { readController } from '../../../src/portal/controller/counting.ts';
import { PortalReject } from '../../../src/portal/portal-reject.ts';
import { logInGuest } from '../../../src/portal/portal-access.ts';
import { logOutGuest } from '../../../src/portal/portal-logout.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { Authority } from '../../peers/certificates.ts';
import { startController, type Handler, type Json } from '../../peers/fake-controller.ts';
import { accessPointMac, loadShippedTypes, startPortalSite } from '../portal-site.ts';

/* Controllers that the gateway calls, against servers that check what the vendor's own does: order of calls, tokens, logins that time out. */

const portal = await startPortalSite('sqlite', await loadShippedTypes());
tap.teardown(() => portal.stop());
const { gateway, store } = portal.site;
const mac = '02:00:00:00:02:01';
const caller = { organization: 1, organizations: [1] };
const user = await portal.addUser('guest');

interface Row {
  readonly vendor: DialectName;
  readonly url: string;
  readonly username?: string;
  readonly certificate_sha256?: string;
}

async function setController(row: Row): Promise<void> {
  const password = gateway.vault.seal(new Secret('right'), 'portal_controller.password');
  const values = {
    organization: 1,
    name: row.vendor,
    password,
    created: 0,
    last_change: 0,
    ...row,
  };
  await store.write([
    store.db.deleteFrom('portal_controller'),
    store.db.insertInto('portal_controller').values(values),
  ]);
}

const redirects: Partial<Record<DialectName, RedirectParameters>> = {
  unifi: { ap: 'aa:bb:cc:00:00:01', id: mac },
  omada: {
    clientMac: '02-00-00-00-02-01',
    apMac: 'AA-BB-CC-00-00-01',
    ssidName: 'guests',
    radioId: '1',
    site: 'Default',
  },
  ruckus_smartzone: { nbiIP: '10.0.0.1', client_mac: 'ENC1', uip: 'ENC2' },
};

async function logIn(vendor: DialectName, timeout = 90, uid = 'guest') {
  return logInGuest(gateway, caller, {
    uid,
    mac,
    password: null,
    ap_mac: accessPointMac,
    ip: '10.0.0.9',
    timeout,
    user_agent: null,
    vendor,
    parameters: redirects[vendor] ?? {},
    controller: null,
    originalUrl: null,
  });
}

const outcome = async (vendor: DialectName) => {
  const access = await logIn(vendor);
  if (access instanceof PortalReject) return access.code;
  return access.pendingReason === null ? access.grant.method : access.pendingReason;
};

/** UniFi OS: a login gives a cookie and a token, both of which an authorization needs. */
function unifiOs() {
  let session = 0;
  const authorized: Json[] = [];
  const handle: Handler = ({ path, body, headers }) => {
    if (path === '/api/auth/login') {
      if (body['password'] !== 'right') return { status: 401, json: { message: 'Invalid' } };
      session += 1;
      return {
        json: {},
        headers: {
          'set-cookie': `TOKEN=s${session}; Path=/; HttpOnly`,
          'x-csrf-token': `t${session}`,
        },
      };
    }
    if (headers.cookie !== `TOKEN=s${session}` || headers['x-csrf-token'] !== `t${session}`)
      return { status: 401, json: { meta: { rc: 'error', msg: 'api.err.LoginRequired' } } };
    if (path !== '/proxy/network/api/s/default/cmd/stamgr') return { status: 404 };
    authorized.push(body);
    return { json: { meta: { rc: 'ok' }, data: [] } };
  };
  const expire = () => {
    session += 1;
  };
  return { handle, authorized, expire };
}

test('UniFi OS: one login serves many guests, and is renewed when it has timed out', async (t) => {
  const os = unifiOs();
  const controller = await startController(os.handle);
  t.teardown(controller.stop);
  t.equal(await outcome('unifi'), 'no_way_in');
  await setController({ vendor: 'unifi', url: `${controller.url}/`, username: 'gate' });
  t.equal(await outcome('unifi'), 'none');
  t.same(os.authorized, [
    {
      cmd: 'authorize-guest',
      mac: mac.toLowerCase(),
      minutes: 2,
      ap_mac: accessPointMac.toLowerCase(),
    },
  ]);
  t.equal(await outcome('unifi'), 'none');
  const login = '/api/auth/login';
  const authorize = '/proxy/network/api/s/default/cmd/stamgr';
  t.same(controller.calls, [login, authorize, authorize]);
  os.expire();
  t.equal(await outcome('unifi'), 'none');
  t.same(controller.calls.slice(3), [authorize, login, authorize]);
});

test('UniFi without UniFi OS, and the official API by key', async (t) => {
  const controller = await startController(({ path, headers }) => {
    if (path === '/api/login')
      return { json: { meta: { rc: 'ok' } }, headers: { 'set-cookie': 'unifises=1; Path=/' } };
    return path === '/api/s/default/cmd/stamgr' && headers.cookie === 'unifises=1'
      ? { json: { meta: { rc: 'ok' } } }
      : { status: 404 };
  });
  t.teardown(controller.stop);
  await setController({ vendor: 'unifi', url: controller.url, username: 'gate' });
  t.equal(await outcome('unifi'), 'none');
  let action: Json = {};
  controller.handle = ({ path, headers, body }) => {
    if (headers['x-api-key'] !== 'right') return { status: 401, json: { message: 'Unauthorized' } };
    const [where] = path.split('?');
    if (where?.endsWith('/v1/sites'))
      return { json: { data: [{ id: 'S1', internalReference: 'default' }] } };
    if (where?.endsWith('/sites/S1/clients'))
      return { json: { data: [{ id: 'C1', macAddress: mac }] } };
    if (!where?.endsWith('/sites/S1/clients/C1/actions')) return { status: 404 };
    action = body;
    return { json: {} };
  };
  await setController({ vendor: 'unifi', url: controller.url });
  t.equal(await outcome('unifi'), 'none');
  t.same(action, { action: 'AUTHORIZE_GUEST_ACCESS', timeLimitMinutes: 2 });
});

test('Omada: the token of the login and its cookie are presented, and a login that has timed out is renewed', async (t) => {
  let session = 0;
  const guests: Json[] = [];
  const controller = await startController(({ path, body, headers }) => {
    if (path === '/c1d/api/v2/hotspot/login') {
      if (body['name'] !== 'operator' || body['password'] !== 'right')
        return { json: { errorCode: -30109, msg: 'Invalid username or password.' } };
      session += 1;
      return {
        json: { errorCode: 0, result: { token: `t${session}` } },
        headers: { 'set-cookie': `TPOMADA_SESSIONID=s${session}; Secure` },
      };
    }
    if (
      headers['csrf-token'] !== `t${session}` ||
      headers.cookie !== `TPOMADA_SESSIONID=s${session}`
    )
      return { status: 302, headers: { location: '/login' } };
    guests.push(body);
    return { json: { errorCode: 0 } };
  });
  t.teardown(controller.stop);
  await setController({ vendor: 'omada', url: `${controller.url}/c1d`, username: 'operator' });
  t.equal(await outcome('omada'), 'none');
  t.same(guests, [
    {
      clientMac: '02-00-00-00-02-01',
      apMac: 'AA-BB-CC-00-00-01',
      ssidName: 'guests',
      radioId: 1,
      site: 'Default',
      time: 90_000_000,
      authType: 4,
    },
  ]);
  session += 1;
  t.equal(await outcome('omada'), 'none');
  t.equal(controller.calls.length, 5);
  await setController({ vendor: 'omada', url: `${controller.url}/c1d`, username: 'other' });
  t.equal(await outcome('omada'), 'controller_refused');
});

test('SmartZone: the device is logged in as it stands in the redirect, encrypted, and RADIUS decides', async (t) => {
  let code = 201;
  let sent: Json = {};
  const controller = await startController(({ body }) => {
    sent = body;
    return { json: { ResponseCode: code, ReplyMessage: 'so it is' } };
  });
  t.teardown(controller.stop);
  await setController({ vendor: 'ruckus_smartzone', url: controller.url });
  t.equal(await outcome('ruckus_smartzone'), 'none');
  t.match(sent, {
    RequestPassword: 'right',
    RequestType: 'Login',
    'UE-MAC': 'ENC1',
    'UE-IP': 'ENC2',
    'UE-Username': '02-00-00-00-02-01',
  });
  code = 301;
  t.equal(await outcome('ruckus_smartzone'), 'controller_rejected');
  code = 302;
  t.equal(await outcome('ruckus_smartzone'), 'controller_refused');
});

test('a guest whom the controller does not let in has no session, and the log says why', async (t) => {
  const controller = await startController(() => ({ status: 500 }));
  await setController({ vendor: 'unifi', url: controller.url, username: 'gate' });
  t.equal(await outcome('unifi'), 'controller_rejected');
  await controller.stop();
  const access = await logIn('unifi');
  t.match(access, {
    code: 'controller_unreachable',
    message: /^The network does not let the device in: http:.* ECONNREFUSED/,
  });
  t.notMatch(JSON.stringify(access), 'right');
  t.ok((await portal.sessions(user)).every(({ acctstoptime }) => acctstoptime !== null));
  t.same((await portal.log(user)).slice(-3), ['ui', 'uo', 'er']);
});

/** Waits until no device is to be cut off any more, or one has failed that often. */
async function settled(attempts = 0): Promise<void> {
  for (;;) {
    const rows = await store.db
      .selectFrom('portal_revocation')
      .select(['attempts', 'due'])
      .execute();
    const isIdle = (row: { attempts: number; due: number }) =>
      row.attempts === attempts && row.due < portal.now().getTime() + 50_000;
    if (attempts === 0 ? rows.length === 0 : rows.some(isIdle)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await portal.check();
  }
}

test('a device is cut off at its controller when its session ends, and not if it has logged in again', async (t) => {
  const os = unifiOs();
  const controller = await startController(os.handle);
  t.teardown(controller.stop);
  await store.write([store.db.deleteFrom('portal_revocation')]);
  await setController({ vendor: 'unifi', url: controller.url, username: 'gate' });
  t.equal(await outcome('unifi'), 'none');
  t.equal(await outcome('unifi'), 'none', 'and again: the first session ends');
  await portal.check();
  await settled();
  const commands = () => os.authorized.map(({ cmd }) => cmd);
  t.same(commands(), ['authorize-guest', 'authorize-guest']);
  await portal.advance(91);
  await settled();
  t.match(os.authorized[2], { cmd: 'unauthorize-guest', mac: mac.toLowerCase() });
  // One that does not answer is called again, and the log says why.
  t.equal(await outcome('unifi'), 'none');
  const { handle } = controller;
  controller.handle = () => ({ status: 503 });
  await logOutGuest(gateway, caller, { mac });
  await portal.check();
  await settled(1);
  t.match((await portal.log(user)).slice(-1), ['uo']);
  const [entry] = await store.db
    .selectFrom('txlog_portal')
    .selectAll()
    .where('type', '=', 'er')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  t.match(entry, { mac, username: 'guest', detail: /not cut off; retrying: .*status 503/ });
  controller.handle = handle;
  await portal.advance(2);
  await settled();
  t.same(commands().slice(-1), ['unauthorize-guest']);
});

test('each vendor cuts a device off by its own call', async (t) => {
  const sent: string[] = [];
  const controller = await startController(({ path, body }) => {
    sent.push(`${path} ${JSON.stringify(body)}`);
    if (path.endsWith('/hotspot/login'))
      return { json: { errorCode: 0, result: { token: 'csrf' } } };
    if (path.includes('/hotspot/sites/Default/clients'))
      return {
        json: {
          errorCode: 0,
          result: {
            data: [
              { id: 'a1', mac: '02-00-00-00-02-01', valid: true },
              { id: 'a2', mac: '02-00-00-00-02-02', valid: true },
            ],
          },
        },
      };
    if (path.endsWith('/sites?limit=200'))
      return { json: { data: [{ id: 's1', name: 'default' }] } };
    if (path.includes('/clients?filter')) return { json: { data: [{ id: 'c1' }] } };
    return { json: { errorCode: 0, ResponseCode: body['RequestType'] === 'Login' ? 201 : 200 } };
  });
  t.teardown(controller.stop);
  const cutOff = async (row: Row) => {
    await setController(row);
    t.equal(await outcome(row.vendor), 'none');
    sent.length = 0;
    await logOutGuest(gateway, caller, { mac });
    await portal.check();
    await settled();
    return sent;
  };
  const { url } = controller;
  t.match(await cutOff({ vendor: 'unifi', url }), [
    /sites/,
    /clients\?filter/,
    /clients\/c1\/actions .*"UNAUTHORIZE_GUEST_ACCESS"/,
  ]);
  t.match(await cutOff({ vendor: 'omada', url, username: 'gate' }), [
    /sites\/Default\/clients/,
    /^\/api\/v2\/hotspot\/sites\/Default\/cmd\/clients\/a1\/disconnect /,
  ]);
  t.match(await cutOff({ vendor: 'ruckus_smartzone', url }), [
    /"UE-IP":"ENC2","UE-MAC":"ENC1","RequestType":"Logout"/,
  ]);
});

/** Limits of a user: rates, and octets in all. */
const limited = {
  reply: [
    { attribute: 'WISPr-Bandwidth-Max-Up', op: ':=', value: '2000000' },
    { attribute: 'WISPr-Bandwidth-Max-Down', op: ':=', value: '8000000' },
  ],
  check: [{ attribute: 'Max-All-Octets', op: ':=', value: '5000000' }],
} as const;

interface Counting {
  readonly vendor: DialectName;
  readonly username?: string;
  /** What the controller is told of the limits. */
  readonly told: Json;
  /** The call that cuts the device off. */
  readonly cutOff: RegExp;
  /** Returns a controller whose guest has used some octets. */
  readonly handler: (
    used: () => { up: number; down: number },
    told: (body: Json) => void,
  ) => Handler;
}

const ok = { meta: { rc: 'ok' } };

const countings: Readonly<Record<string, Counting>> = {
  'UniFi as a user': {
    vendor: 'unifi',
    username: 'gate',
    told: { cmd: 'authorize-guest', minutes: 2, up: 2000, down: 8000, bytes: 5 },
    cutOff: /\/cmd\/stamgr .*"unauthorize-guest"/,
    handler:
      (used, told) =>
      ({ path, body }) => {
        if (path === '/api/login') return { json: ok, headers: { 'set-cookie': 'unifises=1' } };
        if (path.endsWith('/cmd/stamgr')) told(body);
        if (!path.endsWith('/stat/sta'))
          return path.endsWith('/stamgr') ? { json: ok } : { status: 404 };
        const { up: rx_bytes, down: tx_bytes } = used();
        return { json: { ...ok, data: [{ mac: mac.toLowerCase(), rx_bytes, tx_bytes }] } };
      },
  },
  'UniFi by key': {
    vendor: 'unifi',
    told: {
      action: 'AUTHORIZE_GUEST_ACCESS',
      timeLimitMinutes: 2,
      dataUsageLimitMBytes: 5,
      rxRateLimitKbps: 8000,
      txRateLimitKbps: 2000,
    },
    cutOff: /\/clients\/c\/actions .*"UNAUTHORIZE_GUEST_ACCESS"/,
    handler:
      (used, told) =>
      ({ path, body }) => {
        if (path.endsWith('/sites?limit=200'))
          return { json: { data: [{ id: 's', name: 'default' }] } };
        if (path.includes('/clients?filter')) return { json: { data: [{ id: 'c' }] } };
        if (path.endsWith('/clients/c/actions')) told(body);
        if (!path.endsWith('/clients/c')) return { json: {} };
        const { up: txBytes, down: rxBytes } = used();
        const authorization = { usage: { rxBytes, txBytes, bytes: rxBytes + txBytes } };
        return { json: { macAddress: mac, access: { type: 'GUEST', authorization } } };
      },
  },
  Omada: {
    vendor: 'omada',
    username: 'operator',
    told: { time: 90_000_000, authType: 4 },
    cutOff: /\/clients\/a\/disconnect /,
    handler:
      (used, told) =>
      ({ path, body }) => {
        if (path.endsWith('/hotspot/login'))
          return { json: { errorCode: 0, result: { token: 't' } } };
        if (path.endsWith('/extPortal/auth')) told(body);
        const { up: upload, down: download } = used();
        const record = {
          id: 'a',
          mac: mac.replaceAll(':', '-'),
          valid: true,
          start: 2,
          upload,
          download,
        };
        const former = { ...record, id: 'b', start: 1, upload: 9_999_999 };
        return { json: { errorCode: 0, result: { data: [record, former] } } };
      },
  },
};

for (const [name, { vendor, username, told, cutOff, handler }] of Object.entries(countings))
  test(`${name}: limits are told, what the controller counts is used up, and the quota ends the session`, async (t) => {
    let used = { up: 700, down: 800 };
    const bodies: Json[] = [];
    const sent: string[] = [];
    const handle = handler(
      () => used,
      (body) => bodies.push(body),
    );
    const controller = await startController((request) => {
      sent.push(`${request.path} ${JSON.stringify(request.body)}`);
      return handle(request);
    });
    t.teardown(controller.stop);
    await setController({
      vendor,
      url: controller.url,
      ...(username !== undefined && { username }),
    });
    const uid = `limited ${name}`;
    const id = await portal.addUser(uid, { reply: [...limited.reply], check: [...limited.check] });
    t.match(await logIn(vendor, 90, uid), { pendingReason: null });
    t.match(bodies, [told]);
    t.notOk(sent.some((call) => cutOff.test(call)));
    const [{ controller: at } = { controller: null }] = await store.db
      .selectFrom('aaa_portal_session')
      .select('controller')
      .where('user', '=', id)
      .execute();
    const read = async (up: number, down: number) => {
      used = { up, down };
      await readController(gateway, Number(at));
      await portal.check();
      const [session] = await portal.sessions(id);
      return [session?.acctinputoctets ?? 0, session?.acctoutputoctets ?? 0];
    };
    // The counters of a station begin before the login, those of an authorization with it.
    const before = username === 'gate' ? [700, 800] : [0, 0];
    const [up = 0, down = 0] = before;
    t.same(await read(700, 800), [700 - up, 800 - down]);
    t.same(await read(10_700, 800), [10_700 - up, 800 - down]);
    t.same(await read(500, 900), [11_200 - up, 900 - down], 'a counter that begins anew');
    t.equal((await portal.sessions(id))[0]?.acctstoptime, null);
    await read(500, 5_000_900);
    t.match((await portal.sessions(id))[0], { acctterminatecause: 'Session-Timeout' });
    t.match((await portal.log(id)).slice(-1), ['ux']);
    t.match(await logIn(vendor, 90, uid), { code: 'quota_used_up' });
    await portal.check();
    await settled();
    t.equal(sent.filter((call) => cutOff.test(call)).length, 1, 'the device is cut off');
  });

test('a controller is called only where the devices of its organization may be', async (t) => {
  const controller = await startController(unifiOs().handle);
  t.teardown(controller.stop);
  const organization = { id: 20, parent: 1, name: 'tenant', short_name: 'tenant' };
  const point = { id: 9, organization: 20, name: 'tenant', mac: 'AA:BB:CC:00:00:09' };
  const times = { created: 0, last_change: 0 };
  await store.write([
    store.db.insertInto('organization').values({ ...organization, ...times }),
    store.db.insertInto('access_point').values({ ...point, ...times }),
  ]);
  const grant = (networks: string[]) =>
    store.write([
      store.db
        .updateTable('organization')
        .set({ device_networks: JSON.stringify(networks) })
        .where('id', '=', 20),
    ]);
  const { port } = new URL(controller.url);
  await setController({ vendor: 'unifi', url: `http://localhost:${port}`, username: 'gate' });
  await store.write([store.db.updateTable('portal_controller').set({ organization: 20 })]);
  const request = { uid: 'guest', mac, password: null, ip: '10.0.0.9', timeout: null };
  const access = () =>
    logInGuest(
      gateway,
      { organization: 1, organizations: [1, 20] },
      {
        ...request,
        ap_mac: point.mac,
        user_agent: null,
        vendor: 'unifi',
        parameters: {},
        controller: null,
        originalUrl: null,
      },
    );
  await grant(['10.0.0.0/8']);
  t.match(await access(), { code: 'controller_refused', message: /device_networks/ });
  t.same(controller.calls, []);
  await grant(['10.0.0.0/8', '127.0.0.0/8']);
  t.match(await access(), { pendingReason: null });
});

test('a certificate is compared with its fingerprint before a password is sent', async (t) => {
  const authority = new Authority();
  t.teardown(() => {
    authority.remove();
  });
  const { keyText: key, cert } = authority.issue('unifi', { names: 'IP:127.0.0.1' });
  const os = unifiOs();
  const controller = await startController(os.handle, { key, cert });
  t.teardown(controller.stop);
  const row = { vendor: 'unifi', url: controller.url, username: 'gate' } as const;
  await setController(row);
  t.equal(await outcome('unifi'), 'controller_refused', 'of no known CA');
  await setController({ ...row, certificate_sha256: 'AA:'.repeat(31) + 'AA' });
  t.equal(await outcome('unifi'), 'controller_refused');
  t.same(controller.calls, []);
  const { fingerprint256 } = new X509Certificate(cert);
  await setController({
    ...row,
    certificate_sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
  });
  t.equal(await outcome('unifi'), 'none');
});
