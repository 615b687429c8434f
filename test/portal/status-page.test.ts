import { readFileSync } from 'node:fs';
import tap, { test, type Test } from 'tap';
import type { Page } from 'playwright-core';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { radclient } from '../radius/fixture.ts';
import { checkLook } from './page-look.ts';

/* The state of a guest's connection, and what an access point sends a browser back with. */

tap.setTimeout(200_000);

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://wifi.hotel.test',
});
const { browser, stop } = await startChromium();
tap.teardown(async () => {
  await stop();
  await gateway.remove();
});
const make = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
const base = `http://127.0.0.1:${gateway.httpPort}`;
const location = (await make('/location/', { name: 'Lobby' }))['id'];
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01', location });
const look = { name: 'lobby', location, title: 'Hotel Seaview', login_kinds: ['voucher'] };
const page = await make('/portal_page/', look);
const mac = '02-00-00-00-03-01';
const logIn = async () => {
  const voucher = { kind: 'network', time: 7_260, octets: 5e6 };
  const { code } = await make('/user_token/', voucher);
  const device = { ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '127.0.0.1' };
  return make('/portal_login/', { ...device, token: code });
};
const query = (more: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '127.0.0.1', ...more }).toString();
const chilli = (more: Readonly<Record<string, string>>) =>
  new URLSearchParams({
    called: 'AA-BB-CC-00-00-01',
    uamip: '10.1.0.1',
    uamport: '3990',
    challenge: '00ff',
    mac,
    ip: '127.0.0.1',
    ...more,
  }).toString();

async function open(t: Test, path: string, width = 390): Promise<Page> {
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ locale: 'en-GB', viewport });
  t.teardown(() => context.close());
  const opened = await context.newPage();
  opened.setDefaultTimeout(30_000);
  await opened.goto(`${base}${path}`);
  return opened;
}

const heading = (opened: Page) => opened.locator('h1').textContent();

test('without a session every link leads to the login by way of the access point', async (t) => {
  for (const path of ['/portal/', '/portal/status', `/portal/${String(page['id'])}/`]) {
    const reply = await fetch(`${base}${path}`);
    t.equal(reply.status, 404, path);
    t.match(await reply.text(), /href="http:\/\/neverssl\.com\/"[^>]*>Continue</, path);
  }
  const connected = await fetch(`${base}/portal/?${chilli({ res: 'success' })}`);
  t.match(await connected.text(), /You can use the Internet now/, 'its address may be another one');
});

test('a guest sees time and data that are left, and logs out', async (t) => {
  await logIn();
  const paths = {
    'the page of its own': '/portal/status',
    'the page without a redirect': '/portal/',
    'the page in the path': `/portal/${String(page['id'])}/status`,
    'CoovaChilli after the login': `/portal/?${chilli({ res: 'success' })}`,
    'CoovaChilli of a device that is connected': `/portal/?${chilli({ res: 'already' })}`,
    'a Cisco WLC of a device that is connected': `/portal/?${query({ switch_url: 'https://192.0.2.1/login', client_mac: mac, statusCode: '1' })}`,
  };
  for (const [name, path] of Object.entries(paths)) {
    const reply = await fetch(`${base}${path}`);
    t.equal(reply.status, 200, name);
    t.match(await reply.text(), /You are connected[^]*Log out/, name);
  }
  for (const width of [390, 1440]) {
    const opened = await open(t, '/portal/status', width);
    t.equal(await heading(opened), 'You are connected');
    const text = await opened.locator('body').textContent();
    t.match(text, /Hotel Seaview/);
    t.match(text, /Time left:\s+2 hours\s+(0|1) minutes?/);
    t.match(text, /Data left:\s+5 MB/);
    t.match(text, /Come back here at any time:\s+wifi\.hotel\.test\/portal\/\s/);
    await checkLook(t, opened, `status-${width}`);
  }
  const named = await (await fetch(`${base}/portal/${String(page['id'])}/status`)).text();
  t.match(named, `wifi.hotel.test/portal/${String(page['id'])}/</b>`, 'of two sites, its own');
  const forged = new URLSearchParams({ logout: 'yes', form: 'x', q: '' });
  await fetch(`${base}/portal/status`, { method: 'POST', body: forged });
  const opened = await open(t, '/portal/status');
  t.equal(await heading(opened), 'You are connected', 'a form of another site does not log out');
  t.match(
    await opened.getByRole('link', { name: 'Use another code or account' }).getAttribute('href'),
    /ap_mac=/,
  );
  await opened.getByRole('button', { name: 'Log out' }).click();
  await opened.waitForLoadState();
  t.equal(await heading(opened), 'You are logged out');
  await checkLook(t, opened, 'logged-out');
  const [last] = results(await gateway.gate('GET', '/txlog_portal/?type=uo'));
  t.match(last, { type: 'uo' });
  await opened.getByRole('link', { name: 'Connect' }).click();
  await opened.waitForLoadState();
  t.equal(await heading(opened), 'Hotel Seaview');
  t.equal(await opened.getByLabel('Voucher code').count(), 1);
  t.equal((await fetch(`${base}/portal/status`)).status, 404);
});

