import type { Browser } from 'playwright-core';
import { GatewayProcess, type Json } from '../gateway-process.ts';
import { startFakeNas, type FakeNas } from '../peers/fake-nas.ts';
import { freeTcpPort } from '../peers/port.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';

/* A small site behind a gateway of its own, for visitors of the console. */

export const password = 'correct horse battery';

export interface ConsoleSite {
  readonly browser: Browser;
  readonly gateway: GatewayProcess;
  readonly nas: FakeNas;
  /** Address of the gateway. */
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts a gateway that is new, and a NAS. */
export async function startSite(browser: Browser): Promise<ConsoleSite> {
  const gateway = await GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_CONSOLE_REQUIRE_TOTP: 'reports',
  });
  const nas = await startFakeNas(secret);
  return {
    browser,
    gateway,
    nas,
    base: `http://127.0.0.1:${gateway.httpPort}`,
    async stop() {
      await nas.stop();
      await gateway.remove();
    },
  };
}

/** The user `anna` goes online behind the first RADIUS client. */
export async function goOnline({ gateway }: ConsoleSite): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - 60;
  await account(gateway, { session: 'S1', username: 'anna', at });
}

/** Adds what a running site has, after the first run: a dead access point, staff, guests, a portal page. */
export async function furnish({ gateway, nas }: ConsoleSite): Promise<void> {
  await addDeadDevice(gateway);
  await gateway.gate('PATCH', '/aaa_client/1/', { coa_port: nas.port });
  const rows: readonly (readonly [path: string, body: Json])[] = [
    [
      '/aaa_profile/',
      {
        name: 'Guest 20 Mbit',
        reply_attributes: [{ attribute: 'WISPr-Bandwidth-Max-Down', value: '20000000' }],
      },
    ],
    ['/user/', { username: 'desk', password, role: 'front_desk' }],
    ['/user/', { username: 'books', password, role: 'reports' }],
    ['/user/', { username: 'over', password, expiration: '2020-01-01' }],
    [
      '/portal_page/',
      {
        name: 'lobby',
        title: 'Hotel Aurora',
        terms: 'Be kind.',
        login_kinds: ['user', 'voucher'],
        look: { color: '#8a3b12' },
      },
    ],
  ];
  for (const [path, body] of rows) await gateway.gate('POST', path, body);
}

/** A device at a port where nobody listens, asked once, so that it is down. */
async function addDeadDevice(gateway: GatewayProcess): Promise<void> {
  const port = await freeTcpPort();
  const control = (path: string, body: Json) => gateway.control('POST', path, body);
  const profile = await control('/inventory_connection_profile/', {
    name: 'dead',
    connection_service: { protocol: 'ssh', port },
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
