import tap, { test } from 'tap';
import type { RunStep } from '../../../src/gateway/job.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { pollDevice } from '../../../src/inventory/metric/metric-poll.ts';
import { PollPings } from '../../../src/inventory/metric/poll-pings.ts';
import { compileStatement } from '../../../src/store/store.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startSnmpd } from '../../peers/snmpd.ts';

/* What a device is asked by while it is down. A real snmpd, and an address to which no packet can be sent. */

const unreachable = '255.255.255.255';
const snmpd = await startSnmpd();
const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'));
const site = await startInProcess({ clock });
const { gateway } = site.running;
tap.teardown(async () => {
  await site.stop();
  await snmpd.stop();
});

const profile = await site.control('POST', '/inventory_connection_profile/', {
  name: 'snmp',
  collection_service: { protocol: 'snmp', port: snmpd.port },
  snmp_community: snmpd.community,
});
const { body } = await site.control('POST', '/inventory_device/', {
  name: 'switch',
  type: 'snmp',
  ip_address: '127.0.0.1',
  connection_profile: profile.body['id'],
});
const id = Number(body['id']);
const { signal } = new AbortController();
const pings = new PollPings(gateway, signal);

/** Polls the device. @returns the names of the steps with it */
async function poll(): Promise<readonly string[]> {
  const steps: string[] = [];
  const runStep: RunStep = (step, work) => {
    if (step.name !== 'sweep') steps.push(step.name);
    return work(signal);
  };
  const dueAt = clock.now().getTime();
  await pollDevice(gateway, { id, dueAt }, { signal, runStep, pings });
  return steps;
}
const set = (values: Readonly<Record<string, string | number | null>>) => {
  const query = gateway.store.db.updateTable('inventory_device').set(values).where('id', '=', id);
  return gateway.store.write([compileStatement(query)]);
};
/** The device is down since a while. */
const goDown = (minutes: number, more: Readonly<Record<string, number>>) =>
  set({
    ip_address: unreachable,
    status: 0,
    silent_contacts: 1,
    last_error: 'timeout: no answer to GetRequest',
    last_status_change: clock.now().getTime() - minutes * 60_000,
    ...more,
  });
const found = () => findDeviceById(gateway.store, id);

test('a device that answers its protocol is pinged once', async (t) => {
  t.same(await poll(), ['poll', 'ping']);
  t.match(await found(), { status: 1, answers_ping: 1 });
  t.same(await poll(), ['poll']);
});

test('a device that is down is asked by its protocol for ten minutes, then by ping', async (t) => {
  await goDown(9, { answers_ping: 1 });
  t.same(await poll(), ['poll']);
  await goDown(11, { answers_ping: 1 });
  t.same(await poll(), ['ping']);
  const { status, silent_contacts, last_error, next_poll_at } = await found();
  t.match(
    { status, silent_contacts, last_error },
    { status: 0, silent_contacts: 2, last_error: 'timeout: no answer to GetRequest' },
  );
  const seconds = (next_poll_at - clock.now().getTime()) / 1000;
  t.ok(seconds > 60 && seconds <= 120, `the next poll is ${seconds} s later`);
  await goDown(11, { answers_ping: 1, silent_contacts: 10 });
  t.same(await poll(), ['poll'], 'one of five asks the protocol');
});

test('a device that has never answered a ping is asked by its protocol', async (t) => {
  await goDown(11, { answers_ping: 0 });
  t.same(await poll(), ['poll']);
});

test('a device that answers a ping is asked by its protocol, and is up again', async (t) => {
  await goDown(60, { answers_ping: 1 });
  await set({ ip_address: '127.0.0.1' });
  t.same(await poll(), ['ping', 'poll']);
  t.match(await found(), { status: 1, silent_contacts: 0 });
});

test('a device that comes back is pinged if it had not answered', async (t) => {
  await goDown(1, { answers_ping: 0 });
  await set({ ip_address: '127.0.0.1' });
  t.same(await poll(), ['poll', 'ping']);
  t.match(await found(), { status: 1, answers_ping: 1 });
});

test('a change of its address lets it be asked by its protocol', async (t) => {
  await goDown(60, { answers_ping: 1 });
  await site.control('PATCH', `/inventory_device/${id}/`, { ip_address: '127.0.0.1' });
  t.match(await found(), { answers_ping: null, next_poll_at: clock.now().getTime() });
});
