import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { startGateway } from '../../src/main.ts';
import { copyBlankStore } from '../blank-store.ts';
import { HttpClient } from '../http-client.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { manualDeviceType } from '../manual-example.ts';
import { ManualClock } from '../manual-clock.ts';
import { freeTcpPort } from '../peers/port.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startSshd } from '../peers/sshd.ts';

/* The day of an ISP: thirty access points of three vendors, on two OpenSSH servers and an agent of Net-SNMP. */

type Row = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-isp-'));
const types = join(folder, 'types');
mkdirSync(types);
for (const name of ['street', 'roof'])
  writeFileSync(
    join(types, `${name}.yaml`),
    `
short_name: ${name}
name: Access point of the ${name}
connection: { protocol: ssh }
operations:
  sync: {}
  reboot: { command: { run: reboot, expect_disconnect: true }, verify: { uptime: uptime, within: 300 } }
  set_ssid:
    parameters: { ssid: { pattern: '.{1,32}' } }
    command: { run: 'uci set wireless.default_radio0.ssid={{ ssid }} && reload_config' }
    verify: { reads_back: ssid, value: ssid, within: 10 }
parameters:
  - { name: SSID, variable_name: ssid, short_name: ssid, type: string, read: { run: uname -n } }
  - { name: Release, variable_name: release, short_name: release, type: string, describes: software_version, read: { run: cat /etc/version } }
  - { name: Uptime, variable_name: uptime, short_name: uptime, type: float, read: { run: cat /proc/uptime, match: '^([0-9.]+) ' } }
`,
  );
