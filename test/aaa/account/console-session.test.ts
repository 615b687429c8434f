import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { stepAt, totpCode } from '../../../src/aaa/account/totp/totp.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { HttpClient } from '../../http-client.ts';
import { startInProcess, type InProcessGateway } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { ConsoleBrowser } from './console.ts';

/* Sessions of the console on both engines: sign-in, pages elsewhere, other organizations, and every end of a session. */

const minuteMs = 60_000;
const right = 'a right password';

interface World {
  readonly clock: ManualClock;
  readonly gateway: InProcessGateway;
  readonly port: number;
  /** Calls the access-control API with the token of the first start. */
  readonly api: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Ids of organizations and users by name. */
  readonly ids: Readonly<Record<string, number>>;
}

async function build(environment: Readonly<Record<string, string>>): Promise<World> {
  const clock = new ManualClock();
  const gateway = await startInProcess({
    clock,
    environment: { ...environment, GATEHOUSE_CONSOLE_REQUIRE_TOTP: 'reports' },
  });
  const { port } = gateway.running.http;
  const client = new HttpClient(port);
  const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();
  const api: World['api'] = async (method, path, body) => {
    const content = { token, body: body && JSON.stringify(body) };
    const reply = await client.ask(method, `/gate/api/v1${path}`, content);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return JSON.parse(reply.text || '{}') as Record<string, unknown>;
  };
  const ids: Record<string, number> = {};
  for (const name of ['own', 'foreign'])
    ids[name] = Number(
      (await api('POST', '/organization/', { name, short_name: name, time_zone: 'Europe/Rome' }))
        .id,
    );
  for (const [username, role, organization] of [
    ['desk', 'front_desk', 'own'],
    ['chief', 'admin', 'own'],
    ['stranger', 'admin', 'foreign'],
    ['guest', 'subscriber', 'own'],
    ['bookkeeper', 'reports', 'own'],
    ['guard', 'read_only', 'own'],
  ] as const) {
    const user = { username, role, organization: ids[organization], password: right };
    ids[username] = Number((await api('POST', '/user/', user)).id);
  }
  return { clock, gateway, port, api, ids };
}

const postgres = await startPostgres({ hasTypes: true });

// All of them before the first test: the file ends with its last test.
const worlds = {
  sqlite: await build({}),
  postgres: await build({ GATEHOUSE_DATABASE_URL: postgres.url }),
};

tap.teardown(async () => {
  for (const { gateway } of Object.values(worlds)) await gateway.stop();
  await postgres.stop();
});

