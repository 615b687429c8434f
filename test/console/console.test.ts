import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { createServer } from '../../src/runtime/node-http.ts';
import { stepAt, totpCode } from '../../src/aaa/account/totp/totp.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startChromium } from '../peers/chromium.ts';
import { allViews, Visitor, type View } from './browser.ts';
import { firstRun, jobs, type Job } from './jobs.ts';
import { dialogs, nameOf, pages } from './pages.ts';
import { furnish, password, startSite, type ConsoleSite } from './site.ts';

/* The jobs of a day in the console, in a browser: at the sizes of a phone and of a desk, in both themes. */

/**
 * True: every job and every page at both sizes and in both themes, the jobs by keyboard alone as well, the pages also empty,
 * while they are read and when they cannot be. It takes half an hour.
 */
const isMatrix = process.env['CONSOLE_MATRIX'] === '1';
const isLong = isMatrix || process.env['CONSOLE_LANGUAGES'] !== undefined;
const maxSeconds = isLong ? 5400 : 480;

tap.setTimeout(maxSeconds * 1000);

const { browser, stop } = await startChromium({ maxSeconds });
tap.teardown(stop);
const site = await startSite(browser);
tap.teardown(() => site.stop());
const { gateway, base } = site;

/** A test of somebody who is signed in at a site, an administrator unless it is named. */
function visit(
  name: string,
  { as = 'admin', at = () => site, ...view }: View & Pick<Job, 'as'> & { at?: () => ConsoleSite },
  work: (visitor: Visitor, t: Test) => Promise<void>,
): void {
  test(`${name}: ${wordsOf(view)}`, async (t) => {
    const visitor = await Visitor.open(browser, at().base, view);
    if (as !== null) await visitor.signIn(as, password);
    await work(visitor, t);
    await visitor.close(t);
  });
}

const wordsOf = ({ size, theme, byKeyboard }: View) =>
  `${size}, ${theme}${byKeyboard === true ? ', by keyboard' : ''}`;

/** Does a job at a site in a view. */
function doJob({ name, as = 'admin', work }: Job, view: View, at = () => site): void {
  visit(name, { as, at, ...view }, (visitor, t) =>
    work({ visitor, page: visitor.page, site: at(), t }),
  );
}

/** Does all jobs in one view, at a site of their own. */
function addDay(view: View): void {
  let own = site;
  const at = () => own;
  test(`a new site: ${wordsOf(view)}`, async () => {
    own = await startSite(browser);
  });
  doJob(firstRun, view, at);
  if (view.byKeyboard !== true)
    visit('pages without rows', { at, ...view }, async (visitor, t) => {
      for (const address of Object.keys(pages).filter((name) => /^[a-z]\w+$/.test(name))) {
        await visitor.go(address);
        t.equal(await visitor.page.locator('.is-failed').count(), 0, `${address} was read`);
        await visitor.check(t, `${address}-empty`);
      }
    });
  test(`the site is furnished: ${wordsOf(view)}`, () => furnish(own));
  for (const job of jobs) doJob(job, view, at);
  test(`the site is closed: ${wordsOf(view)}`, () => own.stop());
}

doJob(firstRun, firstRun.view);

test('a wrong password signs nobody in', async (t) => {
  const visitor = await Visitor.open(browser, base, { size: 'desk', theme: 'dark' });
  await visitor.go('');
  await visitor.check(t, 'sign-in');
  await visitor.sendSignIn('admin', 'wrong');
  await visitor.page.getByRole('alert').getByText('Wrong user name or password.').waitFor();
  await visitor.go('devices');
  await visitor.page.getByRole('heading', { name: 'Sign in to Gatehouse' }).waitFor();
  await visitor.close(t);
});

test('setting up the site', () => furnish(site));

test('a role that needs a second factor enrols it, and signs in with a recovery code', async (t) => {
  const visitor = await Visitor.open(browser, base, { size: 'phone', theme: 'dark' });
  const { page } = visitor;
  await visitor.go('');
  await visitor.sendSignIn('books', password);
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
  await visitor.sendSignIn('books', password);
  await page.getByLabel('Six digits, or a recovery code').fill(recovery);
  await visitor.check(t, 'sign-in-code');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
  await visitor.go('account');
  await page.getByText('9 recovery codes are left.').waitFor();
  await visitor.check(t, 'account');
  await visitor.close(t);
});

const pageViews: readonly View[] = isMatrix
  ? allViews
  : [
      { size: 'phone', theme: 'dark' },
      { size: 'desk', theme: 'light' },
    ];

for (const [index, view] of pageViews.entries())
  visit('pages are usable by all', view, async (visitor, t) => {
    const shown = Object.entries(pages).filter(
      (_, number) => isMatrix || number % pageViews.length === index,
    );
    for (const [address, word] of shown) {
      await visitor.go(address);
      await visitor.shows(word);
      t.equal(await visitor.page.locator('.is-failed').count(), 0, `${address} was read`);
      await visitor.check(t, nameOf(address));
    }
  });

/** Languages whose pages are all looked at, such as `ar,ja`. */
const walked = process.env['CONSOLE_LANGUAGES']?.split(',') ?? [];

for (const view of walked.length > 0 ? pageViews : [])
  visit('every page in other languages', view, async (visitor, t) => {
    const { page } = visitor;
    for (const code of walked) {
      await page.evaluate(`localStorage.setItem('gatehouse.language', '${code}')`);
      for (const address of Object.keys(pages).filter((name) => name !== '_kit')) {
        await visitor.go(address);
        await visitor.check(t, `${code}-${nameOf(address)}`);
      }
    }
  });

visit(
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

for (const view of isMatrix ? allViews : [])
  visit('pages that are read or cannot be', view, async (visitor, t) => {
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

for (const view of isMatrix ? allViews : [])
  visit('dialogs', view, async (visitor, t) => {
    for (const [name, { address, presses }] of Object.entries(dialogs)) {
      await visitor.go(address);
      for (const find of presses) await visitor.press(find(visitor.page).first());
      await visitor.page.locator('dialog[open], :popover-open').first().waitFor();
      await visitor.check(t, `dialog-${name}`);
    }
  });

visit(
  'what is asked for early is not asked for again',
  { size: 'phone', theme: 'light' },
  async ({ page }, t) => {
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
  },
);

for (const job of jobs) doJob(job, job.view);

for (const view of isMatrix ? allViews : [])
  for (const byKeyboard of [false, true]) addDay({ ...view, byKeyboard });

visit(
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

visit(
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
