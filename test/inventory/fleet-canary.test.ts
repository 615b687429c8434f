import tap, { test } from 'tap';
import { parseRecording, type Recording } from '../../src/device-type/record/recording.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { freeTcpPort } from '../peers/port.ts';
import { replayPassword, startSshReplay } from '../peers/replay/ssh.ts';

/* Fleet operations on devices that answer by SSH: pace, failures, canaries, and a `set` on all. */

const type = `
short_name: booth
name: Booth
connection: { protocol: ssh }
operations: { sync: {}, blink: { command: { run: blink } } }
parameters:
  - { name: SSID, variable_name: ssid, short_name: ssid, type: string, read: { run: get ssid }, write: { run: 'set ssid {{ value }}' }, within: 1 }
  - { name: Key, variable_name: key, short_name: key, type: password, read: { run: get key }, write: { run: 'set key {{ value }}' }, within: 1 }
  - { name: Model, variable_name: model, short_name: model, type: string, read: { run: get model } }
`;
const ssid = `it's "$(reboot)"`;
const key = 'hidden-key-4711';
const recording = parseRecording(
  {
    device: 'Booth',
    source: 'made for this test',
    protocol: 'ssh',
    exchanges: [
      { run: 'get ssid', output: 'Old\n' },
      { run: 'get key', output: 'old-key\n' },
      { run: 'get model', output: 'B1\n' },
      {
        run: String.raw`set ssid 'it'\''s "$(reboot)"'`,
        then: [{ run: 'get ssid', output: `${ssid}\n` }],
      },
      { run: `set key '${key}'`, then: [{ run: 'get key', output: `${key}\n` }] },
      { run: "set ssid 'Ignored'" },
      { run: 'blink', output: '' },
    ],
    expect: { values: {} },
  },
  'booth',
) as Extract<Recording, { protocol: 'ssh' }>;
const logins = Array.from({ length: 40 }, (_, at) => `booth/${at}`);
const replay = await startSshReplay(new Map(logins.map((login) => [login, recording])));
const closedPort = await freeTcpPort();

const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const site = await startInProcess({ clock, types: { booth: type } });
const { control, list, running, until } = site;
const { store } = running.gateway;
tap.teardown(async () => {
  await site.stop();
  replay.close();
});

const profileOf = async (name: string, at: number) => {
  const connection_service = { protocol: 'ssh', port: at };
  return (await control('POST', '/inventory_connection_profile/', { name, connection_service }))
    .body['id'];
};
const profiles = {
  up: await profileOf('up', replay.port),
  down: await profileOf('down', closedPort),
};

interface Device {
  readonly profile?: 'up' | 'down';
  readonly password?: string;
  readonly type?: string;
}

let added = 0;
const add = async ({ profile = 'up', password = replayPassword, ...more }: Device = {}) => {
  const { body } = await control('POST', '/inventory_device/', {
    type: 'booth',
    name: `booth-${added}`,
    ip_address: '127.0.0.1',
    connection_profile: profiles[profile],
    username: logins[added],
    password,
    ...more,
  });
  added += 1;
  return Number(body['id']);
};
const path = '/inventory_fleet_operation/';
const start = async (body: object) => {
  const { body: fleet } = await control('POST', path, body);
  return `${path}${String(fleet['id'])}/`;
};
const find = async (fleet: string) => (await control('GET', fleet)).body;
const ended = async (fleet: string) => {
  await until(async () => (await find(fleet))['completed_at'] !== null);
  return find(fleet);
};
const timesOf = async (fleet: string, field: string) =>
  (await list(`${fleet}devices/`)).map((row) => Date.parse(String(row[field])));

