import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import tap, { test } from 'tap';
import { parse } from 'yaml';
import ssh from '../../adapters/ssh.ts';
import type { AdapterContext, HostKey } from '../../src/contract/adapter.ts';
import { deviceTypeSchema, type DeviceType } from '../../src/device-type/device-type.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { eventually } from '../gateway-process.ts';
import { freeTcpPort } from '../peers/port.ts';
import { startSshd } from '../peers/sshd.ts';

const sshd = await startSshd();
tap.teardown(() => sshd.stop());

const options = { port: sshd.port, connect_timeout: 30, keepalive: 15, legacy: false };
const credentials = { username: sshd.user, password: new Secret(sshd.password) };
const target = {
  name: 'ap-garden',
  host: sshd.host,
  options,
  credentials,
  checkHostKey: () => Promise.resolve(true),
};
type Target = Parameters<NonNullable<typeof ssh.operate>>[0];

const within = (ms: number): AdapterContext => ({
  signal: AbortSignal.timeout(ms),
  log: () => undefined,
});

const operate = (command: Record<string, unknown>, to: Target = target, context = within(30_000)) =>
  ssh.operate?.(to, command, context) ?? Promise.reject(new Error('no verb operate'));

const read = (questions: Record<string, Record<string, unknown>>, to: Target = target) => {
  const asked = Object.entries(questions).map(([variable, command]) => ({ variable, command }));
  return ssh.read?.(to, asked, within(30_000)) ?? Promise.reject(new Error('no verb read'));
};

test('a reboot is recorded by the device, drops the connection and makes the uptime fall', async (t) => {
  const uptime = { 'system.uptime': { run: 'cat /proc/uptime', match: '^([0-9.]+)' } };
  const [before] = await read(uptime);
  const outcome = await operate({ run: 'reboot', expect_disconnect: true });
  const [after] = await read(uptime);
  t.match(outcome, { disconnected: true });
  t.equal((await sshd.commands()).filter((command) => command === 'reboot').length, 1);
  t.ok(Number(before?.value) >= 100_000, `up for ${String(before?.value)} s before`);
  t.ok(Number(after?.value) < 30, `up for ${String(after?.value)} s after`);
});

test('a connection that drops where it must not is unreachable and names the command', async (t) => {
  await t.rejects(operate({ run: 'reboot' }), {
    kind: 'unreachable',
    message: /^ap-garden \(127.0.0.1:\d+\) closed the connection while running "reboot"$/,
  });
});

test('a command that may drop the connection may also just succeed', async (t) => {
  t.match(await operate({ run: 'hostname', expect_disconnect: true }), {
    output: 'ap-garden\n',
    disconnected: false,
  });
});

test('a command that fails is rejected with its exit code and its words', async (t) => {
  await t.rejects(operate({ run: 'wifi reload' }), {
    kind: 'rejected',
    message: /"wifi reload" failed, exit code 127: sh: wifi: not found/,
  });
});

test('a command that may drop the connection is still rejected if it fails', async (t) => {
  await t.rejects(operate({ run: 'halt', expect_disconnect: true }), {
    kind: 'rejected',
    message: /exit code 127/,
  });
});

test('a command that a signal ends is rejected and names the signal', async (t) => {
  await t.rejects(operate({ run: 'kill -TERM $$' }), { kind: 'rejected', message: /SIGTERM/ });
});

test('output that fits the failure pattern is a failure in spite of exit code 0', async (t) => {
  await t.rejects(operate({ run: 'hostname', fail: '^ap-' }), {
    kind: 'rejected',
    message: /exit code 0: ap-garden/,
  });
});

test('secrets are struck out of outputs, of failures and of readings', async (t) => {
  const mask = "option key '[^']*'";
  t.match(await operate({ run: 'uci export wireless', mask }), {
    output: /option ssid 'Garden'\n\t\*\*\*\n/,
  });
  const failure = await operate({ run: 'sysupgrade -T missing', mask }).then(String, String);
  t.match(failure, /exit code 1: Image metadata not present: \*\*\*/);
  t.notMatch(failure, 'correct horse');
  const [reading] = await read({ export: { run: 'uci export wireless', mask } });
  t.notMatch(JSON.stringify(reading), 'correct horse');
});

