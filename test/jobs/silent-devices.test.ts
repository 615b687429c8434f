import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { startSilentDevice } from '../peers/silent-device.ts';
import { startSshd } from '../peers/sshd.ts';

/* Devices that accept a connection, send an SSH banner and nothing else, beside real ones. */

const silentDevices = 12;
const [sshd, silent] = await Promise.all([startSshd(), startSilentDevice()]);
const gateway = await GatewayProcess.start({
  GATEHOUSE_JOBS_CONCURRENCY: '2',
  GATEHOUSE_POLLING_CONCURRENCY: '2',
});
tap.teardown(async () => {
  await gateway.remove();
  await silent.stop();
  await sshd.stop();
});

const profileOf = async (name: string, port: number, options: object = {}) => {
  const connection_service = { protocol: 'ssh', port, options };
  const made = await gateway.control('POST', '/inventory_connection_profile/', {
    name,
    connection_service,
  });
  return made.body['id'];
};
const create = async (name: string, profile: unknown) => {
  const { body } = await gateway.control('POST', '/inventory_device/', {
    name,
    type: 'linux',
    ip_address: sshd.host,
    connection_profile: profile,
    username: sshd.user,
    password: sshd.password,
  });
  return Number(body['id']);
};
const sync = (id: number) =>
  gateway.control('PUT', `/inventory_device_operation/${id}/`, { operation: 'sync' });
const devices = async (query: string) =>
  results(await gateway.control('GET', `/inventory_device/?limit=100&${query}`));

test('devices that answer are polled and operated though others are silent', async (t) => {
  const began = performance.now();
  const silentProfile = await profileOf('silent', silent.port, { connect_timeout: 6 });
  const profile = await profileOf('ssh', sshd.port);
  const dead: number[] = [];
  for (let index = 0; index < silentDevices; index += 1)
    dead.push(await create(`silent-${index}`, silentProfile));
  const alive = [await create('ap-1', profile), await create('ap-2', profile)];
  for (const id of [...dead, ...alive]) await sync(id);
  const polled = await eventually(
    () => devices('status=1'),
    (rows) => rows.length === alive.length,
  );
  t.same(polled.map(({ id }) => id).sort(), alive);
  const done = await eventually(
    async () => results(await gateway.control('GET', '/inventory_transaction/?status=completed')),
    (rows) => rows.length === alive.length,
  );
  t.same(done.map(({ parent_id }) => parent_id).sort(), alive);
  // Two at a time, and six seconds each: 36 seconds, if silence held a slot.
  const seconds = (performance.now() - began) / 1000;
  t.ok(seconds < 30, `${seconds.toFixed(1)} s`);
});

test('a silent device is down, its transaction waits for it, and its sockets are closed', async (t) => {
  const waiting = await eventually(
    async () => results(await gateway.control('GET', '/inventory_transaction/?status=scheduled')),
    (rows) => rows.filter((row) => row['waiting_for'] === 'device').length === silentDevices,
    90_000,
  );
  t.equal(waiting.length, silentDevices);
  for (const row of waiting) t.match(row, { waiting_for: 'device', error_code: 'timeout' });
  const log = results(
    await gateway.control('GET', '/inventory_device_log/?limit=100&action=command&is_pending=true'),
  );
  t.equal(log.length, silentDevices);
  for (const row of waiting)
    await gateway.control('POST', `/inventory_transaction/${String(row['id'])}/cancel/`, {});
  const down = await eventually(
    () => devices('name__icontains=silent'),
    (rows) => rows.every(({ last_error }) => /^timeout: /.test(String(last_error))),
  );
  for (const { last_error } of down) t.match(last_error, /^timeout: /);
  // While the devices exist they are polled, each at its own turn of the minute.
  for (const { id } of down) await gateway.control('DELETE', `/inventory_device/${String(id)}/`);
  for (let left = 600; left > 0 && silent.connections() > 0; left -= 1) await sleep(50);
  t.equal(silent.connections(), 0);
});
