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

test('each device installs its own firmware image, and a request may say otherwise', async (t) => {
  const image = (fields: object) => control('POST', '/inventory_firmware_image/', fields);
  const sha256 = 'ab'.repeat(32);
  const url = 'https://192.0.2.9/openwrt.bin';
  t.match(await image({ name: 'x', url: 'file:///x', sha256: 'ab' }), {
    status: 400,
    body: { url: [/^Expected address/], sha256: [/^Expected SHA-256/] },
  });
  t.match(
    await image({ name: 'x', url: 'ftp://admin:secret@192.0.2.9/x.bin' }),
    { status: 400, body: { url: [/without username and password/] } },
    'readers of images would see it',
  );
  const whole = await image({ name: 'lobby-24.10', url, sha256, version: '24.10.1' });
  t.equal(whole.status, 201);
  t.equal((await image({ name: 'bar-24.10', url })).status, 201);
  t.match(await image({ name: 'bar-24.10', url }), { status: 400, body: { name: [/exists/] } });
  const add = async (name: string, more: object = {}) => {
    const body = { name, type: 'openwrt', ip_address: '127.0.0.1', connection_profile: profile };
    return control('POST', '/inventory_device/', { ...body, ...more });
  };
  t.match(await add('none', { firmware_image: 'lobby' }), {
    status: 400,
    body: { firmware_image: [/^Invalid value "lobby" .*\. Known: bar-24.10, lobby-24.10\.$/] },
  });
  t.match(await add('none', { type: 'openwrd' }), {
    status: 400,
    body: { type: [/Known: airfiber, .*openwrt,/] },
  });
  const { body: lobby } = await add('lobby', { firmware_image: 'lobby-24.10' });
  t.equal(lobby['firmware_image'], whole.body['id'], 'by its name or id');
  const { body: bar } = await add('bar', { firmware_image: 'bar-24.10' });
  const { body: yard } = await add('yard');
  const { body: roof } = await add('roof', { type: 'cambium_epmp' });
  const { body: whip } = await control('GET', `/inventory_device_whip/${String(roof['id'])}/`);
  t.match(
    (whip['operations'] as object[]).filter((one) => Reflect.get(one, 'available')),
    [{ operation: 'reboot', experimental: true }],
    'of a type that is experimental all is',
  );
  const devices = [lobby, bar, yard].map(({ id }) => id);
  const preview = { operation: 'firmware', devices, dry_run: true };
  const { body: previewed } = await control('POST', '/inventory_fleet_operation/', preview);
  t.match(previewed, { targets: 1, refused: 2 });
  t.match(previewed['devices'], [
    { refusal: null },
    { refusal: /parameters.sha256: .* the firmware image "bar-24.10" has no sha256/ },
    { refusal: /parameters.url: .*, since the device has no firmware_image/ },
  ]);
  const run = (id: unknown, parameters: object) =>
    control('PUT', `/inventory_device_operation/${String(id)}/`, {
      operation: 'firmware',
      parameters,
      run_at: '2099-01-01T00:00:00Z',
    });
  t.match(await run(lobby['id'], { version: '24.10.2' }), {
    status: 200,
    body: { parameters: { url, sha256, version: '24.10.2' } },
  });
  for (const address of ['https://me:hidden@192.0.2.9/x.bin', 'https:///:hidden@192.0.2.9/x.bin']) {
    const refused = await run(lobby['id'], { url: address, version: '24.10.2' });
    t.match(refused, {
      status: 400,
      body: { 'parameters.url': [/without username and password/] },
    });
    t.notMatch(JSON.stringify(refused.body), 'hidden', 'parameters are shown');
  }
  t.match(await run(bar['id'], { sha256, version: '1' }), { body: { parameters: { url } } });
  const gone = `/inventory_firmware_image/${String(whole.body['id'])}/`;
  t.match(await control('DELETE', gone), {
    status: 409,
    body: { detail: 'still in use: used by 1 inventory_device' },
  });
  await control('PATCH', `/inventory_device/${String(lobby['id'])}/`, { firmware_image: null });
  t.equal((await control('DELETE', gone)).status, 204);
});

test('a filter names a device type and a firmware image as a device does', async (t) => {
  const image = { name: 'filtered-1', url: 'https://192.0.2.9/filtered.bin' };
  await control('POST', '/inventory_firmware_image/', image);
  const body = { type: 'tplink_eap', ip_address: '127.0.0.1', connection_profile: profile };
  const add = async (name: string, more: object = {}) =>
    (await control('POST', '/inventory_device/', { name, ...body, ...more })).body['id'];
  const [plain, installed] = [
    await add('eap-1'),
    await add('eap-2', { firmware_image: 'filtered-1' }),
  ];
  const preview = (filter: object) =>
    control('POST', '/inventory_fleet_operation/', { operation: 'reboot', filter, dry_run: true });
  t.match(await preview({ type: 'tplink_eap' }), {
    body: { devices: [{ device: plain }, { device: installed }] },
  });
  t.match(await preview({ type: 'tplink_eap', firmware_image: 'filtered-1' }), {
    body: { devices: [{ device: installed }] },
  });
  t.match(await preview({ type: 'tplink' }), {
    status: 400,
    body: { 'filter.type': [/^Invalid value "tplink" .*Known: .*tplink_eap,/] },
  });
});

test('a fleet operation shows when, on what, by whom and with what it was requested', async (t) => {
  const [device] = await addDevices('shown', 1, 'Asia/Tokyo');
  const filter = { name: 'shown-0' };
  const planned = await control('POST', '/inventory_fleet_operation/', {
    operation: 'reboot',
    filter,
    run_at: '2026-06-03T03:00:00',
    confirm: 1,
  });
  const shown = { run_at: '2026-06-02T18:00:00.000Z', username: 'admin', filter };
  t.match(planned, { status: 201, body: { ...shown, status: 'scheduled' } });
  const [listed] = await list('/inventory_fleet_operation/?status=scheduled&limit=1');
  t.match(listed, { id: planned.body['id'], ...shown });
  const now = await control('POST', '/inventory_fleet_operation/', {
    operation: 'reboot',
    devices: [device],
    confirm: 1,
  });
  t.match(now.body, { run_at: null, username: 'admin', filter: null });
});
