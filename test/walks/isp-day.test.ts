import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { parse } from 'yaml';
import { startGateway } from '../../src/start/main.ts';
import { parseRecording, type Recording } from '../../src/device-type/record/recording.ts';
import { copyBlankStore } from '../blank-store.ts';
import { HttpClient } from '../http-client.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { manualDeviceType } from '../manual-example.ts';
import { ManualClock } from '../manual-clock.ts';
import { freeTcpPort } from '../peers/port.ts';
import { startSnmpReplay } from '../peers/replay/snmp.ts';
import { replayPassword, startSshReplay } from '../peers/replay/ssh.ts';
import { startSshd } from '../peers/sshd.ts';

/*
 * The day of an ISP: thirty access points of three shipped types, each with a state of its own: ten of airOS and ten of
 * RouterOS over SSH and ten of ePMP over SNMP, served as their recordings in fixtures/device-types.
 */

type Row = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-isp-'));
const types = join(folder, 'types');
mkdirSync(types);
writeFileSync(join(types, 'camera.yaml'), manualDeviceType());

const ssid = 'Town guests';

/**
 * Reads the recording of a device. What is particular to it is replaced: what it accepts as its SSID, its addresses, and how long it
 * has been up after a restart.
 */
function replayed<P extends Recording['protocol']>(
  [protocol, file]: readonly [P, string],
  replacements: Readonly<Record<string, string>>,
): Extract<Recording, { protocol: P }> {
  let text = readFileSync(join('fixtures/device-types', file), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, () => to);
  }
  const recording = parseRecording(parse(text), file);
  if (!isOf(recording, protocol)) throw new Error(`${file} is not of ${protocol}`);
  return recording;
}

function isOf<P extends Recording['protocol']>(
  recording: Recording,
  protocol: P,
): recording is Extract<Recording, { protocol: P }> {
  return recording.protocol === protocol;
}

const airos = (at: number) =>
  replayed(['ssh', 'airos/nanobeam-5ac.yaml'], {
    'Backhaul 2': ssid,
    '02:00:5E:50:00:01': `02:00:5E:50:01:0${at}`,
    '12.04 8.20': '3.04 2.20',
  });
const routeros = (at: number) =>
  replayed(['ssh', 'routeros/hap-6.49.yaml'], {
    [String.raw`Pool \$guests`]: ssid,
    'Pool $guests': ssid,
    '02:00:5E:60:00:01': `02:00:5E:60:01:0${at}`,
    '41s': '3s',
  });
const epmp = (at: number) =>
  replayed(['snmp', 'cambium_epmp/force-300.yaml'], {
    '02005ea30001': `02005ea3010${at}`,
    '67|4100': '67|300',
  });
const ten = <T>(name: string, recordingOf: (at: number) => T) =>
  Array.from({ length: 10 }, (_, at) => [`${name}-${at}`, recordingOf(at)] as const);

const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const [sshd, ssh, snmp, replacement] = await Promise.all([
  startSshd(),
  startSshReplay(new Map([...ten('airos', airos), ...ten('routeros', routeros)])),
  startSnmpReplay(new Map(ten('cambium_epmp', epmp))),
  startSshReplay(new Map([['airos-1', airos(1)]])),
]);
const downPort = await freeTcpPort();
const relay = createServer((socket) => {
  const device = connect(ssh.port, '127.0.0.1');
  for (const end of [socket, device]) end.on('error', () => undefined);
  socket.pipe(device).pipe(socket);
});
const config = loopbackConfig({
  GATEHOUSE_DATA_DIR: join(folder, 'data'),
  GATEHOUSE_DEVICE_TYPES_DIR: types,
  GATEHOUSE_POLLING_ENABLED: 'false',
});
copyBlankStore('sqlite', config.data_dir, 'types');
const gateway = await startGateway(config, { clock });
const client = new HttpClient(gateway.http.port);
const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
tap.teardown(async () => {
  await gateway.stop();
  relay.close();
  for (const server of [ssh, snmp, replacement]) server.close();
  await sshd.stop();
  rmSync(folder, { recursive: true });
});

const ask = async (method: string, path: string, body?: object) => {
  const reply = await client.ask(method, path, { token, body: body && JSON.stringify(body) });
  return { status: reply.status, body: JSON.parse(reply.text) as Row };
};
const control = (method: string, path: string, body?: object) =>
  ask(method, `/control/api/v1${path}`, body);
