import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { parse } from 'yaml';
import netconf from '../../adapters/netconf.ts';
import type { AdapterContext } from '../../src/contract/adapter.ts';
import { deviceTypeSchema, type DeviceType } from '../../src/device-type/device-type.ts';
import { encodeFrame } from '../../src/protocol/netconf/framing.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startNetconfd } from '../peers/netconfd.ts';
import { helloOf, namespace, startScript, type Line } from '../peers/netconf-script.ts';
import { startSshd } from '../peers/sshd.ts';

const netconfd = await startNetconfd();
tap.teardown(() => netconfd.stop());

const options = { port: netconfd.port, connect_timeout: 30, keepalive: 15, legacy: false };
const target = {
  name: 'switch-3',
  host: netconfd.host,
  options,
  credentials: { username: netconfd.user, password: new Secret(netconfd.password) },
  checkHostKey: () => Promise.resolve(true),
};
type Target = Parameters<NonNullable<typeof netconf.operate>>[0];

const within = (ms: number): AdapterContext => ({
  signal: AbortSignal.timeout(ms),
  log: () => undefined,
});

const operate = (command: Record<string, unknown>, to: Target = target, context = within(30_000)) =>
  netconf.operate?.(to, command, context) ?? Promise.reject(new Error('no verb operate'));

const read = (questions: Record<string, Record<string, unknown>>, to: Target = target) => {
  const asked = Object.entries(questions).map(([variable, command]) => ({ variable, command }));
  return netconf.read?.(to, asked, within(30_000)) ?? Promise.reject(new Error('no verb read'));
};

const system = { $: { xmlns: 'urn:ietf:params:xml:ns:yang:ietf-system' } };
const rpc = {
  'get-config': { source: { running: {} }, filter: { $: { type: 'subtree' }, system } },
};

test('a read gives the values at the paths, in the order of the questions', async (t) => {
  const readings = await read({
    'system.location': { rpc, path: 'data/system/location' },
    'system.hostname': { rpc, path: 'data/system/hostname' },
    'ntp.servers': { rpc, path: 'data/system/ntp/server/name' },
  });
  t.same(readings, [
    { variable: 'system.location', value: 'Straße 7, ground floor ]]>]]> left' },
    { variable: 'system.hostname', value: 'ap-lobby' },
    { variable: 'ntp.servers', value: 'ntp-a\nntp-b' },
  ]);
});

test('a path of XPath with keys is read, and other text is no path', async (t) => {
  const paths = [
    "/system/ntp/server[name='ntp-b']/udp/address",
    "/system/ntp/server[name='ntp-b']/name",
    '/system/contact',
    '/system/none',
  ];
  const questions = paths.map((path) => [path, netconf.rawCommand?.(path) ?? {}] as const);
  t.match(await read(Object.fromEntries(questions)), [
    { value: '192.0.2.2' },
    { value: 'ntp-b' },
    { value: 'noc@example.net' },
    { value: null, fault: /no value at data\/system\/none/ },
  ]);
  const others = [
    'system/contact',
    '/system/',
    "/a[b='c]",
    "/a[b='\u0001']",
    '/a[1]',
    '//a',
    '/a:b:c',
    '/a/text()',
    '',
  ];
  for (const other of others) t.equal(netconf.rawCommand?.(other), null, other);
});

test('a leaf is set by its path, in the namespace that the device announces for the module', async (t) => {
  const text = '</contact><contact>"1" & 2';
  const values = new Map([
    ['/ietf-system:system/contact', text],
    ["/ietf-system:system/ntp/server[name='ntp-b']/udp/address", '192.0.2.22'],
  ]);
  const paths = [...values.keys()];
  const former = (await readPaths(paths)).map(({ value }) => value);
  const set = (written: readonly unknown[]) =>
    writeAll(paths.map((path, at) => ({ ...setOf(path), value: String(written[at]) })));
  t.match(await set([...values.values()]), [{ isAccepted: true }, { isAccepted: true }]);
  t.match(await readPaths(paths), [{ value: text }, { value: '192.0.2.22' }]);
  t.match(await set(former), [{ isAccepted: true }, { isAccepted: true }]);
  await t.rejects(writeAll([setOf('/no-such-module:system/contact')]), {
    kind: 'unsupported',
    message: /announces no module "no-such-module"/,
  });
  t.match(
    netconf.previewWrite?.(setOf('/ietf-system:system/contact')),
    '<edit-config><config><system xmlns="ietf-system"><contact>x</contact></system></config></edit-config>',
  );
  t.match(
    netconf.previewWrite?.(setOf("/m:list[name='{{ value }}']/leaf")),
    /<name>{{ value }}<\/name><leaf>x<\/leaf>/,
  );
  for (const other of [
    '/system/contact',
    "/ietf-system:system/ntp/server[name='a']",
    "/ietf-system:system/ntp/server[name='a']/name",
  ])
    t.equal(netconf.rawWriteCommand?.(other), null, other);
});

