import tap, { test, type Test } from 'tap';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { eventually, GatewayProcess, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { checkLook, keep } from './page-look.ts';

/* The page that guests see, in a browser with and without scripts, at the size of a phone and of a desk. */

tap.setTimeout(200_000);

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const { browser, stop } = await startChromium();
tap.teardown(async () => {
  await stop();
  await gateway.remove();
});
const gate = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
const base = `http://127.0.0.1:${gateway.httpPort}`;
const location = (await gate('/location/', { name: 'Lobby' }))['id'];
await gate('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01', location });
await gate('/user/', { username: 'anna', password: 'right' });
await gate('/user/', { username: 'over', password: 'right', expiration: '2020-01-01' });
const visitor = (await gate('/user/', { username: 'visitors' }))['id'];
await gate('/user/', { username: 'no voucher' });
const voucher = await gate('/user_token/', {
  kind: 'network',
  username: 'HX7K2M',
  time: 3600,
  octets: 5e6,
});
const page = await gate('/portal_page/', {
  name: 'lobby',
  location,
  title: 'Hotel Seaview',
  welcome: 'Free Wi-Fi for our guests <all of them>.',
  terms: 'Be kind.\n\nDo no harm.',
  terms_version: '2026-03',
  translations: [{ language: 'de', title: 'Hotel Seeblick', terms: 'Seien Sie freundlich.' }],
  login_kinds: ['user', 'voucher', 'terms'],
  terms_user: visitor,
  look: { color: '#ffd23f' },
});

const mac = '02-00-00-00-03-01';
const redirect = (more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9', ...more }).toString();

const phone: BrowserContextOptions = { viewport: { width: 375, height: 812 } };
/** The page is opened without a slash at the end of its path. */
const withoutSlash: BrowserContextOptions = { ...phone };
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

async function visit(t: Test, query: string, options: BrowserContextOptions = phone) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const slash = options === withoutSlash ? '' : '/';
  t.teardown(() => context.close());
  const opened = await context.newPage();
  opened.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  opened.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/status of 4/.test(text)) complaints.push(text);
  });
  await opened.goto(`${base}/portal${slash}?${query}`);
  return { opened, complaints };
}

type Kind = 'user' | 'voucher' | 'terms';

/** Fills a way to log in, which is unfolded unless it is the first. */
async function submit(opened: Page, kind: Kind, fields: Readonly<Record<string, string>>) {
  const button = opened.locator(`button[value=${kind}]`);
  const fold = opened.locator('details.way', { has: button });
  if ((await fold.count()) > 0) await fold.locator('summary').click();
  for (const [label, value] of Object.entries(fields)) await opened.getByLabel(label).fill(value);
  await opened.getByRole('checkbox').check();
  const answered = opened.waitForEvent('framenavigated');
  await button.click();
  await answered;
  await opened.waitForLoadState();
}

for (const [size, options] of Object.entries({ phone, desk }))
  test(`${size}: a guest logs in with a password, after a wrong one`, async (t) => {
    const { opened, complaints } = await visit(
      t,
      redirect({ url: 'http://example.org/a' }),
      options,
    );
    t.equal(await opened.title(), 'Hotel Seaview');
    t.equal(await opened.getByText('<all of them>').count(), 1);
    t.equal(await opened.getByText(/private Wi-Fi address/).count(), 1, 'the address is random');
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    t.equal(await opened.evaluate(overflow), 0, 'nothing to scroll sideways');
    await checkLook(t, opened, `login-${size}`);
    for (const summary of await opened.locator('summary').all()) await summary.click();
    await checkLook(t, opened, `unfolded-${size}`);
    const labels = (password: string) => ({
      'User name or e-mail address': 'anna',
      Password: password,
    });
    await submit(opened, 'user', labels('wrong'));
    t.match(await opened.getByRole('alert').innerText(), /not right/);
    t.equal(await opened.title(), 'Error: Hotel Seaview');
    t.equal(await opened.getByLabel('User name or e-mail address').inputValue(), 'anna');
    t.equal(await opened.getByLabel('Password').inputValue(), '');
    await checkLook(t, opened, `failure-${size}`);
    await submit(opened, 'user', labels('right'));
    t.equal(await opened.title(), 'You are logged in · Hotel Seaview');
    t.equal(await opened.getByText('Hotel Seaview').count(), 1, 'it is a page of the place');
    await checkLook(t, opened, `pending-${size}`);
    await opened.goto(`${base}/portal/?${redirect()}`);
    t.equal(await opened.locator('form', { hasText: 'Welcome back' }).getByText('anna').count(), 1);
    await checkLook(t, opened, `recall-${size}`);
    t.same(complaints, []);
  });

