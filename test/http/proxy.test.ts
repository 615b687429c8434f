import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { request } from '../../src/runtime/node-http.ts';
import { text as readText } from 'node:stream/consumers';
import { eventually } from '../gateway-process.ts';
import { HttpClient } from '../http-client.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startCaddy } from '../peers/caddy.ts';
import { startNginx } from '../peers/nginx.ts';

/** Sends a request that the audit records, from an address of this machine. */
async function send(port: number, token: string, path: string): Promise<number> {
  const asked = request({
    host: '127.0.0.1',
    localAddress: '127.0.0.5',
    port,
    path,
    method: 'DELETE',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.9' },
  }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode ?? 0;
}

test('behind nginx or Caddy the address of a client is its own, not a forged one', async (t) => {
  const clock = new ManualClock();
  // The address of a client of IPv4 is the same on a socket of IPv6, and so is that of a trusted proxy.
  const environment = {
    GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
    GATEHOUSE_HTTP_HOST: '::',
  };
  const gateway = await startInProcess({ clock, environment });
  t.teardown(() => gateway.stop());
  const { port } = gateway.running.http;
  const [nginx, caddy] = await Promise.all([startNginx(port), startCaddy(port)]);
  t.teardown(() => Promise.all([nginx.stop(), caddy.stop()]));
  const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();
  const linkAt = async (at: number, headers: Readonly<Record<string, string>> = {}) => {
    const path = '/control/api/v1/inventory_type/?limit=1';
    const { text } = await new HttpClient(at).ask('GET', path, { token, headers });
    return (JSON.parse(text) as { next: string }).next.replace(/\/control.*/, '');
  };
  const [byNginx, byCaddy] = [nginx.port, caddy.port].map((at) => `http://127.0.0.1:${at}`);
  t.same([await linkAt(nginx.port), await linkAt(caddy.port)], [byNginx, byCaddy]);
  const forwarded = {
    'x-forwarded-for': '192.0.2.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'gw.example',
  };
  t.equal(await linkAt(port, forwarded), 'https://gw.example');
  const onPort = { ...forwarded, 'x-forwarded-port': '8443' };
  t.equal(await linkAt(port, onPort), 'https://gw.example:8443');
  t.equal(await linkAt(port, { ...onPort, 'x-forwarded-port': '443' }), 'https://gw.example');
  const untrusted = request({
    host: '127.0.0.1',
    localAddress: '127.0.0.5',
    port,
    path: '/control/api/v1/inventory_type/?limit=1',
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...onPort },
  }).end();
  const [reply] = (await once(untrusted, 'response')) as [IncomingMessage];
  t.match(await readText(reply), `"next":"http://127.0.0.1:${port}/control/`, 'not believed');
  t.equal(await send(nginx.port, token, '/gate/api/v1/user/801/'), 404);
  t.equal(await send(port, token, '/gate/api/v1/user/802/'), 404);
  t.equal(await send(caddy.port, token, '/gate/api/v1/user/803/'), 404);
  const entries = await eventually(
    async () => {
      await clock.advance(250);
      return gateway.list('/audit/?status=404');
    },
    (found) => found.length === 3,
  );
  const seen = entries.map(({ object, remote_address }) => [object, remote_address]);
  t.same(seen.toSorted(), [
    ['801', '127.0.0.5'],
    ['802', '127.0.0.5'],
    ['803', '127.0.0.5'],
  ]);
});
