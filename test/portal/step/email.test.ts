import tap, { test } from 'tap';
import { results, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startSmtpServer, type ReceivedMail } from '../../peers/smtp-server.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';

/* Guests who log in with a code that a real SMTP server takes for them, of a gateway that is killed as well. */

tap.setTimeout(200_000);

const authority = new Authority();
const smtp = await startSmtpServer(authority);

const { gateway, stop } = await startStepGateway('sqlite', {
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(smtp.plainPort),
  GATEHOUSE_SMTP_TLS: 'off',
  GATEHOUSE_SMTP_FROM: 'wifi@hotel.test',
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
});
tap.teardown(async () => {
  await stop();
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

const linkOf = ({ content }: ReceivedMail) =>
  /http:\/\/portal\.test(\/portal\/\S+)/.exec(
    content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  )?.[1] ?? '';
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
  const link = linkOf(await smtp.next('emma@example.net'));
  const again = await begin(one, { kind: 'email', email: 'emil@example.net' });
  t.match(again.text, /Enter your code/, 'no second grace');
  const mailApp = new GuestBrowser(base);
  await mailApp.open(link, { 'sec-fetch-site': 'cross-site' });
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

const sponsored = { login_kinds: ['email', 'voucher', 'sponsor'] };

/** Returns the address that the shown page opens by itself. */
const refreshOf = ({ browser }: ReturnType<typeof guest>) =>
  /url=([^"]+)"/.exec(browser.shown.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** Asks a sponsor, and returns the link in its mail. */
async function ask(visitor: ReturnType<typeof guest>, sponsor: string) {
  await begin(visitor, { kind: 'sponsor', sponsor, visitor: ' Ben\n Guest ' });
  return linkOf(await smtp.next(sponsor));
}

const answer = (link: string, yes: 'yes' | 'no', headers: Record<string, string> = {}) =>
  fetch(new URL('/portal/sponsor', base), {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      ask: new URL(link, base).searchParams.get('ask') ?? '',
      answer: yes,
    }),
  });

test('a sponsor lets a guest in with a button; a link that is only opened lets nobody in', async (t) => {
  t.match(await patch(sponsored), { status: 400, text: /sponsor.addresses or sponsor.domains/ });
  const options = { sponsor: { domains: ['firm.test'], addresses: ['desk@hotel.test'], hours: 8 } };
  t.equal((await patch({ ...sponsored, login_options: options })).status, 200);
  const one = guest();
  for (const sponsor of ['ben@example.net', 'other@hotel.test', 'a@b@firm.test'])
    t.match(
      (await begin(one, { kind: 'sponsor', sponsor, visitor: 'Ben' })).text,
      /cannot let you/,
    );
  const link = await ask(one, 'host@firm.test');
  const address = refreshOf(one);
  t.match(one.browser.shown.text, /Waiting for your host/);
  const sponsor = new GuestBrowser(base, { 'sec-fetch-site': 'cross-site' });
  for (const _ of ['scanner', 'sponsor'])
    t.match((await sponsor.open(link)).text, /Ben Guest[^]*02:00:00:00:07[^]*8 hours/);
  t.match(await (await answer(link, 'yes', { 'sec-fetch-site': 'cross-site' })).text(), /Let this/);
  t.match((await one.browser.open(address)).text, /Waiting for your host/);
  t.match(await (await answer(link, 'yes')).text(), /guest is let in/);
  t.equal((await answer(link, 'no')).status, 410, 'the first answer counts');
  const contested = await ask(guest(), 'other@firm.test');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => answer(contested, nth % 2 === 0 ? 'yes' : 'no')),
  );
  t.equal(answers.filter(({ ok }) => ok).length, 1, 'of answers at once, too');
  t.match((await one.browser.open(address)).text, /You are logged in/);
  t.match((await one.browser.open(address)).text, /This login is complete/);
  const username = `sponsor:ben guest/${one.mac}:1`;
  t.match(await sessionsOf(one.mac), [{ username: new RegExp(username, 'i') }]);
  const logged = results(await gateway.gate('GET', '/txlog_portal/?type=ua&limit=20'));
  t.match(
    logged.find(({ detail }) => String(detail).includes('let in by host@')),
    { status: 200, detail: /^Ben Guest let in by host@firm\.test, from / },
  );
  const [user] = results(await gateway.gate('GET', '/user/?username__icontains=ben guest'));
  const hours = (Date.parse(String(user?.['expiration'])) - Date.now()) / 3_600_000;
  t.ok(hours > 7 && hours <= 8, `${hours} hours`);
});

test('a refusal and a sponsor who never answers are told in words, across kills', async (t) => {
  const [yes, no, late] = [guest(), guest(), guest()];
  const links = [await ask(yes, 'yes@firm.test'), await ask(no, 'no@firm.test')] as const;
  const lateLink = await ask(late, 'late@firm.test');
  const pages = [yes, no, late].map(refreshOf);
  await answer(links[1], 'no');
  const lost = answer(links[0], 'yes').catch(() => null);
  await gateway.signal('SIGKILL');
  await lost;
  const store = await gateway.openStore();
  await store.write([
    store.db
      .updateTable('portal_pending_login')
      .set({ expires: Date.now() - 1 })
      .where('subject', '=', 'late@firm.test'),
  ]);
  await store.close();
  await gateway.start();
  const again = (await answer(links[0], 'yes')).status;
  t.ok(again === 200 || again === 410, 'now, or before the kill');
  t.match((await yes.browser.open(pages[0] ?? '')).text, /You are logged in/);
  t.match((await no.browser.open(pages[1] ?? '')).text, /Your host has not let you in/);
  t.match((await late.browser.open(pages[2] ?? '')).text, /This login has expired/);
  t.equal((await answer(lateLink, 'yes')).status, 410);
  t.same(
    await Promise.all([yes, no, late].map(async ({ mac }) => (await sessionsOf(mac)).length)),
    [1, 0, 0],
  );
  await patch({ login_kinds: ['email', 'voucher'], login_options: {} });
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