test('a voucher in the link is filled in, and lets in without a script', async (t) => {
  const { opened } = await visit(t, redirect({ code: String(voucher['code']) }), {
    ...phone,
    javaScriptEnabled: false,
  });
  t.equal(await opened.getByLabel('Voucher code').inputValue(), 'HX7K2M');
  await submit(opened, 'voucher', {});
  t.equal(await opened.title(), 'You are logged in · Hotel Seaview');
  t.match(await opened.locator('main').innerText(), /Your time ends at/);
  await keep(opened, 'voucher-phone');
});

test('the terms alone let in, and consent is logged with its version', async (t) => {
  const { opened } = await visit(t, redirect({ mac: '00-11-22-33-44-55' }), withoutSlash);
  t.equal(await opened.getByText(/private Wi-Fi address/).count(), 0);
  await submit(opened, 'terms', {});
  t.equal(await opened.title(), 'You are logged in · Hotel Seaview');
  const [entry] = (await gateway.gate('GET', '/txlog_portal/?type=ua&limit=1')).body[
    'results'
  ] as Json[];
  t.match(entry, {
    username: `terms:00:11:22:33:44:55:${String(visitor)}`,
    page: page['id'],
    detail: 'terms accepted: version 2026-03',
    status: 200,
  });
});

test('a guest who only accepts the terms is a user of its device: limits, export and erasure are of one', async (t) => {
  const [mine, other] = ['00-11-22-33-44-55', '00-11-22-33-44-66'];
  const call = (method: string, path: string, body?: Json) => gateway.gate(method, path, body);
  const logInBy = async (mac: string) => {
    const { opened } = await visit(t, redirect({ mac }), { ...phone, javaScriptEnabled: false });
    await submit(opened, 'terms', {});
    return opened;
  };
  const deviceOf = async (mac: string) => {
    const name = `terms:${mac.replaceAll('-', ':')}`;
    const found = await call('GET', `/user/?username=${encodeURIComponent(name)}`);
    t.equal(found.body['count'], 1, mac);
    return (found.body['results'] as Json[])[0] ?? {};
  };
  await logInBy(mine);
  const [first, again] = [await deviceOf(mine), await logInBy(mine).then(() => deviceOf(mine))];
  t.equal(again['id'], first['id'], 'the same at its next login');
  await call('PATCH', `/user/${String(visitor)}/`, {
    klass: 'free',
    attributes: { check_attributes: [{ attribute: 'Simultaneous-Use', op: ':=', value: '1' }] },
  });
  t.match(await deviceOf(mine), {
    terms_user: visitor,
    klass: 'free',
    attributes: { check_attributes: [{ attribute: 'Simultaneous-Use', value: '1' }] },
    is_active: true,
  });
  const opened = await logInBy(other);
  t.equal(
    await opened.title(),
    'You are logged in · Hotel Seaview',
    'the limit of one is not that of all',
  );
  const sessionsOf = async ({ id }: Json) =>
    (await call('GET', `/aaa_accounting/?user=${String(id)}&session_status=active`)).body['count'];
  t.same([await sessionsOf(await deviceOf(mine)), await sessionsOf(await deviceOf(other))], [1, 1]);

  const listed = await call('GET', `/user/?terms_user=${String(visitor)}`);
  t.equal(listed.body['count'], 2);
  const path = `/user/${String(first['id'])}`;
  const done = async (kind: string) => {
    const { body } = await call('POST', `${path}/${kind}/`, {});
    return eventually(
      () => call('GET', `/privacy_job/${String(body['id'])}/`),
      ({ body: job }) => job['status'] === 'completed',
    );
  };
  const isLogged = async (mac: string) =>
    Number((await call('GET', `/txlog_portal/?mac=${mac}`)).body['count']) > 0;
  t.match((await done('export')).body, { status: 'completed' });
  t.same([await isLogged(mine), await isLogged(other)], [true, true]);
  t.match((await done('erase')).body, { status: 'completed' });
  t.equal((await call('GET', `${path}/`)).status, 404);
  t.same([await isLogged(mine), await isLogged(other)], [false, true]);
  t.equal(await sessionsOf(await deviceOf(other)), 1, 'of the other device all stays');

  await call('PATCH', `/user/${String(visitor)}/`, { is_active: false });
  t.match(await deviceOf(other), { is_active: false });
  await call('PATCH', `/user/${String(visitor)}/`, { is_active: true, attributes: null });
  await logInBy(mine);
  t.notSame((await deviceOf(mine))['id'], first['id'], 'after the erasure a new user');
});

