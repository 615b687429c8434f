import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { startGateway } from '../../../src/start/main.ts';
import { copyBlankStore } from '../../blank-store.ts';
import { HttpClient } from '../../http-client.ts';
import { loopbackConfig } from '../../loopback-config.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startCutNetwork } from '../../peers/silent-device.ts';
import { startSshd } from '../../peers/sshd.ts';

/* Work on a device whose network is away for a while, by the gateway's clock, on a real OpenSSH server. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-away-'));
const clock = new ManualClock();
const sshd = await startSshd();
const network = await startCutNetwork(sshd.port);
const config = loopbackConfig({
  GATEHOUSE_DATA_DIR: join(folder, 'data'),
  GATEHOUSE_JOBS_CONCURRENCY: '1',
});
copyBlankStore('sqlite', config.data_dir, 'types');
const gateway = await startGateway(config, { clock });
const client = new HttpClient(gateway.http.port);
const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
tap.teardown(async () => {
  await gateway.stop();
  await network.stop();
  await sshd.stop();
  rmSync(folder, { recursive: true });
});

const ask = async (method: string, path: string, content?: object) => {
  const reply = await client.ask(method, `/control/api/v1${path}`, {
    token,
    body: content && JSON.stringify(content),
  });
  return JSON.parse(reply.text) as Record<string, unknown>;
};
const create = async (name: string, port: number, type = 'linux') => {
  const connection_service = { protocol: 'ssh', port };
  const profile = await ask('POST', '/inventory_connection_profile/', { name, connection_service });
  const device = await ask('POST', '/inventory_device/', {
    name,
    type,
    ip_address: sshd.host,
    connection_profile: profile['id'],
    username: sshd.user,
    password: sshd.password,
  });
  return String(device['id']);
};
const operate = (device: string, body: object, wait = 0) =>
  ask('PUT', `/inventory_device_operation/${device}/?wait=${wait}`, body);
const cancel = (id: unknown) => ask('POST', `/inventory_transaction/${String(id)}/cancel/`, {});
/** Advances the clock until the transaction has a state; its exchanges with the device take their own time. */
const until = async (id: unknown, isWanted: (row: Record<string, unknown>) => boolean) => {
  for (let left = 1_200; ; left -= 1) {
    const row = await find(id);
    if (left === 0 || isWanted(row)) return row;
    // Slowly while any transaction is with its device: a login must not exceed its time limit on a slow machine.
    const { count } = await ask('GET', '/inventory_transaction/?status=running&limit=1');
    await clock.advance(count === 0 ? 2000 : 100);
    await sleep(20);
  }
};
const isWaiting = (row: Record<string, unknown>) => row['waiting_for'] === 'device';
const isEnded = (row: Record<string, unknown>) => row['completed_at'] !== null;
const logOf = async (id: unknown) => {
  const { results } = await ask('GET', '/inventory_device_log/?action=command&limit=100');
  return (results as Record<string, unknown>[]).filter(({ transaction }) => transaction === id);
};
const find = (id: unknown) => ask('GET', `/inventory_transaction/${String(id)}/`);

test('a reboot is verified though the network is away for a minute, and its slot is free during that time', async (t) => {
  const device = await create('away', network.port);
  const other = await create('beside', sshd.port);
  const reboot = await ask('PUT', `/inventory_device_operation/${device}/`, {
    operation: 'reboot',
  });
  while (!network.isAway()) await sleep(10);
  // The command has no answer, and its time limit of 30 seconds passes.
  for (let second = 0; second < 62; second += 1) {
    await clock.advance(1000);
    await sleep(5);
  }
  t.match(await find(reboot['id']), { status: 'running' });
  const sync = await ask('PUT', `/inventory_device_operation/${other}/?wait=30`, {
    operation: 'sync',
  });
  t.match(sync, { status: 'completed' });
  network.comeBack();
  for (let left = 1_000; left > 0; left -= 1) {
    // An exchange with the device takes its own time.
    await clock.advance(network.connections() === 0 ? 1000 : 10);
    await sleep(20);
    if ((await find(reboot['id']))['status'] !== 'running') break;
  }
  t.match(await find(reboot['id']), {
    status: 'completed',
    results: { verified: true, disconnected: true },
  });
  t.equal((await sshd.commands()).filter((command) => command === 'reboot').length, 1);
});