test('devices begin as far apart as the stagger says', async (t) => {
  const devices = [await add(), await add(), await add()];
  const fleet = await start({ operation: 'blink', devices, stagger: 7, confirm: 3 });
  t.match(await ended(fleet), { status: 'completed', counts: { completed: 3 } });
  const [first = 0, second = 0, third = 0] = await timesOf(fleet, 'started_at');
  for (const gap of [second - first, third - second])
    t.ok(gap >= 7000 && gap < 12_000, `${gap} ms between two devices`);
});

test('a fleet operation stops after as many failures as it may have', async (t) => {
  const devices = [await add({ password: 'wrong' }), await add(), await add({ password: 'wrong' })];
  devices.push(await add(), await add());
  const order = { operation: 'blink', devices, concurrency: 1, confirm: 5 };
  const fleet = await start({ ...order, stop_after_failures: 2 });
  t.match(await ended(fleet), {
    status: 'failed',
    error_message: 'stopped after 2 failures',
    counts: { completed: 1, failed: 2, skipped: 2 },
  });
});

test('canaries are devices that can be reached, and the others wait for them', async (t) => {
  const devices = [await add({ profile: 'down' }), await add({ profile: 'down' })];
  devices.push(await add(), await add());
  const [silent = 0, stale = 0, up = 0, last = 0] = devices;
  const set = (id: number, values: object) =>
    store.db.updateTable('inventory_device').set(values).where('id', '=', id);
  await store.write([
    set(silent, { status: 0, silent_contacts: 3, last_status_change: 1 }),
    // They answered the last time that they were asked.
    ...[stale, up, last].map((id) => set(id, { status: 1, last_status_change: 1 })),
  ]);
  const body = { operation: 'blink', devices, canary: 1, confirm: 4 };
  const fleet = await start({ ...body, expires_at: '2026-06-01T23:00:00Z' });
  await until(async () => (await find(fleet))['waiting_for'] === 'device');
  t.match(await find(fleet), { status: 'running', waiting_for: 'device', canary: 1 });
  const rows = await list(`${fleet}devices/`);
  t.match(rows, [
    { device: silent, status: 'scheduled', waiting_for: 'device' },
    { device: stale, status: 'scheduled', waiting_for: 'device' },
    { device: up, status: 'completed' },
    { device: last, status: 'completed' },
  ]);
  const began = await timesOf(fleet, 'started_at');
  const canary = began[2] ?? 0;
  t.ok(
    [0, 1, 3].every((at) => (began[at] ?? 0) > canary),
    'the others begin after the canary',
  );
  const [first] = await list(
    `/inventory_transaction/?fleet_operation=${fleet.split('/')[2]}&status=canceled`,
  );
  t.match(first, { parent_id: stale, error_message: /another one is the canary/ });
  await control('POST', `${fleet}cancel/`, {});
});

test('where no canary can be reached the rest waits, says so, and fails in time', async (t) => {
  const devices = [await add({ profile: 'down' }), await add({ profile: 'down' })];
  const body = { operation: 'blink', devices, canary: 1, confirm: 2 };
  const expires_at = new Date(clock.now().getTime() + 600_000).toISOString();
  const fleet = await start({ ...body, expires_at });
  await until(async () => (await find(fleet))['waiting_for'] !== null);
  t.match(await find(fleet), { waiting_for: 'canary', counts: { scheduled: 1, pending: 1 } });
  clock.setDate(new Date(expires_at));
  t.match(await ended(fleet), {
    status: 'failed',
    waiting_for: null,
    error_message: 'stopped: no canary was reached in time',
    counts: { expired: 2 },
  });
});

const variables = [
  { variable: 'ssid', value: ssid },
  { variable: 'key', value: key },
];

