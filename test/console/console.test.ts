import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import tap, { test, type Test } from 'tap';
import { createServer } from '../../src/runtime/node-http.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { stepAt, totpCode } from '../../src/aaa/account/totp/totp.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startChromium } from '../peers/chromium.ts';
import { startFakeNas } from '../peers/fake-nas.ts';
import { freeTcpPort } from '../peers/port.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';
import { Visitor, type View } from './browser.ts';

/* The jobs of a day in the console, in a browser: at the sizes of a phone and of a desk, in both themes. */

/** True: every page at both sizes and in both themes, also while it is read and when it cannot be. It takes minutes. */
const isMatrix = process.env['CONSOLE_MATRIX'] === '1';
const isLong = isMatrix || process.env['CONSOLE_LANGUAGES'] !== undefined;
const maxSeconds = isLong ? 3600 : 240;

tap.setTimeout(maxSeconds * 1000);

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_CONSOLE_REQUIRE_TOTP: 'reports',
});
const { browser, stop } = await startChromium({ maxSeconds });
const nas = await startFakeNas(secret);
tap.teardown(async () => {
  await stop();
  await nas.stop();
  await gateway.remove();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const password = 'correct horse battery';
const gate = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;

/** A test of somebody who is signed in, an administrator unless it is named. */
function job(
  name: string,
  { as = 'admin', ...view }: View & { readonly as?: string },
  work: (visitor: Visitor, t: Test) => Promise<void>,
): void {
  test(name, async (t) => {
    const visitor = await Visitor.open(browser, base, view);
    await visitor.signIn(as, password);
    await work(visitor, t);
    await visitor.close(t);
  });
}

test('first run: a token sets the password, the organization and the first RADIUS client', async (t) => {
  const visitor = await Visitor.open(browser, base, { size: 'phone', theme: 'light' });
  const { page } = visitor;
  await visitor.go('welcome');
  await visitor.check(t, 'welcome');
  await page.getByLabel('Token').fill('gh_wrong');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('The password again').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Token').fill(gateway.token);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByLabel('Name of the organization').fill('Hotel Aurora');
  await page.getByLabel('Time zone').fill('Europe/Lisbon');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Name', { exact: true }).fill('lobby-router');
  await page.getByLabel('Its address').fill('127.0.0.1');
  await page.getByLabel('Shared secret').fill(secret);
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.getByText('Waiting for the first packet').waitFor();
  await page.getByRole('link', { name: 'First access points' }).waitFor();
  await visitor.check(t, 'welcome-client');
  await account(gateway, {
    session: 'S1',
    username: 'anna',
    at: Math.floor(Date.now() / 1000) - 60,
  });
  await page.getByText('First packet received').waitFor();
  t.match((await gateway.gate('GET', '/me/organization/')).body, {
    name: 'Hotel Aurora',
    time_zone: 'Europe/Lisbon',
  });
  await visitor.close(t);
});

test('a wrong password signs nobody in', async (t) => {
  const visitor = await Visitor.open(browser, base, { size: 'desk', theme: 'dark' });
  await visitor.go('');
  await visitor.check(t, 'sign-in');
  await visitor.enter('admin', 'wrong');
  await visitor.page.getByRole('alert').getByText('Wrong user name or password.').waitFor();
  await visitor.go('devices');
  await visitor.page.getByRole('heading', { name: 'Sign in to Gatehouse' }).waitFor();
  await visitor.close(t);
});

/** A device at a port where nobody listens, asked once, so that it is down. */
async function addDeadDevice(): Promise<void> {
  const port = await freeTcpPort();
  const service = { protocol: 'ssh', port };
  const control = (path: string, body: Json) => gateway.control('POST', path, body);
  const profile = await control('/inventory_connection_profile/', {
    name: 'dead',
    connection_service: service,
    username: 'root',
    password: 'x',
  });
  const device = await control('/inventory_device/', {
    name: 'ap-garden-1',
    type: 'openwrt',
    ip_address: '127.0.0.1',
    mac_address: '02-00-5E-00-53-11',
    connection_profile: profile.body['id'],
  });
  const id = String(device.body['id']);
  await gateway.control('GET', `/inventory_device/${id}/?update_status=true`);
  await gateway.control('PUT', `/inventory_device_operation/${id}/`, { operation: 'sync' });
}

test('setting up the site', async (t) => {
  await addDeadDevice();
  await gateway.gate('PATCH', '/aaa_client/1/', { coa_port: nas.port });
  const rate = { attribute: 'WISPr-Bandwidth-Max-Down', value: '20000000' };
  await gate('/aaa_profile/', { name: 'Guest 20 Mbit', reply_attributes: [rate] });
  await gate('/user/', { username: 'desk', password, role: 'front_desk' });
  await gate('/user/', { username: 'books', password, role: 'reports' });
  await gate('/user/', { username: 'over', password, expiration: '2020-01-01' });
  await gate('/portal_page/', {
    name: 'lobby',
    title: 'Hotel Aurora',
    terms: 'Be kind.',
    login_kinds: ['user', 'voucher'],
    look: { color: '#8a3b12' },
  });
  t.end();
});

test('a role that needs a second factor enrols it, and signs in with a recovery code', async (t) => {
  const visitor = await Visitor.open(browser, base, { size: 'phone', theme: 'dark' });
  const { page } = visitor;
  await visitor.go('');
  await visitor.enter('books', password);
  await page.getByRole('heading', { name: 'Your role needs a second factor' }).waitFor();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Set up the second factor' }).click();
  const secretLines = page.getByRole('region', { name: 'Secret' });
  const totpSecret = new Secret((await secretLines.innerText()).replaceAll(' ', ''));
  const picture = join(t.testdir(), 'qr.png');
  await page.getByRole('img', { name: 'QR code of the secret' }).screenshot({ path: picture });
  const scanned = execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', picture]).toString();
  const shared = `otpauth://totp/Gatehouse%20Hotel%20Aurora:books?secret=${totpSecret.reveal()}&`;
  t.match(scanned, shared, 'a phone reads the code, in the dark theme as well');
  await visitor.check(t, 'second-factor');
  const code = page.getByLabel('The six digits that the app shows');
  await code.fill('12345');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This code is wrong').waitFor();
  await code.fill(totpCode(totpSecret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = await page.getByRole('region', { name: 'Recovery codes' }).innerText();
  const [recovery = '', ...others] = codes.trim().split('\n');
  t.equal(others.length, 9);
  await visitor.check(t, 'recovery-codes');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
  await visitor.context.clearCookies();
  await visitor.go('');
  await visitor.enter('books', password);
  await page.getByLabel('Six digits, or a recovery code').fill(recovery);
  await visitor.check(t, 'sign-in-code');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
  await visitor.go('account');
  await page.getByText('9 recovery codes are left.').waitFor();
  await visitor.check(t, 'account');
  await visitor.close(t);
});

/** Pages of an administrator, with a word that they show once they are read. */
const pages: Readonly<Record<string, string>> = {
  overview: 'Data store',
  devices: 'ap-garden-1',
  'device?id=1': 'How it is reached',
  'device?id=1&tab=settings': 'Reported',
  'device?id=1&tab=log': 'command',
  alerts: 'No alert',
  alert_rules: 'No rule yet',
  work: 'sync',
  sessions: 'anna',
  'sessions?open=1': 'Disconnect',
  'why?q=over': 'ended',
  vouchers: 'How long?',
  people: 'desk',
  'people?edit=2': 'What they may do',
  profiles: 'Guest 20 Mbit',
  clients: 'lobby-router',
  portal: 'lobby',
  'portal_page?id=1': 'Ways to log in',
  reports: 'Time online',
  organizations: 'Hotel Aurora',
  gateway: '% free',
  audit: 'POST',
  discovery: 'Nothing was searched yet',
  fleet: 'No fleet operation yet',
  webhooks: 'No webhook yet',
  connection_profiles: 'dead',
  access_points: 'No access point yet',
  upstreams: 'No upstream',
  directories: 'No directory',
  pools: 'No pool',
  dns: 'No rule yet',
  portal_log: 'registration',
  locations: 'No location yet',
  tokens: 'admin',
  _kit: 'Every component',
};

const views: readonly View[] = isMatrix
  ? (['phone', 'desk'] as const).flatMap((size) =>
      (['light', 'dark'] as const).map((theme) => ({ size, theme })),
    )
  : [
      { size: 'phone', theme: 'dark' },
      { size: 'desk', theme: 'light' },
    ];

for (const [index, view] of views.entries())
  job(`pages are usable by all: ${view.size}, ${view.theme}`, view, async (visitor, t) => {
    const shown = Object.entries(pages).filter(
      (_, number) => isMatrix || number % views.length === index,
    );
    for (const [address, word] of shown) {
      await visitor.go(address);
      await visitor.shows(word);
      t.equal(await visitor.page.locator('.is-failed').count(), 0, `${address} was read`);
      await visitor.check(t, nameOf(address));
    }
  });

const nameOf = (address: string) => address.replace(/\W+/g, '-');

/** Languages whose pages are all looked at, such as `ar,ja`. */
const walked = process.env['CONSOLE_LANGUAGES']?.split(',') ?? [];

for (const view of walked.length > 0 ? views : [])
  job(`every page in other languages: ${view.size}, ${view.theme}`, view, async (visitor, t) => {
    const { page } = visitor;
    for (const code of walked) {
      await page.evaluate(`localStorage.setItem('gatehouse.language', '${code}')`);
      for (const address of Object.keys(pages).filter((name) => name !== '_kit')) {
        await visitor.go(address);
        await visitor.check(t, `${code}-${nameOf(address)}`);
      }
    }
  });

job(
  'the language is chosen in the menu, and Arabic runs from right to left',
  { size: 'phone', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    const inArabic = page.locator('html[lang=ar][dir=rtl]');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(/.*\//, '')));
    await visitor.go('sessions');
    t.same(asked.filter(isTextFile), [], 'English has no file of texts');
    await page.getByRole('button', { name: 'admin: account and looks' }).click();
    await page.getByLabel('Language').selectOption('ar');
    await inArabic.waitFor();
    await page.getByRole('heading', { name: 'الجلسات' }).waitFor();
    await visitor.check(t, 'ar-sessions');
    asked.length = 0;
    for (const [address, word] of Object.entries(inRightToLeft)) {
      await visitor.go(address);
      await visitor.shows(word);
      await visitor.check(t, `ar-${nameOf(address)}`);
    }
    t.equal(await inArabic.count(), 1, 'it is kept');
    t.match(asked.filter(isTextFile).join(' '), /^(?:ar-\w{8}\.js ?)+$/, 'no other one is loaded');
    const direction = "getComputedStyle(document.querySelector('#main code')).direction";
    t.equal(await page.evaluate(direction), 'ltr', 'a MAC address runs from left to right');
  },
);

const isTextFile = (name: string) => /^[a-z]{2}-\w{8}\.js$/.test(name);

/** Pages with a word that they show in Arabic. */
const inRightToLeft: Readonly<Record<string, string>> = {
  overview: 'مخزن البيانات',
  'people?edit=2': 'ما يمكنهم فعله',
  'device?id=1': 'كيفية الوصول إليه',
};

test('a browser shows its own language first', async (t) => {
  const context = await browser.newContext({ locale: 'fr-CA' });
  const page = await context.newPage();
  const shown: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'log') shown.push(message.text());
  });
  await page.addInitScript(
    `new MutationObserver(() => console.log(document.querySelector('h1')?.textContent ?? ''))
      .observe(document, { childList: true, subtree: true })`,
  );
  await page.goto(`${base}/console/`);
  await page.getByRole('heading', { name: 'Se connecter à Gatehouse' }).waitFor();
  t.same(
    shown.filter((text) => text !== '' && text !== 'Se connecter à Gatehouse'),
    [],
    'no other language stands there before it',
  );
  await context.close();
});

for (const view of isMatrix ? views : [])
  job(`pages that are read or cannot be: ${view.size}, ${view.theme}`, view, async (visitor, t) => {
    const { page } = visitor;
    for (const address of Object.keys(pages).filter((name) => !name.startsWith('_'))) {
      const release = await visitor.hold();
      await page.goto(`${base}/console/${address}`);
      await page.locator('#main').waitFor();
      await visitor.check(t, `${nameOf(address)}-loading`);
      await release();
      await visitor.failing(async () => {
        await page.goto(`${base}/console/${address}`);
        await page.locator('#main').waitFor();
        await visitor.settled();
        await visitor.check(t, `${nameOf(address)}-failed`);
      });
    }
  });

job(
  'the dead access point is found on the first page, and rebooted',
  { size: 'phone', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    const fault = page.getByRole('heading', { name: /ap-garden-1 does not answer/ });
    await fault.first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/(?:alert|inventory_device|aaa_accounting|current)\//.test(request.url()))
        asked.push(request.url().replace(/.*\/v1/, ''));
    });
    await page.reload();
    await fault.first().waitFor();
    const early = [
      '/session/current/',
      '/inventory_device/?limit=200&status=false&sessions=true',
      '/alert/?limit=50&state=firing',
      '/inventory_device/?limit=1',
      '/aaa_accounting/?limit=1&session_status=active',
    ];
    t.same(
      early.map((path) => asked.filter((one) => one === path).length),
      [1, 1, 1, 1, 1],
      'what is asked for early is not asked for again',
    );
    const links = page.locator('link[rel="preload"][as="fetch"]');
    t.equal(await links.count(), early.length, 'each was asked for before the console was there');
    // From here on by keyboard alone.
    await visitor.press(page.getByRole('link', { name: 'Show the device' }));
    await page.getByRole('button', { name: 'Reboot' }).waitFor();
    await visitor.press(page.getByRole('button', { name: 'Reboot' }));
    const dialog = page.getByRole('dialog');
    t.ok(await dialog.getByRole('button', { name: 'Reboot' }).isDisabled(), 'the name comes first');
    await visitor.tabTo(dialog.getByLabel(/Type ap-garden-1/));
    await page.keyboard.type('ap-garden-1');
    await visitor.check(t, 'reboot');
    await page.keyboard.press('Enter');
    await page.getByText('reboot was requested').waitFor();
    const operations = results(
      await gateway.control('GET', '/inventory_transaction/?operation=reboot'),
    );
    t.match(operations, [{ operation: 'reboot', parent__name: 'ap-garden-1' }]);
  },
);

