import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { GatewayProcess, type Json } from '../gateway-process.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startSshd } from '../peers/sshd.ts';

/* One device by two protocols: commands over SSH, metrics over SNMP, one status. */

const [sshd, snmpd] = await Promise.all([startSshd(), startSnmpd()]);
const types = mkdtempSync(join(tmpdir(), 'types-'));
const parameter = (name: string, more: string) =>
  `  - { name: ${name}, variable_name: ${name}, short_name: ${name}, ${more} }`;
writeFileSync(
  join(types, 'both.yaml'),
  `
short_name: both
name: A device with a shell and an agent
connection: { protocol: ssh }
collection: { protocol: snmp, options: { retries: 0, timeout: 1.5 } }
operations:
  sync: {}
  locate: { command: { run: uname -n } }
parameters:
${parameter('host', 'type: string, read: { run: uname -n }')}
${parameter('uptime', 'type: integer, protocol: snmp, read: { oid: 1.3.6.1.2.1.1.3.0 }')}
metrics:
  - { name: uptime, parameter: uptime, type: a, unit: s, scale: 0.01 }
`,
);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_DEVICE_TYPES_DIR: types,
});
tap.teardown(async () => {
  await gateway.remove();
  rmSync(types, { recursive: true });
  await Promise.all([sshd.stop(), snmpd.stop()]);
});

const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
  name: 'both',
  connection_service: { protocol: 'ssh', port: sshd.port },
  collection_service: { protocol: 'snmp', port: snmpd.port },
  username: sshd.user,
  password: sshd.password,
  snmp_community: snmpd.community,
});
const { body: created } = await gateway.control('POST', '/inventory_device/', {
  name: 'both-1',
  type: 'both',
  ip_address: '127.0.0.1',
  connection_profile: profile['id'],
});
const id = String(created['id']);
const set = (credentials: Json | null) =>
  gateway.control('PATCH', `/inventory_device/${id}/`, { credentials });
const operate = async (operation: string) =>
  (await gateway.control('PUT', `/inventory_device_operation/${id}/?wait=30`, { operation })).body;
const shown = async () => (await gateway.control('GET', `/inventory_device/${id}/`)).body;
const polled = async () =>
  (await gateway.control('GET', `/inventory_device/${id}/?update_status=true`)).body;

const wrongSnmp = { snmp: { snmp_community: 'wrong-one' } };
const wrongSsh = { ssh: { password: 'wrong-one' } };

test('a sync reads each parameter by its protocol', async (t) => {
  t.match(await operate('sync'), {
    status: 'completed',
    results: { variables: [{ value: 'ap-garden' }, { variable: 'uptime', value: Number }] },
  });
  t.match(await polled(), { status: true, last_error: null });
});

test('a device that does not answer by SNMP is up by SSH, and says so', async (t) => {
  await set(wrongSnmp);
  const error = /^by snmp: timeout: (?!.*wrong-one)/;
  t.match(await polled(), { status: true, status_text: 'Up', last_error: error });
  t.match(await operate('sync'), {
    status: 'completed',
    results: { variables: [{ value: 'ap-garden' }, { value: null, error }] },
  });
  t.match(await shown(), { status: true, last_error: error });
  t.match(await operate('locate'), { status: 'completed' });
  t.match(await shown(), { last_error: error }, 'SSH alone does not clear it');
});

test('a device that refuses SSH is up by SNMP, and says so until it answers again', async (t) => {
  await set(wrongSsh);
  t.match(await polled(), { status: true, last_error: null }, 'SNMP answers again');
  t.match(await operate('locate'), { status: 'failed', error_code: 'refused' });
  const error = /^by ssh: refused: (?!.*wrong-one)/;
  t.match(await shown(), { status: true, last_error: error });
  t.match(await polled(), { status: true, last_error: error }, 'a poll asks SNMP only');
  await set(null);
  t.match(await operate('locate'), { status: 'completed' });
  t.match(await shown(), { status: true, last_error: null });
});

test('a device that is silent by SNMP and refuses SSH is misconfigured', async (t) => {
  await set({ ...wrongSnmp, ...wrongSsh });
  t.match(await polled(), {
    status: false,
    status_text: 'Misconfigured',
    last_error: /^refused: (?!.*wrong-one)/,
  });
});

test('a device whose profile has no community is up by SSH, and says so', async (t) => {
  const { body: alone } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'ssh alone',
    connection_service: { protocol: 'ssh', port: sshd.port },
    username: sshd.user,
    password: sshd.password,
  });
  const { body: device } = await gateway.control('POST', '/inventory_device/', {
    name: 'both-2',
    type: 'both',
    ip_address: '127.0.0.1',
    connection_profile: alone['id'],
  });
  const path = `/inventory_device/${String(device['id'])}/?update_status=true`;
  t.match((await gateway.control('GET', path)).body, {
    status: true,
    last_error: /^by snmp: refused: no SNMP community is set/,
  });
  const done = await gateway.control(
    'PUT',
    `/inventory_device_operation/${String(device['id'])}/?wait=30`,
    { operation: 'sync' },
  );
  t.match(done.body, {
    status: 'completed',
    results: { variables: [{ value: 'ap-garden' }, { value: null }] },
  });
});