test('a set is previewed by type, and refused where the type cannot write it', async (t) => {
  const devices = [await add(), await add({ type: 'linux' })];
  const ask = async (more: object) =>
    (await control('POST', path, { operation: 'set', devices, dry_run: true, ...more })).body;
  t.match(await ask({ variables }), {
    targets: 1,
    refused: 1,
    commands: [
      { type: 'booth', variable: 'ssid', command: String.raw`set ssid 'it'\''s "$(reboot)"'` },
      { type: 'booth', variable: 'key', command: 'set key ***' },
    ],
    devices: [
      { refusal: null },
      { refusal: /The device's type has no parameter "ssid"\..*no parameter "key"\./ },
    ],
  });
  const model = [{ variable: 'model', value: 'B2' }];
  t.match(await ask({ variables: model }), {
    targets: 0,
    devices: [{ refusal: 'variables.0: Parameter "model" is read-only.' }, {}],
  });
  t.match(await ask({ variables: [{ variable: 'ssid', value: 7 }] }), {
    devices: [{ refusal: 'variables.0.value: Expected string.' }, {}],
  });
  t.match(await ask({}), { variables: ['This field is required.'] });
  t.match(await ask({ variables, operation: 'blink' }), { variables: [/Only a set/] });
  t.match(await ask({ variables, parameters: {} }), { parameters: [/not parameters/] });
  t.match(await ask({ variables: [{ variable: 'ssid' }] }), { 'variables.0.value': [/required/] });
});

test('a set writes all devices after a canary, reads back, and keeps passwords sealed', async (t) => {
  const devices = [await add(), await add(), await add()];
  const fleet = await start({ operation: 'set', variables, devices, canary: 1, confirm: 3 });
  const tables = [
    'inventory_fleet_operation',
    'inventory_fleet_target',
    'inventory_transaction',
    'inventory_device_log',
    'inventory_setting',
  ] as const;
  const stored = async () =>
    JSON.stringify(
      await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute())),
    );
  t.notMatch(await stored(), key, 'sealed while it waits');
  t.match(await ended(fleet), {
    status: 'completed',
    counts: { completed: 3 },
    parameters: { variables: [{ variable: 'ssid', value: ssid }, { value: null }] },
  });
  t.notMatch(await stored(), key, 'sealed in the end');
  const sealed = await store.db
    .selectFrom('inventory_fleet_operation')
    .select('secret_parameters')
    .where('secret_parameters', 'is not', null)
    .execute();
  t.same(sealed, [], 'what was to be set is forgotten');
  for (const id of devices)
    t.match(await list(`/inventory_device_setting/?parent_id=${id}&pending=true`), [
      { value: ssid, wanted: ssid, state: 'synced' },
      { value: null, state: 'synced' },
      {},
    ]);
  const times = await timesOf(fleet, 'started_at');
  t.ok(
    times.slice(1).every((time) => time > (times[0] ?? 0)),
    'the canary first',
  );
});

test('a device that keeps its value fails, and stops the others as a canary', async (t) => {
  const devices = [await add(), await add()];
  const ignored = [{ variable: 'ssid', value: 'Ignored' }];
  const body = { operation: 'set', variables: ignored, devices, canary: 1, confirm: 2 };
  const fleet = await start(body);
  t.match(await ended(fleet), {
    status: 'failed',
    error_message: 'stopped: a canary failed',
    counts: { failed: 1, skipped: 1 },
  });
  t.match(await list(`${fleet}devices/`), [
    { error_message: /ssid: the device accepted the value, but reports "Old"/ },
    { status: 'skipped' },
  ]);
});

test('a device that was not reached in time does not get the value later', async (t) => {
  const devices = [await add({ profile: 'down' })];
  const expires_at = new Date(clock.now().getTime() + 600_000).toISOString();
  const fleet = await start({ operation: 'set', variables, devices, confirm: 1, expires_at });
  await until(async () => (await find(fleet))['waiting_for'] === 'device');
  clock.setDate(new Date(expires_at));
  t.match(await ended(fleet), { status: 'completed', counts: { expired: 1 } });
  const settings = await list(`/inventory_device_setting/?parent_id=${devices[0]}&pending=true`);
  t.match(settings, [{ state: 'unknown', wanted: null }, { state: 'unknown' }, {}]);
});
