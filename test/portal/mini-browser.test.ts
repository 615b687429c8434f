import tap, { test, type Test } from 'tap';
import type { Page } from 'playwright-core';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { radclient } from '../peers/radclient.ts';
import { CaptiveNetwork } from './captive-network.ts';

/*
 * The ways into the portal that a guest may come by, in Chromium with the names and limits of the small browsers that systems open
 * for a portal. A phone is known by the address of its requests, which a trusted proxy would name.
 */

tap.setTimeout(240_000);

interface MiniBrowser {
  readonly userAgent: string;
  /** False: its system runs no script there, or not ours. */
  readonly runsScripts: boolean;
  /** What the system asks for, and what it must read to believe that it is on line. */
  readonly probe: string;
  readonly online: readonly [status: number, text: RegExp];
}

const miniBrowsers: Readonly<Record<string, MiniBrowser>> = {
  iOS: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    runsScripts: true,
    probe: '/hotspot-detect.html',
    online: [200, /<BODY>Success<\/BODY>/],
  },
  'iOS, the probe itself': {
    userAgent: 'CaptiveNetworkSupport-464.120.3 wispr',
    runsScripts: false,
    probe: '/library/test/success.html',
    online: [200, /<BODY>Success<\/BODY>/],
  },
  Android: {
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240805.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/127.0.6533.103 Mobile Safari/537.36',
    runsScripts: true,
    probe: '/generate_204',
    online: [204, /^$/],
  },
  Windows: {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 Edg/127.0.0.0',
    runsScripts: true,
    probe: '/redirect',
    online: [302, /^$/],
  },
  Kindle: {
    userAgent:
      'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+',
    runsScripts: false,
    probe: '/kindle-wifi/wifistub.html',
    online: [200, /81ce4465-7167-4dcb-835b-dcc9e44c112a/],
  },
};

