import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/* Walk c: devices are polled on their interval from a real snmpd, over v2c and v3. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
const shipped = readFileSync(new URL('config/device-types/snmp.yaml', packageRoot), 'utf8');
const fast = shipped
  .replace(/^short_name: .*$/m, 'short_name: snmp_fast\npoll_interval: 1')
  .replace(/^(poll_interval: [^1].*)$/m, '');
// snmpd keeps interface counters for 15 s; its own packets it counts at once.
const counter = '  - { name: snmp_rate, parameter: snmpInPkts, type: c }';
writeFileSync(join(folder, 'snmp_fast.yaml'), `${fast.trimEnd()}\n${counter}\n`);

const snmpd = await startSnmpd();
const gateway = await GatewayProcess.start({
  GATEHOUSE_DEVICE_TYPES_DIR: folder,
  GATEHOUSE_POLLING_TIMEOUT_SECONDS: '5',
});
tap.teardown(async () => {
  await gateway.remove();
  await snmpd.stop();
  rmSync(folder, { recursive: true });
});

const profileOf = async (name: string, credentials: Json, options: Json = {}) => {
  const service = { protocol: 'snmp', port: snmpd.port, options };
  const { body } = await gateway.control('POST', '/inventory_connection_profile/', {
    name,
    collection_service: service,
    ...credentials,
  });
  return body['id'];
};
const v2c = await profileOf('v2c', { snmp_community: snmpd.community });
const { user, authPassword, privPassword } = snmpd.v3;
const v3 = await profileOf(
  'v3 authPriv',
  {
    snmp_v3: {
      user,
      auth_protocol: 'sha256',
      auth_password: authPassword,
      priv_protocol: 'aes',
      priv_password: privPassword,
    },
  },
  { version: 'v3' },
);
const create = async (name: string, profile: unknown, more: Json = {}) => {
  const { body } = await gateway.control('POST', '/inventory_device/', {
    name,
    serial_number: name,
    type: 'snmp_fast',
    ip_address: '127.0.0.1',
    connection_profile: profile,
    ...more,
  });
  return Number(body['id']);
};
const device = async (id: number) =>
  (await gateway.control('GET', `/inventory_device/${id}/`)).body;
const log = async (name: string, metric: string) =>
  results(
    await gateway.control(
      'GET',
      `/inventory_metric_log/?device__name=${name}&metric__name=${metric}&limit=100`,
    ),
  );

/** A port of this machine, whose counters the kernel shows as well. */
const port = Object.keys(networkInterfaces()).find((name) => /^e(n|th)/.test(name)) ?? 'lo';
const octetsIn = () => Number(readFileSync(`/sys/class/net/${port}/statistics/rx_bytes`, 'utf8'));

const number = (row: Json | undefined, key: string) => Number(row?.[key]);
const at = (row: Json | undefined) => Date.parse(String(row?.['datetime']));

for (const [name, profile] of [
  ['switch-v2c', v2c],
  ['switch-v3', v3],
] as const) {
  test(`${name}: absolute, counter and delta metrics grow on the interval, and the device is up`, async (t) => {
    const id = await create(name, profile);
    const rows = await eventually(
      () => log(name, 'uptime'),
      (found) => found.length >= 4,
      60_000,
    );
    t.ok(rows.length >= 4, `${rows.length} rows`);
    const [newest] = rows;
    t.match(newest, {
      device: { id, name },
      parameter: { variable_name: 'sysUpTime' },
      origin: 'auto',
    });
    t.ok(
      Math.abs(number(newest, 'result') - number(newest, 'value') / 100) < 1e-9,
      'hundredths of a second as seconds',
    );
    // A machine that stands still for a moment delays one poll, and not all of them.
    const pairs = rows.slice(1).map((older, index) => {
      const apart = (at(rows[index]) - at(older)) / 1000;
      return { apart, grown: number(rows[index], 'result') - number(older, 'result') };
    });
    t.ok(
      pairs.some(
        ({ apart, grown }) => apart >= 0.9 && apart < 2.5 && Math.abs(grown - apart) < 0.5,
      ),
      `the uptime grows on the interval, and as the clock does: ${JSON.stringify(pairs)}`,
    );

    const rates = await log(name, 'snmp_rate');
    t.equal(rates.at(-1)?.['result'], null, 'the first sample has nothing to be compared with');
    const [last, before] = rates;
    const rate =
      (number(last, 'value') - number(before, 'value')) / ((at(last) - at(before)) / 1000);
    t.ok(rate > 0, 'this very polling is what it counts');
    t.ok(
      Math.abs(number(last, 'result') - rate) < 1e-6 * rate,
      `${number(last, 'result')} per second`,
    );

    const [delta, previous] = await log(name, 'snmp_packets');
    t.equal(number(delta, 'result'), number(delta, 'value') - number(previous, 'value'));
    t.ok(number(delta, 'result') > 0);
    t.match(await device(id), { status: true, status_text: 'Up', last_error: null });
  });
}

