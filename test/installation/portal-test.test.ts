import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import type { Finding } from '../../src/contract/finding.ts';
import { testPortal } from '../../src/installation/portal/portal-test.ts';
import { startGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { parseJsonColumn } from '../../src/store/store.ts';
import { copyBlankStore } from '../blank-store.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { Authority } from '../peers/certificates.ts';
import { freeTcpPort } from '../peers/port.ts';
import { addOrganization, insert, stamps } from '../store/stores.ts';

/* A running gateway, with a listener of the portal, whose portal is set up step by step, until a guest would get in. */

const data = mkdtempSync(join(tmpdir(), 'gatehouse-portal-test-'));
const authority = new Authority();
const issued = authority.issue('portal', { names: 'DNS:portal.invalid' });
const listener = {
  GATEHOUSE_PORTAL_LISTENER_ENABLED: 'true',
  GATEHOUSE_PORTAL_LISTENER_HOST: '127.0.0.1',
  GATEHOUSE_PORTAL_LISTENER_PORT: '0',
  GATEHOUSE_PORTAL_LISTENER_TLS_CERTIFICATE: issued.certificate,
  GATEHOUSE_PORTAL_LISTENER_TLS_KEY: issued.key,
};
copyBlankStore('sqlite', data);
const running = await startGateway(loopbackConfig({ GATEHOUSE_DATA_DIR: data, ...listener }));
const { store, vault } = running.gateway;
const base = `http://127.0.0.1:${running.http.port}`;
const ofGuests = `https://127.0.0.1:${running.guests?.port ?? 0}`;
const secret = 'a secret of the client';
let isStopped = false;
tap.teardown(async () => {
  if (!isStopped) await running.stop();
  rmSync(data, { recursive: true });
  authority.remove();
});

interface Report {
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
}

async function examine(accessPoint?: string, environment = {}) {
  const config = loopbackConfig({
    GATEHOUSE_DATA_DIR: data,
    ...listener,
    GATEHOUSE_HTTP_PORT: String(running.http.port),
    GATEHOUSE_PORTAL_LISTENER_PORT: String(running.guests?.port),
    GATEHOUSE_HTTP_PUBLIC_URL: base,
    ...environment,
  });
  const options = { json: true, ...(accessPoint !== undefined && { accessPoint }) };
  const { text, isHealthy } = await testPortal(config, options);
  const { healthy, findings } = parseJsonColumn<Report>(text);
  tap.equal(healthy, isHealthy);
  tap.notMatch(text, secret);
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  return { isHealthy, of, faults: findings.filter(({ state }) => state === 'failed') };
}

async function addSite(organization: number) {
  const own = { organization, ...stamps };
  await insert(store, 'access_point', { ...own, name: 'lobby', mac: 'AA:BB:CC:00:00:01' });
}

/** A CoA-NAK with the Error-Cause "Session Context Not Found" (RFC 5176 sections 3.5 and 3.6). */
function refusalOf(request: Buffer): Buffer {
  const attributes = Buffer.from([101, 6, 0, 0, 1, 0xf7]);
  const header = Buffer.from([45, request.readUInt8(1), 0, 26]);
  const signed = Buffer.concat([header, request.subarray(4, 20), attributes, Buffer.from(secret)]);
  return Buffer.concat([header, createHash('md5').update(signed).digest(), attributes]);
}

test('each step that fails is named, with what to do', async (t) => {
  const empty = await examine(undefined, { GATEHOUSE_HTTP_PUBLIC_URL: '' });
  t.match(empty.of('gateway'), [{ state: 'ok' }]);
  t.match(empty.of('public_url'), [{ state: 'failed', advice: /set portal\.public_url/ }]);
  t.match(empty.of('access_point'), [{ state: 'failed', advice: /create an access_point/ }]);

  await addSite(1);
  const bare = await examine('aa-bb-cc-00-00-01');
  t.match(bare.of('public_url'), [{ state: 'warning', seen: /only this machine/ }]);
  t.match(bare.of('captive_api'), [{ state: 'warning', seen: /captive: true/, advice: /HTTPS/ }]);
  t.match(bare.of('walled_garden'), [{ state: 'skipped', seen: /127\.0\.0\.1 port \d+\/tcp/ }]);
  t.match(bare.of('access_point'), [{ state: 'ok', seen: /"lobby".*AA:BB:CC:00:00:01/ }]);
  t.match(bare.faults, [
    { check: 'portal_page' },
    { check: 'nas', advice: /create an aaa_client/ },
  ]);
  t.match((await examine('nowhere')).faults, [{ seen: 'no access point is called "nowhere"' }]);

  const closed = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const own = { organization: 1, ...stamps };
  const login_kinds = '["user","voucher","terms"]';
  const described = { name: 'page', login_kinds, languages: '[]', look: '{}' };
  await insert(store, 'portal_page', { ...own, ...described });
  await insert(store, 'aaa_client', {
    ...own,
    name: 'nas',
    address: '127.0.0.1',
    secret: vault.seal(new Secret(secret), 'aaa_client.secret'),
    coa_port: closed.address().port,
  });
  const upstream = { address: '127.0.0.1', state: 'down', last_error: 'no reply' };
  await insert(store, 'aaa_upstream', {
    ...own,
    name: 'home',
    realm: 'r',
    portal_authentication: 1,
    ...upstream,
  });
  const port = await freeTcpPort();
  const controller = { vendor: 'unifi', url: `https://127.0.0.1:${port}` };
  await insert(store, 'portal_controller', { ...own, name: 'cloud key', ...controller });
  const half = await examine();
  t.match(half.of('portal_page'), [{ state: 'ok' }]);
  t.match(half.of('page'), [{ state: 'ok', seen: `${ofGuests}/portal/ shows a guest` }]);
  t.match(half.of('nas'), [{ state: 'warning', seen: /"nas".*never sent/ }]);
  t.match(half.faults, [
    { check: 'login_kinds', seen: /voucher: no valid voucher/ },
    { check: 'login_kinds', seen: /terms: the page has no user/ },
    { check: 'upstream', seen: /"home" \(realm r\).*no reply/ },
    { check: 'coa', seen: /"nas".*does not answer a CoA-Request/, advice: /coa_port/ },
    { check: 'controller', seen: /"cloud key".*ECONNREFUSED/ },
  ]);
  closed.close();
});

test('guests are asked for where the portal listens, not where the APIs do', async (t) => {
  const port = await freeTcpPort();
  const { faults, of } = await examine('lobby', { GATEHOUSE_PORTAL_LISTENER_PORT: String(port) });
  t.match(of('gateway'), [{ state: 'ok' }]);
  const seen = new RegExp(`^https://127\\.0\\.0\\.1:${port}/portal/.*ECONNREFUSED`);
  t.match(faults.slice(0, 2), [
    { check: 'captive_api', seen },
    { check: 'page', seen },
  ]);
});

test('a portal without a fault', async (t) => {
  const nas = createSocket('udp4').bind(0, '127.0.0.1');
  await once(nas, 'listening');
  const asked: unknown[] = [];
  nas.on('message', (octets, { address, port }) => {
    asked.push([octets[0], octets.includes('gatehouse-portal-test')]);
    nas.send(refusalOf(octets), port, address);
  });
  const { db } = store;
  const visitor = { organization: 1, username: 'visitors', role: 'subscriber', ...stamps };
  const user = await insert(store, 'user', visitor);
  const voucher = { ...visitor, username: 'HX7K2M' };
  const holder = await insert(store, 'user', voucher);
  await insert(store, 'user_token', { user: holder, kind: 'network', time: 60, created: 0 });
  await store.write([
    db.updateTable('portal_page').set({ terms_user: user }),
    db.updateTable('aaa_client').set({ coa_port: nas.address().port, last_seen: Date.now() }),
    db.updateTable('aaa_upstream').set({ state: 'up' }),
    db.updateTable('portal_controller').set({ is_active: 0 }),
  ]);
  const whole = await examine('lobby');
  t.same(whole.faults, []);
  t.ok(whole.isHealthy);
  t.match(whole.of('coa'), [{ state: 'ok', seen: /answers \(Error-Cause 503\)/ }]);
  t.match(whole.of('login_kinds'), [
    { seen: 'user: 1 users, 1 upstreams' },
    { seen: 'voucher: 1 are valid' },
    { seen: /terms: .*"visitors"/ },
  ]);
  t.same(asked, [[43, true]], 'a session that no guest has');
  t.match(whole.of('limits'), [{ state: 'skipped', seen: /the vendor is not known/ }]);

  const offered = JSON.stringify(['oidc', 'payment']);
  await store.write([db.updateTable('portal_page').set({ login_kinds: offered })]);
  t.match((await examine('lobby')).of('login_kinds'), [
    { state: 'failed', seen: /no portal_service of kind oidc/ },
    { state: 'failed', seen: /payment: the page has no payment_key/ },
  ]);
  const named = { organization: 1, name: 'company', kind: 'oidc', ...stamps };
  await insert(store, 'portal_service', {
    ...named,
    url: 'https://firm.okta.com',
    settings: JSON.stringify({ client_id: 'x', hosts: ['cdn.firm.test'] }),
  });
  const garden = /firm\.okta\.com, \*\.okta\.com, \*\.oktacdn\.com, cdn\.firm\.test$/;
  t.match((await examine('lobby')).of('login_kinds')[0], { state: 'ok', seen: garden });

  const rate = [{ attribute: 'Mikrotik-Rate-Limit', value: '2M' }];
  const lists = { reply_attributes: JSON.stringify(rate), check_attributes: '[]' };
  await insert(store, 'aaa_profile', { organization: 1, name: 'slow', ...lists, ...stamps });
  await store.write([
    db.updateTable('access_point').set({ vendor: 'openNDS' }),
    db.updateTable('aaa_client').set({ accepts_disconnect: 'no' }),
  ]);
  t.match((await examine('lobby')).of('limits'), [
    { state: 'warning', seen: /^profile "slow": openNDS: .*: rate\. A rate reaches it by WISPr/ },
    { state: 'warning', seen: /openNDS: no device in the inventory/, advice: /opennds_deauth/ },
    { state: 'warning', seen: /"nas" refuses Disconnect/ },
    { state: 'ok', seen: 'openNDS: 2 profiles and kinds of vouchers compared' },
  ]);
  const { limitWarnings } = running.gateway;
  const metered = { time: true, volume: true, attributes: [] };
  const site = { organization: 1, location: null };
  const refusals = (role: 'admin' | 'front_desk') =>
    limitWarnings.find(metered, site, { organizations: [1], role });
  t.match(await refusals('admin'), [/^AAA client "nas" refuses Disconnect/]);
  t.match(await refusals('front_desk'), [/^An AAA client refuses Disconnect/]);
  t.same(await limitWarnings.find(metered, site, { organizations: [2], role: 'admin' }), []);
  nas.close();
});

test('an access point that no redirect can name, and a gateway that is stopped', async (t) => {
  const organization = await addOrganization(store);
  await addSite(organization);
  t.match((await examine('1')).of('access_point'), [{ state: 'ok' }], 'the other has no page');
  const page = { name: 'beside', login_kinds: '["user"]', languages: '[]', look: '{}' };
  await insert(store, 'portal_page', { organization, ...stamps, ...page });
  await store.write([store.db.updateTable('aaa_client').set({ transport: 'tls' })]);
  t.match((await examine('1')).faults, [{ check: 'access_point', seen: /another active/ }]);
  t.match((await examine('lobby')).faults, [{ advice: /the id of one/ }]);
  t.match((await examine('1')).of('coa'), [{ state: 'skipped', seen: /over TLS/ }]);
  await running.stop();
  isStopped = true;
  const stopped = await examine('1', { GATEHOUSE_HTTP_PUBLIC_URL: 'http://portal.invalid' });
  t.match(stopped.of('gateway'), [{ state: 'failed', advice: /start the gateway/ }]);
  t.match(stopped.of('public_url'), [{ state: 'failed', advice: /DNS/ }]);
  t.match(stopped.of('walled_garden'), [{ state: 'failed', seen: /portal\.invalid/ }]);
});