const list = async (path: string) => (await control('GET', path)).body['results'] as Row[];
const profileOf = async (name: string, protocol: string, more: object) => {
  const { port, ...credentials } = more as { port: number };
  const connection_service = { protocol, port };
  const content = { name, connection_service, ...credentials };
  return (await control('POST', '/inventory_connection_profile/', content)).body['id'];
};
const fleetPath = '/inventory_fleet_operation/';
const find = async (id: unknown) => (await control('GET', `${fleetPath}${String(id)}/`)).body;
const devicesOf = (id: unknown) => list(`${fleetPath}${String(id)}/devices/?limit=100`);
/** Advances the clock, slowly while exchanges with devices are in progress. */
const until = async (isOver: () => Promise<boolean>) => {
  for (let left = 3000; left > 0 && !(await isOver()); left -= 1) {
    const running = await list('/inventory_transaction/?status=running&limit=1');
    await clock.advance(running.length > 0 ? 200 : 1000);
    await sleep(20);
  }
};
const ended = async (id: unknown) => {
  await until(async () => (await find(id))['completed_at'] !== null);
  return find(id);
};

const versions = {
  airos: 'XC.qca955x.v8.0.1.32631.170202.1626',
  routeros: '6.49.10 (long-term)',
  cambium_epmp: '4.6.1',
};
const vendors = Object.keys(versions) as (keyof typeof versions)[];
const versionOf = (at: number) => versions[vendors[Math.floor(at / 10)] ?? 'airos'];
const nameOf = (row: Row | undefined) => String(row?.['device_name']);
const countOf = async (id: unknown, state: string) => ((await find(id))['counts'] as Row)[state];
const transactionsOf = (id: unknown) =>
  list(`/inventory_transaction/?fleet_operation=${String(id)}&status=completed&limit=100`);

test('thirty access points are added by CSV, and their versions are shown', async (t) => {
  const profiles = {
    airos: await profileOf('airos', 'ssh', { port: ssh.port }),
    routeros: await profileOf('routeros', 'ssh', { port: ssh.port }),
    cambium_epmp: await profileOf('epmp', 'snmp', { port: snmp.port }),
    down: await profileOf('down', 'ssh', { port: downPort }),
  };
  const lines = vendors.flatMap((type) =>
    Array.from({ length: 10 }, (_, at) => {
      const number = vendors.indexOf(type) * 10 + at;
      const profile = number === 0 ? profiles.down : profiles[type];
      const login = [`${type}-${at}`, replayPassword, `${type}-${at}`];
      return [`ap-${number}`, `SN-${number}`, type, '127.0.0.1', profile, ...login].join(',');
    }),
  );
  const columns =
    'name,serial_number,type,ip_address,connection_profile,username,password,snmp_community';
  const body = [columns, ...lines].join('\n');
  const headers = { 'content-type': 'text/csv' };
  const path = '/control/api/v1/inventory_device/';
  t.equal((await client.ask('POST', path, { token, body, headers })).status, 201);
  const { body: own } = await ask('GET', '/gate/api/v1/me/organization/');
  await ask('PATCH', `/gate/api/v1/organization/${String(own['id'])}/`, {
    time_zone: 'Europe/Berlin',
  });
  const { status, body: sync } = await control('POST', fleetPath, {
    operation: 'sync',
    filter: { name__icontains: 'ap-' },
    concurrency: 8,
    confirm: 30,
    expires_at: '2026-06-01T23:00',
  });
  t.match(
    { status, sync },
    { status: 201, sync: { status: 'scheduled', counts: { pending: 30 } } },
  );
  await until(async () => (await countOf(sync['id'], 'completed')) === 29);
  await until(async () => (await find(sync['id']))['waiting_for'] === 'device');
  t.match((await devicesOf(sync['id']))[0], {
    device_name: 'ap-0',
    status: 'scheduled',
    waiting_for: 'device',
    expires_at: '2026-06-01T21:00:00.000Z',
  });
  const shown = await list('/inventory_device/?name__icontains=ap-&ordering=id&limit=100');
  t.equal(shown.length, 30);
  for (const [at, { name, software_version }] of shown.entries())
    t.equal(software_version, at === 0 ? null : versionOf(at), String(name));
  clock.setDate(new Date('2026-06-01T21:00:00Z'));
  t.match(await ended(sync['id']), { status: 'completed', counts: { completed: 29, expired: 1 } });
  const [first] = await list(
    `/inventory_transaction/?fleet_operation=${String(sync['id'])}&limit=1`,
  );
  t.equal(first?.['fleet_operation'], sync['id']);
});

