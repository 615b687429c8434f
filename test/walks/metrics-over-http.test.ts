import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { createServer } from '../../src/runtime/node-http.ts';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { guideBlocks } from '../../tools/documents/guide-blocks.ts';

/* The radios and access points of a controller have metrics by name, with the device type that the manual shows. */

const replies: Readonly<Record<string, unknown>> = {
  '/api/access-points': {
    data: [
      {
        name: 'ap-lobby',
        mac: 'a1',
        radios: [
          { name: 'wifi0', channel: 6 },
          { name: 'wifi1', channel: 36 },
        ],
      },
      { name: 'ap-pool', mac: 'a2' },
    ],
  },
  '/api/access-points/a1/status': { clients: { total: 7 } },
  '/api/access-points/a2/status': { clients: { total: 0 } },
};
const server = createServer((request, response) => {
  response.end(JSON.stringify(replies[request.url ?? ''] ?? {}));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
const example = guideBlocks('yaml type').find(({ text }) => text.includes('inner:'));
if (!example) throw new Error('the guide has no example of inner');
const head =
  'short_name: controller\nname: Controller\npoll_interval: 1\noperations: { sync: {} }\n';
writeFileSync(join(folder, 'controller.yaml'), `${head}${example.text}`);
const gateway = await GatewayProcess.start({ GATEHOUSE_DEVICE_TYPES_DIR: folder });
tap.teardown(async () => {
  await gateway.remove();
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  server.close();
});

test('metrics over HTTP have the names of radios and access points', async (t) => {
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'controller',
    connection_service: { protocol: 'http', port, options: { tls: 'off' } },
  });
  await gateway.control('POST', '/inventory_device/', {
    name: 'controller-1',
    type: 'controller',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
  });
  const resultOf = (metric: string, name: string) =>
    eventually(
      async () => {
        const query = `metric__name=${metric}&interface=${encodeURIComponent(name)}`;
        const [entry] = results(await gateway.control('GET', `/inventory_metric_log/?${query}`));
        return entry?.['result'];
      },
      (result) => result !== undefined,
    );
  t.equal(await resultOf('channel', 'ap-lobby wifi0'), 6);
  t.equal(await resultOf('channel', 'ap-lobby wifi1'), 36);
  t.equal(await resultOf('clients', 'ap-lobby'), 7);
  t.equal(await resultOf('clients', 'ap-pool'), 0);
});
