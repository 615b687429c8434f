import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { results, type Json } from '../gateway-process.ts';
import { secret } from '../radius/acct/send-accounting.ts';
import type { View, Visitor } from './browser.ts';
import { goOnline, password, type ConsoleSite } from './site.ts';

/* The jobs of a day in the console, in their order. Each is done at any size, in either theme, and by keyboard alone. */

/** What a job is done with. */
export interface AtWork {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly site: ConsoleSite;
  readonly t: Test;
}

export interface Job {
  readonly name: string;
  /** Who is signed in; null: nobody. Default: the administrator. */
  readonly as?: string | null;
  /** How it is done where it is done once. */
  readonly view: View;
  readonly work: (at: AtWork) => Promise<void>;
}

/** As a spreadsheet saves it: with semicolons, quotes and a column that is no field. */
const accessPoints = {
  name: 'points.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    '\uFEFFname;mac;ssid;floor\r\nap-lobby;02-00-5E-00-53-31;;0\r\nap-bar;02-00-5E-00-53-32;"Aurora; guests";1\r\n',
  ),
};

/** The first run of a new gateway, up to the first packet of its first RADIUS client. */
export const firstRun: Job = {
  name: 'first run: a token sets the password, the organization and the first RADIUS client',
  as: null,
  view: { size: 'phone', theme: 'light', byKeyboard: true },
  async work({ visitor, page, site, t }) {
    const { gateway } = site;
    await visitor.go('welcome');
    await visitor.check(t, 'welcome');
    await visitor.enter(page.getByLabel('Token'), 'gh_wrong');
    await visitor.enter(page.getByLabel('New password'), password);
    await visitor.enter(page.getByLabel('The password again'), password);
    const set = page.getByRole('button', { name: 'Set the password' });
    await visitor.press(set);
    await page.getByRole('alert').waitFor();
    await visitor.enter(page.getByLabel('Token'), gateway.token);
    await visitor.press(set);
    await visitor.enter(page.getByLabel('Name of the organization'), 'Hotel Aurora');
    await visitor.enter(page.getByLabel('Time zone'), 'Europe/Lisbon');
    await visitor.check(t, 'welcome-organization');
    await visitor.press(page.getByRole('button', { name: 'Go on' }));
    await visitor.enter(page.getByLabel('Name', { exact: true }), 'lobby-router');
    await visitor.enter(page.getByLabel('Its address'), '127.0.0.1');
    await visitor.enter(page.getByLabel('Shared secret'), secret);
    await visitor.press(page.getByRole('button', { name: 'Create it' }));
    await page.getByText('Waiting for the first packet').waitFor();
    await page.getByRole('heading', { name: 'First access points' }).waitFor();
    await visitor.check(t, 'welcome-client');
    await goOnline(site);
    await page.getByText('First packet received').waitFor();
    await gateway.gate('POST', '/user/', { username: 'guest', password });
    await visitor.enter(page.getByLabel('User name of the guest'), 'guest');
    await visitor.enter(page.getByLabel('Password of the guest'), 'wrong');
    await visitor.press(page.getByRole('button', { name: 'Try the login' }));
    await page.getByText('wrong password').waitFor();
    await visitor.enter(page.getByLabel('Password of the guest'), password);
    await visitor.press(page.getByRole('button', { name: 'Try the login' }));
    await page.getByText('The login was accepted.').waitFor();
    await visitor.check(t, 'welcome-login');
    await page.getByLabel('From a CSV file').setInputFiles(accessPoints);
    await page.getByText('Access points that were added: 2').waitFor();
    await visitor.check(t, 'welcome-points');
    const points = results(await gateway.gate('GET', '/access_point/?ordering=name'));
    t.match(points, [{ name: 'ap-bar', ssid: 'Aurora; guests' }, { name: 'ap-lobby' }]);
    await visitor.go('welcome');
    await page.getByText('First packet received').waitFor();
    t.match((await gateway.gate('GET', '/me/organization/')).body, {
      name: 'Hotel Aurora',
      time_zone: 'Europe/Lisbon',
    });
  },
};

