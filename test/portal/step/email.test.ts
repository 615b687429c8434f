import tap, { test } from 'tap';
import { GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startSmtpServer, type ReceivedMail } from '../../peers/smtp-server.ts';
import { GuestBrowser } from './guest-browser.ts';

/* Guests who log in with a code that a real SMTP server takes for them, of a gateway that is killed as well. */

tap.setTimeout(200_000);

const authority = new Authority();
const smtp = await startSmtpServer(authority);

const environment = (port: number) => ({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(port),
  GATEHOUSE_SMTP_TLS: 'off',
  GATEHOUSE_SMTP_FROM: 'wifi@hotel.test',
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
});
const gateway = await GatewayProcess.start(environment(smtp.plainPort));
tap.teardown(async () => {
  await gateway.remove();
  await smtp.stop();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const make = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
const profile = await make('/aaa_profile/', {
  name: 'guests',
  reply_attributes: [{ attribute: 'Session-Timeout', value: '7200' }],
});
const page = await make('/portal_page/', {
  name: 'lobby',
  title: 'Hotel Seaview',
  login_kinds: ['email', 'voucher'],
  guest_profile: profile['id'],
  terms: 'Be kind.',
  terms_version: '7',
});

let device = 0;
function guest(language = 'en') {
  device += 1;
  const mac = `02:00:00:00:07:${String(device).padStart(2, '0')}`;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base, { 'accept-language': language });
  return { mac, browser, address: `/portal/?${query.toString()}` };
}

/** Opens the page and takes the first step. */
async function begin({ browser, address }: ReturnType<typeof guest>, fields: Json) {
  await browser.open(address);
  const filled = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  return browser.post('name="email"', { accept: 'yes', ...filled });
}

const patch = (body: Json) => gateway.gate('PATCH', `/portal_page/${String(page['id'])}/`, body);
const sessionsOf = async (mac: string) =>
  results(await gateway.gate('GET', '/aaa_accounting/?limit=100')).filter(
    ({ callingstationid }) => callingstationid === mac.replaceAll(':', '-'),
  );

const codeOf = ({ content }: ReceivedMail) => /\b\d{6}\b/.exec(content)?.[0] ?? '';

test('a code by mail lets in, once', async (t) => {
  const { mac, browser, address } = guest();
  await browser.open(address);
  const sent = await browser.post('name="email"', {
    email: ' Anna@Example.NET ',
    accept: 'yes',
    kind: 'email',
  });
  t.equal(sent.status, 200);
  t.match(sent.text, /A code was sent to <strong dir="auto">anna@example.net/);
  const mail = await smtp.next('anna@example.net');
  t.equal((await browser.post('name="code"', { code: '000000' })).status, 400);
  t.match(browser.shown.text, /not right/);
  const done = await browser.post('name="code"', { code: codeOf(mail) });
  t.equal(done.status, 200);
  t.match(done.text, /You are logged in/);
  t.match(results(await gateway.gate('GET', '/aaa_accounting/?limit=1'))[0], {
    username: 'email:anna@example.net:1',
    callingstationid: mac.replaceAll(':', '-'),
  });
  const log = results(await gateway.gate('GET', '/txlog_portal/?limit=20')).toReversed();
  t.same(
    log.map(({ type, status, detail }) => `${String(type)} ${String(status)} ${String(detail)}`),
    [
      'pv 200 ',
      'ms 200 email',
      've 400 wrong code',
      'ur 200 ',
      've 200 ',
      'ua 200 terms accepted: version 7',
      'ui 200 ',
    ],
  );
});

test('a code is void after five wrong ones, and after it was used', async (t) => {
  const one = guest();
  await begin(one, { kind: 'email', email: 'ben@example.net' });
  const code = codeOf(await smtp.next('ben@example.net'));
  const wrong = code === '111111' ? '222222' : '111111';
  for (const text of [/not right/, /not right/, /not right/, /not right/, /not valid any more/]) {
    await one.browser.post('name="code"', { code: wrong });
    t.match(one.browser.shown.text, text);
  }
  await one.browser.post('name="code"', { code });
  t.match(one.browser.shown.text, /not valid any more/, 'the right one is too late');
  t.same(await sessionsOf(one.mac), []);
  const two = guest();
  await begin(two, { kind: 'email', email: 'cleo@example.net' });
  const right = { code: codeOf(await smtp.next('cleo@example.net')) };
  const hidden = two.browser.hiddenOf('name="code"');
  t.equal((await two.browser.post('name="code"', right)).status, 200);
  const other = new GuestBrowser(base);
  await other.submit({ ...hidden, ...right });
  t.match(other.shown.text, /complete/);
  t.equal((await sessionsOf(two.mac)).length, 1);
});

test('addresses that are none or not of the domains, too many mails, and a form without consent', async (t) => {
  await patch({ login_options: { email: { domains: ['example.net'] } } });
  const one = guest();
  for (const [email, text] of [
    ['anna@example.org', /cannot log in here with this e-mail/],
    ['anna@example.net, eve@example.org', /cannot log in here with this e-mail/],
    ['anna', /cannot log in here with this e-mail/],
    ['', /Fill this in/],
  ] as const)
    t.match((await begin(one, { kind: 'email', email })).text, text);
  t.match(
    (await begin(one, { kind: 'email', email: 'a@example.net', accept: 'no' })).text,
    /Accept/,
  );
  for (let mails = 0; mails < 4; mails += 1)
    t.equal((await begin(guest(), { kind: 'email', email: 'dora@example.net' })).status, 200);
  const fifth = await begin(guest('de'), { kind: 'email', email: 'Dora@Example.net' });
  t.equal(fifth.status, 429);
  t.match(fifth.text, /Zu viele Versuche/);
  await patch({ login_options: {} });
});

test('the grace is a session of the device, once a day; the code ends it', async (t) => {
  await patch({ login_options: { email: { grace_minutes: 5 } } });
  const one = guest();
  const let_in = await begin(one, { kind: 'email', email: 'emma@example.net' });
  t.match(let_in.text, /You are logged in/);
  t.match(let_in.text, /read your mail/);
  const [first] = await sessionsOf(one.mac);
  t.match(first, { username: `device:${one.mac}:1`.toUpperCase().replace('DEVICE', 'device') });
  const link = /http:\/\/portal\.test(\/portal\/\S+)/.exec(
    (await smtp.next('emma@example.net')).content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  )?.[1];
  const again = await begin(one, { kind: 'email', email: 'emil@example.net' });
  t.match(again.text, /Enter your code/, 'no second grace');
  const mailApp = new GuestBrowser(base);
  await mailApp.open(link ?? '', { 'sec-fetch-site': 'cross-site' });
  t.match(mailApp.shown.text, /value="\d{6}"/);
  const code = /value="(\d{6})"/.exec(mailApp.shown.text)?.[1] ?? '';
  const done = await mailApp.post('name="code"', { code });
  t.match(done.text, /You are logged in/);
  const all = await sessionsOf(one.mac);
  t.same(all.map(({ username, acctstoptime }) => [username, acctstoptime === null]).toSorted(), [
    [first?.['username'], false],
    ['email:emma@example.net:1', true],
  ]);
  await patch({ login_options: {} });
});

test('a kill between the steps loses no guest and lets no one in, and the code works after it', async (t) => {
  const one = guest();
  await begin(one, { kind: 'email', email: 'fay@example.net' });
  const code = codeOf(await smtp.next('fay@example.net'));
  await one.browser.post('name="code"', { code: code === '111111' ? '222222' : '111111' });
  await gateway.signal('SIGKILL');
  await gateway.start();
  t.same(await sessionsOf(one.mac), []);
  const hidden = one.browser.hiddenOf('name="code"');
  const lost = one.browser.post('name="code"', { code }).catch(() => null);
  await gateway.signal('SIGKILL');
  await lost;
  await gateway.start();
  const before = await sessionsOf(one.mac);
  const reply = await one.browser.submit({ ...hidden, code });
  t.match(reply.text, before.length === 0 ? /You are logged in/ : /complete/);
  t.equal((await sessionsOf(one.mac)).length, 1, 'one session, whenever the kill came');
  const begun = guest();
  await begin(begun, { kind: 'email', email: 'gus@example.net' });
  await begun.browser.open(begun.address);
  t.match(begun.browser.shown.text, /Continue the login/, 'the browser finds its way back');
});

test('an SMTP server that does not answer is told in words, to the guest and in the log', async (t) => {
  await smtp.stop();
  const one = guest('de');
  const reply = await begin(one, { kind: 'email', email: 'hal@example.net' });
  t.match(reply.text, /konnte nicht gesendet werden/);
  const [error] = results(await gateway.gate('GET', '/txlog_portal/?type=er&limit=1'));
  t.match(error, {
    status: 502,
    detail: /^email: SMTP server 127\.0\.0\.1: .*ECONNREFUSED/,
    mac: one.mac.toUpperCase(),
  });
});
