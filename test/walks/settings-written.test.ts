import { execFileSync } from 'node:child_process';
import tap, { test } from 'tap';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startNetconfd } from '../peers/netconfd.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startSshd } from '../peers/sshd.ts';

/* A setting is written, read back and applied on real servers: OpenSSH, netconfd with either datastore, snmpd. */

const [sshd, running, candidate, snmpd] = await Promise.all([
  startSshd(),
  startNetconfd(),
  startNetconfd({ target: 'candidate' }),
  startSnmpd({ isWritable: true }),
]);
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([sshd, running, candidate, snmpd].map((peer) => peer.stop()));
});

const create = async (name: string, type: string, more: Json) => {
  const { protocol, port, ...credentials } = more;
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name,
    connection_service: { protocol, port },
    ...credentials,
  });
  const device = { name, type, ip_address: '127.0.0.1', connection_profile: profile['id'] };
  return Number((await gateway.control('POST', '/inventory_device/', device)).body['id']);
};
const { user: username, password } = sshd;
const ap = await create('ap', 'openwrt', { protocol: 'ssh', port: sshd.port, username, password });
const netconf = (name: string, { port, user, privateKey }: typeof running) =>
  create(name, 'ietf_netconf', {
    protocol: 'netconf',
    port,
    username: user,
    private_key: privateKey,
  });
const [direct, staged] = [await netconf('running', running), await netconf('staged', candidate)];
const agent = await create('agent', 'snmp', {
  protocol: 'snmp',
  port: snmpd.port,
  snmp_community: snmpd.community,
});

/** Sets variables and runs an operation to its end. */
const apply = async (device: number, values: Json, operation = 'sync') => {
  await gateway.control('PUT', `/inventory_device_variables/${device}/`, values);
  const path = `/inventory_device_operation/${device}/?wait=30`;
  return (await gateway.control('PUT', path, { operation })).body;
};
const reportedBy = async (device: number, variable: string) => {
  const query = `parent_id=${device}&pending=true&parameter__variable_name=${variable}`;
  return results(await gateway.control('GET', `/inventory_device_variables/?${query}`))[0];
};

test('over SSH a host name is written, read back and applied', async (t) => {
  t.match(await apply(ap, { 'system.hostname': 'ap-pond' }), {
    status: 'completed',
    results: { applied: ['system.hostname'] },
  });
  t.match(await reportedBy(ap, 'system.hostname'), { value: 'ap-pond', pending: false });
  t.ok(
    (await sshd.commands()).includes(
      "uci set system.@system[0].hostname='ap-pond' && uci commit system && reload_config",
    ),
  );
  const [line] = results(
    await gateway.control('GET', `/inventory_device_log/?parent__id=${ap}&action=set`),
  );
  t.match(line, { value: 'ap-pond', is_pending: false, is_applied: true, applied_at: String });
});

test('over SSH a value full of quotes and substitutions arrives as that value', async (t) => {
  const hostile = `it's "a" $(id) \`id\` \${PATH} \\n ; exit 3 && <&>\nsecond line * 'end`;
  t.match(await apply(ap, { 'system.hostname': hostile }), { status: 'completed' });
  t.match(await reportedBy(ap, 'system.hostname'), { value: hostile, pending: false });
});

test('over NETCONF a contact full of markup is written to the running configuration', async (t) => {
  const contact = `</contact><x a="1'>]]>]]> & &amp; Süd`;
  t.match(await apply(direct, { 'system.contact': contact, 'system.hostname': 'core-7' }), {
    status: 'completed',
    results: { applied: ['system.hostname', 'system.contact'] },
  });
  t.match(await reportedBy(direct, 'system.contact'), { value: contact, pending: false });
});

test('over NETCONF a candidate is committed as a whole or discarded', async (t) => {
  t.match(await apply(staged, { 'system.contact': 'a', 'system.location': 'b' }), {
    status: 'completed',
  });
  t.match(await apply(staged, { 'system.contact': 'c', 'system.hostname': '-not a name-' }), {
    status: 'failed',
    error_code: 'rejected',
    error_message: /invalid-value.*hostname.*discarded/s,
  });
  t.match(await reportedBy(staged, 'system.contact'), { value: 'a' });
  t.match(
    await apply(staged, { 'system.contact': 'd' }),
    { status: 'completed' },
    'neither an edit nor a lock was left behind',
  );
});

test('over SNMP name and location are set in one request', async (t) => {
  t.match(await apply(agent, { sysName: 'ap-7', sysLocation: 'Zimmer 12, Süd' }), {
    status: 'completed',
    results: { applied: ['sysName', 'sysLocation'] },
  });
  const at = ['-v2c', '-c', snmpd.community, '-Ovq', '-m', '', `127.0.0.1:${snmpd.port}`];
  const octets = Buffer.from('Zimmer 12, Süd')
    .toString('hex')
    .replaceAll(/../g, '$& ')
    .toUpperCase();
  t.match(execFileSync('snmpget', [...at, '1.3.6.1.2.1.1.6.0'], { encoding: 'utf8' }), octets);
});

test('over SNMP an agent that refuses one variable sets none', async (t) => {
  t.match(await apply(agent, { sysName: 'x'.repeat(300), sysContact: 'noc@example.net' }), {
    status: 'failed',
    error_code: 'rejected',
    error_message: /WrongLength to SET 1.3.6.1.2.1.1.5.0/,
  });
  t.match(await reportedBy(agent, 'sysContact'), { value: /^(?!noc)/ });
});

test('reconfigure writes what the device has lost', async (t) => {
  const write = ['-v2c', '-c', snmpd.community, '-m', '', `127.0.0.1:${snmpd.port}`];
  execFileSync('snmpset', [...write, '1.3.6.1.2.1.1.6.0', 's', 'elsewhere']);
  t.match(await apply(agent, {}, 'reconfigure'), { error_message: /WrongLength/ });
  await apply(agent, { sysName: 'ap-8' });
  execFileSync('snmpset', [...write, '1.3.6.1.2.1.1.6.0', 's', 'elsewhere']);
  t.match(await apply(agent, {}, 'reconfigure'), {
    status: 'completed',
    results: { applied: ['sysContact', 'sysName', 'sysLocation'] },
  });
  t.match(await reportedBy(agent, 'sysLocation'), { value: 'Zimmer 12, Süd' });
});
