import tap, { test } from 'tap';
import { createFleetTask } from '../../src/inventory/fleet/fleet-scheduler.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';

/* Fleet operations: which devices begin next, and that of several gateways one begins them. */

const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const site = await startInProcess({ clock });
const { control, list, running } = site;
tap.teardown(site.stop);
const { store } = running.gateway;

/** Adds devices at a location with a time zone. @returns their ids */
async function addDevices(name: string, count: number, time_zone: string): Promise<number[]> {
  const { db } = store;
  const at = { organization: 1, name, time_zone, created: 1, last_change: 1 };
  const type = db.selectFrom('inventory_type').select('id').where('short_name', '=', 'linux');
  await store.write([db.insertInto('location').values(at)]);
  const location = db.selectFrom('location').select('id').where('name', '=', name);
  const rows = Array.from({ length: count }, (_, index) => ({
    organization: 1,
    type,
    location,
    name: `${name}-${index}`,
    serial_number: `${name}-${index}`,
    // Nothing answers there: the transactions wait for their devices.
    ip_address: '127.0.0.1',
    connection_profile: profile,
    created_at: 1,
    updated_at: 1,
  }));
  await store.write([db.insertInto('inventory_device').values(rows)]);
  const found = await db
    .selectFrom('inventory_device')
    .select('id')
    .where('name', 'like', `${name}-%`)
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

const made = await control('POST', '/inventory_connection_profile/', {
  name: 'closed',
  connection_service: { protocol: 'ssh', port: 1 },
});
const profile = Number(made.body['id']);
const task = () => createFleetTask(running.gateway).run(new AbortController().signal);
const statesOf = async (id: unknown) => {
  const rows = await list(`/inventory_fleet_operation/${String(id)}/devices/?limit=1000`);
  return rows.filter(({ status }) => status !== 'pending');
};

test('devices whose window is closed keep no others from beginning', async (t) => {
  // It is five in the morning in Tokyo, and ten in the evening in Berlin.
  const closed = await addDevices('tokyo', 600, 'Asia/Tokyo');
  const open = await addDevices('berlin', 3, 'Europe/Berlin');
  const body = {
    operation: 'reboot',
    devices: [...closed, ...open],
    window: { from: '22:00', until: '23:00' },
    concurrency: 2,
    confirm: 603,
    expires_at: '2026-06-03T00:00:00Z',
  };
  const { body: fleet } = await control('POST', '/inventory_fleet_operation/', body);
  await Promise.all([task(), task(), task()]);
  const begun = await statesOf(fleet['id']);
  t.same(
    begun.map(({ device }) => device),
    open.slice(0, 2),
  );
  const transactions = await list(`/inventory_transaction/?fleet_operation=${String(fleet['id'])}`);
  t.equal(transactions.length, 2, 'of three that advance it at a time, one does');
});
