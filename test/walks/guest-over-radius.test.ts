import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import { addPortalRoutes } from '../../src/portal/web/routes.ts';
import { createDynamicAuthorization } from '../../src/radius/coa/dynamic-authorization.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { Secret } from '../../src/contract/secret.ts';
import { eventually } from '../gateway-process.ts';
import { startFakeNas } from '../peers/fake-nas.ts';
import { startPostgres } from '../peers/postgres.ts';
import {
  accessPointMac,
  loadShippedTypes,
  startPortalSite,
  type PortalSite,
} from '../portal/portal-site.ts';
import { secret } from '../radius/fixture.ts';
import { insert } from '../store/stores.ts';

/* A guest from the form of the page to the Disconnect, with the packets of a NAS; then at a controller that accounts for none. */

tap.setTimeout(200_000);

const postgres = await startPostgres({ fsync: false });
const types = await loadShippedTypes();
const sites = {
  sqlite: await startPortalSite('sqlite', types),
  postgres: await startPortalSite(postgres.url, types),
};
tap.teardown(async () => {
  await Promise.all([sites.sqlite.stop(), sites.postgres.stop()]);
  await postgres.stop();
});

const stamps = { organization: 1, created: 0, last_change: 0 };
const octetsOf = (number: number) => `02-00-00-00-0C-0${number}`;

/** The page on a port of its own, and a browser's way through it. */
async function servePage({ site: { gateway } }: PortalSite) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  addPortalRoutes(app, gateway);
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const logIn = async (query: Readonly<Record<string, string>>, fields: object) => {
    const url = `${base}/portal/?${new URLSearchParams(query).toString()}`;
    const shown = await (await fetch(url)).text();
    const hidden = [...shown.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    );
    const form = { ...Object.fromEntries(hidden), ...fields } as Record<string, string>;
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return { status: reply.status, text: await reply.text() };
  };
  return { logIn, stop: () => app.close() };
}

/** A NAS that is asked for changes, and what asks it. */
async function startNas({ site: { gateway, store } }: PortalSite) {
  const nas = await startFakeNas(secret);
  await store.write([store.db.updateTable('aaa_client').set({ coa_port: nas.port })]);
  const sender = createDynamicAuthorization(gateway);
  const { signal } = new AbortController();
  const requests = async (kind: string, wanted: number) => {
    const received = async () => {
      for (const task of sender.tasks) await task.run(signal);
      return nas.received.filter((request) => request.kind === kind);
    };
    const found = await eventually(received, ({ length }) => length >= wanted);
    return found.map(({ attributes }) =>
      Buffer.from(attributes.get(44)?.[0] ?? '', 'hex').toString(),
    );
  };
  const stop = async () => {
    await sender.stop();
    await nas.stop();
  };
  return { requests, stop };
}

const typesOf = async ({ site: { store } }: PortalSite, user: number) => {
  const rows = await store.db
    .selectFrom('txlog_portal')
    .select('type')
    .where('user', '=', user)
    .execute();
  return rows.map(({ type }) => type).toSorted();
};