test('interfaces have rates, errors and states by name', async (t) => {
  const list = (name: string, metric: string) =>
    eventually(
      async () => {
        const path = `/inventory_metric_log/?device__name=switch-v2c&interface=${name}&metric__name=${metric}`;
        return results(await gateway.control('GET', path));
      },
      (found) => found.length >= 2,
      60_000,
    );
  const [state] = await list(port, 'interface_state');
  t.match(state, { interface: port, result: 1, parameter: { short_name: 'interface_states' } });
  const [rate] = await list(port, 'interface_rate_in');
  t.ok(number(rate, 'value') > 0 && number(rate, 'value') <= octetsIn(), 'as the kernel counts');
  for (const metric of ['errors_in', 'errors_out', 'discards_in', 'discards_out'])
    t.match(await list(port, `interface_${metric}`), { 0: { result: Number } }, metric);
  const [other] = await list(port, 'interface_rate_out');
  t.type(other?.['result'], 'number');
  const { text } = await gateway.call('GET', '/metrics/devices');
  t.match(
    text,
    new RegExp(`metric="interface_rate_in",[^}]*,interface="${port}"} [\\d.e+-]+$`, 'm'),
  );
});

test('the last values of devices can be scraped, of the organizations of the caller', async (t) => {
  const scrape = (token?: string) => gateway.call('GET', '/metrics/devices', undefined, token);
  const { text } = await scrape();
  const labels = 'organization="[^"]*",device="switch-v2c",id="\\d+",type="snmp_fast"';
  t.match(text, new RegExp(`^gatehouse_device_up\\{${labels}\\} 1$`, 'm'));
  t.match(
    text,
    new RegExp(
      `^gatehouse_device_metric\\{${labels},metric="uptime",parameter="sysUpTime"\\} [\\d.]+$`,
      'm',
    ),
  );
  t.equal((await gateway.ask('GET', '/metrics/devices')).status, 401);
  const { body: tenant } = await gateway.gate('POST', '/organization/', {
    name: 'Tenant',
    short_name: 'tenant',
    parent: 1,
  });
  const { body: user } = await gateway.gate('POST', '/user/', {
    username: 'tenant',
    password: 'a good password',
    role: 'read_only',
    organization: tenant['id'],
  });
  const { body: made } = await gateway.gate('POST', '/user_token/', { user: user['id'] });
  const other = await scrape(String(made['token']));
  t.equal(other.status, 200);
  t.notMatch(other.text, 'switch');
});

test('devices that do not answer are down and delay no other device', async (t) => {
  const before = await log('switch-v2c', 'uptime');
  const dead = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      create(`dead-${index}`, v2c, { snmp_community: 'not-the-community' }),
    ),
  );
  const states = await eventually(
    () => Promise.all(dead.map(device)),
    (devices) => devices.every(({ last_error }) => last_error !== null),
    60_000,
  );
  for (const state of states)
    t.match(state, { status: false, status_text: 'Down', last_error: /^timeout: / });
  const after = await log('switch-v2c', 'uptime');
  const times = after.slice(0, after.length - before.length + 1).map(at);
  const gaps = times.slice(1).map((time, index) => (times[index] ?? 0) - time);
  t.ok(gaps.length >= 3, `${gaps.length} polls meanwhile`);
  // A device that does not answer is waited for longer than that; a busy machine delays a poll by a second or two.
  t.ok(Math.max(...gaps) < 4500, `the longest gap is ${Math.max(...gaps)} ms`);
});

test('a device that stops answering turns down, and its metrics stop', async (t) => {
  const rows = results(await gateway.control('GET', '/inventory_device/?status=1'));
  t.same(
    rows.map(({ name }) => name),
    ['switch-v2c', 'switch-v3'],
  );
  await snmpd.stop();
  const states = await eventually(
    () => Promise.all(rows.map(({ id }) => device(Number(id)))),
    (devices) => devices.every(({ status }) => status === false),
    60_000,
  );
  for (const state of states)
    t.match(state, { status: false, last_error: /^(timeout|unreachable): / });
  const count = (await log('switch-v2c', 'uptime')).length;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  t.equal((await log('switch-v2c', 'uptime')).length, count);
});