test('a guest sees its devices, and logs another one of them out', async (t) => {
  const { code } = await make('/user_token/', { kind: 'network', time: 600, devices: 3 });
  const at = (mac: string, ip: string, more: Json = {}) =>
    make('/portal_login/', { ap_mac: 'AA:BB:CC:00:00:01', mac, ip, token: code, ...more });
  const own = await at('02-00-00-00-04-01', '127.0.0.1');
  const other = await at('02-00-00-00-04-02', '10.0.0.7');
  await make('/user/', { username: 'stranger' });
  const stranger = { token: undefined, uid: 'stranger' };
  const foreign = await at('02-00-00-00-04-03', '10.0.0.8', stranger);
  const isOpen = async ({ session_id: id }: Json) =>
    results(await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${String(id)}`)).some(
      ({ acctstoptime }) => acctstoptime === null,
    );
  const opened = await open(t, '/portal/status');
  t.equal(await opened.locator('#devices').innerText(), 'Your devices 2/3');
  const shown = await opened.locator('.devices li').allTextContents();
  t.match(shown, [/This device \(…04:01\)\s+since /, /^\s+…04:02\s+since .*\s+Log out\s+$/]);
  await checkLook(t, opened, 'devices');
  const end = opened.getByRole('button', { name: 'Log out …04:02' });
  const value = await end.getAttribute('value');
  await end.evaluate(
    `document.querySelector('.devices button').value = '${String(foreign['session_id'])}'`,
  );
  await end.click();
  await opened.waitForLoadState();
  t.ok(await isOpen(foreign), 'the session of another guest goes on');
  t.equal(
    await opened.getByRole('button', { name: 'Log out …04:02' }).getAttribute('value'),
    value,
  );
  await opened.getByRole('button', { name: 'Log out …04:02' }).click();
  await opened.waitForLoadState();
  t.equal(await heading(opened), 'You are connected');
  t.equal(await opened.locator('#devices').innerText(), 'Your devices 1/3');
  t.same([await isOpen(own), await isOpen(other)], [true, false]);
  const conference = { kind: 'network', time: 600 };
  const many = { token: (await make('/user_token/', conference))['code'] };
  await at('02-00-00-00-04-01', '127.0.0.1', many);
  for (let number = 10; number < 18; number += 1)
    await at(`02-00-00-00-04-${number}`, `10.0.0.${number}`, many);
  await opened.goto(`${base}/portal/status`);
  t.equal(await opened.locator('#devices').innerText(), 'Your devices 9');
  t.equal(await opened.locator('.devices').count(), 0, 'those of strangers are counted only');
  await gateway.gate('POST', '/portal_logout/', { mac: '02-00-00-00-04-01' });
});

test('a guest who is logged in downloads the profile of a network, and nobody else does', async (t) => {
  const { id } = await make('/wifi_network/', {
    ssid: 'Seaview <Secure>',
    security: 'wpa3_enterprise',
    methods: ['tls'],
    location,
    is_on_portal: true,
  });
  t.teardown(() => gateway.gate('DELETE', `/wifi_network/${String(id)}/`));
  const { code } = await make('/user_token/', { kind: 'network', time: 600 });
  const opened = await open(t, `/portal/?${query({ mac: '02-00-00-00-05-01' })}`);
  await opened.getByLabel('Voucher code').fill(String(code));
  await opened.getByRole('button', { name: 'Connect' }).click();
  await opened.waitForLoadState();
  await opened.goto(`${base}/portal/status`);
  await opened.getByRole('link', { name: 'Connect securely' }).click();
  await opened.waitForLoadState();
  t.equal(await heading(opened), 'Connect securely');
  t.equal(await opened.locator('h2').innerText(), 'Seaview <Secure>');
  await opened.getByText('Other devices').click();
  const systems = await opened.locator('button').allInnerTexts();
  t.same(systems.map((name) => name.trim()).toSorted(), [
    'Chromebook',
    'Linux',
    'iPhone, iPad, Mac',
  ]);
  await checkLook(t, opened, 'secure');
  const waiting = opened.waitForEvent('download');
  await opened.getByRole('button', { name: 'Linux' }).click();
  const download = await waiting;
  t.equal(download.suggestedFilename(), 'Seaview-Secure.nmconnection');
  const profile = readFileSync(await download.path(), 'utf8');
  t.match(profile, `identity=${String(code)}\n`);
  t.match(profile, 'private-key=data:;base64,');
  const [certificate] = results(await gateway.gate('GET', '/user_certificate/'));
  t.match(certificate, { username: code, name: 'Linux' });
  const stranger = await fetch(`${base}/portal/secure`);
  t.equal(stranger.status, 403, 'a device behind the same address');
  t.match(await stranger.text(), 'does not recognize you');
  await opened.goto(`${base}/portal/status`);
  t.equal(await opened.getByRole('link', { name: 'Connect securely' }).count(), 1);
  await gateway.gate('POST', '/portal_logout/', { mac: '02-00-00-00-05-01' });
  await opened.goto(`${base}/portal/secure`);
  t.not(await heading(opened), 'Connect securely', 'the session is over');
});

test('the reason of an access point that refuses is shown, as text', async (t) => {
  const refusals = {
    CoovaChilli: [chilli({ res: 'failed', reply: 'No <b>credit</b>' }), 'No <b>credit</b>'],
    'CoovaChilli without a reply': [chilli({ res: 'failed', reason: 'timeout' }), 'timeout'],
    MikroTik: [
      query({
        'link-login-only': 'http://10.5.50.1/login',
        'ap-mac': 'AA:BB:CC:00:00:01',
        error: 'no more sessions',
      }),
      'no more sessions',
    ],
    'Cisco WLC': [
      query({ switch_url: 'https://192.0.2.1/login', client_mac: mac, statusCode: '4' }),
      'the device is excluded for some time',
    ],
    Aruba: [
      query({ switchip: '192.0.2.3', apmac: 'AA:BB:CC:00:00:01', errmsg: 'Access denied' }),
      'Access denied',
    ],
    'Cisco Meraki': [
      query({
        login_url: 'https://n1.network-auth.com/splash/login',
        continue_url: 'http://a.example/',
        ap_mac: 'AA:BB:CC:00:00:01',
        client_mac: mac,
        error_message: 'Access <denied>',
      }),
      'Access <denied>',
    ],
    Cambium: [
      query({
        ga_srvr: '10.1.1.1',
        ga_ap_mac: 'AA-BB-CC-00-00-01',
        ga_cmac: mac,
        ga_error_code: 'reject',
      }),
      'reject',
    ],
  } as const;
  for (const [vendor, [parameters, reason]] of Object.entries(refusals)) {
    const opened = await open(t, `/portal/?${parameters}`);
    t.equal(await opened.locator('q').textContent(), reason, vendor);
    t.match(await opened.locator('#problem').textContent(), /did not let your device in/, vendor);
    t.equal(await opened.getByLabel('Voucher code').count(), 1, vendor);
    if (vendor === 'CoovaChilli') await checkLook(t, opened, 'refused');
  }
  const extreme = {
    'RADIUS-NAS-IP': '10.0.0.1',
    'Calling-Station-Id': mac,
    'STA-IP': '127.0.0.1',
    'Called-Station-Id': 'AA-BB-CC-00-00-01',
  };
  for (const [autherr, notices] of [
    ['1', 1],
    ['0', 0],
  ] as const) {
    const opened = await open(t, `/portal/?${query({ ...extreme, autherr })}`);
    t.equal(await opened.locator('#problem').count(), notices, `autherr=${autherr}`);
    t.equal(await opened.getByLabel('Voucher code').count(), 1);
  }
  const left = await open(t, `/portal/?${chilli({ res: 'logoff' })}`);
  t.match(await left.getByRole('status').textContent(), /no longer connected/);
  const first = await open(t, `/portal/?${chilli({ res: 'notyet' })}`);
  t.equal(await first.locator('.notice').count(), 0, 'the way in');
  const blank = query({
    'link-login-only': 'http://10.5.50.1/login',
    'ap-mac': 'AA:BB:CC:00:00:01',
    error: '',
  });
  t.equal(await (await open(t, `/portal/?${blank}`)).locator('.notice').count(), 0);
});

test('the session of another site with the same address is not shown', async (t) => {
  await logIn();
  t.equal((await fetch(`${base}/portal/status`)).status, 200);
  const annex = (await make('/location/', { name: 'Annex' }))['id'];
  await make('/access_point/', { name: 'b', mac: 'AA:BB:CC:00:00:03', location: annex });
  await make('/user/', { username: 'anna' });
  const device = { ap_mac: 'AA:BB:CC:00:00:03', mac: '020000000999', ip: '127.0.0.1' };
  await make('/portal_login/', { ...device, uid: 'anna' });
  t.equal((await fetch(`${base}/portal/status`)).status, 404, 'which of both it is, is not known');
  t.equal((await fetch(`${base}/portal/${String(page['id'])}/status`)).status, 200);
});

test('a guest who waits for RADIUS is told when it is done, without a script', async (t) => {
  const secret = 'a secret of 22 octets!';
  await make('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const { code } = await make('/user_token/', { kind: 'network', time: 600 });
  const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
  t.teardown(() => context.close());
  const opened = await context.newPage();
  opened.setDefaultTimeout(60_000);
  const waiting = '02-00-00-00-03-09';
  await opened.goto(`${base}/portal/?${query({ vendor: 'radius', mac: waiting })}`);
  await opened.getByLabel('Voucher code').fill(String(code));
  await opened.getByRole('button', { name: 'Connect' }).click();
  t.equal(await heading(opened), 'You are logged in');
  const looked = () =>
    opened.waitForResponse((response) => response.url().includes('/status?pending=yes'));
  await looked();
  await opened.waitForLoadState();
  t.equal(await heading(opened), 'You are logged in', 'RADIUS has not asked yet');

  const answer = await radclient({
    command: 'acct',
    attributes: `Acct-Status-Type = Start, Acct-Session-Id = "P-1", User-Name = "${waiting}", NAS-IP-Address = 127.0.0.1, Calling-Station-Id = "${waiting}"`,
    to: { address: '127.0.0.1', port: gateway.acctPort },
    secret,
    seconds: 30,
  });
  t.ok(answer.ok, answer.output);
  await opened.waitForSelector('text=Log out');
  t.equal(await heading(opened), 'You are connected');
});

test('after an error the field that it is about has the focus, and the tick stays', async (t) => {
  const terms = {
    name: 'terms',
    organization: 1,
    login_kinds: ['voucher', 'user'],
    terms: 'Be kind.',
  };
  const { id } = await make('/portal_page/', terms);
  const opened = await open(t, `/portal/${String(id)}/?${query({ mac: '02-00-00-00-03-08' })}`);
  const tick = opened.getByRole('checkbox');
  const connect = opened.locator('button[value=voucher]');
  await opened.getByLabel('Voucher code').fill('WRONG-CODE');
  await tick.check();
  await connect.click();
  await opened.waitForSelector('#problem');
  const focus = () =>
    opened.evaluate(
      "[document.activeElement.id, document.activeElement.getAttribute('aria-describedby')].join()",
    );
  t.equal(await focus(), 'code,problem');
  t.equal(await tick.isChecked(), true);
  await tick.uncheck();
  await opened.evaluate('document.forms[0].noValidate = true');
  await connect.click();
  await opened.waitForSelector('#problem');
  t.equal(await focus(), 'accept,problem');
  await checkLook(t, opened, 'error');
  await tick.check();
  await opened.getByLabel('Voucher code').fill('');
  await opened.getByText('Log in with your account').click();
  await opened.getByLabel('Password').fill('wrong');
  const answered = opened.waitForEvent('framenavigated');
  await opened.getByLabel('Password').press('Enter');
  await answered;
  await opened.waitForSelector('#problem');
  t.equal(await focus(), 'username,problem', 'the way whose fields are filled in comes first');
});
