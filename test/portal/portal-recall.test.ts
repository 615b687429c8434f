import Fastify from 'fastify';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import { addPortalRoutes } from '../../src/portal/web/routes.ts';
import { loadTables } from '../../src/modules/load-modules.ts';
import { requestPrivacyJob } from '../../src/upkeep/privacy/privacy-request.ts';
import { createPrivacyTask } from '../../src/upkeep/privacy/privacy-task.ts';
import { insert } from '../store/stores.ts';
import { accessPointMac, startPortalSite } from './portal-site.ts';

const { personal: personalTables } = await loadTables();

/* A guest who comes back, with another address of its device or the same, by the cookie that its browser kept. */

const portal = await startPortalSite('sqlite');
const { gateway, store } = portal.site;
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
addPortalRoutes(app, gateway);
tap.teardown(async () => {
  await app.close();
  await portal.stop();
});

const stamps = { organization: 1, created: 0, last_change: 0 };
const page = await insert(store, 'portal_page', {
  ...stamps,
  name: 'page',
  login_kinds: '["user","voucher"]',
  languages: '[]',
  look: '{}',
  terms: 'Be kind.',
  terms_version: '1',
});
const cheaply = { memoryCost: 1024, timeCost: 1 };
const right = await hash('right', cheaply);
const daySeconds = 86_400;

/** True if the form of a guest who comes back asks for no tick: that of the other ways has it. */
const isAcceptedBefore = (shown: string) => /Welcome back[^]*<\/form>[^]*name="accept"/.test(shown);

type Fields = Readonly<Record<string, string>>;