test('work for a device that is down waits for the next contact, in its order', async (t) => {
  const device = await create('down', 1);
  const before = (await sshd.commands()).filter((command) => command === 'reboot').length;
  const reboot = await operate(device, { operation: 'reboot' });
  t.match(await until(reboot['id'], isWaiting), {
    status: 'scheduled',
    waiting_for: 'device',
    error_code: 'unreachable',
    error_message: /ECONNREFUSED/,
    started_at: null,
    expires_at: new Date(Date.parse(String(reboot['created_at'])) + 86_400_000).toISOString(),
  });
  t.match(await logOf(reboot['id']), [{ is_pending: true }]);
  t.equal((await operate(device, { operation: 'reboot' }))['id'], reboot['id']);
  const sync = await operate(device, { operation: 'sync' });
  await until(sync['id'], isWaiting);
  t.match(await cancel(sync['id']), {
    status: 'canceled',
    waiting_for: null,
    error_code: 'canceled',
    error_message: 'canceled by admin',
  });
  t.match(await logOf(sync['id']), [{ is_pending: false, error_code: 'canceled' }]);
  t.match(await cancel(sync['id']), { detail: /is canceled; only a scheduled one/ });
  const settings = await operate(device, { operation: 'sync' });
  const { connection_profile } = await ask('GET', `/inventory_device/${device}/`);
  await ask('PATCH', `/inventory_connection_profile/${String(connection_profile)}/`, {
    connection_service: { protocol: 'ssh', port: sshd.port },
  });
  // A poll that answers makes all of it due, long before the next try.
  await until(settings['id'], isWaiting);
  t.match(await ask('GET', `/inventory_device/${device}/?update_status=true`), { status: true });
  const ended = await until(settings['id'], isEnded);
  t.match(ended, { status: 'completed', waiting_for: null, error_code: null });
  const done = await find(reboot['id']);
  t.match(done, { status: 'completed', results: { verified: true } });
  t.ok(String(done['completed_at']) <= String(ended['started_at']), 'in the order of requests');
  t.equal((await sshd.commands()).filter((one) => one === 'reboot').length, before + 1);
  t.match(await cancel(reboot['id']), { detail: /is completed/ });
});

test('a try of its own reaches a device that no poll has reached', async (t) => {
  const device = await create('tried', 1);
  const sync = await operate(device, { operation: 'sync' });
  await until(sync['id'], isWaiting);
  const { connection_profile } = await ask('GET', `/inventory_device/${device}/`);
  await ask('PATCH', `/inventory_connection_profile/${String(connection_profile)}/`, {
    connection_service: { protocol: 'ssh', port: sshd.port },
  });
  t.match(await until(sync['id'], isEnded), { status: 'completed' });
});

test('what has not begun by its expires_at ends as expired', async (t) => {
  const device = await create('gone', 1);
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
  const [early, late] = [at(60), at(90)];
  t.match(await operate(device, { operation: 'reboot', run_at: late, expires_at: early }), {
    expires_at: [`${early} is not after run_at, ${late}.`],
  });
  t.match(await operate(device, { operation: 'reboot', expires_at: 'soon' }), {
    expires_at: [/date and time/],
  });
  const reboot = await operate(device, { operation: 'reboot', run_at: early, expires_at: late });
  t.match(reboot, { status: 'scheduled', run_at: early, expires_at: late });
  const get = await ask('POST', '/inventory_device_headless_operation/', {
    parent_id: Number(device),
    operation: 'get',
    variables: ['system.'],
    expires_at: early,
  });
  const ping = await ask('POST', '/inventory_device_diags/', {
    parent_id: Number(device),
    operation: 'ping',
    source: 'gateway',
    host: '127.0.0.1',
    count: 1,
    run_at: early,
    expires_at: late,
  });
  t.match(ping, { run_at: early, expires_at: late, parameters: { host: '127.0.0.1' } });
  t.match(await until(get['id'], isEnded), {
    status: 'expired',
    error_code: 'expired',
    error_message: new RegExp(`had not begun by ${early}: .*ECONNREFUSED`),
  });
  t.match(await until(reboot['id'], isEnded), { status: 'expired', waiting_for: null });
  t.match(await logOf(reboot['id']), [{ is_pending: false, error_code: 'expired' }]);
  const pinged = await until(ping['id'], isEnded);
  t.match(pinged, { status: 'completed' }, 'the gateway pings at its run_at');
});

test('a set for a later time changes nothing before it', async (t) => {
  const device = await create('later', sshd.port, 'openwrt');
  const run_at = new Date(clock.now().getTime() + 20_000).toISOString();
  const set = await ask('POST', '/inventory_device_headless_operation/', {
    parent_id: Number(device),
    operation: 'set',
    variables: [{ variable: 'system.hostname', value: 'ap-later' }],
    run_at,
  });
  t.match(set, { status: 'scheduled', run_at });
  await clock.advance(10_000);
  t.match(await find(set['id']), { status: 'scheduled' });
  const wanted = async () =>
    (await ask('GET', `/inventory_device_setting/?parent_id=${device}&pending=true`))['results'];
  t.notMatch(JSON.stringify(await wanted()), 'ap-later');
  t.match(await until(set['id'], isEnded), {
    status: 'completed',
    results: [{ variable: 'system.hostname', status: 'applied', error: null }],
  });
});
