import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';
import { startSshd } from '../peers/sshd.ts';

/* Two gateways on one PostgreSQL share the work; one is killed in the middle, and every transaction still ends exactly once. */

const devices = 14;
/** Transactions that a gateway runs at a time. */
const concurrency = 4;
const postgres = await startPostgres({ hasTypes: true });
const sshd = await startSshd();
const first = await GatewayProcess.start({ GATEHOUSE_DATABASE_URL: postgres.url, ...shared() });
const second = await GatewayProcess.start({
  GATEHOUSE_DATABASE_URL: postgres.url,
  GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
  ...shared(),
});
tap.teardown(async () => {
  await first.remove();
  await second.remove();
  await sshd.stop();
  await postgres.stop();
});

function shared() {
  return {
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_JOBS_LEASE_SECONDS: '2',
    GATEHOUSE_JOBS_CONCURRENCY: String(concurrency),
  };
}

const { token } = first;
const all = async (query: string) =>
  results(
    await second.control('GET', `/inventory_transaction/?limit=200&${query}`, undefined, token),
  );

test('every transaction ends once, though one of the gateways is killed while it works', async (t) => {
  const service = { protocol: 'ssh', port: sshd.port };
  const profile = await first.control('POST', '/inventory_connection_profile/', {
    name: 'ssh',
    connection_service: service,
  });
  const asked: unknown[] = [];
  for (let index = 0; index < devices; index += 1) {
    const device = await first.control('POST', '/inventory_device/', {
      name: `ap-${index}`,
      serial_number: `SN-${index}`,
      type: 'linux',
      ip_address: sshd.host,
      connection_profile: profile.body['id'],
      username: sshd.user,
      password: sshd.password,
    });
    const { body } = await first.control(
      'PUT',
      `/inventory_device_operation/${String(device.body['id'])}/`,
      {
        operation: 'reboot',
      },
    );
    asked.push(body['id']);
  }
  await sleep(randomInt(100, 900));
  await first.signal('SIGKILL');
  const ended = await eventually(
    () => all(''),
    (rows) => rows.every(({ status }) => status === 'completed' || status === 'failed'),
    60_000,
  );
  t.same(new Set(ended.map(({ id }) => id)), new Set(asked));
  // A command that was about to go out when its gateway died is never sent again, only verified: it counts once or not at all.
  const failed = ended.filter(({ status }) => status === 'failed');
  t.same(
    failed.filter(({ error_code }) => error_code !== 'interrupted'),
    [],
  );
  t.ok(failed.length <= concurrency, `${failed.length} were running when the gateway was killed`);
  const reboots = (await sshd.commands()).filter((command) => command === 'reboot').length;
  const isTakenOver = (row: Json) =>
    row['status'] === 'failed' || (row['results'] as Json)['resumed'] === true;
  const resumed = ended.filter(isTakenOver).length;
  t.ok(reboots <= devices, `${reboots} reboots: no device was rebooted twice`);
  t.ok(reboots >= devices - resumed, `${reboots} reboots, ${resumed} taken over: none was missed`);
});

test('a wait at one gateway ends when the other one has run the transaction', async (t) => {
  const waiting = await GatewayProcess.start({
    GATEHOUSE_DATABASE_URL: postgres.url,
    GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
    ...shared(),
    GATEHOUSE_JOBS_CONCURRENCY: '1',
  });
  t.teardown(() => waiting.remove());
  const devices = results(
    await waiting.control('GET', '/inventory_device/?limit=6', undefined, token),
  );
  const asked = devices.map(async ({ id }) => {
    const { body } = await waiting.control(
      'PUT',
      `/inventory_device_operation/${String(id)}/?wait=30`,
      { operation: 'reboot' },
      token,
    );
    return {
      ...body,
      why: JSON.stringify(body),
      lateMs: Date.now() - Date.parse(String(body['completed_at'])),
    };
  });
  const done: readonly Json[] = await Promise.all(asked);
  for (const { status, lateMs, why } of done) {
    t.equal(status, 'completed', String(why));
    t.ok(Number(lateMs) < 15_000, `${String(lateMs)} ms after its end`);
  }
  const spans = done.map(({ started_at: began, completed_at: ended }) =>
    [began, ended].map((time) => Date.parse(String(time))),
  );
  const overlap = ([began = 0, ended = 0]: number[], other: number[]) =>
    began < (other[1] ?? 0) && (other[0] ?? 0) < ended;
  const isShared = spans.some((span) =>
    spans.some((other) => other !== span && overlap(span, other)),
  );
  t.ok(isShared, 'the gateway that was asked does one at a time, so another one did some of it');
});

test('a fleet operation continues when its gateway is killed, and operates each device once', async (t) => {
  const killed = await GatewayProcess.start({
    GATEHOUSE_DATABASE_URL: postgres.url,
    GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
    ...shared(),
  });
  t.teardown(() => killed.remove());
  const rebootsOf = async () =>
    (await sshd.commands()).filter((command) => command === 'reboot').length;
  const before = await rebootsOf();
  const { body } = await killed.control(
    'POST',
    '/inventory_fleet_operation/',
    { operation: 'reboot', filter: { name__icontains: 'ap-' }, concurrency: 6, confirm: devices },
    token,
  );
  const id = String(body['id']);
  const find = async () =>
    (await second.control('GET', `/inventory_fleet_operation/${id}/`, undefined, token)).body;
  await eventually(find, ({ started_at }) => started_at !== null);
  await sleep(randomInt(100, 900));
  await killed.signal('SIGKILL');
  const ended = await eventually(find, ({ completed_at }) => completed_at !== null, 90_000);
  t.match(ended, { status: 'completed', counts: { completed: devices, failed: 0 } });
  const made = await all(`fleet_operation=${id}`);
  t.equal(made.length, devices);
  t.equal(new Set(made.map(({ parent_id }) => parent_id)).size, devices, 'one for each device');
  const resumed = made.filter(({ results: kept }) => (kept as Json)['resumed'] === true).length;
  const reboots = (await rebootsOf()) - before;
  t.ok(
    reboots <= devices && reboots >= devices - resumed,
    `${reboots} reboots, ${resumed} resumed`,
  );
});

test('a gateway that stood still for longer than its lease runs nothing twice', async (t) => {
  const devices = results(
    await second.control('GET', '/inventory_device/?limit=50', undefined, token),
  );
  const rebooted = async () =>
    (await sshd.commands()).filter((command) => command === 'reboot').length;
  const before = await rebooted();
  for (const { id } of devices)
    await second.control(
      'PUT',
      `/inventory_device_operation/${String(id)}/`,
      { operation: 'reboot' },
      token,
    );
  for (let pause = 0; pause < 4; pause += 1) {
    await sleep(randomInt(20, 200));
    process.kill(second.pid, 'SIGSTOP');
    await sleep(2_500);
    process.kill(second.pid, 'SIGCONT');
  }
  await eventually(
    () => all(''),
    (rows) => rows.every(({ status }) => status === 'completed' || status === 'failed'),
    90_000,
  );
  const reboots = (await rebooted()) - before;
  t.ok(reboots > 0 && reboots <= devices.length, `${reboots} reboots of ${devices.length} devices`);
});