test('a guest whose time is over reads so', async (t) => {
  const { opened } = await visit(t, redirect());
  await submit(opened, 'user', {
    'User name or e-mail address': 'over',
    Password: 'right',
  });
  t.match(await opened.getByRole('alert').innerText(), /time is used up/);
  await checkLook(t, opened, 'expiry-phone');
});

test('the browser brings the grant to the access point by itself, and by a button without scripts', async (t) => {
  const chilli = redirect({
    uamip: '127.0.0.1',
    uamport: String(gateway.httpPort),
    challenge: '00ff',
    called: 'AA-BB-CC-00-00-01',
    userurl: 'http://example.org/',
  });
  const { opened } = await visit(t, chilli);
  await submit(opened, 'user', {
    'User name or e-mail address': 'anna',
    Password: 'right',
  });
  await opened.waitForURL(/\/logon\?username=02-00-00-00-03-01&response=[0-9a-f]{32}/);
  const fortinet = redirect({
    usermac: mac,
    magic: 'm',
    post: `${base}/healthz`,
    apmac: 'AA:BB:CC:00:00:01',
  });
  const scripted = await visit(t, fortinet);
  const sent = scripted.opened.waitForRequest((request) => request.url().endsWith('/healthz'));
  await submit(scripted.opened, 'user', {
    'User name or e-mail address': 'anna',
    Password: 'right',
  });
  t.match(
    new URLSearchParams((await sent).postData() ?? ''),
    new URLSearchParams({ magic: 'm', username: mac, password: mac }),
  );
  t.same(scripted.complaints, []);
});

const post = (
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => fetch(`${base}/portal/`, { method: 'POST', body: new URLSearchParams(fields), headers });
const tokenOf = async (query: string) =>
  /name="form" value="([^"]+)"/.exec(await (await fetch(`${base}/portal/?${query}`)).text())?.[1] ??
  '';

test('authmon of openNDS is answered in its own words', async (t) => {
  const payload = Buffer.from('none').toString('base64');
  const answer = await post({ auth_get: 'view', gatewayhash: '0'.repeat(64), payload });
  t.match(answer, { status: 200 });
  t.match(answer.headers.get('content-type'), 'text/plain');
  t.equal(await answer.text(), '*');
});

test('a form of another site, of another redirect or without consent does not log in', async (t) => {
  const q = redirect();
  const fields = {
    q,
    form: await tokenOf(q),
    kind: 'user',
    username: 'anna',
    password: 'right',
    accept: 'yes',
  };
  const textOf = async (reply: Response) => [reply.status, await reply.text()];
  t.match(await textOf(await post({ ...fields, form: '' })), [400, /open for too long/]);
  t.match(await textOf(await post({ ...fields, q: redirect({ mac: '020000000399' }) })), [
    400,
    /open for too long/,
  ]);
  t.match(await textOf(await post(fields, { 'sec-fetch-site': 'cross-site' })), [
    400,
    /open for too long/,
  ]);
  t.match(await textOf(await post({ ...fields, accept: '' })), [400, /Accept the terms/]);
  t.match(
    await textOf(await post({ ...fields, kind: 'voucher', code: 'no voucher' })),
    [400, /not right/],
    'a user is no voucher',
  );
  t.match(await textOf(await post({ ...fields, kind: 'voucher', code: 'anna' })), [
    400,
    /not right/,
  ]);
  t.match(await textOf(await post({ ...fields, password: '' })), [400, /Fill this in/]);
  t.match(await textOf(await post({ ...fields, kind: 'room' })), [400, /cannot log in here/]);
  // The Enter key presses the first button of the form, whichever field has been filled in.
  t.match(await textOf(await post({ ...fields, kind: 'enter' })), [200, /You are logged in/]);
  t.match(await textOf(await post(fields)), [200, /You are logged in/]);
});

