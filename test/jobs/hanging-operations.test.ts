import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tap, { test } from 'tap';
import { createServer } from '../../src/runtime/node-http.ts';
import { startInProcess, type Row } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startTurnstile } from '../peers/silent-device.ts';

/*
 * Of a thousand operations nine hundred hang: their devices accept a connection and never answer. A quarter of that, with a
 * quarter of the default concurrency.
 */

const concurrency = 8;
const count = 250;

const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const site = await startInProcess({
  clock,
  environment: { GATEHOUSE_JOBS_CONCURRENCY: String(concurrency) },
  types: {
    counter: `
short_name: counter
name: A device that counts
connection: { protocol: http, options: { tls: 'off', keep_open: 0 } }
parameters:
  - name: Number
    variable_name: number
    short_name: number
    type: integer
    read: { path: /, value: /number }
`,
  },
});
const silent = await startTurnstile(0);
silent.letThrough(0);
let answers = 0;
const healthy = createServer((_request, reply) => {
  answers += 1;
  reply.setHeader('content-type', 'application/json').end(JSON.stringify({ number: answers }));
}).listen(0, '127.0.0.1');
await once(healthy, 'listening');
tap.teardown(async () => {
  await silent.stop();
  healthy.closeAllConnections();
  healthy.close();
  await site.stop();
});
const { control, list } = site;

const profileOf = async (name: string, port: number) => {
  const service = { protocol: 'http', port };
  const made = await control('POST', '/inventory_connection_profile/', {
    name,
    connection_service: service,
  });
  return made.body['id'];
};
const profiles = {
  healthy: await profileOf('healthy', (healthy.address() as AddressInfo).port),
  silent: await profileOf('silent', silent.port),
};
const devices = Array.from({ length: count }, (_unused, at) => {
  const kind = at % 10 === 9 ? 'healthy' : 'silent';
  const connection_profile = profiles[kind];
  return { name: `${kind}-${at}`, type: 'counter', ip_address: '127.0.0.1', connection_profile };
});

const seconds = ({ started_at, completed_at }: Row) =>
  (Date.parse(String(completed_at)) - Date.parse(String(started_at))) / 1000;

test('the healthy tenth of the devices is read in its normal time while all others hang', async (t) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 50) {
    const { body } = await control('POST', '/inventory_device/', devices.slice(at, at + 50));
    ids.push(...(body as unknown as { id: number }[]).map(({ id }) => id));
  }
  for (let at = 0; at < count; at += 50)
    await control('POST', '/inventory_device_headless_operation/', {
      parent_id: ids.slice(at, at + 50),
      operation: 'get',
      variables: ['number'],
    });
  const began = clock.now().getTime();
  await site.until(() => Promise.resolve(answers === count / 10), 100);
  const waited = (clock.now().getTime() - began) / 1000;
  t.equal(answers, count / 10, `answered after ${waited} s`);
  t.ok(waited < 60, `${waited} s: before a step that hangs has reached its limit of 60 s`);
  const isStored = async () =>
    (await list('/inventory_transaction/?status=completed&limit=50')).length === count / 10;
  await site.until(isStored, 10);
  for (const row of await list('/inventory_transaction/?status=completed&limit=50'))
    t.ok(seconds(row) <= 1, `${String(row['parent__name'])}: ${seconds(row)} s`);
  t.ok(silent.waiting() > count / 2, `${silent.waiting()} devices still hang`);
});
