import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';
import { at, decode } from '../peers/ber.ts';
import { startCliDevice } from '../peers/cli-device.ts';
import { startNetconfd } from '../peers/netconfd.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startTurnstile } from '../peers/silent-device.ts';
import { startSshd } from '../peers/sshd.ts';
import { startUciDevice } from '../peers/uci-device.ts';
import { startRelay } from '../peers/udp-relay.ts';

/* A setting is written, read back and applied on real servers: OpenSSH, netconfd with either datastore, snmpd. */

/** Returns pethPsePortAdminEnable of a port (RFC 3621): 1 is on, 2 is off. */
function powerOf(port: number): string {
  return `1.3.6.1.2.1.105.1.1.1.3.1.${port}`;
}

const types = await mkdtemp(join(tmpdir(), 'gatehouse-types-'));
await writeFile(
  join(types, 'cli_ap.yaml'),
  String.raw`
short_name: cli_ap
name: Access point with a command line
connection:
  protocol: ssh
  options:
    shell:
      prompt: '^[\w.-]+(\(config\))?[>#]$'
      pager: --More--
      error: '^% ?Invalid'
      enter:
        - send: enable
          answers: [{ expect: '^Password: ?$', send: '{{ enable_password }}' }]
      leave: [exit]
operations:
  reboot:
    command:
      shell:
        - send: reload
          answers:
            - { expect: '\[yes/no\]: ?$', send: 'no' }
            - { expect: '\[confirm\]$', send: '' }
      expect_disconnect: true
parameters:
  - name: Host name
    variable_name: system.hostname
    short_name: hostname
    type: string
    read: { shell: show hostname, match: '^Hostname: (.*)$' }
    write: { shell: [configure terminal, 'hostname {{ value }}', end], quote: line }
`,
);
await writeFile(
  join(types, 'agent_ap.yaml'),
  `
short_name: agent_ap
name: Access point with an agent
connection: { protocol: snmp }
operations:
  rename:
    parameters: { name: {} }
    command:
      oid: 1.3.6.1.2.1.1.5.0
      set:
        type: string
        value: '{{ name }}'
        then: [{ oid: 1.3.6.1.2.1.1.4.0, type: string, value: renamed }]
    verify: { reads_back: name, value: name, within: 5 }
  firmware:
    parameters: { version: {} }
    command: { oid: 1.3.6.1.2.1.1.4.0, set: { type: string, value: '{{ version }}' } }
    verify: { reads_back: version, value: version, within: 5 }
  flicker:
    parameters: { port: { type: integer } }
    steps:
      - name: off
        command: { oid: 1.3.6.1.2.1.105.1.1.1.3.1, instance: '{{ port }}', set: { type: integer, value: 2 } }
        read: { oid: 1.3.6.1.2.1.105.1.1.1.3.1, instance: '{{ port }}' }
        value: '3'
        within: 0
      - name: never
        command: { oid: 1.3.6.1.2.1.1.5.0, set: { type: string, value: never } }
      - name: on
        command: { oid: 1.3.6.1.2.1.105.1.1.1.3.1, instance: '{{ port }}', set: { type: integer, value: 1 } }
        restores: true
parameters:
  - name: Name
    variable_name: name
    short_name: name
    type: string
    read: { oid: 1.3.6.1.2.1.1.5.0 }
    write:
      oid: 1.3.6.1.2.1.1.5.0
      type: string
      then: [{ oid: 1.3.6.1.2.1.1.4.0, type: string, value: saved }]
  - name: Version
    variable_name: version
    short_name: version
    describes: software_version
    type: string
    read: { oid: 1.3.6.1.2.1.1.4.0 }
  - name: Location
    variable_name: location
    short_name: location
    type: string
    read: { oid: 1.3.6.1.2.1.1.6.0 }
`,
);
const [sshd, running, candidate, snmpd, cli, uci] = await Promise.all([
  startSshd(),
  startNetconfd(),
  startNetconfd({ target: 'candidate' }),
  startSnmpd({
    isWritable: true,
    rows: [
      { oid: powerOf(5), type: 'integer', value: '1' },
      { oid: powerOf(6), type: 'integer', value: '2' },
    ],
  }),
  startCliDevice(),
  startUciDevice(),
]);
const turnstiles = await Promise.all([startTurnstile(candidate.port), startTurnstile(uci.port)]);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_DEVICE_TYPES_DIR: types,
});
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all(
    [...turnstiles, sshd, running, candidate, snmpd, cli, uci].map((peer) => peer.stop()),
  );
  await rm(types, { recursive: true });
});