test('guesses are limited, and the reply says when to go on', async (t) => {
  const q = redirect({ mac: '020000000777' });
  const fields = { q, form: await tokenOf(q), kind: 'voucher', accept: 'yes' };
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => post({ ...fields, code: `GUESS${index}` })),
  );
  const refused = replies.find(({ status }) => status === 429);
  t.match(await refused?.text(), /Too many attempts/);
  t.match(refused?.headers.get('retry-after'), /^\d+$/);
  t.equal(
    (
      await post({
        q: redirect(),
        form: await tokenOf(redirect()),
        kind: 'user',
        username: 'anna',
        password: 'right',
        accept: 'yes',
      })
    ).status,
    200,
    'another guest is not locked out',
  );
});

test('a rejection takes no less time for a name that does not exist than for an imported hash', async (t) => {
  const rounds = '$6$rounds=200000$Y5hRmqZb$';
  const hash = `${rounds}${'a'.repeat(86)}`;
  t.match(await gate('/user/', { username: 'imported', password_hash: hash }), { id: Number });
  const q = redirect({ mac: '020000000888' });
  const fields = { q, form: await tokenOf(q), kind: 'user', password: 'wrong', accept: 'yes' };
  for (const username of ['imported', 'nobody']) {
    const startedAt = performance.now();
    t.equal((await post({ ...fields, username })).status, 400);
    const tookMs = performance.now() - startedAt;
    t.ok(tookMs > 495, `${username}: ${tookMs.toFixed()} ms`);
  }
});

/** Guests of the next test at a time: as many connections as a busy machine takes. */
const atOnce = 20;

test('300 guests behind one address are let in within a minute', async (t) => {
  const logIn = async (index: number) => {
    const q = redirect({ mac: `0200000A${String(index).padStart(4, '0')}` });
    const fields = { q, form: await tokenOf(q), accept: 'yes' };
    const kind = index % 2 === 0 ? { kind: 'terms' } : { kind: 'voucher', code: 'HX7K2M' };
    return (await post({ ...fields, ...kind })).status;
  };
  const statuses: number[] = [];
  const startedAt = performance.now();
  for (let first = 0; first < 300; first += atOnce)
    statuses.push(
      ...(await Promise.all(Array.from({ length: atOnce }, (_, at) => logIn(first + at)))),
    );
  t.same([...new Set(statuses)], [200]);
  t.equal(statuses.length, 300);
  t.ok(performance.now() - startedAt < 60_000);
});

test('logins by the terms alone are limited by device', async (t) => {
  const q = redirect({ mac: '020000000778' });
  const fields = { q, form: await tokenOf(q), kind: 'terms', accept: 'yes' };
  const statuses = [];
  for (let index = 0; index < 11; index += 1) statuses.push((await post(fields)).status);
  t.same(statuses, [...Array<number>(10).fill(200), 429]);
});

test('a redirect is read to its end, and only of a device', async (t) => {
  const statusOf = async (query: string) => (await fetch(`${base}/portal/?${query}`)).status;
  const query = redirect({ mac: '020000000779' });
  t.equal(await statusOf(query), 200);
  t.equal(await statusOf(`url=http://e.example/?a=1&${query}`), 200, 'an URL with a query');
  for (const mac of ['ffffffffffff', '000000000000', '01005e000001'])
    t.equal(await statusOf(redirect({ mac })), 404, mac);
});