test('a command that neither ends nor disconnects times out at the deadline', async (t) => {
  const deadline = new AbortController();
  const context = { signal: deadline.signal, log: () => undefined };
  const failure = operate({ run: 'logread -f', expect_disconnect: true }, target, context);
  const rejected = t.rejects(failure, { kind: 'timeout', message: /logread -f/ });
  await eventually(
    () => sshd.commands(),
    (commands) => commands.includes('logread -f'),
  );
  deadline.abort();
  await rejected;
});

test('a read runs each command once, in one connection, and answers in the order of the questions', async (t) => {
  const board = 'ubus call system board';
  const before = (await sshd.commands()).length;
  const readings = await read({
    'system.model': { run: board, match: '"model": "([^"]*)"' },
    'system.kernel': { run: 'uname -sr' },
    'system.version': { run: board, match: '"version": "([^"]*)"' },
    'system.load_1m': { run: 'cat /proc/loadavg', match: '^([0-9.]+)' },
  });
  t.same(readings, [
    { variable: 'system.model', value: 'Example AP 2000' },
    { variable: 'system.kernel', value: 'Linux 5.15.150' },
    { variable: 'system.version', value: '23.05.3' },
    { variable: 'system.load_1m', value: '0.42' },
  ]);
  t.same((await sshd.commands()).slice(before), [board, 'uname -sr', 'cat /proc/loadavg']);
});

const commandsOf = ({ operations, parameters }: DeviceType) => [
  ...Object.values(operations).flatMap(({ command }) => command ?? []),
  ...parameters.map((parameter) => parameter.read),
];

for (const name of ['linux', 'openwrt']) {
  test(`each parameter of the device type ${name} is read from a device that has it`, async (t) => {
    const text = readFileSync(`config/device-types/${name}.yaml`, 'utf8');
    const file = validateAgainst<DeviceType>(deviceTypeSchema, parse(text), name);
    const before = (await sshd.commands()).length;
    const readings = await read(
      Object.fromEntries(
        file.parameters.map((parameter) => [parameter.variable_name, parameter.read]),
      ),
    );
    t.ok(readings.length > 0);
    for (const asked of commandsOf(file))
      t.doesNotThrow(() => {
        validateAgainst(ssh.command, asked, JSON.stringify(asked));
      });
    // The host has no lldpd.
    for (const { variable, value } of readings)
      if (!variable.startsWith('neighbors.')) t.type(value, 'string', variable);
    const rows = (variable: string) => {
      const found = readings.find((reading) => reading.variable === `interfaces.${variable}`);
      return found !== undefined && 'rows' in found
        ? (found.rows ?? []).map((row) => `${row.name} ${row.value}`)
        : found;
    };
    t.same(rows('state'), ['lan1 1', 'phy0-ap0 1', 'wan 2'], 'without the bridge');
    t.same(rows('speed'), ['lan1 1000']);
    t.same(rows('octets_in'), ['lan1 9223372036854775809', 'phy0-ap0 21']);
    t.same(rows('octets_out'), ['lan1 12', 'phy0-ap0 22']);
    t.same(rows('errors_in'), ['lan1 13', 'phy0-ap0 23']);
    t.same(rows('errors_out'), ['lan1 14', 'phy0-ap0 24']);
    t.same(rows('discards_in'), ['lan1 15', 'phy0-ap0 25']);
    t.same(rows('discards_out'), ['lan1 16', 'phy0-ap0 26']);
    const sent = (await sshd.commands()).slice(before);
    t.equal(sent.filter((command) => command.includes('operstate')).length, 1);
  });
}

test('rows without names or values are an error of the type', (t) => {
  const check = (match?: string) => () => ssh.checkCommand?.({ run: 'show', match, take: 'rows' });
  t.throws(check(), /take: rows needs the groups name and value in match/);
  t.throws(check('^(?<name>\\S+) (\\d+)'), /\(\?<name>\\S\+\) \(\\d\+\)/);
  t.doesNotThrow(check('^(?<name>\\S+) (?<value>\\d+)'));
  t.end();
});