test('a fleet operation is previewed, confirmed and refused by name', async (t) => {
  const variables = [{ variable: 'system.hostname', value: 'Roof' }];
  const asked = { operation: 'set', variables, filter: { name__icontains: 'ap-' } };
  const { body: preview } = await control('POST', fleetPath, { ...asked, dry_run: true });
  t.match(preview, {
    targets: 10,
    refused: 20,
    commands: [{ type: 'routeros', command: '/system identity set name="Roof"' }],
  });
  const devices = preview['devices'] as Row[];
  t.match(devices[0], { device_name: 'ap-0', refusal: /"system.hostname" is read-only/ });
  t.match(devices[20], { device_name: 'ap-20', refusal: /has no parameter "system.hostname"/ });
  const post = async (more: object) => {
    const { status, body } = await control('POST', fleetPath, { ...asked, ...more });
    t.equal(status, 400);
    return body;
  };
  t.match(await post({}), { confirm: [/runs on 10 devices, and 20 refuse it. Confirm with 10/] });
  t.match(await post({ confirm: 29 }), { confirm: [/Confirm with 10/] });
  t.match(await post({ variables: undefined, operation: 'upgrade' }), {
    operation: [/has no operation "upgrade"/],
  });
  t.match(await post({ devices: [1] }), { devices: [/either devices or filter/] });
  t.match(await post({ filter: { colour: 1 } }), { 'filter.colour': [/Unknown/] });
  t.match(await post({ filter: undefined, devices: [1, 999] }), { devices: [/999/] });
  t.match(await post({ window: { from: '25:00', until: '3' } }), { 'window.from': [/HH:MM/] });
  t.equal((await list(fleetPath)).length, 1);
});

const ssidOf = (device: unknown) =>
  list(
    `/inventory_device_setting/?parent_id=${String(device)}&parameter__variable_name=wireless.ssid&pending=true`,
  );

/** The fleet operation that sets the SSID of all. */
let town: unknown = null;

test('an SSID goes to all after a canary, and a failed canary stops it', async (t) => {
  const set = async (value: string) => {
    const { status, body } = await control('POST', fleetPath, {
      operation: 'set',
      variables: [{ variable: 'wireless.ssid', value }],
      filter: { name__icontains: 'ap-' },
      canary: 1,
      concurrency: 5,
      confirm: 30,
    });
    t.equal(status, 201);
    return body['id'];
  };
  const stubborn = await set('stubborn');
  t.match(await ended(stubborn), {
    status: 'failed',
    error_message: 'stopped: a canary failed',
    counts: { failed: 1, skipped: 29 },
  });
  const failed = (await devicesOf(stubborn)).find(({ status }) => status === 'failed');
  t.match(failed, { device_name: 'ap-1', error_message: /no recording of .*stubborn/ });
  town = await set(ssid);
  await until(async () => (await countOf(town, 'completed')) === 29);
  await until(async () => (await find(town))['waiting_for'] !== null);
  t.match(await find(town), { status: 'running', waiting_for: 'device' });
  const transactions = await transactionsOf(town);
  for (const { results } of transactions)
    t.same(results, [{ variable: 'wireless.ssid', status: 'applied', error: null }]);
  const [down, canary, ...others] = await devicesOf(town);
  t.match(down, { device_name: 'ap-0', status: 'scheduled', waiting_for: 'device' });
  const first = transactions.find(({ id }) => id === canary?.['transaction']);
  for (const one of others)
    t.ok(
      String(one['started_at']) >= String(first?.['completed_at']),
      `${nameOf(one)} waits for the canary`,
    );
});

/** Checks that verified reboots follow each other, none before 03:00 by local clocks. */
function checkSpans(t: Test, transactions: readonly Row[]): void {
  for (const { results } of transactions) t.match(results, { verified: true });
  const spans = transactions
    .map(({ started_at, completed_at }) => [String(started_at), String(completed_at)] as const)
    .toSorted();
  t.equal(spans.length, 29);
  t.ok((spans[0]?.[0] ?? '') >= '2026-06-02T01:00:00', 'not before 03:00 by local clocks');
  for (const [at, [begin]] of spans.entries())
    t.ok(at === 0 || begin >= (spans[at - 1]?.[1] ?? ''), 'one by one');
}