const publicUrl = 'http://portal.test';
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
  GATEHOUSE_PORTAL_PUBLIC_URL: publicUrl,
});
const { browser, stop } = await startChromium();
tap.teardown(async () => {
  await stop();
  await gateway.remove();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const make = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
const called = 'AA-BB-CC-00-00-01';
const secret = 'a secret of 22 octets!';
await make('/access_point/', { name: 'ap', mac: called });
await make('/access_point/', { name: 'tower', identifier: 'ap-tower' });
await make('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
await make('/portal_controller/', { name: 'spot', vendor: 'coovachilli', secret });
const page = await make('/portal_page/', {
  name: 'lobby',
  title: 'Hotel Seaview',
  login_kinds: ['voucher', 'user'],
  terms: 'Be kind.',
});

const send = (command: 'auth' | 'acct', attributes: string) => {
  const port = command === 'auth' ? gateway.authPort : gateway.acctPort;
  return radclient({
    command,
    attributes,
    to: { address: '127.0.0.1', port },
    secret,
    seconds: 30,
  });
};

interface Phone {
  readonly opened: Page;
  readonly network: CaptiveNetwork;
  readonly mac: string;
  readonly headers: Readonly<Record<string, string>>;
}

let phones = 0;
async function newPhone(t: Test, { userAgent, runsScripts }: MiniBrowser): Promise<Phone> {
  phones += 1;
  const [mac, ip] = [`02-00-00-00-0C-${String(phones).padStart(2, '0')}`, `10.9.0.${phones}`];
  const headers = { 'x-forwarded-for': ip };
  const context = await browser.newContext({
    userAgent,
    javaScriptEnabled: runsScripts,
    extraHTTPHeaders: headers,
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  t.teardown(() => context.close());
  const authenticate = async (station: string, chap: { response: string; challenge: string }) => {
    const response = `CHAP-Password=0x00${chap.response},CHAP-Challenge=0x${chap.challenge}`;
    return (await send('auth', `User-Name=${station},${response},Calling-Station-Id=${mac}`)).ok;
  };
  const spot = { base, publicUrl, called, secret, authenticate };
  const network = new CaptiveNetwork(spot, { mac, ip });
  await network.attach(context);
  const opened = await context.newPage();
  opened.setDefaultTimeout(30_000);
  return { opened, network, mac, headers };
}

const voucher = async () =>
  String((await make('/user_token/', { kind: 'network', time: 600 }))['code']);
const heading = ({ opened }: Phone) => opened.locator('h1').textContent();
const follow = async ({ opened }: Phone, name: string) => {
  await opened.locator('a, button').filter({ hasText: name, visible: true }).first().click();
  await opened.waitForLoadState();
};
const logIn = async (phone: Phone, code: string) => {
  const { opened } = phone;
  await opened.getByLabel('Voucher code').fill(code);
  await opened.getByRole('checkbox').check();
  await opened.locator('button[value=voucher]').click();
};
const probe = (phone: Phone, path: string) =>
  fetch(`${base}${path}`, { headers: phone.headers, redirect: 'manual' });

/** A browser with scripts and one without meet every redirect; with PORTAL_MATRIX=1 all do. */
const meetEvery: readonly string[] =
  process.env['PORTAL_MATRIX'] === '1' ? Object.keys(miniBrowsers) : ['Android', 'Kindle'];

for (const [name, mini] of Object.entries(miniBrowsers)) {
  test(`${name}: by RFC 8908 or the probe to the page, the login, the state and out again`, async (t) => {
    const phone = await newPhone(t, mini);
    const { opened, network, headers } = phone;
    const state = async () =>
      (await (await fetch(`${base}/portal/captive`, { headers })).json()) as Json;
    const before = await state();
    t.match(before, { captive: true, 'user-portal-url': `${publicUrl}/portal/` });
    const captured = (await probe(phone, mini.probe)).headers.get('location');
    for (const address of [captured, before['user-portal-url']]) {
      await opened.goto(String(address));
      t.equal(await heading(phone), 'You are not connected', String(address));
    }
    await follow(phone, 'Continue');
    t.equal(await heading(phone), 'Hotel Seaview', 'the access point has redirected');
    await opened.getByLabel('Voucher code').fill('WRONG');
    await opened.getByRole('checkbox').check();
    await opened.locator('button[value=voucher]').click();
    await opened.waitForSelector('#problem');
    t.equal(await opened.locator(':focus').getAttribute('id'), 'code', 'the field has the focus');
    t.equal(await opened.getByRole('checkbox').isChecked(), true, 'the tick stays');
    t.equal(await opened.getByLabel('Voucher code').inputValue(), 'WRONG');
    await logIn(phone, await voucher());
    await opened.waitForSelector('text=Log out');
    t.equal(await heading(phone), 'You are connected', 'after the way by CoovaChilli and RADIUS');
    t.equal(network.isOnline, true);
    t.match(await state(), { captive: false });
    const answer = await probe(phone, mini.probe);
    t.match([answer.status, await answer.text()], mini.online, 'the system believes it');
    for (const path of [
      '/portal/',
      '/portal/status',
      `/portal/?${network.redirect({ res: 'already' })}`,
      'http://10.1.0.1:3990/logon',
    ]) {
      await opened.goto(path.startsWith('/') ? `${base}${path}` : path);
      t.equal(await heading(phone), 'You are connected', path);
    }
    await follow(phone, 'Log out');
    t.equal(await heading(phone), 'You are logged out');
    await opened.goto('http://10.1.0.1:3990/logoff');
    t.match(await opened.getByRole('status').textContent(), /no longer connected/);
    t.equal(await opened.getByLabel('Voucher code').count(), 1);
    await opened.goto(`${base}/portal/?${network.redirect({ res: 'failed', reply: 'No <b>' })}`);
    t.equal(await opened.locator('q').textContent(), 'No <b>');
    t.equal(await opened.getByLabel('Voucher code').count(), 1);
  });

  if (!meetEvery.includes(name)) continue;
  test(`${name}: redirects that are cut, by name, of nowhere, of a printed code, and a login that RADIUS completes`, async (t) => {
    const phone = await newPhone(t, mini);
    const { opened, mac } = phone;
    const open = async (path: string) => {
      await opened.goto(`${base}${path}`);
      return opened.getByLabel('Voucher code').count();
    };
    const first = 'url=http://e.example/?a=1';
    t.equal(await open(`/portal/?${first}&ap_mac=${called}&mac=${mac}`), 1, 'a second ?');
    t.equal(await open(`/guest/s/default/?${first}&ap=${called}&id=${mac}&ssid=a`), 1, 'of UniFi');
    t.equal(await open(`/portal/?nas_id=ap-tower&ap_mac=AABBCC0000EE&mac=${mac}`), 1, 'identifier');
    t.equal(await open(`/portal/?nas_id=tower&mac=${mac}`), 1, 'name');
    t.equal(await open(`/portal/${String(page['id'])}/?ap_mac=${called}&mac=${mac}`), 1, 'page');
    for (const nowhere of [
      `/portal/?ap_mac=AA-BB-CC-00-00-EE&mac=${mac}`,
      `/portal/99999/?mac=${mac}&ap_mac=${called}&x=1`,
      `/portal/?ap_mac=${called}&mac=FF-FF-FF-FF-FF-FF`,
    ]) {
      t.equal(await open(nowhere), 0, nowhere);
      t.equal(await heading(phone), 'You are not connected');
      t.equal(await opened.getByRole('link', { name: 'Continue' }).count(), 1, 'a way on');
    }
    const rows = results(await gateway.gate('GET', '/txlog_portal/?type=pv&status=404&limit=9'));
    t.ok(
      rows.some(({ detail }) => new RegExp(`^no access point: .*mac=${mac}`).test(String(detail))),
      'the operator reads what came',
    );

    const code = await voucher();
    await opened.goto(`${base}/portal/?code=${code}`);
    await follow(phone, 'Continue');
    t.equal(
      await opened.getByLabel('Voucher code').inputValue(),
      code,
      'the printed code is there',
    );

    await open(
      `/portal/?vendor=radius&ap_mac=${called}&mac=${mac}&ip=${phone.headers['x-forwarded-for'] ?? ''}`,
    );
    await logIn(phone, code);
    t.equal(await heading(phone), 'You are logged in');
    const start = await send(
      'acct',
      `Acct-Status-Type = Start, Acct-Session-Id = "${mac}", User-Name = "${mac}", NAS-IP-Address = 127.0.0.1, Calling-Station-Id = "${mac}"`,
    );
    t.ok(start.ok, start.output);
    await opened.waitForSelector('text=Log out');
    t.equal(await heading(phone), 'You are connected', 'the page has looked again by itself');
  });
}