for (const [engine, portal] of Object.entries(sites)) {
  const { store, gateway } = portal.site;
  const page = await servePage(portal);
  const nas = await startNas(portal);
  tap.teardown(async () => {
    await nas.stop();
    await page.stop();
  });
  await insert(store, 'portal_page', {
    ...stamps,
    name: 'page',
    login_kinds: '["user","voucher"]',
    languages: '[]',
    look: '{}',
  });
  const account = (number: number, status: string, octets = 0) =>
    portal.send(
      'acct',
      `Acct-Status-Type = ${status}, Acct-Session-Id = "W-${number}", User-Name = "${octetsOf(number).replaceAll('-', '').toLowerCase()}", NAS-IP-Address = 127.0.0.1, Calling-Station-Id = "${octetsOf(number)}", Acct-Session-Time = 1, Acct-Input-Octets = ${octets}`,
    );
  const request = (number: number) => {
    const mac = octetsOf(number);
    return portal.send(
      'auth',
      `User-Name = "${mac}", User-Password = "${mac}", Calling-Station-Id = "${mac}", NAS-IP-Address = 127.0.0.1`,
    );
  };
  const at = (number: number) => ({
    ap_mac: accessPointMac,
    mac: octetsOf(number),
    ip: '10.0.0.9',
  });

  test(`${engine}: a guest with a quota goes from the form to the CoA`, async (t) => {
    const profile = await insert(store, 'aaa_profile', {
      ...stamps,
      name: 'guests',
      check_attributes: '[{"attribute":"Max-Daily-Octets","op":":=","value":"1000"}]',
      reply_attributes: '[{"attribute":"Filter-Id","op":":=","value":"full"}]',
      limit_attributes: '[{"attribute":"Filter-Id","op":":=","value":"slow"}]',
      on_limit: 'coa',
    });
    const anna = { ...stamps, username: 'anna', role: 'subscriber', profile };
    const user = await insert(store, 'user', {
      ...anna,
      password: await hash('right', { memoryCost: 1024, timeCost: 1 }),
    });
    t.match((await request(1)).output, /Access-Reject/, 'no guest is logged in there');
    const login = { kind: 'user', username: 'anna' };
    t.equal((await page.logIn(at(1), { ...login, password: 'wrong' })).status, 400);
    t.equal((await page.logIn(at(1), { ...login, password: 'right' })).status, 200);
    t.match((await request(1)).output, /Access-Accept[^]*Filter-Id = "full"/);
    t.ok((await account(1, 'Start')).ok);
    t.ok((await account(1, 'Interim-Update', 999)).ok);
    t.same(await nas.requests('coa', 0), [], 'an octet is left');
    t.ok((await account(1, 'Interim-Update', 1_000)).ok);
    t.same(await nas.requests('coa', 1), ['W-1']);
    t.ok((await account(1, 'Stop', 1_200)).ok);
    t.match(await portal.sessions(user), [
      { origin: 'portal', acctsessionid: 'W-1', acctinputoctets: 1_200, acctstoptime: Number },
    ]);
    t.equal((await portal.sessions(user)).length, 1, 'login and accounting are one session');
    t.same(await typesOf(portal, user), ['tr', 'ua', 'ui']);
  });

  test(`${engine}: a voucher goes from its code to the Disconnect`, async (t) => {
    const user = await portal.addUser('HX7K2M', { octets: 500 });
    const byCode = { kind: 'voucher', code: 'HX7K2M' };
    t.equal((await page.logIn(at(2), byCode)).status, 200);
    t.match((await request(2)).output, /Access-Accept/);
    t.ok((await account(2, 'Start')).ok);
    t.ok((await account(2, 'Interim-Update', 600)).ok);
    t.same(await nas.requests('disconnect', 1), ['W-2']);
    t.ok((await account(2, 'Stop', 600)).ok);
    t.match(await portal.sessions(user), [{ acctinputoctets: 600, acctstoptime: Number }]);
    t.match((await request(2)).output, /Access-Reject/);
    t.equal((await page.logIn(at(2), byCode)).status, 400, 'it is used up');
    t.same(await typesOf(portal, user), ['ua', 'ui', 'ux', 'vt', 'vt']);
  });

  test(`${engine}: a voucher ends at a controller that accounts for no session`, async (t) => {
    const commands: { readonly cmd?: string }[] = [];
    const server = createServer((asked, response) => {
      void text(asked).then((body) => {
        if (asked.url?.endsWith('/stamgr') === true) commands.push(JSON.parse(body) as object);
        response.writeHead(200, {
          'content-type': 'application/json',
          'set-cookie': 'TOKEN=s1; Path=/; HttpOnly',
          'x-csrf-token': 't1',
        });
        response.end('{"meta":{"rc":"ok"}}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await insert(store, 'portal_controller', {
      ...stamps,
      name: 'unifi',
      vendor: 'unifi',
      username: 'gate',
      url: `http://127.0.0.1:${port}`,
      password: gateway.vault.seal(new Secret('p'), 'portal_controller.password'),
    });
    const user = await portal.addUser('TIME90', { time: 90 });
    const query = { vendor: 'unifi', id: octetsOf(3), ap: accessPointMac };
    const byCode = { kind: 'voucher', code: 'TIME90' };
    t.equal((await page.logIn(query, byCode)).status, 200);
    t.match(commands, [{ cmd: 'authorize-guest', minutes: 2 }]);
    await portal.advance(91);
    const cutOff = async () => {
      await portal.check();
      return commands.map(({ cmd }) => cmd);
    };
    t.same(await eventually(cutOff, ({ length }) => length > 1), [
      'authorize-guest',
      'unauthorize-guest',
    ]);
    t.match(await portal.sessions(user), [
      { origin: 'portal', client: null, acctstoptime: Number },
    ]);
    t.equal((await page.logIn(query, byCode)).status, 400, 'its time is over');
    t.same(await typesOf(portal, user), ['ua', 'ui', 'ux', 'vt', 'vt']);
  });
}