test('a question that the device cannot answer has a fault and does not spoil the others', async (t) => {
  const readings = await read({
    absent: { run: 'iw list' },
    unlike: { run: 'hostname', match: '^serial=(.*)' },
    portless: { run: 'hostname', match: '^(?<name>ap)=(?<value>.*)', take: 'rows' },
    endless: { run: 'logread' },
    kernel: { run: 'uname -sr' },
  });
  t.match(readings, [
    { variable: 'absent', value: null, fault: /"iw list" failed, exit code 127/ },
    { variable: 'unlike', value: null, fault: /does not match \^serial=/ },
    { variable: 'portless', value: null, fault: /does not match \^\(\?<name>ap\)=/ },
    { variable: 'endless', value: null, fault: /more than 1048576 characters/ },
    { variable: 'kernel', value: 'Linux 5.15.150' },
  ]);
});

test('a value comes from the standard output, not from standard error', async (t) => {
  const [reading] = await read({ version: { run: 'cat /etc/version' } });
  t.equal(reading?.value, '8.7.13');
});

test('text keeps its characters where packets cut them', async (t) => {
  const [reading] = await read({ text: { run: 'printf umlauts' } });
  t.equal(reading?.value, 'äöü€😀'.repeat(3000));
});

test('a wrong password is refused, and the message does not hold it', async (t) => {
  const stranger = {
    ...target,
    credentials: { ...credentials, password: new Secret('tr0ub4dor') },
  };
  const failure: unknown = await operate({ run: 'hostname' }, stranger).catch(
    (error: unknown) => error,
  );
  t.match(failure, {
    kind: 'refused',
    message:
      /^ap-garden \(127.0.0.1:\d+\): All configured authentication methods failed; check username, password .*profile$/,
  });
  t.notMatch(String(failure), 'tr0ub4dor');
});

test('a device without a username among its credentials is refused before it is dialled', async (t) => {
  await t.rejects(operate({ run: 'hostname' }, { ...target, credentials: {} }), {
    kind: 'refused',
    message: /username/,
  });
});

test('another host key is refused, with its fingerprint, and no command arrives', async (t) => {
  const recorded = await sshd.fingerprint();
  const seen: HostKey[] = [];
  const pinned = {
    ...target,
    checkHostKey: (key: HostKey) => {
      seen.push(key);
      return Promise.resolve(key.fingerprint === recorded);
    },
  };
  await operate({ run: 'hostname' }, pinned);
  await sshd.rekey();
  const before = (await sshd.commands()).length;
  const shown = await sshd.fingerprint();
  const failure: unknown = await operate({ run: 'hostname' }, pinned).catch(
    (error: unknown) => error,
  );
  t.match(failure, {
    kind: 'refused',
    message: /showed a host key other than the recorded one: ssh-ed25519 SHA256:/,
  });
  t.match(String(failure), shown);
  t.match(
    String(failure),
    `accept it by PATCH of the device with "host_key": "ssh-ed25519 ${shown}"`,
  );
  t.same(seen, [
    { algorithm: 'ssh-ed25519', fingerprint: recorded },
    { algorithm: 'ssh-ed25519', fingerprint: shown },
  ]);
  t.equal((await sshd.commands()).length, before);
});

test('a closed port is unreachable', async (t) => {
  const closed = { ...target, options: { ...options, port: await freeTcpPort() } };
  await t.rejects(operate({ run: 'hostname' }, closed), {
    kind: 'unreachable',
    message: /ECONNREFUSED/,
  });
});

test('a host that accepts the connection and stays silent times out', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  t.teardown(() => silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const start = Date.now();
  const to = { ...target, options: { ...options, port, connect_timeout: 120 } };
  await t.rejects(operate({ run: 'hostname' }, to, within(500)), {
    kind: 'timeout',
    message: /login in time/,
  });
  t.ok(Date.now() - start < 100_000, `over after ${Date.now() - start} ms`);
});

test('a device whose server is gone is unreachable', async (t) => {
  t.match(await operate({ run: 'hostname' }), { output: 'ap-garden\n' });
  await sshd.kill();
  await t.rejects(operate({ run: 'hostname' }), { kind: 'unreachable', message: /ECONNREFUSED/ });
  await t.rejects(read({ hostname: { run: 'hostname' } }), {
    kind: 'unreachable',
    message: /ECONNREFUSED/,
  });
});
