import { readFileSync } from 'node:fs';
import tap, { test } from 'tap';
import { issuerHosts, paymentHosts } from '../../../src/portal/step/walled-garden.ts';
import { results, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startFakeIssuer } from '../../peers/fake-issuer.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';

/* Guests who log in at an issuer of OpenID Connect, of a gateway that is killed as well. */

tap.setTimeout(200_000);

const authority = new Authority();
const issuer = await startFakeIssuer(authority);
const { gateway, stop } = await startStepGateway('sqlite', {
  NODE_EXTRA_CA_CERTS: authority.file,
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
  GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
});
tap.teardown(async () => {
  await stop();
  await issuer.stop();
  authority.remove();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const gate = gateway.gate.bind(gateway);
await gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
await gate('POST', '/portal_page/', { name: 'lobby', login_kinds: ['voucher', 'oidc'] });
const settings = { client_id: issuer.clientId };
const service = {
  name: 'company',
  kind: 'oidc',
  url: issuer.url,
  secret: issuer.clientSecret,
  settings,
};
const made = (await gate('POST', '/portal_service/', service)).body;
const change = (body: Json) =>
  gate('PATCH', `/portal_service/${String(made['id'])}/`, { secret: issuer.clientSecret, ...body });

let device = 0;
/** Opens the page on a device of its own and chooses the issuer. */
async function begin(userAgent = 'Mozilla/5.0 Gecko/20100101 Firefox/140.0') {
  device += 1;
  const mac = `02:00:00:00:0A:${String(device).padStart(2, '0')}`;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base, { 'user-agent': userAgent });
  await browser.open(`/portal/?${query.toString()}`);
  await browser.post('value="oidc"', { kind: 'oidc' });
  return { mac, browser };
}
const pageIn = ({ browser }: { readonly browser: GuestBrowser }) =>
  /url=([^"]+)"/.exec(browser.shown.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
/** Logs in at the issuer. @returns the path that it sends the browser back to */
async function visit(guest: { readonly browser: GuestBrowser }): Promise<string> {
  const { address, form } = await issuer.visit(pageIn(guest));
  const path = address.replace('http://portal.test', '');
  if (!form) return path;
  // A browser sends no cookies with a form of another site.
  const { status, location } = await new GuestBrowser(base).submit(Object.fromEntries(form), path);
  return status === 303 ? (location ?? '') : '';
}
/** Goes to the issuer and comes back, as a redirect of another site. */
async function comeBack(guest: { readonly browser: GuestBrowser }) {
  const back = await visit(guest);
  return { back, shown: await guest.browser.open(back, { 'sec-fetch-site': 'cross-site' }) };
}
const sessionsOf = async (mac: string) =>
  results(await gate('GET', '/aaa_accounting/?limit=100')).filter(
    ({ callingstationid }) => callingstationid === mac.replaceAll(':', '-'),
  );
const lastEntry = async (type: string) =>
  results(await gate('GET', `/txlog_portal/?type=${type}&limit=1`))[0];

test('a service of an issuer is checked', async (t) => {
  for (const [body, text] of [
    [{ url: 'http://login.example.net' }, /An issuer needs https/],
    [{ url: 'https://login.example.net/?a=b' }, /no query/],
    [{ settings: {} }, /client_id/],
    [{ settings: { client_id: 'x', method: 'GET' } }, /no setting of oidc/],
  ] as const)
    t.match(await gate('POST', '/portal_service/', { ...service, ...body }), { status: 400, text });
  t.notMatch(JSON.stringify(made), /a secret/);
});

test('a guest logs in at the issuer, once, and no secret of it stays here', async (t) => {
  issuer.user = {
    claims: { sub: '1234', given_name: 'Anna' },
    userInfo: { email: 'Anna@Firm.test', email_verified: true },
  };
  const guest = await begin();
  const { back, shown } = await comeBack(guest);
  t.match(shown.text, /You are logged in/);
  t.match(await sessionsOf(guest.mac), [{ username: 'oidc:1/1234:1' }]);
  const [user] = results(await gate('GET', '/user/?username=oidc:1/1234:1'));
  t.match(user, { first_name: 'Anna', email: 'anna@firm.test' });
  t.match(await lastEntry('sl'), { status: 200, detail: 'company', username: 'oidc:1/1234:1' });
  t.match((await guest.browser.open(back)).text, /This login has expired|This login is complete/);
  t.equal((await sessionsOf(guest.mac)).length, 1);
  const discoveries = issuer.requests.filter((path) => path.includes('openid-configuration'));
  t.equal(discoveries.length, 1, 'the issuer is read once');
});

test('a browser that did not leave, another state and forged tokens let nobody in', async (t) => {
  const guest = await begin();
  const back = await visit(guest);
  const other = new GuestBrowser(base);
  t.match((await other.open(back)).text, /This login has expired[^]*href="\/portal\/"/, 'a way on');
  const otherState = back.replace(/state=\w{8}/, 'state=00000000');
  for (let tried = 0; tried < 10; tried += 1)
    t.match((await guest.browser.open(otherState)).text, /login at the other site has failed/);
  t.match((await lastEntry('er'))?.['detail'], /oidc: the issuer: .*state/);
  t.match(
    (await guest.browser.open(back)).text,
    /This login has expired/,
    'ten answers are enough',
  );
  for (const [lies, words] of [
    [{ nonce: 'other' }, /nonce/],
    [{ aud: 'other' }, /aud/],
    [{ iss: 'https://elsewhere.test' }, /iss/],
    [{ exp: 1 }, /exp/],
  ] as const) {
    issuer.lies = lies;
    t.match((await comeBack(await begin())).shown.text, /has failed/);
    t.match((await lastEntry('er'))?.['detail'], words);
  }
  issuer.lies = {};
  issuer.usesForeignKey = true;
  const forged = await begin();
  t.match((await comeBack(forged)).shown.text, /has failed/);
  issuer.usesForeignKey = false;
  t.same(await sessionsOf(forged.mac), []);
});

test('domains and claims decide who may log in', async (t) => {
  await change({
    settings: { ...settings, domains: ['firm.test'], claims: { groups: ['staff'] } },
  });
  const verified = { email: 'ben@firm.test', email_verified: true };
  for (const [claims, text] of [
    [{ groups: ['staff', 'it'], ...verified }, /You are logged in/],
    [{ groups: 'staff', ...verified }, /You are logged in/],
    [{ groups: ['guests'], ...verified }, /You cannot log in here with this account/],
    [{ groups: ['staff'], ...verified, email: 'ben@other.test' }, /You cannot log in/],
    [{ groups: ['staff'], email: 'ben@firm.test' }, /You cannot log in/],
  ] as const) {
    issuer.user = { claims: { sub: `g${device}`, ...claims }, userInfo: {} };
    t.match((await comeBack(await begin())).shown.text, text);
  }
  t.match(await lastEntry('sl'), { status: 403, detail: 'company: no verified mail address' });
  await change({ settings });
  const declined = await begin();
  const state = new URL(await visit(declined), base).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state, iss: issuer.url });
  const shown = await declined.browser.open(`/portal/oidc?${query.toString()}`);
  t.match(shown.text, /You cannot log in here with this account/);
});

test('an issuer that posts its answer lets in like one that redirects, as it says or as it is set', async (t) => {
  issuer.user = { claims: { sub: 'frida' }, userInfo: {} };
  const guests = async (text: RegExp) => {
    const guest = await begin();
    t.equal(new URL(pageIn(guest)).searchParams.get('response_mode'), 'form_post');
    const { back, shown } = await comeBack(guest);
    t.match(shown.text, text);
    t.same([...new URL(back, base).searchParams.keys()], ['code', 'state', 'iss']);
    return sessionsOf(guest.mac);
  };
  await change({ settings: { ...settings, response_mode: 'form_post' } });
  t.match(await guests(/You are logged in/), [{ username: 'oidc:1/frida:1' }]);
  issuer.more = { response_modes_supported: ['fragment', 'form_post'] };
  await change({ settings, url: `${issuer.url}/` });
  t.match(await guests(/You are logged in/), [{ username: 'oidc:1/frida:1' }]);
  await change({ settings: { ...settings, response_mode: 'query' } });
  const asked = await begin();
  t.equal(new URL(pageIn(asked)).searchParams.get('response_mode'), null, 'as it is set');
  issuer.more = {};
  await change({ settings, url: issuer.url });
  const refused = { error: 'user_cancelled_authorize', state: 'x', user: '{"name": {}}' };
  const posted = await new GuestBrowser(base).submit(refused, '/portal/oidc');
  t.equal(posted.location, '/portal/oidc?state=x&error=user_cancelled_authorize');
});

const small =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36';
/** Opens the login of a small browser in the full one. */
async function openFull({ browser: { shown } }: { readonly browser: GuestBrowser }, headers = {}) {
  const link = /http:\/\/portal\.test(\/portal\/1\/\?step=[\w-]+)/.exec(shown.text);
  const full = { browser: new GuestBrowser(base, headers) };
  await full.browser.open(link?.[1] ?? '');
  return full;
}

test('the small browser of a system sends its guest to the full one', async (t) => {
  issuer.user = { claims: { sub: 'carl' }, userInfo: {} };
  const guest = await begin(small);
  t.match(guest.browser.shown.text, /Open this in your browser/);
  t.match(guest.browser.shown.text, /intent:\/\/portal\.test\/portal\/1\/\?step=/);
  const full = await openFull(guest);
  t.match((await comeBack(full)).shown.text, /You are logged in/);
  t.match((await guest.browser.open(pageIn(guest))).text, /This login is complete/);
  t.equal((await sessionsOf(guest.mac)).length, 1);
});

test('a browser in another network confirms the login, and the device goes on', async (t) => {
  issuer.user = { claims: { sub: 'erik' }, userInfo: {} };
  const guest = await begin(small);
  const elsewhere = await openFull(guest, { 'x-forwarded-for': '198.51.100.7' });
  t.match((await comeBack(elsewhere)).shown.text, /Go back to the device/);
  t.same(await sessionsOf(guest.mac), []);
  t.match((await guest.browser.open(pageIn(guest))).text, /You are logged in/);
  t.match(await sessionsOf(guest.mac), [{ username: 'oidc:1/erik:1' }]);
});

test('a kill at the issuer leaves the login to be taken again; an issuer that is away is told in words', async (t) => {
  issuer.user = { claims: { sub: 'dora' }, userInfo: {} };
  const guest = await begin();
  const held = issuer.holdToken();
  const lost = comeBack(guest).catch(() => null);
  await held;
  await gateway.signal('SIGKILL');
  await lost;
  await gateway.start();
  t.same(await sessionsOf(guest.mac), []);
  const page = /href="(\/portal\/1\/\?step=[^"]+)"/;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac: guest.mac });
  await guest.browser.open(`/portal/?${query.toString()}`);
  await guest.browser.open(page.exec(guest.browser.shown.text)?.[1] ?? '');
  t.match((await comeBack(guest)).shown.text, /You are logged in/);
  t.equal((await sessionsOf(guest.mac)).length, 1);
  await issuer.stop();
  await change({ description: 'read again', url: `${issuer.url}/` });
  t.match((await begin()).browser.shown.text, /has failed, perhaps because the Internet/);
  t.match(await lastEntry('er'), { status: 502, detail: /^oidc: 127\.0\.0\.1 cannot be reached/ });
});

test('the guide names the hosts of the walled garden', (t) => {
  const guide = readFileSync('docs/guests.md', 'utf8');
  for (const host of [...paymentHosts, ...Object.values(issuerHosts).flat()])
    t.ok(guide.includes(`\`${host}\``), host);
  t.end();
});