test('an inactive organization has no page, and no place on the page of another organization', async (t) => {
  const organization = (await gate('/organization/', { name: 'Annex', parent: 1 }))['id'];
  const own = await gate('/portal_page/', { name: 'annex', organization, login_kinds: ['user'] });
  await gate('/access_point/', { name: 'annex', mac: 'AA:BB:CC:00:00:02', organization });
  const query = redirect({ ap_mac: 'AA:BB:CC:00:00:02' });
  const named = `/portal/${String(own['id'])}/?${query}`;
  const here = `/portal/${String(page['id'])}/?${query}`;
  const statuses = () =>
    Promise.all(
      [`/portal/?${query}`, named, here].map(async (path) => (await fetch(base + path)).status),
    );
  t.same(await statuses(), [200, 200, 200]);
  await gateway.gate('PATCH', `/organization/${String(organization)}/`, { is_active: false });
  t.same(await statuses(), [404, 404, 404]);
});

test('an access point of the same name in another organization switches no portal off', async (t) => {
  const tenants = await Promise.all(
    ['Harbour', 'Station', 'Depot'].map(async (name) => {
      const organization = (await gate('/organization/', { name, parent: 1 }))['id'];
      await gate('/access_point/', { name: 'ap', organization, identifier: 'MikroTik' });
      return organization;
    }),
  );
  const own = await gate('/portal_page/', { name: 'harbour', organization: tenants[0] });
  const inactive = await gateway.gate('PATCH', `/portal_page/${String(page['id'])}/`, {
    is_active: false,
  });
  t.equal(inactive.status, 200);
  const query = `mac=02:00:00:00:00:77&nas_id=MikroTik&identity=MikroTik&vendor=mikrotik`;
  const statusOf = async (path: string) => (await fetch(`${base}${path}?${query}`)).status;
  t.equal(await statusOf('/portal/'), 200, 'only one of the three has a page');
  t.equal(await statusOf(`/portal/${String(own['id'])}/`), 200);
  const other = await gate('/portal_page/', { name: 'station', organization: tenants[1] });
  for (const { id } of [own, other])
    t.equal(await statusOf(`/portal/${String(id)}/`), 200, 'each page has its own');
  t.equal(await statusOf('/portal/'), 404, 'nothing tells them apart');
  await gateway.gate('PATCH', `/portal_page/${String(page['id'])}/`, { is_active: true });
});

test('the gateway calls no controller where the organization has no devices', async (t) => {
  const organization = (await gate('/organization/', { name: 'Tenant', parent: 1 }))['id'];
  const controller = { name: 'c', vendor: 'unifi', organization, username: 'u', password: 'p' };
  const create = (url: string) =>
    gateway.gate('POST', '/portal_controller/', { ...controller, url });
  t.match(await create(base), { status: 400, body: { url: [/device_networks/] } });
  await gateway.gate('PATCH', `/organization/${String(organization)}/`, {
    device_networks: ['10.0.0.0/8'],
  });
  const { status, body } = await create('https://10.1.2.3:8443');
  t.equal(status, 201);
  t.match(
    await gateway.gate('PATCH', `/portal_controller/${String(body['id'])}/`, {
      url: 'https://localhost/',
      password: 'p',
    }),
    { status: 400, body: { url: [/localhost is not in the device_networks/] } },
  );
});