writeFileSync(join(types, 'camera.yaml'), manualDeviceType());
const clock = new ManualClock(new Date('2026-06-01T20:00:00Z'));
const [street, roof, agent] = await Promise.all([startSshd(), startSshd(), startSnmpd()]);
const downPort = await freeTcpPort();
const relay = createServer((socket) => {
  const device = connect(street.port, street.host);
  for (const end of [socket, device]) end.on('error', () => undefined);
  socket.pipe(device).pipe(socket);
});
const config = loopbackConfig({
  GATEHOUSE_DATA_DIR: join(folder, 'data'),
  GATEHOUSE_DEVICE_TYPES_DIR: types,
});
copyBlankStore('sqlite', config.data_dir);
const gateway = await startGateway(config, { clock });
const client = new HttpClient(gateway.http.port);
const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
tap.teardown(async () => {
  await gateway.stop();
  relay.close();
  await Promise.all([street.stop(), roof.stop(), agent.stop()]);
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
  for (let left = 600; left > 0 && !(await isOver()); left -= 1) {
    const running = await list('/inventory_transaction/?status=running&limit=1');
    await clock.advance(running.length > 0 ? 200 : 1000);
    await sleep(20);
  }
};
const ended = async (id: unknown) => {
  await until(async () => (await find(id))['completed_at'] !== null);
  return find(id);
};

test('thirty access points are added by CSV, and their versions are shown', async (t) => {
  const login = { username: street.user, password: street.password };
  const profiles = {
    street: await profileOf('street', 'ssh', { port: street.port, ...login }),
    roof: await profileOf('roof', 'ssh', { port: roof.port, ...login }),
    down: await profileOf('down', 'ssh', { port: downPort, ...login }),
    snmp: await profileOf('snmp', 'snmp', { port: agent.port, snmp_community: agent.community }),
  };
  const lines = Array.from({ length: 30 }, (_, at) => {
    const type = at < 3 ? 'street' : at < 6 ? 'roof' : 'snmp';
    const profile = at === 0 ? profiles.down : profiles[type];
    return [`ap-${at}`, `SN-${at}`, type, '127.0.0.1', String(profile)].join(',');
  });
  const body = ['name,serial_number,type,ip_address,connection_profile', ...lines].join('\n');
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
  await until(async () => ((await find(sync['id']))['counts'] as Row)['completed'] === 29);
  t.match((await devicesOf(sync['id']))[0], {
    device_name: 'ap-0',
    status: 'scheduled',
    waiting_for: 'device',
    expires_at: '2026-06-01T21:00:00.000Z',
  });
  t.match(await list('/inventory_device/?name__in=ap-1,ap-2,ap-3'), [
    { software_version: '8.7.13' },
    { software_version: '8.7.13' },
    { software_version: '8.7.13' },
  ]);
  clock.setDate(new Date('2026-06-01T21:00:00Z'));
  t.match(await ended(sync['id']), { status: 'completed', counts: { completed: 29, expired: 1 } });
  const [first] = await list(
    `/inventory_transaction/?fleet_operation=${String(sync['id'])}&limit=1`,
  );
  t.equal(first?.['fleet_operation'], sync['id']);
});

test('a fleet operation is previewed, confirmed and refused by name', async (t) => {
  const asked = { operation: 'set_ssid', parameters: { ssid: 'Town' }, filter: { status: true } };
  const { body: preview } = await control('POST', fleetPath, { ...asked, dry_run: true });
  t.match(preview, { targets: 5, refused: 24 });
  const refused = (preview['devices'] as Row[]).filter(({ refusal }) => refusal !== null);
  t.match(refused[0], { device_name: 'ap-6', refusal: /Type "snmp" has no operation "set_ssid"/ });
  const post = async (more: object) => {
    const { status, body } = await control('POST', fleetPath, { ...asked, ...more });
    t.equal(status, 400);
    return body;
  };
  t.match(await post({}), { confirm: [/runs on 5 devices, and 24 refuse it. Confirm with 5/] });
  t.match(await post({ confirm: 29 }), { confirm: [/Confirm with 5/] });
  t.match(await post({ parameters: {} }), {
    operation: [/parameters.ssid: This field is required/],
  });
  t.match(await post({ devices: [1] }), { devices: [/either devices or filter/] });
  t.match(await post({ filter: { colour: 1 } }), { 'filter.colour': [/Unknown/] });
  t.match(await post({ filter: undefined, devices: [1, 999] }), { devices: [/999/] });
  t.match(await post({ window: { from: '25:00', until: '3' } }), { 'window.from': [/HH:MM/] });
  t.equal((await list(fleetPath)).length, 1);
});

test('an SSID goes to all after a canary, and a failed canary stops it', async (t) => {
  const fleet = async (ssid: string) => {
    const { body } = await control('POST', fleetPath, {
      operation: 'set_ssid',
      parameters: { ssid },
      filter: { status: true },
      canary: 1,
      concurrency: 3,
      confirm: 5,
    });
    return ended(body['id']);
  };
  const failed = await fleet('stubborn');
  t.match(failed, {
    status: 'failed',
    error_message: 'stopped: a canary failed',
    counts: { failed: 1, skipped: 4, refused: 24 },
  });
  const rows = await devicesOf(failed['id']);
  t.match(rows[0], { status: 'failed', error_message: /ssid is not "stubborn"/ });
  const set = (await street.commands()).concat(await roof.commands());
  t.equal(set.filter((line) => line.includes('stubborn')).length, 1, 'one device was touched');
  const town = await fleet('Town');
  t.match(town, { status: 'completed', counts: { completed: 5 } });
  const [canary, ...others] = (await devicesOf(town['id'])).filter(
    ({ transaction }) => transaction,
  );
  const { body: first } = await control(
    'GET',
    `/inventory_transaction/${String(canary?.['transaction'])}/`,
  );
  for (const { started_at } of others)
    t.ok(String(started_at) >= String(first['completed_at']), 'the others wait for the canary');
});

test('all reboot at 03:00 one by one, and one that is down when it comes back', async (t) => {
  const { body: fleet } = await control('POST', fleetPath, {
    operation: 'reboot',
    devices: [1, 2, 3, 4, 5, 6],
    window: { from: '03:00', until: '05:00' },
    concurrency: 1,
    stagger: 5,
    confirm: 6,
  });
  clock.setDate(new Date('2026-06-02T00:59:50Z'));
  await clock.advance(5000);
  t.match(await find(fleet['id']), { status: 'scheduled', counts: { pending: 6 } });
  const counts = async () => (await find(fleet['id']))['counts'] as Row;
  await until(async () => (await counts())['completed'] === 5);
  const rows = await devicesOf(fleet['id']);
  t.match(rows[0], { status: 'scheduled', waiting_for: 'device', expires_at: String });
  const transactions = await list(
    `/inventory_transaction/?fleet_operation=${String(fleet['id'])}&status=completed`,
  );
  for (const { results } of transactions) t.match(results, { verified: true });
  const spans = transactions
    .map(({ started_at, completed_at }) => [String(started_at), String(completed_at)] as const)
    .toSorted();
  t.ok((spans[0]?.[0] ?? '') >= '2026-06-02T01:00:00', 'not before 03:00 by local clocks');
  for (const [at, [begin]] of spans.entries())
    t.ok(at === 0 || begin >= (spans[at - 1]?.[1] ?? ''), 'one by one');
  relay.listen(downPort, '127.0.0.1');
  await control('GET', '/inventory_device/1/?update_status=true');
  t.match(await ended(fleet['id']), { status: 'completed', counts: { completed: 6 } });
  const reboots = (await street.commands()).concat(await roof.commands());
  t.equal(reboots.filter((line) => line === 'reboot').length, 6);
});

test('a replaced box with the same serial number is accepted by its serial number', async (t) => {
  const { body: found } = await control('GET', '/inventory_device_serial/SN-1/');
  const path = `/inventory_device_serial_operation/SN-1/`;
  // The new box stands at the same address, with a host key of its own.
  await control('PATCH', '/inventory_device_serial/SN-1/', { connection_profile: 2 });
  const sync = async () => {
    const { body } = await control('PUT', path, { operation: 'sync' });
    const row = async () =>
      (await control('GET', `/inventory_transaction/${String(body['id'])}/`)).body;
    await until(async () => (await row())['completed_at'] !== null);
    return row();
  };
  t.match(await sync(), { status: 'failed', error_code: 'refused', error_message: /host key/ });
  await control('PATCH', '/inventory_device_serial/SN-1/', { host_key: null });
  t.match(await sync(), { status: 'completed', parent_id: found['id'] });
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
  const { port, user: username, password } = street;
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
