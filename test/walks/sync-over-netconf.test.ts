import tap, { test } from 'tap';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { startNetconfd } from '../peers/netconfd.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

/* One exchange over NETCONF: a sync of a device of type ietf_netconf, on a real netconfd that speaks base:1.1 only. */

const netconfd = await startNetconfd({ protocols: 'netconf1.1' });
const gateway = await GatewayProcess.start({
  NODE_OPTIONS: `--import=${siblingModule('../loop-delay', import.meta.url).href}`,
});
tap.teardown(async () => {
  await gateway.remove();
  await netconfd.stop();
});

const profile = await gateway.control('POST', '/inventory_connection_profile/', {
  name: 'netconf',
  connection_service: { protocol: 'netconf', port: netconfd.port },
  username: netconfd.user,
  private_key: netconfd.privateKey,
});
const created = await gateway.control('POST', '/inventory_device/', {
  name: 'core',
  serial_number: 'C-1',
  type: 'ietf_netconf',
  ip_address: netconfd.host,
  connection_profile: profile.body['id'],
});
const path = `/inventory_device_operation/${String(created.body['id'])}/`;
const sync = () => gateway.control('PUT', `${path}?wait=30`, { operation: 'sync' });

test('sync reads the parameters of the server', async (t) => {
  const before = gateway.output.length;
  const { body } = await sync();
  t.match(body, { operation: 'sync', status: 'completed' });
  const { variables } = body['results'] as { variables: { variable: string; value: unknown }[] };
  t.match(
    variables.find(({ variable }) => variable === 'system.hostname'),
    { value: /\w/ },
  );
  const { body: device } = await gateway.control('GET', '/inventory_device_serial/C-1/');
  t.match(device, { status: true, host_key: /^ssh-ed25519 SHA256:/ });
  // The first session of a process loads the libraries.
  t.notMatch(gateway.output.slice(before), 'loop stood still');
});

test('without its peer the sync waits for it', async (t) => {
  await netconfd.kill();
  const { body: asked } = await gateway.control('PUT', path, { operation: 'sync' });
  const { body } = await eventually(
    () => gateway.control('GET', `/inventory_transaction/${String(asked['id'])}/`),
    ({ body }) => body['waiting_for'] === 'device',
  );
  t.match(body, { status: 'scheduled', waiting_for: 'device', error_code: 'unreachable' });
});
