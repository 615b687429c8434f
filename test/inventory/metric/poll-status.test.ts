import tap, { test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import { updateDeviceStatus } from '../../../src/inventory/device/device-status.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { pollDevice } from '../../../src/inventory/metric/metric-poll.ts';
import type { RunStep } from '../../../src/gateway/job.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startPostgres } from '../../peers/postgres.ts';

/* What polls of a real snmpd make of the status of a device, and what else has reached it in the meantime. */

const snmpd = await startSnmpd();
tap.teardown(() => snmpd.stop());

for (const engine of ['sqlite', 'postgres'])
  test(`${engine}: a poll keeps the state of a device unless something else has changed it`, async (t) => {
    const postgres = engine === 'postgres' ? await startPostgres({ hasTypes: true }) : null;
    const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'));
    const site = await startInProcess({
      clock,
      environment: { ...(postgres && { GATEHOUSE_DATABASE_URL: postgres.url }) },
    });
    t.teardown(async () => {
      await site.stop();
      await postgres?.stop();
    });
    const { gateway } = site.running;
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
    const stateOf = async () => {
      const { status, last_error, last_connection, last_status_change, next_poll_at } =
        await findDeviceById(gateway.store, id);
      return { status, last_error, last_connection, last_status_change, next_poll_at };
    };
    const events = async () =>
      (await site.list('/inventory_device_log/?limit=100&action=event'))
        .map(({ old_value, value }) => `${String(old_value)} to ${String(value)}`)
        .toReversed();

    /** @param meanwhile  done after the device has answered and before the result is written */
    const poll = async (meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
      await clock.advance(60_000);
      const runStep: RunStep = async (_step, work) => {
        const read = await work(new AbortController().signal);
        await meanwhile();
        return read;
      };
      const { signal } = new AbortController();
      await pollDevice(gateway, { id, dueAt: clock.now().getTime() }, { signal, runStep });
    };

    await poll();
    const first = await stateOf();
    t.match(first, { status: 1, last_error: null });
    await poll();
    const second = await stateOf();
    t.same(
      { ...second, last_connection: null, next_poll_at: null },
      { ...first, last_connection: null, next_poll_at: null },
    );
    t.equal(Number(second.last_connection) - Number(first.last_connection), 60_000);
    t.ok(second.next_poll_at > first.next_poll_at);
    t.same(await events(), ['Unknown to Up']);

    await poll(async () => {
      const down = { isUp: false, reason: 'timeout: no answer', isSilent: true } as const;
      const device = await findDeviceById(gateway.store, id);
      await gateway.store.write(updateDeviceStatus(gateway, device, down));
    });
    t.match(await stateOf(), { status: 1, last_error: null });
    t.same(await events(), ['Unknown to Up', 'Up to Down', 'Down to Up'], 'no change is left out');
    const { silent_contacts } = await findDeviceById(gateway.store, id);
    t.equal(silent_contacts, 0);
    const logged = await gateway.store.db
      .selectFrom('inventory_metric_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('device', '=', id)
      .groupBy('source')
      .execute();
    t.ok(logged.length > 0);
    t.ok(
      logged.every(({ count }) => count <= 3),
      'the entries of no poll are there twice',
    );
    t.ok(logged.some(({ count }) => count === 3));

    await poll(async () => {
      await site.control('DELETE', `/inventory_device/${id}/`);
    }).catch((error: unknown) => {
      t.match(asFault(error), { kind: 'conflict' });
    });
    await t.rejects(findDeviceById(gateway.store, id), /no longer exists/);
  });