job(
  'ten vouchers are made once and printed twice, and a code is explained at the desk',
  { size: 'desk', theme: 'dark', as: 'desk' },
  async (visitor, t) => {
    const { page } = visitor;
    const point = { name: 'roof', vendor: 'Omada', mac: '02-00-5E-00-53-21' };
    await gateway.gate('POST', '/access_point/', point);
    await page.getByRole('link', { name: 'Vouchers' }).first().click();
    await page.getByText('3 hours').click();
    await page.getByLabel('Profile').selectOption({ label: 'Guest 20 Mbit' });
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Make and print 10' }).click(),
    ]);
    const file = await readFile(await sheet.path());
    t.equal(file.subarray(0, 5).toString(), '%PDF-');
    await page.getByText('Omada: the access point does not carry out: rate.').waitFor();
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Print 10 again' }).click(),
    ]);
    const vouchers = results(await gateway.gate('GET', '/user_token/?kind=network&limit=100'));
    t.equal(vouchers.length, 10);
    await visitor.check(t, 'vouchers-made');
    const voucher = vouchers[0] ?? {};
    await gateway.gate('PATCH', `/user_token/${String(voucher['id'])}/`, { is_active: false });
    await visitor.go(`why?q=${String(voucher['code'])}`);
    await page.getByRole('heading', { name: 'This voucher was revoked.' }).waitFor();
    await page.getByRole('button', { name: 'Make it valid again' }).click();
    await page.getByRole('heading', { name: 'Nothing speaks against a login.' }).waitFor();
    await visitor.check(t, 'why-voucher');
    t.same(
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts(),
      ['Sessions', 'Why refused?', 'Vouchers', 'People'],
      'the desk has four places',
    );
    await visitor.go('clients');
    await page.getByText('There is no such page').waitFor();
  },
);