for (const [engine, world] of Object.entries(worlds)) {
  const { clock, gateway, port, api, ids } = world;
  const signedIn = async (username: string, password = right) => {
    const browser = new ConsoleBrowser(port);
    const { status, text } = await browser.signIn(username, password);
    if (status !== 201) throw new Error(text);
    return browser;
  };
  const statusOf = async (browser: ConsoleBrowser) =>
    (await browser.call('GET', '/session/current/')).status;

  test(`${engine}: before an administrator has a password, only its token leads in`, async (t) => {
    await api('PATCH', `/user/${String(ids['chief'])}/`, { password: null });
    await api('PATCH', `/user/${String(ids['stranger'])}/`, { password: null });
    const anybody = new ConsoleBrowser(port);
    const state = { may_sign_in: true, detail: null, transport: 'loopback' };
    t.match((await anybody.call('GET', '/session/sign_in/')).body, {
      ...state,
      is_first_run: true,
    });
    t.equal((await anybody.signIn('admin', '')).status, 400);
    t.equal((await anybody.signIn('admin', 'first')).status, 401);
    const [admin] = (await api('GET', '/user/?username__exact=admin'))['results'] as [
      { id: number },
    ];
    await api('PATCH', `/user/${admin.id}/`, { password: right });
    t.match((await anybody.call('GET', '/session/sign_in/')).body, {
      ...state,
      is_first_run: false,
    });
    t.equal((await anybody.signIn('admin', right)).status, 201);
    for (const name of ['chief', 'stranger'])
      await api('PATCH', `/user/${String(ids[name])}/`, { password: right });
  });

  test(`${engine}: a session is the caller that a token of its user is`, async (t) => {
    const desk = new ConsoleBrowser(port);
    const { status, body, setCookie, text } = await desk.signIn('desk', right);
    t.equal(status, 201);
    t.match(
      setCookie,
      /^gatehouse=ghs_[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    t.match(body, {
      username: 'desk',
      role: 'front_desk',
      organization: ids['own'],
      organization_name: 'own',
      organizations: [ids['own']],
      time_zone: 'Europe/Rome',
      language: 'en',
      remote_address: '127.0.0.1',
      transport: 'loopback',
    });
    t.notMatch(text, desk.cookie.replace('gatehouse=', ''), 'the token is in the cookie alone');
    const { store } = gateway.running.gateway;
    const rows = await store.db.selectFrom('user_session').selectAll().execute();
    t.notMatch(
      JSON.stringify(rows),
      desk.cookie.replace('gatehouse=', ''),
      'only its hash is stored',
    );
    t.equal((await desk.call('GET', '/user/')).status, 200);
    t.equal((await desk.call('GET', '/aaa_client/')).status, 403, 'a front desk sees no secrets');
    const chief = await signedIn('chief');
    t.equal((await chief.call('POST', '/location/', { body: { name: 'lobby' } })).status, 201);
    const signIns = '/audit/?path=/gate/api/v1/session/&username=desk';
    await gateway.until(async () => (await gateway.list(signIns)).length > 0, 250);
    const audited = await gateway.list(signIns);
    t.match(audited, [{ method: 'POST', status: 201, outcome: 'done', user: ids['desk'] }]);
    t.notMatch(JSON.stringify(audited), right);
    const stranger = await signedIn('stranger');
    t.equal((await stranger.call('GET', `/user/${String(ids['desk'])}/`)).status, 404);
    const { results } = (await stranger.call('GET', '/user/')).body as {
      results: { username: string }[];
    };
    t.same(
      results.map(({ username }) => username),
      ['stranger'],
    );
  });

  test(`${engine}: nobody signs in with wrong credentials, or without the role`, async (t) => {
    const browser = new ConsoleBrowser(port);
    for (const [name, password] of [
      ['desk', 'wrong'],
      ['nobody', right],
      ['guest', right],
    ] as const)
      t.match(await browser.signIn(name, password), {
        status: 401,
        body: { detail: 'Wrong user name or password.' },
        setCookie: '',
      });
    t.equal((await browser.signIn('desk', 'x'.repeat(70_000))).status, 413);
    t.equal(await statusOf(browser), 401);
    browser.cookie = `gatehouse=ghs_${'A'.repeat(43)}`;
    t.equal(await statusOf(browser), 401, 'an invented session');
    const { status, text } = await browser.call('GET', '/user/');
    t.same([status, text.includes('username')], [401, false]);
  });

  test(`${engine}: a page elsewhere gets nothing by the cookie of a session`, async (t) => {
    const desk = await signedIn('desk');
    const voucher = { username: 'made-elsewhere' };
    const own = `http://127.0.0.1:${port}`;
    for (const headers of [
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', origin: own },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]) {
      const { status, body } = await desk.call('POST', '/user/', { body: voucher, headers });
      t.equal(status, 403, JSON.stringify(headers));
      t.match(String(body['detail']), own);
      t.match(
        String(body['detail']),
        headers.origin === undefined ? 'this request is from' : headers.origin,
      );
      t.equal((await desk.call('DELETE', '/session/', { headers })).status, 403);
    }
    const proxied = await desk.call('POST', '/user/', {
      body: voucher,
      headers: { origin: 'https://gw.example' },
    });
    t.match(
      String(proxied.body['detail']),
      /https:\/\/gw\.example.*http\.public_url.*http\.trusted_proxies/,
    );
    for (const site of ['same-site', 'cross-site']) {
      const fetched = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
      t.equal(
        (await desk.call('GET', '/user/', { headers: fetched })).status,
        403,
        'read by a page',
      );
      const signIn = { username: 'desk', password: right };
      t.equal(
        (await desk.call('POST', '/session/', { body: signIn, headers: fetched })).status,
        403,
        'a sign-in',
      );
      const link = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      t.equal((await desk.call('GET', '/user/', { headers: link })).status, 200, 'a link');
    }
    t.equal((await desk.call('GET', '/user/?username__exact=made-elsewhere')).body['count'], 0);
    t.equal(
      (await desk.call('POST', '/user/', { body: voucher, headers: { origin: own } })).status,
      201,
    );
    t.equal(await statusOf(desk), 200, 'nobody else has ended the session');
  });

  test(`${engine}: a user sees and ends its own sessions alone`, async (t) => {
    const one = await signedIn('chief');
    const other = await signedIn('chief');
    const listed = async () => {
      const { results } = (await one.call('GET', '/session/')).body as {
        results: { id: number; current: boolean }[];
      };
      return results;
    };
    const before = await listed();
    t.equal(before.filter(({ current }) => current).length, 1);
    const [last] = before.filter(({ current }) => !current);
    const stranger = await signedIn('stranger');
    const path = `/session/id/${String(last?.id)}/`;
    t.equal((await stranger.call('DELETE', path)).status, 404, 'a session of another user');
    t.equal(await statusOf(other), 200);
    t.equal((await one.call('DELETE', path)).status, 204);
    t.equal(await statusOf(other), 401);
    t.equal((await listed()).length, before.length - 1);
    const out = await one.call('DELETE', '/session/');
    t.match(out, { status: 204, setCookie: /^gatehouse=; Max-Age=0; Path=\// });
    t.equal(await statusOf(one), 401, 'a copy of the cookie is of no use');
  });

  test(`${engine}: a session ends after idle time, and at the latest after a day`, async (t) => {
    const idle = await signedIn('desk');
    const busy = await signedIn('desk');
    // The date alone: an hour of the clock has thousands of timers.
    const begun = clock.now().getTime();
    const isAfter = (minutes: number) => {
      clock.setDate(new Date(begun + minutes * minuteMs));
    };
    isAfter(29);
    t.equal(await statusOf(busy), 200);
    isAfter(30);
    t.equal(await statusOf(idle), 401);
    const { store } = gateway.running.gateway;
    for (let minutes = 30; minutes < 24 * 60; minutes += 29) {
      const isUsed = () => Promise.resolve(store.pendingWrites);
      await eventually(isUsed, (waiting) => waiting === 0);
      isAfter(minutes);
      t.equal(await statusOf(busy), 200, `after ${minutes} minutes`);
    }
    isAfter(24 * 60);
    t.equal(await statusOf(busy), 401);
  });

  for (const [what, change] of Object.entries({
    'a changed password': { password: 'another password' },
    'a deactivation': { is_active: false },
    'a role without the console': { role: 'subscriber' },
    'the end of the account': { expiration: '2020-01-01T00:00:00Z' },
  }))
    test(`${engine}: ${what} ends the sessions of a user, and its streams`, async (t) => {
      const username = `ends by ${what}`;
      const user = { username, role: 'read_only', organization: ids['own'], password: right };
      const { id } = await api('POST', '/user/', user);
      const browser = await signedIn(username);
      const page = `http://127.0.0.1:${port}`;
      const stream = await fetch(`${page}/gate/api/v1/events/`, {
        headers: { cookie: browser.cookie },
      });
      t.equal(stream.status, 200);
      await api('PATCH', `/user/${String(id)}/`, { first_name: 'Ann' });
      t.equal(await statusOf(browser), 200, 'another change ends none');
      await api('PATCH', `/user/${String(id)}/`, change);
      t.equal(await statusOf(browser), 401);
      let isOver = false;
      const text = stream.text().finally(() => (isOver = true));
      await gateway.until(() => Promise.resolve(isOver), 500);
      t.match(await text, 'event: end');
      if ('is_active' in change) {
        await api('PATCH', `/user/${String(id)}/`, { is_active: true });
        t.equal(await statusOf(browser), 401, 'it does not come back');
      }
    });
}

/** Returns a code of a secret. @param later  steps after the present one */
function codeOf(secret: unknown, clock: ManualClock, later = 0): string {
  return totpCode(new Secret(String(secret)), stepAt(clock.now()) + later);
}

/** Enrols the user of a browser. @returns its secret and its recovery codes; the code of the present step is used */
async function enrol(browser: ConsoleBrowser, clock: ManualClock) {
  const begun = await browser.call('POST', '/user_totp/', { body: { password: right } });
  const { secret } = begun.body;
  const totp = codeOf(secret, clock);
  const confirmed = await browser.call('POST', '/user_totp/confirm/', { body: { totp } });
  if (confirmed.status !== 201) throw new Error(begun.text + confirmed.text);
  return { secret: String(secret), codes: confirmed.body['recovery_codes'] as readonly string[] };
}

for (const [engine, { clock, gateway, port, api, ids }] of Object.entries(worlds)) {
  const nextStep = () => {
    clock.setDate(new Date(clock.now().getTime() + 30_000));
  };

  test(`${engine}: a second factor is asked for, and each code opens once`, async (t) => {
    const one = new ConsoleBrowser(port);
    await one.signIn('guard', right);
    const other = new ConsoleBrowser(port);
    await other.signIn('guard', right);
    const wrong = await one.call('POST', '/user_totp/', { body: { password: 'wrong' } });
    t.match(wrong, { status: 400, body: { password: ['This is not your password.'] } });
    const early = await one.call('POST', '/user_totp/confirm/', { body: { totp: '123456' } });
    t.equal(early.status, 409, 'nothing was begun');
    const first = await one.call('POST', '/user_totp/', { body: { password: right } });
    t.match(first.body['uri'], /^otpauth:\/\/totp\/Gatehouse%20own:guard\?secret=[A-Z2-7]{32}&/);
    t.equal((await new ConsoleBrowser(port).signIn('guard', right)).status, 201, 'not confirmed');
    const { secret, codes } = await enrol(one, clock);
    t.not(secret, first.body['secret'], 'a second beginning replaces the first');
    t.equal((await other.call('GET', '/user_totp/')).status, 401, 'other sessions have ended');
    t.match((await one.call('GET', '/user_totp/')).body, {
      is_enabled: true,
      is_required: false,
      recovery_codes: 10,
    });
    const anew = await one.call('POST', '/user_totp/', { body: { password: right } });
    t.equal(anew.status, 409, 'a second factor is removed before another one begins');
    const { store } = gateway.running.gateway;
    const stored = JSON.stringify([
      await store.db.selectFrom('user_totp').selectAll().execute(),
      await store.db.selectFrom('user_recovery_code').selectAll().execute(),
    ]);
    for (const kept of [secret, ...codes]) t.notMatch(stored, kept, 'sealed or hashed');

    const browser = new ConsoleBrowser(port);
    t.match(await browser.signIn('guard', right), {
      status: 400,
      setCookie: '',
      body: { totp: [/^Enter the code/] },
    });
    t.equal((await browser.signIn('guard', 'wrong', { totp: codes[0] })).status, 401);
    const used = codeOf(secret, clock);
    t.equal((await browser.signIn('guard', right, { totp: used })).status, 400, 'a replay');
    nextStep();
    const totp = codeOf(secret, clock);
    t.equal(
      (await browser.signIn('guard', right, { totp: `${totp.slice(0, 3)} ${totp.slice(3)}` }))
        .status,
      201,
    );
    t.equal((await browser.signIn('guard', right, { totp })).status, 400, 'a replay');
    t.equal((await browser.signIn('guard', right, { totp: codes[0] })).status, 201);
    t.equal((await browser.signIn('guard', right, { totp: codes[0] })).status, 400, 'once');
    t.equal((await browser.call('GET', '/user_totp/')).body['recovery_codes'], 9);

    nextStep();
    const renewed = await browser.call('POST', '/user_totp/recovery_codes/', {
      body: { totp: codeOf(secret, clock) },
    });
    t.equal((renewed.body['recovery_codes'] as readonly string[]).length, 10);
    const replaced = { body: { totp: codes[1] } };
    t.equal((await browser.call('POST', '/user_totp/remove/', replaced)).status, 400);
    nextStep();
    const removed = await browser.call('POST', '/user_totp/remove/', {
      body: { totp: codeOf(secret, clock) },
    });
    t.match(removed, { status: 200, body: { is_enabled: false, recovery_codes: 0 } });
    t.equal((await browser.signIn('guard', right)).status, 201);
  });

  test(`${engine}: a role that needs a second factor can only enrol it before`, async (t) => {
    const browser = new ConsoleBrowser(port);
    t.match((await browser.signIn('bookkeeper', right)).body, { must_enrol: true });
    for (const path of ['/aaa_accounting/', '/session/', '/events/'])
      t.match(await browser.call('GET', path), {
        status: 403,
        body: { detail: /needs a second factor/ },
      });
    t.match((await browser.call('GET', '/user_totp/')).body, {
      is_enabled: false,
      is_required: true,
    });
    await enrol(browser, clock);
    t.match((await browser.call('GET', '/session/current/')).body, { must_enrol: false });
    t.equal((await browser.call('GET', '/aaa_accounting/')).status, 200);
    const path = `/user_totp/user/${String(ids['bookkeeper'])}/`;
    const stranger = new ConsoleBrowser(port);
    await stranger.signIn('stranger', right);
    for (const method of ['GET', 'DELETE'])
      t.equal((await stranger.call(method, path)).status, 404, 'of another organization');
    const chief = new ConsoleBrowser(port);
    await chief.signIn('chief', right);
    const begun = await chief.call('POST', '/user_totp/', { body: { password: right } });
    const unconfirmed = { body: { totp: codeOf(begun.body['secret'], clock) } };
    const renewed = await chief.call('POST', '/user_totp/recovery_codes/', unconfirmed);
    t.equal(renewed.status, 400, 'a code of an enrolment that is not confirmed');
    const self = `/user_totp/user/${String(ids['chief'])}/`;
    t.equal((await chief.call('DELETE', self)).status, 403, 'a stolen session');
    t.equal((await chief.call('DELETE', path)).status, 204);
    t.equal((await browser.call('GET', '/session/current/')).status, 401, 'its sessions end');
    t.match((await browser.signIn('bookkeeper', right)).body, { must_enrol: true });
  });

  test(`${engine}: guesses of codes are limited, not the user at its own address`, async (t) => {
    const user = { username: 'guessed', role: 'admin', organization: ids['own'], password: right };
    await api('POST', '/user/', user);
    const browser = new ConsoleBrowser(port);
    await browser.signIn('guessed', right);
    const { codes } = await enrol(browser, clock);
    const guess = (from: string) =>
      gateway.running.gateway.secondFactors.admit({
        person: `user ${String(guessedId)}`,
        place: 'console',
        device: from,
        host: from,
        password: null,
        mayLackDevice: false,
      });
    const [{ id: guessedId }] = (await api('GET', '/user/?username__exact=guessed'))['results'] as [
      { id: number },
    ];
    t.equal((await browser.signIn('guessed', right, { totp: codes[0] })).status, 201);
    for (let tried = 0; tried < 10; tried += 1) guess(`192.0.2.${String(tried)}`);
    t.throws(() => guess('192.0.2.99'), /throttled/, 'by name');
    t.equal((await browser.signIn('guessed', right, { totp: codes[1] })).status, 201);
    const statuses: number[] = [];
    for (let tried = 0; tried < 6; tried += 1)
      statuses.push((await browser.signIn('guessed', right, { totp: '000000' })).status);
    t.same(statuses, [400, 400, 400, 400, 400, 429], 'by address');
    // More than the ten passwords that are admitted from an address.
    for (let tried = 0; tried < 6; tried += 1)
      t.equal((await browser.signIn('guessed', right)).status, 400, 'a right password is no guess');
  });
}

test('a session ends on every gateway of a store', async (t) => {
  const environment = {
    GATEHOUSE_DATABASE_URL: postgres.url,
    GATEHOUSE_SECRET_KEY_FILE: join(worlds.postgres.gateway.folder, 'data', 'secret.key'),
  };
  const clock = new ManualClock(new Date(Date.now() + 40 * 3_600_000));
  const pair = [
    await startInProcess({ clock, environment }),
    await startInProcess({ clock, environment }),
  ] as const;
  t.teardown(() => Promise.all(pair.map((gateway) => gateway.stop())));
  const ports = pair.map(({ running }) => running.http.port);
  const [one, other] = ports.map((port) => new ConsoleBrowser(port));
  if (!one || !other) throw new Error('no gateways');
  t.equal((await one.signIn('desk', right)).status, 201);
  other.cookie = one.cookie;
  t.equal((await other.call('GET', '/session/current/')).status, 200);
  const stream = await fetch(`http://127.0.0.1:${pair[1].running.http.port}/gate/api/v1/events/`, {
    headers: { cookie: one.cookie },
  });
  t.equal((await one.call('DELETE', '/session/')).status, 204);
  t.equal((await other.call('GET', '/session/current/')).status, 401);
  let isOver = false;
  const text = stream.text().finally(() => (isOver = true));
  await pair[1].until(() => Promise.resolve(isOver), 500);
  t.match(await text, 'event: end');

  await one.signIn('guard', right);
  const { secret, codes } = await enrol(one, clock);
  clock.setDate(new Date(clock.now().getTime() + 30_000));
  for (const totp of [codeOf(secret, clock), codes[0]]) {
    const replies = await Promise.all(
      [...ports, ...ports].map((port) => new ConsoleBrowser(port).signIn('guard', right, { totp })),
    );
    const statuses = replies.map(({ status }) => status);
    t.same(statuses.toSorted(), [201, 400, 400, 400], 'one gateway accepts a code');
  }
});