const setOf = (path: string) => ({
  variable: path,
  value: 'x',
  command: netconf.rawWriteCommand?.(path) ?? {},
  isSecret: false,
});

const writeAll = (requests: Parameters<NonNullable<typeof netconf.write>>[1]) =>
  netconf.write?.(target, requests, within(30_000)) ?? Promise.reject(new Error('no verb write'));

const readPaths = (paths: readonly string[]) =>
  read(Object.fromEntries(paths.map((path) => [path, netconf.rawCommand?.(path) ?? {}])));

test('the device type ietf_netconf reads what the device has configured', async (t) => {
  const text = readFileSync('config/device-types/ietf_netconf.yaml', 'utf8');
  const file = validateAgainst<DeviceType>(deviceTypeSchema, parse(text), 'ietf_netconf');
  const readings = await read(
    Object.fromEntries(
      file.parameters.map((parameter) => [parameter.variable_name, parameter.read]),
    ),
  );
  const commands = Object.values(file.operations).flatMap(({ command }) => command ?? []);
  for (const asked of [...commands, ...file.parameters.map((parameter) => parameter.read)])
    t.doesNotThrow(() => {
      validateAgainst(netconf.command, asked, 'command');
    });
  const known = new Map(readings.map(({ variable, value }) => [variable, value]));
  t.equal(known.get('system.hostname'), 'ap-lobby');
  t.equal(known.get('system.contact'), 'noc@example.net');
  t.equal(known.get('system.location'), 'Straße 7, ground floor ]]>]]> left');
  t.equal(known.get('system.os_name'), null, 'netconfd has no platform state');
});

test('what the device does not have, or refuses, has a fault and does not spoil the others', async (t) => {
  const readings = await read({
    absent: { rpc, path: 'data/system/clock/timezone-name' },
    refused: { rpc: { 'no-such-operation': {} }, path: 'data' },
    pathless: { rpc },
    contact: { rpc, path: 'data/system/contact' },
  });
  t.match(readings, [
    {
      variable: 'absent',
      value: null,
      fault: 'the reply has no value at data/system/clock/timezone-name',
    },
    { variable: 'refused', value: null, fault: /answered unknown-element: / },
    { variable: 'pathless', value: null, fault: /no path/ },
    { variable: 'contact', value: 'noc@example.net' },
  ]);
});

test('an operation changes the values that are read afterwards', async (t) => {
  const config = { system: { ...system, contact: 'front desk <&>' } };
  t.same(await operate({ rpc: { 'edit-config': { target: { running: {} }, config } } }), {
    output: '',
    disconnected: false,
  });
  t.same(await read({ contact: { rpc, path: 'data/system/contact' } }), [
    { variable: 'contact', value: 'front desk <&>' },
  ]);
});

test('an operation gives what its reply has at the path', async (t) => {
  t.match(await operate({ rpc, path: 'data/system/hostname' }), { output: 'ap-lobby' });
});

test('an operation that the device does not know is rejected with its error-tag', async (t) => {
  await t.rejects(operate({ rpc: { 'no-such-operation': {} } }), {
    kind: 'rejected',
    message: /unknown-element/,
  });
});

test('a wrong password is refused', async (t) => {
  const stranger = {
    ...target,
    credentials: { username: netconfd.user, password: new Secret('wrong') },
  };
  await t.rejects(operate({ rpc }, stranger), { kind: 'refused', message: /^switch-3 / });
});

test('a device that speaks SSH but not NETCONF is unsupported', async (t) => {
  const sshd = await startSshd();
  t.teardown(() => sshd.stop());
  await t.rejects(operate({ rpc }, { ...target, options: { ...options, port: sshd.port } }), {
    kind: 'unsupported',
    message: /offers no NETCONF/,
  });
});

test('a device that sends no hello times out within the deadline', async (t) => {
  netconfd.pause();
  t.teardown(() => {
    netconfd.resume();
  });
  const start = Date.now();
  const to = { ...target, options: { ...options, connect_timeout: 120 } };
  const failure = operate({ rpc }, to, within(600));
  await t.rejects(failure, { kind: 'timeout', message: /in time/ });
  t.ok(Date.now() - start < 100_000, `over after ${Date.now() - start} ms`);
});