test('all reboot at 03:00 one by one, and a device that is down when it comes back', async (t) => {
  const { body: fleet } = await control('POST', fleetPath, {
    operation: 'reboot',
    filter: { name__icontains: 'ap-' },
    window: { from: '03:00', until: '05:00' },
    concurrency: 1,
    stagger: 10,
    confirm: 30,
  });
  clock.setDate(new Date('2026-06-02T00:59:50Z'));
  await clock.advance(5000);
  t.match(await find(fleet['id']), { status: 'scheduled', counts: { pending: 30 } });
  await until(async () => (await countOf(fleet['id'], 'completed')) === 29);
  const rows = await devicesOf(fleet['id']);
  t.match(rows[0], { status: 'scheduled', waiting_for: 'device', expires_at: String });
  const begun = rows.map(({ started_at }) => Date.parse(String(started_at))).toSorted();
  for (const [at, time] of begun.slice(1).entries())
    t.ok(time - (begun[at] ?? 0) >= 10_000, 'as far apart as the stagger says');
  checkSpans(t, await transactionsOf(fleet['id']));
  relay.listen(downPort, '127.0.0.1');
  await control('GET', '/inventory_device/1/?update_status=true');
  t.match(await ended(fleet['id']), { status: 'completed', counts: { completed: 30 } });
  t.match(await find(town), { status: 'completed', counts: { completed: 30 } });
  for (const { device } of rows)
    t.match(
      await ssidOf(device),
      [{ value: ssid, wanted: ssid, state: 'synced' }],
      'of all thirty',
    );
});

/** Runs an operation on a device. @returns its transaction, ended */
const run = async (serial: string, operation: string) => {
  const path = `/inventory_device_serial_operation/${serial}/`;
  const { body } = await control('PUT', path, { operation });
  const row = async () =>
    (await control('GET', `/inventory_transaction/${String(body['id'])}/`)).body;
  await until(async () => (await row())['completed_at'] !== null);
  return row();
};

test('the device that was down shows its version as well', async (t) => {
  t.match(await run('SN-0', 'sync'), { status: 'completed' });
  const { body } = await control('GET', '/inventory_device_serial/SN-0/');
  t.match(body, { status: true, software_version: versions.airos });
});

test('a replaced box with the same serial number is accepted by its serial number', async (t) => {
  const { body: found } = await control('GET', '/inventory_device_serial/SN-1/');
  const profile = await profileOf('replacement', 'ssh', { port: replacement.port });
  // The new box stands at the same address, with a host key of its own.
  await control('PATCH', '/inventory_device_serial/SN-1/', { connection_profile: profile });
  t.match(await run('SN-1', 'sync'), {
    status: 'failed',
    error_code: 'refused',
    error_message: /host key/,
  });
  await control('PATCH', '/inventory_device_serial/SN-1/', { host_key: null });
  t.match(await run('SN-1', 'sync'), { status: 'completed', parent_id: found['id'] });
  t.match(await ssidOf(found['id']), [{ value: 'Backhaul', wanted: ssid, state: 'drifted' }]);
  t.match(await run('SN-1', 'reconfigure'), {
    status: 'completed',
    results: { applied: [/ssid/] },
  });
  t.match(
    await ssidOf(found['id']),
    [{ value: ssid, state: 'synced' }],
    'the new box has the SSID of all',
  );
});

test('a canceled fleet operation leaves the devices that it has not begun on', async (t) => {
  const { body: fleet } = await control('POST', fleetPath, {
    operation: 'reboot',
    devices: [2, 3],
    run_at: '2026-06-03 03:00',
    confirm: 2,
  });
  t.match((await devicesOf(fleet['id']))[0], { run_at: '2026-06-03T01:00:00.000Z' });
  const cancel = () => control('POST', `${fleetPath}${String(fleet['id'])}/cancel/`, {});
  t.match(await cancel(), { status: 200, body: { status: 'canceled', counts: { canceled: 2 } } });
  t.match(await cancel(), { status: 409 });
});

test('a device of the type in the manual is read and would be written, by one YAML file', async (t) => {
  const { port, user: username, password } = sshd;
  const { body: camera } = await control('POST', '/inventory_device/', {
    name: 'entrance',
    type: 'camera',
    ip_address: '127.0.0.1',
    connection_profile: await profileOf('camera', 'ssh', { port, username, password }),
  });
  const id = String(camera['id']);
  const path = `/inventory_device_operation/${id}/`;
  const { body: sync } = await control('PUT', path, { operation: 'sync' });
  const transaction = `/inventory_transaction/${String(sync['id'])}/`;
  await until(async () => (await control('GET', transaction)).body['completed_at'] !== null);
  t.match((await control('GET', transaction)).body, { status: 'completed' });
  t.match((await control('GET', `/inventory_device/${id}/`)).body, {
    status: true,
    software_version: '8.7.13',
  });
  const preview = await control('PUT', `/inventory_device_variables/${id}/?dry_run=true`, {
    'picture.title': "it's",
  });
  t.match(JSON.stringify(preview.body), String.raw`printf %s 'it'\\''s' >/etc/title`);
});
