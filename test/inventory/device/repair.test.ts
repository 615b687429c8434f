import tap, { test } from 'tap';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { pollDevice } from '../../../src/inventory/metric/metric-poll.ts';
import type { RunStep } from '../../../src/gateway/job.ts';
import { compileStatement } from '../../../src/store/store.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSshd } from '../../peers/sshd.ts';

/* Devices that have been down for long, until somebody mends what they are reached by. A real OpenSSH server is the device. */

const sshd = await startSshd();
const postgres = await startPostgres({ fsync: false, hasTypes: true });
const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const clock = new ManualClock();
  const polled = { GATEHOUSE_POLLING_ENABLED: 'true', ...environment };
  return { clock, site: await startInProcess({ clock, environment: polled }) };
};
const sites = {
  sqlite: await start(),
  postgres: await start({ GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const { site } of Object.values(sites)) await site.stop();
  await sshd.stop();
  await postgres.stop();
});

/** An address of this machine at which the server does not listen. */
const wrongAddress = '127.0.0.77';
const { signal } = new AbortController();

for (const [engine, { clock, site }] of Object.entries(sites)) {
  const { gateway } = site.running;

  const createProfile = async (name: string, port: number) =>
    (
      await site.control('POST', '/inventory_connection_profile/', {
        name,
        connection_service: { protocol: 'ssh', port },
      })
    ).body['id'];
  const create = async (name: string, connection_profile: unknown, more: object = {}) => {
    const device = { name, type: 'linux', connection_profile, username: sshd.user };
    const { body } = await site.control('POST', '/inventory_device/', {
      ...device,
      ip_address: sshd.host,
      password: sshd.password,
      ...more,
    });
    return Number(body['id']);
  };
  const change = (path: string, id: unknown, body: object) =>
    site.control('PATCH', `/${path}/${String(id)}/`, body);
  const waitedFor = async (id: number) => {
    const { next_poll_at } = await findDeviceById(gateway.store, id);
    return (next_poll_at - clock.now().getTime()) / 1000;
  };
  /** Lets a device have been silent for so long that its next poll is minutes away. */
  const untilForgotten = async (id: number) => {
    await site.until(async () => (await findDeviceById(gateway.store, id)).silent_contacts > 0);
    const forgotten = { silent_contacts: 9, next_poll_at: clock.now().getTime() + 590_000 };
    const { db } = gateway.store;
    const query = db.updateTable('inventory_device').set(forgotten).where('id', '=', id);
    await gateway.store.write([compileStatement(query)]);
  };
  const isUp = async (id: number) => (await findDeviceById(gateway.store, id)).status === 1;
  /** @returns seconds of the clock */
  const secondsUntil = async (isSo: () => Promise<boolean>) => {
    const began = clock.now().getTime();
    await site.until(isSo);
    return (clock.now().getTime() - began) / 1000;
  };

  test(`${engine}: a device whose address is mended is contacted at once, and takes its work`, async (t) => {
    const profile = await createProfile('right', sshd.port);
    const id = await create('away', profile, { ip_address: wrongAddress });
    await untilForgotten(id);
    const { body } = await site.control('PUT', `/inventory_device_operation/${id}/`, {
      operation: 'sync',
    });
    const find = async () =>
      (await site.control('GET', `/inventory_transaction/${String(body['id'])}/`)).body;
    await site.until(async () => (await find())['waiting_for'] === 'device');
    t.ok((await waitedFor(id)) > 100);
    await change('inventory_device', id, { description: 'on the roof' });
    t.ok((await waitedFor(id)) > 100, 'what does not change the way to it does not');
    await change('inventory_device', id, { ip_address: sshd.host });
    t.ok((await secondsUntil(async () => (await find())['completed_at'] !== null)) < 15);
    t.match(await find(), { status: 'completed' });
    t.ok((await secondsUntil(() => isUp(id))) < 5);
  });

  test(`${engine}: so are the devices of a profile that is mended, and no others`, async (t) => {
    const mended = await createProfile('mended', 1);
    const other = await createProfile('other', 1);
    const id = await create('of the mended', mended);
    const beside = await create('of the other', other);
    await untilForgotten(id);
    await untilForgotten(beside);
    await change('inventory_connection_profile', mended, { name: 'mended at once' });
    t.ok((await waitedFor(id)) > 100, 'a name changes nothing');
    await change('inventory_connection_profile', mended, {
      connection_service: { protocol: 'ssh', port: sshd.port },
    });
    t.ok((await waitedFor(beside)) > 0);
    t.ok((await secondsUntil(() => isUp(id))) < 15);
    const due = await waitedFor(id);
    await change('inventory_connection_profile', mended, { password: 'of no device' });
    t.equal(Math.round(await waitedFor(id)), Math.round(due), 'one that is up keeps its turn');
  });

  test(`${engine}: a poll that began before the change does not put the next one off`, async (t) => {
    const profile = await createProfile('slow', 1);
    const id = await create('slow', profile);
    for (const mend of [
      () => change('inventory_device', id, { password: sshd.password }),
      () => change('inventory_connection_profile', profile, { username: 'nobody' }),
    ]) {
      const before: RunStep = async (_step, work) => {
        const done = await work(signal).catch((error: unknown) => error);
        await clock.advance(1);
        await mend();
        throw done;
      };
      await untilForgotten(id);
      await pollDevice(gateway, { id, dueAt: clock.now().getTime() }, { signal, runStep: before });
      t.ok((await waitedFor(id)) <= 0, 'it is due at once');
    }
  });
}