const rebootDeadDevice: Job = {
  name: 'the dead access point is found on the first page, and rebooted',
  view: { size: 'phone', theme: 'light', byKeyboard: true },
  async work({ visitor, page, site, t }) {
    await page
      .getByRole('heading', { name: /ap-garden-1 does not answer/ })
      .first()
      .waitFor();
    await visitor.check(t, 'overview-fault');
    await visitor.press(page.getByRole('link', { name: 'Show the device' }));
    await page.getByRole('button', { name: 'Reboot' }).waitFor();
    await visitor.check(t, 'device-down');
    await visitor.press(page.getByRole('button', { name: 'Reboot' }));
    const dialog = page.getByRole('dialog');
    const reboot = dialog.getByRole('button', { name: 'Reboot' });
    t.ok(await reboot.isDisabled(), 'the name comes first');
    await visitor.enter(dialog.getByLabel(/Type ap-garden-1/), 'ap-garden-1');
    await visitor.check(t, 'reboot');
    await visitor.submit(reboot);
    await page.getByText('reboot was requested').waitFor();
    const operations = results(
      await site.gateway.control('GET', '/inventory_transaction/?operation=reboot'),
    );
    t.match(operations, [{ operation: 'reboot', parent__name: 'ap-garden-1' }]);
  },
};

const printVouchers: Job = {
  name: 'ten vouchers are made once and printed twice',
  as: 'desk',
  view: { size: 'desk', theme: 'dark' },
  async work({ visitor, page, site: { gateway }, t }) {
    const point = { name: 'roof', vendor: 'Omada', mac: '02-00-5E-00-53-21' };
    await gateway.gate('POST', '/access_point/', point);
    await visitor.press(page.getByRole('link', { name: 'Vouchers' }).first());
    await visitor.pick(page.getByRole('radio', { name: /3 hours/ }));
    await page.getByRole('option', { name: 'Guest 20 Mbit' }).waitFor({ state: 'attached' });
    await visitor.choose(page.getByLabel('Profile'), '1');
    await visitor.check(t, 'vouchers-chosen');
    const print = async (name: string) => {
      const [sheet] = await Promise.all([
        page.waitForEvent('download'),
        visitor.press(page.getByRole('button', { name })),
      ]);
      return (await readFile(await sheet.path())).subarray(0, 5).toString();
    };
    t.equal(await print('Make and print 10'), '%PDF-');
    await page.getByText('Omada: the access point does not carry out: rate.').waitFor();
    t.equal(await print('Print 10 again'), '%PDF-');
    const vouchers = results(await gateway.gate('GET', '/user_token/?kind=network&limit=100'));
    t.equal(vouchers.length, 10);
    await visitor.check(t, 'vouchers-made');
  },
};

const tellWhy: Job = {
  name: 'a code is explained at the desk, and made valid again',
  as: 'desk',
  view: { size: 'phone', theme: 'light' },
  async work({ visitor, page, site: { gateway }, t }) {
    const [voucher = {}] = results(await gateway.gate('GET', '/user_token/?kind=network&limit=1'));
    await gateway.gate('PATCH', `/user_token/${String(voucher['id'])}/`, { is_active: false });
    await visitor.press(page.getByRole('link', { name: /Why refused|Desk/ }).first());
    await visitor.enter(
      page.getByRole('textbox', { name: /voucher code or MAC/ }),
      String(voucher['code']),
    );
    await visitor.submit(page.getByRole('button', { name: 'Find out' }));
    await page.getByRole('heading', { name: 'This voucher was revoked.' }).waitFor();
    await visitor.check(t, 'why-revoked');
    await visitor.press(page.getByRole('button', { name: 'Make it valid again' }));
    await page.getByRole('heading', { name: 'Nothing speaks against a login.' }).waitFor();
    await visitor.check(t, 'why-voucher');
  },
};

const deskPlaces = {
  phone: ['Desk', 'Vouchers', 'People', 'Sessions'],
  desk: ['Sessions', 'Why refused?', 'Vouchers', 'People'],
};