test('a device that takes a request and does not reply times out within the deadline', async (t) => {
  const deadline = new AbortController();
  const server = await startScript(async (line) => {
    line.write(encodeFrame(helloOf('1.1'), false));
    await line.seen(/<get-config/);
    deadline.abort();
  });
  t.teardown(() => server.stop());
  const to = { ...target, options: { ...options, port: server.port } };
  await t.rejects(operate({ rpc }, to, { signal: deadline.signal, log: () => undefined }), {
    kind: 'timeout',
    message: /no reply to <get-config> in time/,
  });
});

test('a device that drops the session instead of replying is unreachable, unless the command expects it', async (t) => {
  const server = await startScript(async (line) => {
    line.write(encodeFrame(helloOf('1.1'), false));
    await line.seen(/<system-restart/);
    line.close();
  });
  t.teardown(() => server.stop());
  const restart = { rpc: { 'system-restart': system } };
  const to = { ...target, options: { ...options, port: server.port } };
  await t.rejects(operate(restart, to), {
    kind: 'unreachable',
    message: /closed the NETCONF session/,
  });
  t.same(await operate({ ...restart, expect_disconnect: true }, to), {
    output: '',
    disconnected: true,
  });
});

test('a device whose server is gone is unreachable', async (t) => {
  t.match(await operate({ rpc }), { disconnected: false });
  await netconfd.kill();
  await t.rejects(operate({ rpc }), { kind: 'unreachable', message: /ECONNREFUSED/ });
  await t.rejects(read({ contact: { rpc, path: 'data/system/contact' } }), {
    kind: 'unreachable',
    message: /ECONNREFUSED/,
  });
});

const capabilities = (...names: readonly string[]) =>
  names
    .map((name) => `<capability>urn:ietf:params:netconf:capability:${name}</capability>`)
    .join('');
const helloWith = (...names: readonly string[]) =>
  `${helloOf('1.0').replace('</capabilities>', `${capabilities(...names)}</capabilities>`)}]]>]]>`;
const replyTo = async (line: Line, operation: RegExp, content = '<ok/>') => {
  const [, id = ''] = await line.seen(
    new RegExp(`message-id="(\\d+)"[^>]*>\\s*<${operation.source}`),
  );
  line.write(`<rpc-reply ${namespace} message-id="${id}">${content}</rpc-reply>]]>]]>`);
};
const contact = { config: { system: { ...system, contact: '{{ value }}' } } };
const write = (values: readonly string[], port: number, signal = within(30_000).signal) => {
  const requests = values.map((value) => ({
    variable: 'c',
    value,
    command: contact,
    isSecret: false,
  }));
  const to = { ...target, options: { ...options, port } };
  return (
    netconf.write?.(to, requests, { ...within(30_000), signal }) ??
    Promise.reject(new Error('no verb write'))
  );
};

test('a commit after which the device is away is not confirmed, so the device reverts it', async (t) => {
  let sessions = 0;
  const server = await startScript(async (line) => {
    sessions += 1;
    if (sessions > 1) {
      line.close();
      return;
    }
    line.write(helloWith('candidate:1.0', 'confirmed-commit:1.1'));
    await replyTo(line, /lock>/);
    await replyTo(line, /edit-config>/);
    const commit = /commit>\s*<confirmed\/>\s*<confirm-timeout>60<[^]*<persist>/;
    await replyTo(line, commit);
    await replyTo(line, /unlock>/);
    await replyTo(line, /close-session\/>/);
  });
  t.teardown(() => server.stop());
  await t.rejects(write(['a'], server.port), {
    kind: 'rejected',
    message: /could not be confirmed, so the device reverts it within 60 s: .* closed/,
  });
  t.equal(sessions, 2);
});

test('a running configuration is edited one by one, and saved where the device has a startup one', async (t) => {
  const received: string[] = [];
  const server = await startScript(async (line) => {
    line.write(helloWith('writable-running:1.0', 'startup:1.0'));
    await replyTo(line, /lock>\s*<target>\s*<running/);
    await replyTo(line, /edit-config>[^]*<contact>a</);
    await replyTo(
      line,
      /edit-config>(?:(?!edit-config)[^])*<contact>b</,
      '<rpc-error><error-type>application</error-type><error-tag>data-exists</error-tag><error-severity>error</error-severity><error-path>/sys:system</error-path><error-message>no</error-message></rpc-error>',
    );
    await replyTo(line, /copy-config>\s*<target>\s*<startup\/>/);
    received.push('copy-config');
    await replyTo(line, /unlock>/);
    await replyTo(line, /close-session\/>/);
  });
  t.teardown(() => server.stop());
  t.match(await write(['a', 'b'], server.port), [
    { isAccepted: true },
    { isAccepted: false, fault: { message: /data-exists: no \(at \/sys:system\)/ } },
  ]);
  t.same(received, ['copy-config']);
});