test('languages follow Accept-Language and the choice of the guest, and nothing of the redirect becomes HTML', async (t) => {
  const get = async (query: string, language = 'en', path = '/portal/') => {
    const reply = await fetch(`${base}${path}?${query}`, {
      headers: { 'accept-language': language },
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  const french = await get(redirect(), 'xx, fr-CH;q=0.9, de;q=0.5');
  t.match(french.text, /<html lang="fr" dir="ltr"/);
  t.match(french.text, /Code du coupon/);
  const german = (await get(redirect({ lang: 'de' }), 'fr')).text;
  t.match(
    german,
    /<h1><bdi>Hotel Seeblick<[^]*Free Wi-Fi for[^]*Seien Sie freundlich[^]*Gutscheincode/,
  );
  t.match(german, '<nav class="lang" aria-label="Sprache">');
  t.match(french.text, /<h1><bdi>Hotel Seaview<[^]*Be kind/, 'which has no translation');
  t.match((await get(redirect({ token: 'QR-CODE' }))).text, /value="QR-CODE"/);
  t.match((await get(redirect(), 'xx')).text, /Voucher code/);
  t.match((await get(redirect(), 'ar-EG')).text, /<html lang="ar" dir="rtl"/);
  for (const [language, word] of [
    ['es', 'Conectar'],
    ['pt', 'Ligar'],
  ] as const)
    t.match((await get(redirect(), language)).text, word);
  const evil = await get(
    redirect({ code: '"><script>alert(1)</script>', url: 'javascript:alert(1)' }),
  );
  t.notMatch(evil.text, '<script>alert');
  const policy = evil.headers.get('content-security-policy') ?? '';
  t.match(
    policy,
    /^default-src 'none'; style-src 'self'; script-src 'nonce-[^']+'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  t.equal(evil.headers.get('cache-control'), 'no-store');
  const unifi = `id=${mac}&ap=aa:bb:cc:00:00:01&t=1&url=x&ssid=y`;
  t.match(await get(unifi, 'en', '/guest/s/default/'), { status: 200, text: /Hotel Seaview/ });
  t.match(await get('mac=020000000301'), { status: 404, text: /outside of the guest network/ });
  t.match(await get(redirect(), 'en', `/portal/${String(page['id'])}/`), { status: 200 });
  t.match(await get(redirect(), 'en', '/portal/99/'), { status: 404 });
  t.match(await get(redirect(), 'en', '/portal/x/'), { status: 404 });
});

test('RFC 8908 and the probes of the systems follow the session of the device', async (t) => {
  const state = async () => {
    const reply = await fetch(`${base}/portal/captive`);
    t.match(reply.headers.get('content-type'), 'application/captive+json');
    t.equal(reply.headers.get('cache-control'), 'private, no-store');
    return (await reply.json()) as Json;
  };
  const probe = (path: string) => fetch(`${base}${path}`, { redirect: 'manual' });
  t.match(await state(), { captive: true });
  const captured = await probe('/generate_204');
  t.match([captured.status, captured.headers.get('location')], [302, '/portal/']);
  for (const path of ['/redirect', '/kindle-wifi/wifistub.html'])
    t.equal((await probe(path)).headers.get('location'), '/portal/', path);
  const login = {
    uid: 'HX7K2M',
    ap_mac: 'AA:BB:CC:00:00:01',
    mac: '020000000888',
    ip: '127.0.0.1',
    timeout: 600,
  };
  await gate('/portal_login/', login);
  const open = await state();
  t.match(open, { captive: false, 'can-extend-session': true, 'bytes-remaining': 5e6 });
  t.ok(Number(open['seconds-remaining']) > 590);
  await gate('/portal_login/', { ...login, timeout: undefined });
  const { 'seconds-remaining': left } = await state();
  t.ok(Number(left) > 600 && Number(left) <= 3600, `${String(left)} s of the voucher`);
  t.equal((await probe('/generate_204')).status, 204);
  t.match(await (await probe('/hotspot-detect.html')).text(), /Success/);
  t.match(await (await probe('/kindle-wifi/wifistub.html')).text(), /81ce4465/);
  const windows = await probe('/redirect');
  t.match([windows.status, windows.headers.get('location')], [302, 'https://www.msn.com/']);
  const asked = await fetch(`${base}/portal/`, { headers: { accept: 'application/captive+json' } });
  t.match(await asked.json(), { captive: false });
  // Another site with the same addresses.
  const annex = (await gate('/location/', { name: 'Annex' }))['id'];
  const other = { name: 'other', location: annex, login_kinds: ['user'] };
  const { id: otherPage } = await gate('/portal_page/', other);
  await gate('/access_point/', { name: 'b', mac: 'AA:BB:CC:00:00:03', location: annex });
  const stateOf = async (id: unknown) =>
    (await fetch(`${base}/portal/${String(id)}/captive`)).json() as Promise<Json>;
  t.match(
    [await stateOf(page['id']), await stateOf(otherPage)],
    [{ captive: false }, { captive: true }],
  );
  await gate('/portal_login/', { ...login, uid: 'anna', ap_mac: 'AA:BB:CC:00:00:03', mac });
  t.match(
    [await stateOf(page['id']), await stateOf(otherPage)],
    [{ captive: false }, { captive: false }],
  );
  t.notOk('bytes-remaining' in (await stateOf(otherPage)), 'no limit');
  t.match(await state(), { captive: true }, 'two devices have the address');
});

test('a page is validated', async (t) => {
  const refused = await gateway.gate('POST', '/portal_page/', {
    name: 'x',
    login_kinds: ['terms'],
  });
  t.match(refused, { status: 400, body: { terms_user: [String] } });
  t.match(await gateway.gate('POST', '/portal_page/', { name: 'y', look: { color: 'red' } }), {
    status: 400,
  });
  t.match(await gateway.gate('POST', '/portal_page/', { name: 'z', look: { logo: 'http://x' } }), {
    status: 400,
  });
  const twice = [{ language: 'de' }, { language: 'de' }];
  t.match(await gateway.gate('POST', '/portal_page/', { name: 'z', translations: twice }), {
    status: 400,
    body: { translations: ['"de" is there twice.'] },
  });
});

const svg = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><style>.a { fill: red }</style>
  <script>alert(2)</script><foreignObject><p>text</p></foreignObject><image href="http://evil.example/x.png"/>
  <a xlink:href="javascript:alert(3)"><path d="M0 0h9"/></a><use href="#b"/><path class="a" id="b" fill="url(#g)"
  stroke="url(http://evil.example/)" style="fill: u\\72l(//evil.example)" d="M0 0h9v9z"/></svg>`;
const asUrl = (type: string, content: Buffer) =>
  `data:${type};base64,${content.toString('base64')}`;
const change = (fields: Json) =>
  gateway.gate('PATCH', `/portal_page/${String(page['id'])}/`, fields);

test('logo, background and font are files of the gateway, a picture without its scripts', async (t) => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_048_568)]);
  const font = Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(2_000, 7)]);
  const { status, body } = await change({
    background: asUrl('image/png', png),
    look: {
      logo: asUrl('image/svg+xml', Buffer.from(svg)),
      logo_text: 'Seaview',
      font: asUrl('font/woff2', font),
    },
    links: [{ text: 'Privacy', url: 'https://example.com/privacy' }],
    css: '.lead { font-style: italic }',
  });
  t.equal(status, 200);
  const look = body['look'] as Record<string, string>;
  for (const [path, type, size] of [
    [String(body['background']), 'image/png', png.length],
    [look['font'] ?? '', 'font/woff2', font.length],
  ] as const) {
    const file = await fetch(base + path);
    t.equal(file.headers.get('content-type'), type);
    t.equal((await file.arrayBuffer()).byteLength, size);
    t.match(file.headers.get('cache-control'), 'immutable');
    const etag = file.headers.get('etag') ?? '';
    const again = await fetch(base + path, { headers: { 'if-none-match': etag } });
    t.equal(again.status, 304);
  }
  const logo = await fetch(base + String(look['logo']));
  t.match(logo.headers.get('content-security-policy'), "default-src 'none'");
  const drawn = await logo.text();
  t.match(drawn, /^<svg [^]*\.a { fill: red }[^]*<use href="#b">[^]*fill="url\(#g\)"/);
  t.notMatch(drawn, /evil|alert|script|foreignObject|text|onload/);
  const shown = await (await fetch(`${base}/portal/?${redirect()}`)).text();
  t.match(shown, `<img src="${String(look['logo'])}" alt="Seaview" />`);
  t.match(shown, 'href="https://example.com/privacy"');
  const [, sheet = ''] = /href="(\/portal\/style\/page\/[^"]+)"/.exec(shown) ?? [];
  t.match(
    await (await fetch(base + sheet)).text(),
    /url\('\/portal\/file\/[^]*font-face[^]*italic/,
  );
  const same = await change({ look, background: body['background'] });
  t.match([same.status, same.body['look']], [200, look], 'what was read is written again');
  t.equal((await fetch(`${base}/portal/file/none.png`)).status, 404);
  t.equal((await change({ look: { color: '#ffd23f' }, background: null, css: null })).status, 200);
});

test('a file or a style sheet that is not what it should be is refused by name', async (t) => {
  const refusals: readonly (readonly [Json, RegExp])[] = [
    [{ background: asUrl('image/png', Buffer.from('GIF89a')) }, /background.*not image\/png/],
    [{ background: asUrl('image/gif', Buffer.alloc(1_048_577, 'GIF89a')) }, /1048577 octets/],
    [{ background: `/portal/file/${'A'.repeat(43)}.png` }, /There is no file/],
    [{ background: 'red' }, /background/],
    [{ look: { logo: asUrl('image/svg+xml', Buffer.from('<html/>')) } }, /root is not svg/],
    [{ look: { logo: asUrl('image/svg+xml', Buffer.from('<svg>')) } }, /plain SVG/],
    [
      {
        look: {
          logo: asUrl(
            'image/svg+xml',
            Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'),
          ),
        },
      },
      /document type/,
    ],
    [{ css: '@IMPORT "http://evil.example/x.css";' }, /css.*@import is not allowed/],
    [{ css: 'a { background: u\\72 l(//evil.example/x) }' }, /url\(\/\/evil.example/],
    [{ css: 'a { background: url( "https://evil.example/x" ) }' }, /url\(https/],
    [{ css: 'a { background: image-set("x" 1x) }' }, /image-set/],
    [{ css: 'a { color: red' }, /brace/],
    [{ links: [{ text: 'x', url: 'javascript:alert(1)' }] }, /links/],
    [{ theme: 'neon' }, /theme/],
  ];
  for (const [fields, message] of refusals) {
    const { status, body } = await change(fields);
    t.match([status, JSON.stringify(body)], [400, message]);
  }
  const inside =
    'a { background: url(data:image/png;base64,AAAA) } /* @import */ b::after { content: "}" }';
  t.equal((await change({ css: inside })).status, 200);
  t.equal((await change({ css: null })).status, 200);
});

test('the link of a printed voucher fills in its code when the access point has redirected', async (t) => {
  const printed = await fetch(`${base}/portal/?code=HX7K2M`);
  t.equal(printed.status, 200);
  const leading = await printed.text();
  t.match(leading, /<h1><bdi>Almost there<[^]*href="http:\/\/neverssl\.com\/"[^>]*>Continue</);
  t.match(leading, /<meta\s+http-equiv="refresh"\s+content="1;url=http:\/\/neverssl\.com\/"/);
  const [cookie = ''] = printed.headers.getSetCookie();
  t.match(cookie, /^gatehouse_code=HX7K2M; Max-Age=600; Path=\/portal; HttpOnly; SameSite=Lax$/);
  const open = async (kept: string) => {
    const headers = { cookie: `other=1; ${kept}` };
    return (await fetch(`${base}/portal/?${redirect()}`, { headers })).text();
  };
  t.match(await open(cookie.split(';')[0] ?? ''), /name="code"[^>]* value="HX7K2M"/);
  t.match(await open('gatehouse_code=%'), /name="code"[^>]* value=""/);
  t.match(await open('gatehouse_code="><b>'), /name="code"[^>]* value="&quot;&gt;&lt;b&gt;"/);
  const plain = await fetch(`${base}/portal/`);
  t.equal(plain.headers.getSetCookie().length, 0);
  t.match(await plain.text(), 'neverssl', 'a link of another kind leads on as well');
});

test('an access point is found by its name, and a redirect to no place leaves a row', async (t) => {
  const open = async (more: Readonly<Record<string, string>>, path = `${String(page['id'])}/`) => {
    const query = new URLSearchParams({ mac: '02:00:00:00:07:77', ...more }).toString();
    return (await fetch(`${base}/portal/${path}?${query}`)).status;
  };
  await gate('/access_point/', { name: 'tower', identifier: 'ap-tower', location });
  t.equal(await open({ ap_mac: 'AA:BB:CC:00:00:99' }, ''), 404);
  t.equal(await open({ ap_mac: 'AA:BB:CC:00:00:99', nas_id: 'ap-tower' }), 200, 'by identifier');
  t.equal(await open({ ap_mac: 'AA:BB:CC:00:00:99', nas_id: 'tower' }), 200, 'by name');
  const rows = (await gateway.gate('GET', '/txlog_portal/?type=pv&limit=50')).body['results'];
  const details = (rows as Json[]).flatMap(({ status, detail }) =>
    status === 404 ? [detail] : [],
  );
  t.ok(details.includes('no access point: mac=02:00:00:00:07:77 ap_mac=AA:BB:CC:00:00:99'));
});
