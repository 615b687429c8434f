import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import tap, { test, type Test } from 'tap';
import { PollScheduler } from '../../src/jobs/poll-scheduler.ts';
import { DeliveryTask } from '../../src/notify/delivery/delivery-task.ts';
import { HttpClient } from '../http-client.ts';
import { startInProcess, type InProcessGateway, type Row } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startReceiver } from '../notify/alert/receivers.ts';
import { eapolTest } from '../peers/eapol.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startSshd } from '../peers/sshd.ts';
import { password, radclient, secret } from '../radius/fixture.ts';
import { coverageOf } from './walk-coverage.ts';

/*
 * The walks of ARCHITECTURE.md stay short: each may run through so many files and functions of the gateway, in its main
 * thread, once everything is loaded and while the clock stands still. A walk that has become longer names its files.
 */

const [sshd, snmpd, receiver] = await Promise.all([startSshd(), startSnmpd(), startReceiver()]);
const gateway = await startInProcess({
  clock: new ManualClock(),
  types: {
    beacon: `
short_name: beacon
name: A host that can be located
connection: { protocol: ssh }
operations:
  locate:
    command: { run: uname -m }
`,
  },
});
tap.teardown(async () => {
  await gateway.stop();
  await Promise.all([sshd.stop(), snmpd.stop()]);
  receiver.close();
});
const { running, control } = gateway;
const { store } = running.gateway;
const [auth] = running.radius.auth;
const [acct] = running.radius.acct;