const staysAtDesk: Job = {
  name: 'a front desk has four places, gives a room its Wi-Fi key, and can touch nothing else',
  as: 'desk',
  view: { size: 'desk', theme: 'light' },
  async work({ visitor, page, site: { base, gateway }, t }) {
    const places = page.getByRole('navigation', { name: visitor.isPhone ? 'Places' : 'Pages' });
    t.same(
      await places.getByRole('link').allInnerTexts(),
      deskPlaces[visitor.isPhone ? 'phone' : 'desk'],
    );
    await visitor.go('wifi_keys');
    await visitor.press(page.getByRole('button', { name: 'Add Wi-Fi key' }).first());
    await page.getByRole('option', { name: 'over' }).waitFor({ state: 'attached' });
    const [guest] = results(await gateway.gate('GET', '/user/?username=over'));
    await visitor.choose(page.getByLabel('User', { exact: true }), String(guest?.['id']));
    await visitor.enter(page.getByLabel('Name'), 'Room 101');
    await visitor.press(page.getByRole('button', { name: 'Create' }));
    await page.getByText('This is shown only now').waitFor();
    t.match(await page.getByRole('region', { name: 'Key', exact: true }).innerText(), /^\S{8,63}$/);
    await visitor.check(t, 'wifi-key');
    const drawer = page.getByRole('dialog');
    await visitor.press(drawer.getByRole('button', { name: 'Close' }).last());
    await page.getByRole('link', { name: 'Room 101' }).waitFor();
    for (const address of ['clients', 'gateway', 'device?id=1', 'reports', 'portal_page?id=1']) {
      await visitor.go(address);
      await page.getByText('There is no such page').waitFor();
    }
    await visitor.check(t, 'no-such-page');
    // What the pages do not offer, the APIs refuse.
    const refusals = [
      ['GET', '/gate/api/v1/aaa_client/', {}],
      ['GET', '/control/api/v1/inventory_device/', {}],
      ['POST', '/gate/api/v1/aaa_client/', { name: 'x', address: '192.0.2.1', secret }],
      ['PATCH', '/gate/api/v1/portal_page/1/', { title: 'x' }],
      ['PUT', '/control/api/v1/inventory_device_operation/1/', { operation: 'reboot' }],
    ] as const;
    for (const [method, path, body] of refusals) {
      const status = await page.evaluate(fetchStatus(method, `${base}${path}`, body));
      t.equal(status, 403, `${method} ${path}`);
    }
  },
};

/** Returns a script that sends a request with the cookie, as the page would. */
const fetchStatus = (method: string, url: string, body: Json) =>
  `fetch(${JSON.stringify(url)}, { method: '${method}', ${
    method === 'GET'
      ? ''
      : `headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))}`
  } }).then(({ status }) => status)`;

const disconnect: Job = {
  name: 'a session is disconnected, and the NAS is asked',
  view: { size: 'phone', theme: 'dark' },
  async work({ visitor, page, site: { gateway }, t }) {
    await visitor.press(page.getByRole('link', { name: 'Sessions' }).first());
    await visitor.press(page.getByRole('link', { name: 'anna' }));
    await visitor.press(page.getByRole('button', { name: 'Disconnect' }));
    const dialog = page.getByRole('dialog', { name: 'Disconnect anna?' });
    await dialog.waitFor();
    await visitor.check(t, 'disconnect');
    await visitor.press(dialog.getByRole('button', { name: 'Disconnect' }));
    await page.getByText('The NAS has disconnected the device.').waitFor();
    await page.getByText('What the NAS was asked').waitFor();
    await visitor.check(t, 'disconnected');
    t.match(results(await gateway.gate('GET', '/aaa_authorization_change/')), [
      { kind: 'disconnect', username: 'anna', status: 'acknowledged' },
    ]);
  },
};