job(
  'a session is disconnected, and the NAS is asked',
  { size: 'phone', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    await visitor.go('sessions');
    await page.getByRole('link', { name: 'anna' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page
      .getByRole('dialog', { name: 'Disconnect anna?' })
      .getByRole('button', { name: 'Disconnect' })
      .click();
    await page.getByText('The NAS has disconnected the device.').waitFor();
    await page.getByText('What the NAS was asked').waitFor();
    t.match(results(await gateway.gate('GET', '/aaa_authorization_change/')), [
      { kind: 'disconnect', username: 'anna', status: 'acknowledged' },
    ]);
  },
);

job(
  'what somebody else has saved is shown beside the own entry',
  { size: 'desk', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    await visitor.go('clients?edit=1');
    await page.getByLabel('Description').fill('mine');
    await gateway.gate('PATCH', '/aaa_client/1/', { description: 'theirs', nas_group: 'lobby' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else saved this').waitFor();
    await visitor.check(t, 'conflict');
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('It was saved.').waitFor();
    t.match(
      (await gateway.gate('GET', '/aaa_client/1/')).body,
      { description: 'mine', nas_group: 'lobby' },
      'what was not entered here is as the other has saved it',
    );
    await visitor.go('clients?edit=new');
    await page.getByLabel('Name', { exact: true }).fill('second');
    await page.getByLabel('Address').fill('300.1.2.3');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.field', { hasText: 'Address' }).locator('.error').first().waitFor();
    await visitor.check(t, 'field-error');
  },
);

/** A picture of one pixel. */
const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

job(
  'the portal is edited beside its picture and published',
  { size: 'desk', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    await visitor.go('portal_page?id=1');
    await page.getByLabel('Heading').fill('Welcome to Aurora');
    await page.locator('.portal').getByText('Welcome to Aurora').waitFor();
    await page.getByLabel('Colour of buttons').fill('#ffd23f');
    await page.getByText('has a contrast of').waitFor();
    await page.getByLabel('Add a language').selectOption('fr');
    await page.getByLabel('Heading (French)').fill('Bienvenue');
    await page.getByRole('button', { name: 'Add a link' }).click();
    await page.getByLabel('Text of link 1').fill('Privacy');
    await page.getByLabel('Address of link 1').fill('privacy');
    await page.getByLabel('Background').selectOption('color');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await visitor.check(t, 'portal-editor');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.note.is-bad').first().waitFor();
    t.equal(await page.locator('.note.is-bad').count(), 1, 'an error is shown once');
    await page.getByLabel('Address of link 1').fill('/privacy');
    await gateway.gate('PATCH', '/portal_page/1/', { title: 'Aurora', terms: 'Be quiet.' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('The page was published.').waitFor();
    await page.getByText('This is what guests see.').waitFor();
    t.match((await gateway.gate('GET', '/portal_page/1/')).body, {
      translations: [{ language: 'fr', title: 'Bienvenue', welcome: null }],
      links: [{ text: 'Privacy', url: '/privacy' }],
      background: '#1b3a57',
      title: 'Welcome to Aurora',
      terms: 'Be quiet.',
      look: { color: '#ffd23f', logo: /^\/portal\/file\// },
    });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByLabel('Name of the copy').fill('bar');
    await visitor.check(t, 'portal-copy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'bar' }).waitFor();
    t.match(
      results(await gateway.gate('GET', '/portal_page/?name=bar')),
      [{ title: 'Welcome to Aurora', links: [{ text: 'Privacy' }] }],
      'a copy has all but the secrets',
    );
  },
);

/** Saves what a page shows as CSV. */
async function csvOf(page: Page): Promise<string> {
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFile(await csv.path(), 'utf8');
}

job(
  'reports and lists are saved as CSV, and the address has the grouping',
  { size: 'phone', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    await visitor.go('reports');
    await page.getByLabel('By', { exact: true }).selectOption('client');
    await page.getByRole('cell', { name: 'lobby-router' }).waitFor();
    t.match(page.url(), /by=client/);
    t.match(await csvOf(page), /^client,.*sessions/);
    await visitor.go('sessions?session_status=all');
    t.match(await csvOf(page), /anna/);
    await visitor.go('sessions?session_status=completed');
    t.notMatch(await csvOf(page), /anna/);
  },
);

job(
  'a page says that the gateway is away or starts again, and goes on by itself',
  { size: 'desk', theme: 'light' },
  async (visitor) => {
    const { page } = visitor;
    const away = page.getByText('The gateway has not answered since');
    await visitor.go('devices');
    await visitor.context.setOffline(true);
    await page.getByRole('link', { name: 'Sessions' }).first().click();
    await away.waitFor();
    await visitor.context.setOffline(false);
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await away.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'anna' }).waitFor();
    await gateway.signal('SIGTERM');
    await page.getByRole('link', { name: 'People' }).first().click();
    await away.waitFor();
    await gateway.start();
    await away.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'desk' }).first().waitFor();
  },
);

job(
  'a page on another port has the cookie and can change nothing with it',
  { size: 'desk', theme: 'dark' },
  async (visitor, t) => {
    const server = createServer((request, reply) => {
      if (request.url === '/forge') reply.setHeader('set-cookie', 'gatehouse=forged; Path=/');
      reply.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const other = await visitor.context.newPage();
    await other.goto(`http://127.0.0.1:${portOf(server)}/`);
    const organizations = `${base}/gate/api/v1/organization/`;
    const replied = visitor.context.waitForEvent('response', (one) => one.url() === organizations);
    await other.evaluate(
      `fetch(${JSON.stringify(organizations)}, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"foreign"}' })`,
    );
    t.equal((await replied).status(), 403, 'it came with the cookie: without one it is 401');
    const read = await other.evaluate(
      `fetch(${JSON.stringify(organizations)}, { credentials: 'include' }).then(() => 'read', () => 'kept')`,
    );
    t.equal(read, 'kept', 'it cannot read a reply');
    await other.goto(`http://127.0.0.1:${portOf(server)}/forge`);
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { text } = await gateway.ask('GET', '/gate/api/v1/organization/', {
      token: gateway.token,
    });
    t.notMatch(text, /foreign/);
    server.close();
  },
);

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
