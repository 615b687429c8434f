import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tap, { test } from 'tap';
import { createServer } from '../../src/runtime/node-http.ts';
import { startInProcess, type Row } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startSilentDevice, startTurnstile } from '../peers/silent-device.ts';

/*
 * Of a thousand operations nine hundred hang: their devices accept a connection over HTTP and never answer, say who they are
 * over SSH and nothing more, or receive what SNMP asks.
 */

const count = 1_000;
const devicesPerRequest = 100;

/** Returns the definition of a type with one value. */
function counter(protocol: string, options: string, read: string): string {
  return `
short_name: ${protocol}_counter
name: A device that counts, over ${protocol}
connection: { protocol: ${protocol}, options: ${options} }
parameters:
  - { name: Number, variable_name: number, short_name: number, type: integer, read: ${read} }
`;
}

const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const site = await startInProcess({
  clock,
  types: {
    http_counter: counter('http', "{ tls: 'off', keep_open: 0 }", '{ path: /, value: /number }'),
    ssh_counter: counter('ssh', '{ connect_timeout: 60 }', '{ run: cat /number }'),
    snmp_counter: counter('snmp', '{ timeout: 60, retries: 0 }', '{ oid: 1.3.6.1.2.1.1.7.0 }'),
  },
});
const [silent, silentSsh] = [await startTurnstile(0), await startSilentDevice()];
silent.letThrough(0);
let asked = 0;
const silentAgent = createSocket('udp4', () => {
  asked += 1;
}).bind(0, '127.0.0.1');
await once(silentAgent, 'listening');
let answers = 0;
const healthy = createServer((_request, reply) => {
  answers += 1;
  reply.setHeader('content-type', 'application/json').end(JSON.stringify({ number: answers }));
}).listen(0, '127.0.0.1');
await once(healthy, 'listening');
tap.teardown(async () => {
  await silent.stop();
  await silentSsh.stop();
  silentAgent.close();
  healthy.closeAllConnections();
  healthy.close();
  await site.stop();
});
const { control, list } = site;

const profileOf = async (name: string, protocol: string, port: number) => {
  const made = await control('POST', '/inventory_connection_profile/', {
    name,
    connection_service: { protocol, port },
    ...(protocol === 'ssh' && { username: 'admin', password: 'never sent' }),
    ...(protocol === 'snmp' && { snmp_community: 'public' }),
  });
  return { type: `${protocol}_counter`, connection_profile: made.body['id'] };
};
const healthyKind = await profileOf('healthy', 'http', (healthy.address() as AddressInfo).port);
const silentKinds = [
  await profileOf('silent', 'http', silent.port),
  await profileOf('silent over SSH', 'ssh', silentSsh.port),
  await profileOf('silent over SNMP', 'snmp', silentAgent.address().port),
];
const devices = Array.from({ length: count }, (_unused, at) => ({
  name: `ap-${at}`,
  ip_address: '127.0.0.1',
  ...(at % 10 === 9 ? healthyKind : silentKinds[at % 3]),
}));

const seconds = ({ started_at, completed_at }: Row) =>
  (Date.parse(String(completed_at)) - Date.parse(String(started_at))) / 1000;

test('the healthy tenth of the devices is read in its normal time while all others hang', async (t) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += devicesPerRequest) {
    const { body } = await control(
      'POST',
      '/inventory_device/',
      devices.slice(at, at + devicesPerRequest),
    );
    ids.push(...(body as unknown as { id: number }[]).map(({ id }) => id));
  }
  for (let at = 0; at < count; at += devicesPerRequest)
    await control('POST', '/inventory_device_headless_operation/', {
      parent_id: ids.slice(at, at + devicesPerRequest),
      operation: 'get',
      variables: ['number'],
    });
  const began = clock.now().getTime();
  await site.until(() => Promise.resolve(answers === count / 10), 100);
  const waited = (clock.now().getTime() - began) / 1000;
  t.equal(answers, count / 10, `answered after ${waited} s`);
  t.ok(waited < 60, `${waited} s: before a step that hangs has reached its limit of 60 s`);
  const isStored = async () =>
    (await list('/inventory_transaction/?status=completed&limit=100')).length === count / 10;
  await site.until(isStored, 10);
  for (const row of await list('/inventory_transaction/?status=completed&limit=100'))
    t.ok(seconds(row) <= 1, `${String(row['parent__name'])}: ${seconds(row)} s`);
  // Each protocol has devices that hang.
  const hanging = [silent.waiting(), silentSsh.connections(), asked];
  t.ok(Math.min(...hanging) > count / 10, `${hanging.join(', ')} devices still hang`);
});