const saveBesideOthers: Job = {
  name: 'what somebody else has saved is shown beside the own entry',
  view: { size: 'desk', theme: 'light' },
  async work({ visitor, page, site: { gateway }, t }) {
    await visitor.go('clients');
    await visitor.press(page.getByRole('link', { name: 'lobby-router' }));
    await visitor.enter(page.getByLabel('Description'), 'mine');
    await gateway.gate('PATCH', '/aaa_client/1/', { description: 'theirs', nas_group: 'lobby' });
    await visitor.press(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Somebody else saved this').waitFor();
    await visitor.check(t, 'conflict');
    await visitor.press(page.getByRole('button', { name: 'Save mine' }));
    await page.getByText('It was saved.').waitFor();
    t.match(
      (await gateway.gate('GET', '/aaa_client/1/')).body,
      { description: 'mine', nas_group: 'lobby' },
      'what was not entered here is as the other has saved it',
    );
    await visitor.press(page.getByRole('button', { name: 'Add RADIUS client' }));
    await visitor.enter(page.getByLabel('Name', { exact: true }), 'second');
    await visitor.enter(page.getByLabel('Address'), '300.1.2.3');
    await visitor.press(page.getByRole('button', { name: 'Create' }));
    await page.locator('.field', { hasText: 'Address' }).locator('.error').first().waitFor();
    await visitor.check(t, 'field-error');
  },
};

/** A picture of one pixel. */
const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Rules of a page: for its root, for all that has a name which the console uses as well, and for a phone alone. */
const ownStyle = `:root { --corner: 3px; }
html body button, .btn, .tray, :host { letter-spacing: 2px; }
@media (max-width: 40em) { .lang { display: none; } h1 { color: #0a5c36; } }`;

/** The page of guests in the preview, as a script finds it. */
const guestPage = "document.querySelector('.screen-page').shadowRoot.querySelector('html')";

/** CSS of one's own is seen on the page of the preview, at its size, and nowhere else; what a page may not have is refused. */
async function previewStyle({ visitor, page, t }: Omit<AtWork, 'site'>): Promise<void> {
  const field = page.getByLabel('Style sheet');
  const screen = page.locator('.screen');
  await visitor.enter(field, ownStyle);
  await screen.locator('.lang').waitFor({ state: 'hidden' });
  const styleOf = (element: string, property: string) =>
    page.evaluate(`getComputedStyle(${element}).${property}`);
  const heading = `${guestPage}.querySelector('h1')`;
  const enter = `${guestPage}.querySelector('.form button:not(.enter)')`;
  t.equal(await styleOf(heading, 'color'), 'rgb(10, 92, 54)', 'a rule for phones holds');
  t.equal(await styleOf(enter, 'borderRadius'), '3px', 'so does one for :root');
  t.equal(await styleOf(enter, 'letterSpacing'), '2px', 'and one below html and body');
  for (const own of ['.tray', '.btn', '.screen-page']) {
    const spacing = await styleOf(`document.querySelector('${own}')`, 'letterSpacing');
    t.equal(spacing, 'normal', `${own} of the console has none of it`);
  }
  await visitor.press(page.getByRole('button', { name: 'Desktop' }));
  await screen.locator('.lang').waitFor();
  t.not(await styleOf(heading, 'color'), 'rgb(10, 92, 54)', 'a desktop is no phone');
  await visitor.press(page.getByRole('button', { name: 'Phone' }));
  await visitor.enter(field, '@import "https://example.net/a.css";');
  await page.getByText('@import is not allowed: the page loads nothing from elsewhere.').waitFor();
  t.equal(await page.locator('.note').count(), 0, 'the field alone says so');
  await visitor.enter(field, ownStyle);
  await page.getByText('@import is not allowed').waitFor({ state: 'detached' });
}

const publishPortal: Job = {
  name: 'the portal is edited beside its picture and published',
  view: { size: 'desk', theme: 'dark' },
  async work({ visitor, page, site: { gateway }, t }) {
    await visitor.go('portal');
    await visitor.press(page.getByRole('link', { name: 'lobby' }));
    await visitor.enter(page.getByLabel('Heading'), 'Welcome to Aurora');
    await page.locator('.screen').getByText('Welcome to Aurora').waitFor();
    await previewStyle({ visitor, page, t });
    // The system asks for colours and files, in windows that a test does not see.
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await page.getByLabel('Colour of buttons').fill('#ffd23f');
    await page.getByText('has a contrast of').waitFor();
    await visitor.choose(page.getByLabel('Another language'), 'fr');
    await visitor.press(page.getByRole('button', { name: 'Add a language' }));
    await visitor.enter(page.getByLabel('Heading (French)'), 'Bienvenue');
    await visitor.press(page.getByRole('button', { name: 'Add a link' }));
    await visitor.enter(page.getByLabel('Text of link 1'), 'Privacy');
    await visitor.enter(page.getByLabel('Address of link 1'), 'privacy');
    await visitor.choose(page.getByLabel('Background', { exact: true }), 'color');
    await visitor.check(t, 'portal-editor');
    const publish = page.getByRole('button', { name: 'Publish' });
    await visitor.press(publish);
    await page.locator('.note.is-bad').first().waitFor();
    t.equal(await page.locator('.note.is-bad').count(), 1, 'an error is shown once');
    await visitor.enter(page.getByLabel('Address of link 1'), '/privacy');
    await gateway.gate('PATCH', '/portal_page/1/', { title: 'Aurora', terms: 'Be quiet.' });
    await visitor.press(publish);
    await page.getByRole('button', { name: 'Save mine' }).waitFor();
    await visitor.check(t, 'portal-conflict');
    await visitor.press(page.getByRole('button', { name: 'Save mine' }));
    await page.getByText('The page was published.').waitFor();
    await page.getByText('This is what guests see.').waitFor();
    t.match((await gateway.gate('GET', '/portal_page/1/')).body, {
      translations: [{ language: 'fr', title: 'Bienvenue', welcome: null }],
      links: [{ text: 'Privacy', url: '/privacy' }],
      background: '#1b3a57',
      css: ownStyle,
      title: 'Welcome to Aurora',
      terms: 'Be quiet.',
      look: { color: '#ffd23f', logo: /^\/portal\/file\// },
    });
    await visitor.press(page.getByRole('button', { name: 'Copy', exact: true }));
    await visitor.enter(page.getByLabel('Name of the copy'), 'bar');
    await visitor.check(t, 'portal-copy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'bar' }).waitFor();
    t.match(
      results(await gateway.gate('GET', '/portal_page/?name=bar')),
      [{ title: 'Welcome to Aurora', links: [{ text: 'Privacy' }] }],
      'a copy has all but the secrets',
    );
  },
};

/** Saves what a page shows as CSV. */
async function csvOf({ visitor, page }: AtWork): Promise<string> {
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    visitor.press(page.getByRole('button', { name: 'CSV' })),
  ]);
  return readFile(await csv.path(), 'utf8');
}

const exportReport: Job = {
  name: 'reports and lists are saved as CSV, and the address has the grouping',
  view: { size: 'phone', theme: 'light' },
  async work(at) {
    const { visitor, page, t } = at;
    await visitor.go('reports');
    await visitor.choose(page.getByLabel('By', { exact: true }), 'client');
    await page.getByRole('cell', { name: 'lobby-router' }).waitFor();
    t.match(page.url(), /by=client/);
    await visitor.check(t, 'report');
    t.match(await csvOf(at), /^client,.*sessions/);
    await visitor.go('reports?report=vouchers&days=30');
    await page.getByText('Worth of the used').waitFor();
    await visitor.check(t, 'report-vouchers');
    t.match(await csvOf(at), /^batch,organization,created,price,time,made,used,left/);
    await visitor.choose(page.getByLabel('Report', { exact: true }), 'availability');
    await page.getByRole('cell', { name: 'ap-garden-1' }).waitFor();
    t.match(await csvOf(at), /^device,name,availability.*\n\d+,ap-garden-1,/);
    await visitor.choose(page.getByLabel('Report', { exact: true }), 'logins');
    await page.getByText('wrong password').first().waitFor();
    t.match(await csvOf(at), /^reason,accepted,rejected\n(?:.*\n)*wrong password,0,1/);
    await visitor.go('sessions?session_status=all');
    t.match(await csvOf(at), /anna/);
    await visitor.go('sessions?session_status=completed');
    t.notMatch(await csvOf(at), /anna/);
  },
};

/** The jobs after the first run, on a furnished site. */
export const jobs: readonly Job[] = [
  rebootDeadDevice,
  printVouchers,
  tellWhy,
  staysAtDesk,
  disconnect,
  saveBesideOthers,
  publishPortal,
  exportReport,
];