const create = async (name: string, type: string, more: Json) => {
  const { protocol, port, options, ...credentials } = more;
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name,
    connection_service: { protocol, port, ...(options !== undefined && { options }) },
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

const cliAp = await create('cli-ap', 'cli_ap', {
  protocol: 'ssh',
  port: cli.port,
  username: 'admin',
  password: cli.password,
  credentials: { ssh: { enable_password: cli.enablePassword } },
});

const operate = async (
  device: number,
  operation: string,
  { wait = 30, ...parameters }: Readonly<Record<string, number>> = {},
) => {
  const path = `/inventory_device_operation/${device}/?wait=${wait}`;
  return (await gateway.control('PUT', path, { operation, parameters })).body;
};
/** Sets variables and waits for the transaction that writes them. */
const apply = async (device: number, values: Json) => {
  await gateway.control('PUT', `/inventory_device_variables/${device}/`, values);
  const path = `/inventory_transaction/?operation=set&parent__id=${device}&limit=1`;
  return eventually(
    async () => results(await gateway.control('GET', path))[0],
    (transaction) => transaction?.['completed_at'] !== null,
  );
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

test('over a command line with enable a host name is written, and a restart is confirmed', async (t) => {
  const path = `/inventory_device_variables/${cliAp}/`;
  t.match(await apply(cliAp, { 'system.hostname': 'lobby' }), {
    status: 'completed',
    results: { applied: ['system.hostname'] },
  });
  t.match(await reportedBy(cliAp, 'system.hostname'), { value: 'lobby', pending: false });
  const refused = await gateway.control('PUT', path, { 'system.hostname': 'a\nreload' });
  t.match(JSON.stringify(refused.body), 'control character');
  t.match(await operate(cliAp, 'reboot'), { status: 'completed' });
  t.same(cli.lines.slice(-3), ['reload', '[no]', '[]']);
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

test('over SNMPv3 with privacy a contact is set', async (t) => {
  const { user, authPassword: auth_password, privPassword: priv_password } = snmpd.v3;
  const secured = await create('agent-v3', 'snmp', {
    protocol: 'snmp',
    port: snmpd.port,
    options: { version: 'v3' },
    snmp_v3: { user, auth_protocol: 'sha256', auth_password, priv_protocol: 'aes', priv_password },
  });
  t.match(await apply(secured, { sysContact: 'noc-v3' }), {
    status: 'completed',
    results: { applied: ['sysContact'], variables: [{ value: 'noc-v3' }] },
  });
  execFileSync('snmpset', [
    '-v2c',
    '-c',
    snmpd.community,
    '-m',
    '',
    `127.0.0.1:${snmpd.port}`,
    '1.3.6.1.2.1.1.4.0',
    's',
    'root',
  ]);
});

test('over SNMP an operation sets variables in order, and a write is saved by a further one', async (t) => {
  const device = await create('agent-ap', 'agent_ap', {
    protocol: 'snmp',
    port: snmpd.port,
    snmp_community: snmpd.community,
  });
  const rename = async (name: string) => {
    const path = `/inventory_device_operation/${device}/?wait=30`;
    return (await gateway.control('PUT', path, { operation: 'rename', parameters: { name } })).body;
  };
  const at = ['-v2c', '-c', snmpd.community, '-Ovq', '-m', '', `127.0.0.1:${snmpd.port}`];
  const contact = () => execFileSync('snmpget', [...at, '1.3.6.1.2.1.1.4.0'], { encoding: 'utf8' });
  t.match(await rename(`it's "1"`), {
    status: 'completed',
    results: { verified: true, value: `it's "1"` },
  });
  t.match(contact(), 'renamed');
  t.match(await reportedBy(device, 'name'), { value: `it's "1"` }, 'what was verified is stored');
  const firmware = { operation: 'firmware', parameters: { version: '24.10.7' } };
  const upgraded = `/inventory_device_operation/${device}/?wait=30`;
  t.match((await gateway.control('PUT', upgraded, firmware)).body, { status: 'completed' });
  t.match((await gateway.control('GET', `/inventory_device/${device}/`)).body, {
    software_version: '24.10.7',
  });
  t.match(await reportedBy(device, 'location'), { value: String }, 'and the other values');
  t.match(await apply(device, { name: 'ap-1' }), { status: 'completed' });
  t.match(contact(), 'saved');
  t.match(await rename('ü'.repeat(200)), {
    status: 'failed',
    error_code: 'rejected',
    error_message: /WrongLength to SET 1.3.6.1.2.1.1.5.0/,
  });
  t.match(contact(), 'saved', 'what follows a refused one is not set');
});

test('over SNMP an agent that refuses one variable sets no variable', async (t) => {
  t.match(await apply(agent, { sysName: 'x'.repeat(300), sysContact: 'noc@example.net' }), {
    status: 'failed',
    error_code: 'rejected',
    error_message: /WrongLength to SET 1.3.6.1.2.1.1.5.0/,
  });
  await operate(agent, 'sync');
  t.match(await reportedBy(agent, 'sysContact'), { value: /^(?!noc)/, state: 'failed' });
});

test('a value that the device has changed has drifted, and reconfigure writes it again', async (t) => {
  const write = ['-v2c', '-c', snmpd.community, '-m', '', `127.0.0.1:${snmpd.port}`];
  execFileSync('snmpset', [...write, '1.3.6.1.2.1.1.6.0', 's', 'elsewhere']);
  await operate(agent, 'sync');
  t.match(await reportedBy(agent, 'sysLocation'), {
    value: 'elsewhere',
    state: 'drifted',
    wanted: 'Zimmer 12, Süd',
    pending: false,
  });
  const query = `parent__id=${agent}&action=event`;
  t.match(results(await gateway.control('GET', `/inventory_device_log/?${query}`)), [
    { variable_name: 'sysLocation', old_value: 'Zimmer 12, Süd', value: 'elsewhere' },
  ]);
  t.match(await operate(agent, 'reconfigure'), { error_message: /WrongLength/ });
  await apply(agent, { sysName: 'ap-8' });
  t.match(await operate(agent, 'reconfigure'), {
    status: 'completed',
    results: { applied: ['sysContact', 'sysName', 'sysLocation'] },
  });
  t.match(await reportedBy(agent, 'sysLocation'), { value: 'Zimmer 12, Süd', state: 'synced' });
});

const backUp = async (device: number) =>
  (await gateway.control('POST', '/inventory_configuration/?wait=30', { device })).body;
const versionOf = (transaction: Json) =>
  (transaction['results'] as { readonly configuration: number }).configuration;

test('the configuration of a device is kept in versions, and a change at the device is an alert', async (t) => {
  const first = await backUp(ap);
  t.match(first, { status: 'completed', results: { configuration: Number, changed: false } });
  const path = `/inventory_configuration/${versionOf(first)}/`;
  const { body: shown, text } = await gateway.control('GET', path);
  t.match(shown, { device_name: 'ap', changed_by: null, configuration: /option key '\*\*\*'/ });
  t.notMatch(text, /correct horse|"sealed/);
  t.match(await backUp(ap), { results: { configuration: versionOf(first), changed: false } });
  await sshd.configure(
    `${String(shown['configuration']).replace('***', 'battery staple').replace('Garden', 'Gardem')}\n`,
  );
  const second = await backUp(ap);
  t.match(second, { results: { changed: true, changed_by: 'device', lines: '+1 -1 lines' } });
  const alerts = () =>
    gateway.control('GET', `/inventory_device_log/?parent__id=${ap}&action=alert`);
  t.match(results(await alerts()), [
    { variable_name: 'configuration', error_message: /no transaction of the gateway has changed/ },
  ]);
  const compared = `/inventory_configuration/${versionOf(second)}/diff/`;
  const { body: diff } = await gateway.control('GET', compared);
  t.match(diff, { with: versionOf(first), added: 1, removed: 1 });
  t.match(diff['diff'], "\n-\toption ssid 'Garden'\n+\toption ssid 'Gardem'\n");
  t.match(await gateway.control('GET', `${path}diff/`), { status: 400, body: { with: [String] } });
  const restored = await gateway.control('POST', `${path}restore/?wait=30`, {});
  t.match(restored.body, {
    status: 'completed',
    results: { changed: true, changed_by: 'gateway' },
  });
  const written = (await sshd.commands()).join('\n');
  t.match(written, "printf '%s' 'package system", 'as one quoted word');
  t.match(written, 'correct horse', 'with the secrets that no reply shows');
  t.notMatch(JSON.stringify([diff, restored.body, second]), /correct horse|battery/);
  t.equal(results(await alerts()).length, 1);
  const { text: list } = await gateway.control('GET', `/inventory_configuration/?device=${ap}`);
  t.notMatch(list, /option|"configuration"/, 'a list has no texts');
});

test('a version stays masked by the type that its device had, and is no configuration of another type', async (t) => {
  const [version] = results(
    await gateway.control('GET', `/inventory_configuration/?device=${ap}&limit=1`),
  );
  const path = `/inventory_configuration/${String(version?.['id'])}/`;
  const before = (await gateway.control('GET', path)).body;
  t.match(before, { type: 'openwrt', configuration: /option key '\*\*\*'/ });
  const setType = (type: string) => gateway.control('PATCH', `/inventory_device/${ap}/`, { type });
  // The type `linux` has no backup, and so knows no secrets.
  t.equal((await setType('linux')).status, 200);
  t.same((await gateway.control('GET', path)).body, before);
  t.match(await gateway.control('POST', `${path}restore/`, {}), {
    status: 400,
    body: { id: [/is of type "openwrt", and the device now of "linux"/] },
  });
  t.equal((await setType('openwrt')).status, 200);
});

test('the configuration of a NETCONF server is XML, and a change by the gateway raises no alarm', async (t) => {
  await apply(direct, { 'system.contact': 'first' });
  const first = await backUp(direct);
  t.match(first, { status: 'completed' });
  await apply(direct, { 'system.contact': 'a <second> "one"' });
  const second = await backUp(direct);
  t.match(second, { results: { changed: true, changed_by: 'gateway', lines: '+1 -1 lines' } });
  const path = `/inventory_configuration/${versionOf(second)}/diff/?with=${versionOf(first)}`;
  const { body } = await gateway.control('GET', path);
  t.match(body['diff'], /\n-    <contact>first<\/contact>\n\+    <contact>a &lt;second&gt; /);
  const restored = await gateway.control(
    'POST',
    `/inventory_configuration/${versionOf(first)}/restore/?wait=30`,
    {},
  );
  t.match(restored.body, { status: 'completed', results: { changed_by: 'gateway' } });
  await operate(direct, 'sync');
  t.match(await reportedBy(direct, 'system.contact'), { value: 'first' });
  const other = `/inventory_configuration/${versionOf(await backUp(ap))}/diff/?with=${versionOf(first)}`;
  t.match(await gateway.control('GET', other), {
    status: 400,
    body: { with: [/is of another device/] },
  });
  t.match(await gateway.control('POST', '/inventory_configuration/', { device: agent }), {
    status: 400,
    body: { device: ['Type "snmp" has no backup.'] },
  });
});

test('a configuration is restored over NETCONF as a whole, and later additions are deleted', async (t) => {
  t.match(await apply(staged, { 'system.contact': 'before', 'system.location': 'b' }), {
    status: 'completed',
  });
  const version = versionOf(await backUp(staged));
  t.match((await headless(staged, 'add.obj', [server('later', '192.0.2.60')])).body, {
    status: 'completed',
  });
  t.match(await apply(staged, { 'system.contact': 'after' }), { status: 'completed' });
  const path = `/inventory_configuration/${version}/restore/?wait=30`;
  t.match((await gateway.control('POST', path, {})).body, { status: 'completed' });
  await operate(staged, 'sync');
  t.match(await reportedBy(staged, 'system.contact'), { value: 'before', state: 'drifted' });
  t.match((await headless(staged, 'del.obj', ['system.dns_server.[later].'])).body, {
    error_message: /data-missing/,
  });
});

test('a device that was away takes its settings when it answers again', async (t) => {
  const away = await create('away', 'openwrt', { protocol: 'ssh', port: 1, username, password });
  await gateway.control('PUT', `/inventory_device_variables/${away}/`, {
    'system.hostname': 'ap-back',
  });
  const [waiting] = await eventually(
    async () => results(await gateway.control('GET', `/inventory_transaction/?parent__id=${away}`)),
    ([first]) => first?.['waiting_for'] === 'device',
  );
  t.match(waiting, { operation: 'set', status: 'scheduled', error_code: 'unreachable' });
  t.match(await reportedBy(away, 'system.hostname'), { state: 'pending', wanted: 'ap-back' });
  const { body } = await gateway.control('GET', `/inventory_device/${away}/`);
  await gateway.control(
    'PATCH',
    `/inventory_connection_profile/${String(body['connection_profile'])}/`,
    { connection_service: { protocol: 'ssh', port: sshd.port } },
  );
  await gateway.control('GET', `/inventory_device/${away}/?update_status=true`);
  const setting = await eventually(
    () => reportedBy(away, 'system.hostname'),
    (shown) => shown?.['state'] === 'synced',
  );
  t.match(setting, { value: 'ap-back', state: 'synced' });
});

const powerAt = (port: number) => {
  const at = ['-v2c', '-c', snmpd.community, '-Ovq', '-m', '', `127.0.0.1:${snmpd.port}`];
  return execFileSync('snmpget', [...at, powerOf(port)], { encoding: 'utf8' }).trim();
};

test('a port without power stays so, and a failed step is followed by the restoring steps', async (t) => {
  t.match(await operate(agent, 'poe_cycle', { port: 6, seconds: 1 }), {
    status: 'failed',
    error_code: 'rejected',
    error_message: 'step "power is on": the value is not "1" within 0 s: it is "2"',
  });
  t.equal(powerAt(6), '2');
  t.match(
    await operate(agent, 'poe_cycle', { port: 2 ** 32, wait: 5 }),
    { status: 'failed', error_code: 'unsupported', error_message: /is not an object identifier$/ },
    'a read that can never succeed is not one of a device that is silent',
  );
  const device = await create('agent-steps', 'agent_ap', {
    protocol: 'snmp',
    port: snmpd.port,
    snmp_community: snmpd.community,
  });
  t.match(await operate(device, 'flicker', { port: 5 }), {
    status: 'failed',
    error_message:
      'step "off": the value is not "3" within 0 s: it is "2"; "on" was made afterwards',
  });
  t.equal(powerAt(5), '1');
});

test('the power of a port comes back, though the switch falls silent or the gateway is killed in between', async (t) => {
  const setRequest = 0xa3;
  let sets = 0;
  const relay = await startRelay(snmpd.port, {
    request: (datagram, { toDevice }) => {
      if (at(decode(datagram), 2).tag === setRequest) sets += 1;
      if (sets < 2) toDevice(datagram);
    },
  });
  t.teardown(() => relay.stop());
  const device = await create('switch', 'snmp', {
    protocol: 'snmp',
    port: relay.port,
    snmp_community: snmpd.community,
    options: { timeout: 0.1, retries: 0 },
  });
  const path = `/inventory_transaction/?operation=poe_cycle&parent__id=${device}&limit=1`;
  const last = async () => results(await gateway.control('GET', path))[0];
  const endOf = () => eventually(last, (one) => one?.['completed_at'] !== null);
  const begin = async () => {
    sets = 0;
    await operate(device, 'poe_cycle', { port: 5, seconds: 1, wait: 0 });
    await eventually(
      () => Promise.resolve(sets),
      (sent) => sent > 1,
    );
    t.equal(powerAt(5), '2', 'off');
  };
  const done = { status: 'completed', results: { resumed: true, verified: true } };

  await begin();
  t.match(await eventually(last, (one) => one?.['waiting_for'] === 'device'), {
    status: 'scheduled',
    error_code: 'timeout',
    error_message: /^step "power on": /,
  });
  sets = -2;
  await gateway.control('GET', `/inventory_device/${device}/?update_status=true`);
  t.match(await endOf(), done);
  t.equal(powerAt(5), '1', 'on after the silence');

  await begin();
  await gateway.signal('SIGKILL');
  sets = -2;
  await gateway.start();
  t.match(await endOf(), { ...done, results: { steps: ['power off', 'power on'] } });
  t.equal(powerAt(5), '1', 'on after the kill');
});

test('a gateway that is killed while it writes finds out after its start what the device has', async (t) => {
  await gateway.control('PUT', `/inventory_device_variables/${ap}/`, { 'system.hostname': 'slow' });
  await eventually(
    () => sshd.commands(),
    (commands) => commands.some((line) => line.includes("hostname='slow'")),
  );
  await gateway.signal('SIGKILL');
  await gateway.start();
  const setting = await eventually(
    () => reportedBy(ap, 'system.hostname'),
    (shown) => shown?.['state'] === 'synced',
  );
  t.match(setting, { value: 'slow', state: 'synced' });
  const path = `/inventory_transaction/?operation=set&parent__id=${ap}&limit=1`;
  const ended = await eventually(
    async () => results(await gateway.control('GET', path)),
    ([transaction]) => transaction?.['completed_at'] !== null,
  );
  t.match(ended, [{ status: 'completed' }]);
});

test('a gateway that is killed before it confirms takes the change back, and makes it again', async (t) => {
  const [candidateWay, uciWay] = turnstiles;
  const login = { username: uci.user, password: uci.password };
  const devices = [
    await netconf('turned', { ...candidate, port: candidateWay.port }),
    await create('uci', 'openwrt', { protocol: 'ssh', port: uciWay.port, ...login }),
  ];
  for (const device of devices) t.match(await operate(device, 'sync'), { status: 'completed' });
  for (const turnstile of turnstiles) turnstile.letThrough(1);
  for (const device of devices) {
    const path = `/inventory_device_variables/${device}/`;
    await gateway.control('PUT', path, { 'system.hostname': 'ap-twice' });
  }
  await eventually(
    () => Promise.resolve(turnstiles.every((turnstile) => turnstile.waiting() > 0)),
    Boolean,
  );
  t.equal(await uci.get('system.@system[0].hostname'), 'ap-twice', 'sent, and not confirmed');
  await gateway.signal('SIGKILL');
  for (const turnstile of turnstiles) turnstile.letThrough(Infinity);
  await gateway.start();
  for (const device of devices) {
    const path = `/inventory_transaction/?operation=set&parent__id=${device}&limit=1`;
    const ended = await eventually(
      async () => results(await gateway.control('GET', path)),
      ([transaction]) => transaction?.['completed_at'] !== null,
    );
    t.match(ended, [{ status: 'completed', results: { applied: ['system.hostname'] } }]);
    t.match(await reportedBy(device, 'system.hostname'), { value: 'ap-twice', state: 'synced' });
  }
  t.same(uci.leftovers(), ['gatehouse-revert.kept'], 'confirmed');
  const begun = (await uci.commands()).filter((line) => line.includes('sleep 60'));
  t.equal(begun.length, 2);
});

/** Runs a headless operation on one device. */
const headless = async (device: number, operation: string, variables: unknown) =>
  gateway.control('POST', '/inventory_device_headless_operation/?wait=30', {
    parent_id: device,
    operation,
    variables,
  });
const rowStatus = '1.3.6.1.6.3.12.1.2.1.9';
const rows = () =>
  execFileSync(
    'snmpwalk',
    ['-v2c', '-c', snmpd.community, '-m', '', '-On', `127.0.0.1:${snmpd.port}`, rowStatus],
    { encoding: 'utf8' },
  );
const receiver = (name: string, address: string) => ({
  variable: 'snmpTargetAddr.',
  values: [
    { variable: 'name', value: name },
    { variable: 'address', value: address },
    { variable: 'params', value: 'v2c' },
  ],
});

test('over SNMP rows are added and deleted by their RowStatus, a request as a whole', async (t) => {
  t.match((await headless(agent, 'add.obj', [receiver('a', '7f00000100a2')])).body, {
    status: 'completed',
    results: [{ variable: 'snmpTargetAddr.', instance: 'a' }],
  });
  t.match(rows(), `.${rowStatus}.97 = INTEGER: 1`);
  // createAndGo of a row that exists is refused, and with it the other row of the request.
  const both = [receiver('b', '7f00000100a2'), receiver('a', '7f00000100a2')];
  t.match((await headless(agent, 'add.obj', both)).body, {
    status: 'failed',
    error_code: 'rejected',
    error_message: /InconsistentValue.*no row has changed/,
    results: [
      { variable: 'snmpTargetAddr.', instance: null, error: String },
      { variable: 'snmpTargetAddr.', instance: null, error: /InconsistentValue/ },
    ],
  });
  t.notMatch(rows(), `.${rowStatus}.98 `);
  const deleted = (await headless(agent, 'del.obj', ['snmpTargetAddr.[a].'])).body;
  t.equal(deleted['status'], 'completed');
  t.same(deleted['results'], [{ variable: 'snmpTargetAddr.[a].', status: 'applied' }]);
  t.notMatch(rows(), `.${rowStatus}.97 `);
  const log = `/inventory_device_log/?parent__id=${agent}&action=del_object`;
  t.match(results(await gateway.control('GET', log)), [
    { variable_name: 'snmpTargetAddr.[a].', is_applied: true },
  ]);
});

test('the results of a headless set say of each variable whether it was written', async (t) => {
  const set = async (values: Readonly<Record<string, string>>) => {
    const variables = Object.entries(values).map(([variable, value]) => ({ variable, value }));
    return (await headless(agent, 'set', variables)).body;
  };
  const done = await set({ sysContact: 'desk', sysLocation: 'hall' });
  t.equal(done['status'], 'completed');
  t.same(done['results'], [
    { variable: 'sysContact', status: 'applied', error: null },
    { variable: 'sysLocation', status: 'applied', error: null },
  ]);
  t.match(await set({ sysName: 'x'.repeat(300), sysContact: 'noc' }), {
    status: 'failed',
    error_code: 'rejected',
    results: [
      { variable: 'sysName', status: 'error', error: /WrongLength/ },
      { variable: 'sysContact', status: 'error', error: String },
    ],
  });
});

const server = (name: string, address: string) => ({
  variable: 'system.dns_server.',
  values: [
    { variable: 'name', value: name },
    { variable: 'address', value: address },
  ],
});

for (const [name, device] of [
  ['running', direct],
  ['candidate', staged],
] as const)
  test(`over NETCONF a list entry is created and deleted in the ${name} configuration`, async (t) => {
    const hostile = `it's <"a"> & ]]>`;
    t.match((await headless(device, 'add.obj', [server(hostile, '192.0.2.53')])).body, {
      status: 'completed',
    });
    t.match((await headless(device, 'add.obj', [server(hostile, '192.0.2.53')])).body, {
      status: 'failed',
      error_code: 'rejected',
      error_message: /data-exists/,
    });
    t.match((await headless(device, 'add.obj', [server('b', 'no address')])).body, {
      status: 'failed',
      error_message: /(invalid-value|unknown-element).*dns-resolver/,
    });
    const both = [server('e', '192.0.2.55'), server('b', 'no address')];
    t.match((await headless(device, 'add.obj', both)).body, {
      status: 'failed',
      error_message: /^variables\.1: system\.dns_server\.: .*(invalid-value|unknown-element)/,
    });
    t.match((await headless(device, 'del.obj', ['system.dns_server.[c].'])).body, {
      status: 'failed',
      error_message: /data-missing/,
    });
    t.match((await headless(device, 'add.obj', [server('d', '192.0.2.54')])).body, {
      status: 'completed',
    });
    t.match((await headless(device, 'del.obj', ['system.dns_server.[d].'])).body, {
      status: 'completed',
    });
  });

test('an object for a device that was away is added at the next contact, and not taken for an existing object', async (t) => {
  const { port } = running;
  const away = await netconf('away-netconf', { ...running, port: 1 });
  const variables = [server('d', '192.0.2.54')];
  t.match((await headless(direct, 'add.obj', variables)).body, { status: 'completed' });
  const post = '/inventory_device_headless_operation/';
  const { body } = await gateway.control('POST', post, {
    parent_id: away,
    operation: 'add.obj',
    variables,
  });
  const path = `/inventory_transaction/${String(body['id'])}/`;
  const waits = (shown: Json) => shown['waiting_for'] === 'device';
  t.match(await eventually(async () => (await gateway.control('GET', path)).body, waits), {
    error_code: 'unreachable',
  });
  const shown = await gateway.control('GET', `/inventory_device/${away}/`);
  const profile = `/inventory_connection_profile/${String(shown.body['connection_profile'])}/`;
  await gateway.control('PATCH', profile, { connection_service: { protocol: 'netconf', port } });
  await gateway.control('GET', `/inventory_device/${away}/?update_status=true`);
  const ended = await eventually(
    async () => (await gateway.control('GET', path)).body,
    (found) => found['completed_at'] !== null,
  );
  t.match(ended, { status: 'failed', error_code: 'rejected', error_message: /data-exists/ });
  t.match((await headless(direct, 'del.obj', ['system.dns_server.[d].'])).body, {
    status: 'completed',
  });
});

test('a type with raw paths is read by any object identifier, in addition to its parameters', async (t) => {
  const [badVersions, absent] = ['1.3.6.1.2.1.11.3.0', '1.3.6.1.2.1.1.99.0'];
  const { body } = await headless(agent, 'get', ['sysName', badVersions, absent, 'sysNone']);
  t.match(body, {
    status: 'completed',
    results: [
      { variable: 'sysName', type: 'string' },
      { variable: badVersions, value: Number, type: 'int' },
      { variable: absent, value: null, error: /no such object/ },
      { variable: 'sysNone', value: null, error: 'the device type has no such parameter' },
    ],
  });
  t.match(await headless(direct, 'get', ['/system/contact']), {
    status: 400,
    body: { variables: [/has no parameter \/system\/contact. Known: .*system.hostname/] },
  });
});

test('a type with raw paths is set by any object identifier, in the type that the agent has', async (t) => {
  const [name, contact, version] = ['1.3.6.1.2.1.1.5.0', '1.3.6.1.2.1.1.4.0', '1.3.6.1.2.1.1.1.0'];
  const set = async (...variables: (readonly [string, unknown])[]) =>
    headless(
      agent,
      'set',
      variables.map(([variable, value]) => ({ variable, value })),
    );
  const values = [
    [name, 'ap "raw"'],
    [contact, 17],
  ] as const;
  const { body: preview } = await gateway.control(
    'POST',
    '/inventory_device_headless_operation/?dry_run=true',
    { parent_id: agent, operation: 'set', variables: [{ variable: name, value: 'ap "raw"' }] },
  );
  t.match(preview['devices'], [{ variables: [{ command: `SET ${name} "ap \\"raw\\""` }] }]);
  t.match((await set(...values)).body, {
    status: 'completed',
    results: [
      { variable: name, status: 'applied', error: null },
      { variable: contact, status: 'applied', error: null },
    ],
  });
  t.match((await set([name, 'x'], [version, 'y'])).body, {
    status: 'failed',
    error_code: 'rejected',
    error_message: /1.3.6.1.2.1.1.5.0: not set, because the device refused 1.3.6.1.2.1.1.1.0/,
    results: [
      { variable: name, status: 'error', error: /not set/ },
      { variable: version, status: 'error' },
    ],
  });
  t.match((await set(['1.3.6.1.2.1.1.99.0', 'x'])).body, { error_message: /no such object/ });
  t.match((await set(['1.3.6.1.2.1.1.3.0', 5])).body, { error_message: /cannot be set/ });
  t.match(await set([name, 'x'], ['sysContact', 'y']), {
    status: 400,
    body: { 'variables.1.variable': [/either parameters or paths/] },
  });
  t.match(await set([name, undefined]), { status: 400, text: /variables.0.value/ });
  t.match((await headless(agent, 'get', [name])).body, {
    results: [{ value: 'ap "raw"' }],
  });
});

test('a dry run of a headless operation shows the commands and changes nothing', async (t) => {
  const before = rows();
  const preview = async (device: number, operation: string, variables: unknown) => {
    const body = { parent_id: device, operation, variables };
    const path = '/inventory_device_headless_operation/?dry_run=true';
    return (await gateway.control('POST', path, body)).body;
  };
  t.same(await preview(agent, 'add.obj', [receiver('z', '7f00000100a2')]), {
    dry_run: true,
    devices: [
      {
        parent: { id: agent, name: 'agent' },
        variables: [
          {
            variable: 'snmpTargetAddr.',
            command: [
              'SET 1.3.6.1.6.3.12.1.2.1.2.122 oid "1.3.6.1.6.1.1"',
              'SET 1.3.6.1.6.3.12.1.2.1.3.122 hex "7f00000100a2"',
              'SET 1.3.6.1.6.3.12.1.2.1.7.122 string "v2c"',
              'SET 1.3.6.1.6.3.12.1.2.1.9.122 integer 4',
            ].join('; '),
          },
        ],
      },
    ],
  });
  t.match(await preview(direct, 'del.obj', ['system.dns_server.[x<y].']), {
    devices: [{ variables: [{ command: /nc:operation="delete"><name>x&lt;y<.name><.server>/ }] }],
  });
  t.match(await preview(ap, 'set', [{ variable: 'system.hostname', value: 'ap-9' }]), {
    devices: [{ variables: [{ command: /hostname='ap-9'/ }] }],
  });
  const lease = { section: 'printer', mac: '02:00:5e:00:53:07', ip: "$(id)'" };
  const values = (given: Json) =>
    Object.entries(given).map(([variable, value]) => ({ variable, value }));
  t.match(await preview(ap, 'add.obj', [{ variable: 'dhcp.host.', values: values(lease) }]), {
    devices: [
      {
        variables: [
          {
            command: String.raw`uci set dhcp.'printer'=host && uci set dhcp.'printer'.mac='02:00:5e:00:53:07' && uci set dhcp.'printer'.ip='$(id)'\'''`,
          },
        ],
      },
    ],
  });
  t.match(
    await preview(ap, 'add.obj', [
      { variable: 'dhcp.host.', values: values({ ...lease, section: 'a.b' }) },
    ]),
    { 'variables.0.values.0.value': [/matches .*, not "a.b"/] },
  );
  t.match(await preview(ap, 'del.obj', ['dhcp.host.[a.b].']), {
    'variables.0.variable': [/not "a.b"/],
  });
  t.match(await preview(ap, 'get', ['system.hostname']), {
    devices: [{ variables: [{ command: null }] }],
  });
  t.equal(rows(), before);
  t.match(await preview(agent, 'add.obj', [{ variable: 'snmpTargetAddr.', values: [] }]), {
    'variables.0.values': [/"name" is required/],
  });
  t.match(await preview(agent, 'add.obj', [receiver('z', 'not hex')]), {
    'variables.0': [/not a valid hex/],
  });
  t.match(await preview(agent, 'del.obj', ['nothing.3.']), {
    'variables.0.variable': [/no object "nothing."\. Known: snmpTargetAddr\./],
  });
});
