import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { findLeasedDevice, isReportedDevice } from '../../src/portal/reported-device.ts';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { startInProcess, type InProcessGateway } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startDhcpRouter } from '../peers/dnsmasq.ts';
import { startPostgres } from '../peers/postgres.ts';
import { startShellDevice } from '../peers/shell-device.ts';

/* A device that asks dnsmasq for an address counts by its MAC address: the gateway reads the leases of the router over OpenSSH. */

const kinds = {
  openwrt: { engine: 'sqlite', path: '/tmp/dhcp.leases' },
  linux: { engine: 'postgres', path: '/var/lib/misc/dnsmasq.leases' },
} as const;
/** Creates a portal with one access point. */
async function addPortal({ running, folder }: InProcessGateway): Promise<void> {
  const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
  for (const [path, body] of Object.entries({
    access_point: { name: 'ap', mac: 'AA:BB:CC:00:00:01' },
    portal_page: { name: 'lobby', title: 'Hotel Seaview', login_kinds: ['voucher'] },
  })) {
    const made = await fetch(`http://127.0.0.1:${running.http.port}/gate/api/v1/${path}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (made.status !== 201) throw new Error(await made.text());
  }
}

const skip = process.getuid?.() === 0 ? false : 'needs root, for a network of its own';

for (const [type, { engine, path }] of Object.entries(kinds))
  test(`a lease of ${type} reports a device, on ${engine}`, { skip }, async (t) => {
    const shell = await startShellDevice({
      programs: ['cat', 'sh'],
      scripts: () => ({}),
      files: { [join(path, '..', 'none').slice(1)]: '' },
      paths: type === 'linux' ? ['/var/lib/misc'] : [],
      isUp: () => Promise.resolve(true),
    });
    t.teardown(() => shell.stop());
    const dhcp = await startDhcpRouter(join(shell.folder, path), guideBlock('dnsmasq'));
    t.teardown(() => dhcp.stop());
    const postgres = engine === 'postgres' ? await startPostgres({ hasTypes: true }) : null;
    t.teardown(() => postgres?.stop());
    const clock = new ManualClock();
    const site = await startInProcess({
      clock,
      environment: {
        GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
        GATEHOUSE_PORTAL_PUBLIC_URL: 'https://portal.example.net',
        ...(postgres && { GATEHOUSE_DATABASE_URL: postgres.url }),
      },
    });
    t.teardown(() => site.stop());
    const { control, running } = site;
    const { gateway } = running;
    const profile = await control('POST', '/inventory_connection_profile/', {
      name: 'shell',
      connection_service: { protocol: 'ssh', port: shell.port },
      username: shell.user,
      password: shell.password,
    });
    const router = await control('POST', '/inventory_device/', {
      name: 'router',
      type,
      connection_profile: profile.body['id'],
      ip_address: '127.0.0.1',
    });
    t.equal(router.status, 201);
    const { db } = gateway.store;
    await gateway.store.write([db.updateTable('inventory_device').set({ status: 1 })]);
    const mac = dhcp.mac.toUpperCase();
    const device = { mac, vendor: 'radius', organization: 1, location: null } as const;
    const isReported = (host: string, more: object = {}) =>
      isReportedDevice(gateway, { ...device, host, ...more });
    const commands = async () => (await shell.commands()).filter((line) => line.startsWith('cat'));

    t.equal(await isReported('198.51.100.100'), false, 'before it has asked for an address');
    const { address: host, captivePortal } = await dhcp.lease();
    t.match(host, /^198\.51\.100\.\d+$/);
    t.equal(await isReported(host), false, 'the leases were read less than five seconds ago');
    t.equal((await commands()).length, 1);
    await clock.advance(5_000);
    t.equal(await isReported(host), true);
    t.equal(await isReported('198.51.100.99'), false, 'another address than its lease');
    t.equal(await isReported(host, { mac: '02:00:00:00:00:01' }), false, 'another device');
    t.equal(await isReported(host, { location: 7 }), false, 'another place');
    t.equal(await isReported(host, { organization: 7 }), false);
    const place = { organization: 1, location: null };
    t.equal(await findLeasedDevice(gateway, place, host), mac, 'the device behind an address');
    t.equal(await findLeasedDevice(gateway, place, '198.51.100.99'), null);
    t.equal(await findLeasedDevice(gateway, { ...place, location: 7 }, host), null);
    await addPortal(site);
    const open = (url: string, of: string) =>
      fetch(`http://127.0.0.1:${running.http.port}${new URL(url).pathname}`, {
        headers: { 'x-forwarded-for': of },
      });
    t.equal(captivePortal, 'https://portal.example.net/portal/captive', 'as the guide has it');
    const state = (await (await open(captivePortal, host)).json()) as Record<string, unknown>;
    t.match(state, { captive: true, 'user-portal-url': 'https://portal.example.net/portal/' });
    const portal = String(state['user-portal-url']);
    t.match(await (await open(portal, host)).text(), /Hotel Seaview[^]*name="code"/, 'the login');
    t.equal((await open(portal, '198.51.100.99')).status, 404, 'a device without a lease');
    await clock.advance(20_000);
    t.equal(await isReported(host), true);
    t.equal((await commands()).length, 2, 'the leases were kept');
    await clock.advance(30_000);
    await gateway.store.write([
      db.updateTable('inventory_device').set({ ip_address: '127.0.0.9' }),
    ]);
    t.equal(await isReported(host), false, 'a router that does not answer reports no device');
  });

test('one of several answers is enough, and an error is no answer', async (t) => {
  const { anyTrue } = await import('../../src/runtime/deadline.ts');
  const never = new Promise<boolean>(() => undefined);
  t.equal(await anyTrue([never, Promise.resolve(true)]), true);
  t.equal(await anyTrue([Promise.resolve(false), Promise.resolve(false)]), false);
  t.equal(await anyTrue([]), false);
  await t.rejects(anyTrue([never, Promise.reject(new Error('broken'))]), { message: 'broken' });
});

tap.setTimeout(240_000);