/** One browser on a device whose address changes. */
class Browser {
  #cookie = '';
  #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  get cookie(): string {
    return this.#cookie;
  }

  set cookie(value: string) {
    this.#cookie = value;
  }

  changeAddress(number: number): void {
    this.#number = number;
  }

  get query(): string {
    const mac = `02:00:00:00:0D:${String(this.#number).padStart(2, '0')}`;
    return new URLSearchParams({ ap_mac: accessPointMac, mac, ip: '10.0.0.9' }).toString();
  }

  async open(): Promise<string> {
    const url = `/portal/?${this.query}`;
    return (await app.inject({ url, headers: { cookie: this.#cookie } })).payload;
  }

  async submit(fields: Fields) {
    const shown = await this.open();
    const hidden = [...shown.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    );
    const form = { ...Object.fromEntries(hidden), ...fields } as Record<string, string>;
    const reply = await app.inject({
      method: 'POST',
      url: `/portal/?${this.query}`,
      headers: { cookie: this.#cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    const kept = String(reply.headers['set-cookie'] ?? '');
    if (kept !== '') this.#cookie = kept.split(';')[0] ?? '';
    return { status: reply.statusCode, text: reply.payload, kept };
  }

  logIn(username: string, password = 'right') {
    return this.submit({ kind: 'user', username, password, accept: 'yes' });
  }

  comeBack(fields: Fields = {}) {
    return this.submit({ kind: 'recall', ...fields });
  }
}

async function addAccount(username: string, more: Readonly<Record<string, unknown>> = {}) {
  const fields = { ...stamps, username, role: 'subscriber', password: right, ...more };
  return insert(store, 'user', fields);
}

const update = (user: number, values: Readonly<Record<string, unknown>>) =>
  store.write([store.db.updateTable('user').set(values).where('id', '=', user)]);

const openSessions = async (user: number) =>
  (await portal.sessions(user)).filter(({ acctstoptime }) => acctstoptime === null);

const lastConsent = async (user: number) => {
  const entry = await store.db
    .selectFrom('txlog_portal')
    .select('detail')
    .where('user', '=', user)
    .where('type', '=', 'ua')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry?.detail;
};

test('a guest who comes back with another address is recalled, and is one device', async (t) => {
  const check = [{ attribute: 'Simultaneous-Use', op: ':=', value: '1' }];
  const attributes = JSON.stringify({ check_attributes: check });
  const user = await addAccount('anna', { attributes });
  const browser = new Browser(1);
  t.match(await browser.open(), /private Wi-Fi address.*recognizes this browser/);
  t.notMatch(await browser.open(), 'Welcome back');
  const { status, kept } = await browser.logIn('anna');
  t.equal(status, 200);
  t.match(
    kept,
    /^gatehouse_guest=v1[^;]+; Max-Age=2592000; Path=\/portal; HttpOnly; SameSite=Lax$/,
  );
  t.notMatch(kept, 'anna');
  await portal.advance(daySeconds - 1);
  browser.changeAddress(2);
  const shown = await browser.open();
  t.match(shown, /Welcome back[^]*Continue as <strong dir="auto">anna</);
  t.ok(isAcceptedBefore(shown), 'the terms are those that were accepted');
  const again = await browser.comeBack();
  t.equal(again.status, 200);
  t.match(again.kept, 'Max-Age=2505601;', 'the time goes on from the login by password');
  const open = await openSessions(user);
  t.match(open, [{ callingstationid: '02-00-00-00-0D-02' }], 'the former session has ended');
  t.equal(await lastConsent(user), 'terms accepted before: version 1');
  const other = new Browser(3);
  other.cookie = browser.cookie;
  t.match(await other.logIn('anna'), { status: 400, text: /Too many devices/ });
});

test('consent is asked for again when the version of the terms has changed', async (t) => {
  const user = await addAccount('ben');
  const browser = new Browser(11);
  await browser.logIn('ben');
  await store.write([
    store.db.updateTable('portal_page').set({ terms_version: '2' }).where('id', '=', page),
  ]);
  t.notOk(isAcceptedBefore(await browser.open()));
  t.match(await browser.comeBack(), { status: 400, text: /Accept the terms/ });
  t.equal((await browser.comeBack({ accept: 'yes' })).status, 200);
  t.equal(await lastConsent(user), 'terms accepted: version 2');
  t.ok(isAcceptedBefore(await browser.open()));
});

test('a voucher is recalled while it is one, and a guest can be forgotten', async (t) => {
  const user = await portal.addUser('HX7K2M', { time: 3600 });
  const browser = new Browser(21);
  await browser.submit({ kind: 'voucher', code: 'HX7K2M', accept: 'yes' });
  t.match(await browser.open(), 'Continue as <strong dir="auto">HX7K2M<');
  browser.changeAddress(22);
  t.equal((await browser.comeBack()).status, 200);
  t.same((await portal.log(user)).filter((type) => type === 'vt').length, 2);
  const kept = browser.cookie;
  t.match(await browser.submit({ kind: 'recall', forget: 'yes' }), {
    status: 200,
    kept: /^gatehouse_guest=; Max-Age=0; Path=\/portal; HttpOnly; SameSite=Lax$/,
  });
  t.notMatch(await browser.open(), 'Welcome back');
  browser.cookie = kept;
  t.match(await browser.open(), 'Welcome back');
  await store.write([store.db.deleteFrom('user_token').where('user', '=', user)]);
  t.notMatch(await browser.open(), 'Welcome back');
});

const changes: Readonly<Record<string, (user: number) => Promise<unknown>>> = {
  'another password': async (user) => update(user, { password: await hash('right', cheaply) }),
  'a switch': (user) => update(user, { is_active: 0 }),
  deletion: (user) => store.write([store.db.deleteFrom('user').where('id', '=', user)]),
  'another user with its id': async (user) => {
    await store.write([store.db.deleteFrom('user').where('id', '=', user)]);
    await addAccount('somebody', { id: user });
  },
  erasure: async (user) => {
    await requestPrivacyJob(gateway, { kind: 'erase', user, organization: 1, requestedBy: user });
    await createPrivacyTask(gateway, personalTables, 'one').run(new AbortController().signal);
    await update(user, { is_active: 1 });
  },
  '30 days': () => portal.advance(30 * daySeconds),
};

test('a lower recall_days holds for browsers that remember a guest already', async (t) => {
  await addAccount('zoe');
  const browser = new Browser(51);
  await browser.logIn('zoe');
  await portal.advance(3 * daySeconds);
  const openAfter = async (recall_days: number, days = 0) => {
    const now = () => new Date(gateway.now().getTime() + days * daySeconds * 1000);
    const restarted = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const { config } = gateway;
    const changed = { ...config, portal: { ...config.portal, recall_days } };
    addPortalRoutes(restarted, { ...gateway, config: changed, now });
    const headers = { cookie: browser.cookie };
    const { payload } = await restarted.inject({ url: `/portal/?${browser.query}`, headers });
    await restarted.close();
    return payload;
  };
  t.match(await openAfter(4), 'Welcome back');
  t.notMatch(await openAfter(3), 'Welcome back');
  t.notMatch(await openAfter(0), 'Welcome back');
  t.notMatch(await openAfter(0, -4), 'Welcome back', 'the clock was set back, before the login');
  t.match(await browser.open(), 'Welcome back');
});

for (const [number, [what, change]] of Object.entries(changes).entries())
  test(`after ${what} a guest is not recalled`, async (t) => {
    const user = await addAccount(`guest ${number}`);
    const browser = new Browser(30 + number);
    t.equal((await browser.logIn(`guest ${number}`)).status, 200);
    t.match(await browser.open(), 'Welcome back');
    await change(user);
    t.notMatch(await browser.open(), 'Welcome back');
    t.match(await browser.comeBack(), { status: 400, text: /does not recognize you any more/ });
  });

test('a cookie that no gateway made recalls no guest', async (t) => {
  await addAccount('eve');
  const browser = new Browser(41);
  await browser.logIn('eve');
  const { cookie } = browser;
  const middle = cookie.length - 20;
  const changed =
    cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
  for (const forged of [
    changed,
    'gatehouse_guest=',
    'gatehouse_guest=%',
    'gatehouse_guest=v1.x.y',
  ]) {
    browser.cookie = forged;
    t.notMatch(await browser.open(), 'Welcome back', forged);
  }
  browser.cookie = cookie;
  t.match(await browser.open(), 'Welcome back');
  await store.write([
    store.db.updateTable('portal_page').set({ login_kinds: '["voucher"]' }).where('id', '=', page),
  ]);
  t.notMatch(await browser.open(), 'Welcome back', 'the page offers no such login any more');
});