const refusal = (tag: string, message: string) =>
  `<rpc-error><error-type>application</error-type><error-tag>${tag}</error-tag><error-severity>error</error-severity><error-message>${message}</error-message></rpc-error>`;

test('a confirmed commit is saved where the device has a startup configuration, and a failure says what holds', async (t) => {
  let sessions = 0;
  const server = await startScript(async (line) => {
    sessions += 1;
    line.write(helloWith('candidate:1.0', 'confirmed-commit:1.1', 'startup:1.0'));
    if (sessions % 2 === 1) {
      for (const operation of [/lock>/, /edit-config>/, /commit>/, /unlock>/])
        await replyTo(line, operation);
    } else {
      await replyTo(line, /commit>\s*<persist-id>/);
      const isFull = sessions > 2;
      const reply = isFull ? refusal('resource-denied', 'flash is full') : '<ok/>';
      await replyTo(line, /copy-config>\s*<target>\s*<startup\/>/, reply);
    }
    await replyTo(line, /close-session\/>/);
  });
  t.teardown(() => server.stop());
  t.match(await write(['a'], server.port), [{ isAccepted: true }]);
  await t.rejects(write(['b'], server.port), {
    kind: 'rejected',
    message: /has the change, but will start without it: .*resource-denied: flash is full/,
  });
  t.equal(sessions, 4);
});

test('a device that is locked by another session, or that cannot be edited, says so', async (t) => {
  const deadline = new AbortController();
  const locked = await startScript(async (line) => {
    line.write(helloWith('candidate:1.0'));
    await replyTo(line, /lock>/, refusal('lock-denied', 'held by session 9'));
    // The gateway waits before it asks again.
    await sleep(200);
    deadline.abort();
  });
  const fixed = await startScript(async (line) => {
    line.write(helloWith());
    await replyTo(line, /close-session\/>/);
  });
  t.teardown(() => Promise.all([locked.stop(), fixed.stop()]));
  await t.rejects(write(['a'], locked.port, deadline.signal), {
    kind: 'rejected',
    message: /lock-denied: held by/,
  });
  await t.rejects(write(['a'], fixed.port), { kind: 'unsupported', message: /neither :candidate/ });
});

test('a locked candidate is asked for its lock again', async (t) => {
  const busy = refusal('lock-denied', 'held by session 9');
  const server = await startScript(async (line) => {
    line.write(helloWith('candidate:1.0'));
    for (const [id, content] of [
      [101, busy],
      [102, '<ok/>'],
    ] as const) {
      await line.seen(new RegExp(`message-id="${id}"[^>]*>\\s*<lock>`));
      line.write(`<rpc-reply ${namespace} message-id="${id}">${content}</rpc-reply>]]>]]>`);
    }
    for (const operation of [/edit-config>/, /commit\/>/, /unlock>/, /close-session\/>/])
      await replyTo(line, operation);
  });
  t.teardown(() => server.stop());
  t.match(await write(['a'], server.port), [{ isAccepted: true }]);
});

test('a candidate is discarded however a write fails: an error of Junos, a session that drops', async (t) => {
  const errors = `<commit-results><routing-engine>${refusal('operation-failed', 'no such statement')}</routing-engine></commit-results>`;
  const discarded: string[] = [];
  let sessions = 0;
  const server = await startScript(async (line) => {
    sessions += 1;
    line.write(helloWith('candidate:1.0'));
    const steps = [
      async () => {
        for (const operation of [/lock>/, /edit-config>/]) await replyTo(line, operation);
        await replyTo(line, /commit\/>/, errors);
        await replyTo(line, /discard-changes\/>/);
        discarded.push('in the session');
        await replyTo(line, /unlock>/);
        await replyTo(line, /close-session\/>/);
      },
      async () => {
        await replyTo(line, /lock>/);
        await line.seen(/<edit-config>/);
        line.close();
      },
      async () => {
        await replyTo(line, /discard-changes\/>/);
        discarded.push('in a session of its own');
        await replyTo(line, /close-session\/>/);
      },
    ];
    await steps[sessions - 1]?.();
  });
  t.teardown(() => server.stop());
  await t.rejects(write(['a'], server.port), {
    kind: 'rejected',
    message: /operation-failed: no such statement/,
  });
  await t.rejects(write(['b'], server.port), {
    kind: 'unreachable',
    message: /closed the NETCONF session/,
  });
  t.same(discarded, ['in the session', 'in a session of its own']);
});