/** Returns a function that calls the network-access API of a gateway. */
function callerOf({ running: { http }, folder }: Pick<InProcessGateway, 'running' | 'folder'>) {
  const client = new HttpClient(http.port);
  const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
  return async (method: string, path: string, body?: object): Promise<Row> => {
    const url = `/gate/api/v1${path}`;
    const reply = await client.ask(method, url, { token, body: body && JSON.stringify(body) });
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`);
    return JSON.parse(reply.text) as Row;
  };
}

async function addPeople(to: InProcessGateway): Promise<void> {
  const call = callerOf(to);
  await call('POST', '/aaa_client/', { name: 'lobby', address: '127.0.0.1', secret });
  await call('POST', '/user/', { username: 'alice', password });
}

const gate = callerOf(gateway);
await addPeople(gateway);

interface Walk {
  readonly walk: () => Promise<unknown>;
  /** How many files and functions it may run through. */
  readonly files: number;
  readonly functions: number;
  /** Files of periodic tasks that run beside the walk; they are not counted. */
  readonly beside?: RegExp;
}

/**
 * Walks twice, and counts from the third on. What else the gateway does in a while may run beside one walk, so that a walk that
 * seems too long is counted again: one that has become longer is so each time.
 */
async function holds(t: Test, { walk, beside, ...limits }: Walk): Promise<void> {
  await walk();
  await walk();
  const isOnTheWay = (name: string) => beside?.test(name) !== true;
  const count = async () => {
    const { files, functions } = await coverageOf(walk);
    return { files: files.filter(isOnTheWay), functions: functions.filter(isOnTheWay) };
  };
  let { files, functions } = await count();
  for (let again = 0; again < 3 && functions.length > limits.functions; again += 1)
    ({ files, functions } = await count());
  t.comment(`${files.length} files and ${functions.length} functions`);
  t.ok(files.length > 5 && files.length <= limits.files, `${limits.files} files`, { files });
  t.ok(functions.length <= limits.functions, `${limits.functions} functions`, { functions });
}

async function ask(command: 'acct' | 'auth', attributes: readonly string[]): Promise<void> {
  const to = command === 'acct' ? acct : auth;
  if (to === undefined) throw new Error(`no address for ${command}`);
  const reply = await radclient({ to, command, attributes: attributes.join('\n') });
  if (!reply.ok) throw new Error(reply.output);
}

let sessions = 0;
function sendStart(): Promise<void> {
  sessions += 1;
  return ask('acct', [
    'Acct-Status-Type=Start',
    `Acct-Session-Id=S-${sessions}`,
    'User-Name=alice',
    'NAS-IP-Address=192.0.2.10',
    'NAS-Port=7',
    'Framed-IP-Address=10.0.0.5',
    'Calling-Station-Id=02-00-00-00-00-01',
    'Called-Station-Id=02-00-00-00-01-01:Garden',
  ]);
}

test('an Accounting-Request with Start', (t) =>
  holds(t, { walk: sendStart, files: 25, functions: 96 }));

test('an Access-Request with PAP', (t) =>
  holds(t, {
    walk: () =>
      ask('auth', [
        'User-Name=alice',
        `User-Password="${password}"`,
        'NAS-IP-Address=192.0.2.10',
        'Message-Authenticator=0x00',
      ]),
    files: 31,
    functions: 133,
  }));

test('a login by EAP-TTLS with PAP', async (t) => {
  const environment = { GATEHOUSE_RADIUS_EAP_ENABLED: 'true' };
  const other = await startInProcess({ clock: new ManualClock(), environment });
  t.teardown(() => other.stop());
  const [to] = other.running.radius.auth;
  if (to === undefined) throw new Error('no address');
  await addPeople(other);
  const network = ['eap=TTLS', 'identity="alice"', `password="${password}"`, 'phase2="auth=PAP"'];
  const logIn = async () => {
    const output = await eapolTest({ to, secret, network });
    if (!output.endsWith('SUCCESS\n')) throw new Error(output);
  };
  await holds(t, { walk: logIn, files: 61, functions: 266 });
});

test('a portal login with a password', async (t) => {
  await gate('POST', '/access_point/', { name: 'lobby', mac: '02-00-00-00-01-01' });
  let devices = 0;
  const logIn = () => {
    devices += 1;
    return gate('POST', '/portal_login/', {
      uid: 'alice',
      password,
      ap_mac: '02-00-00-00-01-01',
      mac: `02-00-00-00-02-0${devices}`,
      ip: `10.0.1.${devices}`,
    });
  };
  await holds(t, { walk: logIn, files: 41, functions: 183 });
});

test('a page of a log by cursor', async (t) => {
  for (let started = 0; started < 5; started += 1) await sendStart();
  const first = await gate('GET', '/aaa_accounting/?limit=2&session_status=active');
  const next = String(first['next']);
  const path = next.slice(next.indexOf('/aaa_accounting'));
  await holds(t, {
    walk: () => gate('GET', path),
    beside: /^src\/store\/(?:batched-log|sqlite\/write-worker)/,
    files: 21,
    functions: 101,
  });
});

/** Creates a row by the device-control API. @returns its id */
async function create(name: string, fields: object): Promise<number> {
  const { status, body } = await control('POST', `/${name}/`, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return Number(body['id']);
}

/** Waits until something is so, while the clock stands still: what the gateway does periodically does not begin. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let left = 1000; !(await isSo()); left -= 1) {
    if (left === 0) throw new Error('it did not happen');
    await sleep(5);
  }
}

test('a poll of the metrics of a device over SNMP', async (t) => {
  const profile = await create('inventory_connection_profile', {
    name: 'snmp on a port of its own',
    collection_service: { protocol: 'snmp', port: snmpd.port },
    snmp_community: snmpd.community,
  });
  const fields = { name: 'switch', type: 'snmp', ip_address: '127.0.0.1' };
  const device = await create('inventory_device', { ...fields, connection_profile: profile });
  const polls = new PollScheduler({ ...running.gateway, metrics: new Registry() });
  const results = async () => {
    const query = store.db.selectFrom('inventory_metric_log').select('id');
    return (await query.where('device', '=', device).execute()).length;
  };
  const poll = async () => {
    const [before, due] = [await results(), { next_poll_at: 0 }];
    await store.write([store.db.updateTable('inventory_device').set(due).where('id', '=', device)]);
    await polls.task.run(new AbortController().signal);
    await eventually(async () => (await results()) > before);
  };
  await poll();
  // After its first poll a device is pinged, which runs beside the next ones.
  const isPinged = store.db.selectFrom('inventory_device').select('answers_ping');
  const pinged = isPinged.where('id', '=', device).where('answers_ping', 'is not', null);
  await eventually(async () => (await pinged.execute()).length > 0);
  await holds(t, { walk: poll, files: 51, functions: 252 });
  await polls.stop();
});

// The device has been asked a moment before, so the connection is open.
test('an operation over SSH', async (t) => {
  const profile = await create('inventory_connection_profile', {
    name: 'ssh on a port of its own',
    connection_service: { protocol: 'ssh', port: sshd.port, options: { connect_timeout: 5 } },
  });
  const device = await create('inventory_device', {
    name: 'ap-1',
    serial_number: 'SN-1',
    type: 'beacon',
    ip_address: sshd.host,
    connection_profile: profile,
    username: sshd.user,
    password: sshd.password,
  });
  const completed = async () => {
    const query = store.db.selectFrom('inventory_transaction').select('id');
    return (await query.where('status', '=', 'completed').execute()).length;
  };
  const locate = async () => {
    const before = await completed();
    const path = `/inventory_device_operation/${device}/`;
    const { status, body } = await control('PUT', path, { operation: 'locate' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await eventually(async () => (await completed()) > before);
    t.equal(await completed(), before + 1);
  };
  await holds(t, { walk: locate, beside: /periodic-task/u, files: 49, functions: 227 });
});

// From the request to the reply: the organization is switched off, so the transaction that writes the value does not begin.
test('a setting', async (t) => {
  const { id: organization } = await gate('POST', '/organization/', {
    name: 'Closed',
    short_name: 'closed',
    parent: 1,
    is_active: false,
    device_networks: ['192.0.2.0/24'],
  });
  const fields = { organization, name: 'ap-2', type: 'openwrt', ip_address: '192.0.2.9' };
  const device = await create('inventory_device', fields);
  let named = 0;
  const set = async () => {
    named += 1;
    const path = `/inventory_device_setting/${device}/`;
    const settings = [{ short_name: 'hostname', value: `ap-${named}` }];
    const { status, body } = await control('PATCH', path, { settings });
    t.match({ status, body }, { status: 200, body: [{ state: 'pending', wanted: `ap-${named}` }] });
  };
  await holds(t, {
    walk: set,
    beside: /^src\/jobs\/|periodic-task|transaction-(?:end|lease)|known-time|trusted-clock/u,
    files: 31,
    functions: 130,
  });
});

test('the delivery of an alert to a webhook', async (t) => {
  const webhook = await create('webhook', {
    name: 'desk',
    url: `http://127.0.0.1:${receiver.port}/alerts`,
    secret: 'sixteen characters',
  });
  const [alert, at] = [randomUUID(), running.gateway.now().getTime()];
  await store.write([
    store.db.insertInto('alert').values({
      id: alert,
      organization: 1,
      rule_name: 'down',
      kind: 'device_down',
      severity: 'critical',
      state: 'firing',
      subject: '',
      message: 'switch is down',
      flaps: 0,
      started_at: at,
      fired_at: at,
    }),
  ]);
  const deliveries = new DeliveryTask({ ...running.gateway, metrics: new Registry() });
  const deliver = async () => {
    const before = receiver.received.length;
    await store.write([
      store.db.insertInto('delivery').values({
        organization: 1,
        alert,
        channel: 'webhook',
        webhook,
        event: randomUUID(),
        alert_state: 'firing',
        message: 'switch is down',
        state: 'pending',
        attempts: 0,
        next_try: at,
        created_at: at,
      }),
    ]);
    t.equal(await deliveries.run(), 1);
    t.equal(receiver.received.length, before + 1);
  };
  await holds(t, { walk: deliver, files: 22, functions: 69 });
});
