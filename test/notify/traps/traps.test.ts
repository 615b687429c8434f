import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { encode, number, octets, sequence, text, type Field } from '../../peers/ber.ts';
import { freeTcpPort, freeUdpPort } from '../../peers/port.ts';

/* Traps and informs of Net-SNMP's own tools, from several addresses of the loopback interface. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'snmptrap-'));
const port = await freeUdpPort();
const syslogPort = await freeUdpPort();
const streamPort = await freeTcpPort();
const deviceRate = 30;
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_METRICS_OPEN: 'true',
  GATEHOUSE_SNMP_TRAPS_ENABLED: 'true',
  GATEHOUSE_SNMP_TRAPS_HOST: '127.0.0.1',
  GATEHOUSE_SNMP_TRAPS_PORT: String(port),
  GATEHOUSE_SNMP_TRAPS_DEVICE_RATE: String(deviceRate),
  GATEHOUSE_SYSLOG_LISTENER_ENABLED: 'true',
  GATEHOUSE_SYSLOG_LISTENER_HOST: '127.0.0.1',
  GATEHOUSE_SYSLOG_LISTENER_PORT: String(syslogPort),
  GATEHOUSE_SYSLOG_LISTENER_DEVICE_RATE: String(deviceRate),
  GATEHOUSE_SYSLOG_LISTENER_TCP_ENABLED: 'true',
  GATEHOUSE_SYSLOG_LISTENER_TCP_PORT: String(streamPort),
});
tap.teardown(async () => {
  await gateway.remove();
  rmSync(folder, { recursive: true });
});

const user = { name: 'sender', auth: 'auth-password', priv: 'priv-password' };
const v3 = (priv: string) => ({
  snmp_v3: {
    user: user.name,
    auth_protocol: 'sha256',
    auth_password: user.auth,
    priv_protocol: priv,
    priv_password: user.priv,
  },
});

const device = async (name: string, address: string, credentials: Json) => {
  const body = { name, type: 'snmp', ip_address: address, ...credentials };
  return Number((await gateway.control('POST', '/inventory_device/', body)).body['id']);
};
const rows = async (id: number) =>
  results(await gateway.control('GET', `/inventory_device_log/?parent__id=${id}&limit=100`));
const countOf = async (metric: string, outcome: string) => {
  const { text: metrics } = await gateway.ask('GET', '/metrics');
  const line = new RegExp(`${metric}\\{outcome="${outcome}"\\} (\\d+)`);
  return Number(line.exec(metrics)?.[1] ?? 0);
};
const dropped = (outcome: string) => countOf('gatehouse_snmp_notifications_total', outcome);
const syslogCounted = (outcome: string) => countOf('gatehouse_syslog_messages_total', outcome);

interface Sender {
  /** Address that it sends from. */
  readonly from: string;
  readonly login: readonly string[];
  /** True: an inform, which is answered. */
  readonly isInform?: boolean;
  /** How long the answer is waited for; a second or less where there is to be none. */
  readonly seconds?: number;
}

const community = (name: string) => ['-v', '2c', '-c', name];
const userOf = (changed: Partial<typeof user> & { readonly cipher?: string } = {}) => {
  const { name, auth, priv, cipher = 'AES' } = { ...user, ...changed };
  const level = ['-v', '3', '-l', 'authPriv', '-u', name];
  return [...level, '-a', 'SHA-256', '-A', auth, '-x', cipher, '-X', priv];
};
const linkDown = '1.3.6.1.6.3.1.1.5.3';
const ifIndex = ['1.3.6.1.2.1.2.2.1.1.3', 'i', '3'];

/** Sends a notification. @returns true if it was a trap, or an inform that was answered */
async function send(
  { from, login, isInform = false, seconds = 30 }: Sender,
  ...content: readonly string[]
) {
  const agent = ['-m', '', '-t', String(seconds), '-r', '0', `--clientaddr=${from}`];
  const args = [...(isInform ? ['-Ci'] : []), ...agent, ...login, `127.0.0.1:${port}`, ...content];
  const env = { PATH: process.env['PATH'], SNMP_PERSISTENT_DIR: folder, SNMPCONFPATH: folder };
  return run('snmptrap', args, { env }).then(
    () => true,
    () => false,
  );
}

const plain = await device('ap-v2c', '127.0.0.2', { snmp_community: 'traps' });
const signed = await device('ap-v3', '127.0.0.3', v3('aes'));
const flood = await device('ap-flood', '127.0.0.5', { snmp_community: 'traps' });
const logging = await device('ap-syslog', '127.0.0.18', {});
const chatty = await device('ap-chatty', '127.0.0.1', {});
const strong = await device('ap-v3-192', '127.0.0.4', v3('aes192b'));

test('traps of all versions are rows of the device that sent them', async (t) => {
  const v2c = { from: '127.0.0.2', login: community('traps') };
  await send(v2c, '', linkDown, ...ifIndex);
  const enterprise = ['1.3.6.1.4.1.32473.7', '127.0.0.9', '6', '4', '100', ...ifIndex];
  await send({ from: '127.0.0.2', login: ['-v', '1', '-c', 'traps'] }, ...enterprise);
  const value = JSON.stringify({ '1.3.6.1.2.1.2.2.1.1.3': 3 });
  const found = await eventually(
    () => rows(plain),
    (list) => list.length >= 2,
  );
  t.match(found, [
    {
      action: 'event',
      variable_name: '1.3.6.1.4.1.32473.7.0.4',
      value,
      origin: 'auto',
      user: null,
    },
    { action: 'alert', variable_name: 'linkDown', value, parent: { id: plain } },
  ]);
  const engine = ['-e', '0x8000000001020304', '-Z', '5,1000'];
  await send({ from: '127.0.0.3', login: [...userOf(), ...engine] }, '', linkDown, ...ifIndex);
  t.match(
    await eventually(
      () => rows(signed),
      (list) => list.length > 0,
    ),
    [{ action: 'alert', variable_name: 'linkDown', value }],
  );
});

test('a device that claims the engine id of another does not silence it', async (t) => {
  const ahead = ['-e', '0x8000000001020304', '-Z', '900,1'];
  const thief = { from: '127.0.0.4', login: [...userOf({ cipher: 'AES-192' }), ...ahead] };
  await send(thief, '', linkDown, ...ifIndex);
  const recorded = (id: number, count: number) =>
    eventually(
      () => rows(id),
      (list) => list.length >= count,
    );
  t.equal((await recorded(strong, 1)).length, 1);
  const engine = ['-e', '0x8000000001020304', '-Z', '5,1001'];
  await send({ from: '127.0.0.3', login: [...userOf(), ...engine] }, '', linkDown, ...ifIndex);
  t.equal((await recorded(signed, 2)).length, 2);
});

test('an inform is answered when its row is there', async (t) => {
  const informs = [
    { id: plain, from: '127.0.0.2', login: community('traps') },
    { id: signed, from: '127.0.0.3', login: userOf() },
    { id: strong, from: '127.0.0.4', login: userOf({ cipher: 'AES-192' }) },
  ];
  for (const { id, from, login } of informs) {
    const before = (await rows(id)).length;
    t.ok(await send({ from, login, isInform: true }, '', '1.3.6.1.6.3.1.1.5.4', ...ifIndex), from);
    const after = await rows(id);
    t.equal(after.length, before + 1);
    t.match(after[0], { action: 'event', variable_name: 'linkUp' });
  }
});

test('what shows not the credentials of its device is dropped and counted', async (t) => {
  const before = await Promise.all([plain, signed, strong].map(rows));
  const counts = () => Promise.all(['unknown_source', 'credentials', 'replayed'].map(dropped));
  const counted = await counts();
  const strangers = [
    { from: '127.0.0.8', login: community('traps') },
    { from: '127.0.0.2', login: community('public') },
    { from: '127.0.0.2', login: userOf() },
    { from: '127.0.0.3', login: userOf({ auth: 'wrong-password' }) },
    { from: '127.0.0.3', login: userOf({ name: 'stranger' }) },
    { from: '127.0.0.4', login: userOf({ priv: 'wrong-password', cipher: 'AES-192' }) },
    { from: '127.0.0.3', login: ['-v', '3', '-l', 'noAuthNoPriv', '-u', user.name] },
    { from: '127.0.0.3', login: ['-v', '3', '-l', 'noAuthNoPriv', '-u', ''] },
  ];
  const answered = await Promise.all(
    strangers.map((one) => send({ ...one, isInform: true, seconds: 1 }, '', linkDown, ...ifIndex)),
  );
  t.notOk(answered.includes(true));
  // A trap that was recorded before its sender restarted for the fifth time.
  const old = ['-e', '0x8000000001020304', '-Z', '4,2000'];
  await send({ from: '127.0.0.3', login: [...userOf(), ...old] }, '', linkDown, ...ifIndex);
  const [unknown = 0, credentials = 0, replayed = 0] = await eventually(counts, (found) =>
    [1, 4, 1].every((more, at) => (found[at] ?? 0) >= (counted[at] ?? 0) + more),
  );
  t.equal(unknown, (counted[0] ?? 0) + 1);
  t.ok(credentials >= (counted[1] ?? 0) + 4, `${credentials}`);
  t.equal(replayed, (counted[2] ?? 0) + 1);
  t.same(await Promise.all([plain, signed, strong].map(rows)), before);
});

/** A trap over SNMPv2c, as Net-SNMP sends it. */
function trap(requestId: number): Buffer {
  const oid = (...arcs: readonly number[]): Field => ({ tag: 0x06, contents: Buffer.from(arcs) });
  const upTime = { tag: 0x43, contents: Buffer.from([1]) };
  const varbinds = [
    { tag: sequence, contents: [oid(0x2b, 6, 1, 2, 1, 1, 3, 0), upTime] },
    {
      tag: sequence,
      contents: [oid(0x2b, 6, 1, 6, 3, 1, 1, 4, 1, 0), oid(0x2b, 6, 1, 6, 3, 1, 1, 5, 1)],
    },
  ];
  const pdu = [number(requestId), number(0), number(0), { tag: sequence, contents: varbinds }];
  return encode({
    tag: sequence,
    contents: [number(1), text('traps'), { tag: 0xa7, contents: pdu }],
  });
}

test('garbage is harmless, and a device that sends without end is limited', async (t) => {
  const malformed = await dropped('malformed');
  const socket = createSocket('udp4');
  t.teardown(() => socket.close());
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.5', resolve);
  });
  const post = (datagram: Buffer) =>
    new Promise((resolve) => {
      socket.send(datagram, port, '127.0.0.1', resolve);
    });
  for (const garbage of [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    trap(2).subarray(0, 20),
    encode({ tag: octets, contents: Buffer.alloc(9) }),
  ])
    await post(garbage);
  const dropCount = await eventually(
    () => dropped('malformed'),
    (count) => count >= malformed + 4,
  );
  t.equal(dropCount, malformed + 4);
  const throttled = await dropped('rate');
  const began = performance.now();
  for (let id = 0; id < 100; id += 1) await post(trap(id));
  const limited = await eventually(
    () => dropped('rate'),
    (count) => count > throttled + 60,
  );
  t.ok(limited > throttled + 60, `${limited - throttled} dropped`);
  // The writer commits the rows after the drops are counted.
  const { length: count } = await eventually(
    () => rows(flood),
    (found) => found.length > 0,
    30_000,
  );
  // The rate is of a minute, and goes on while this is slow.
  const allowed = deviceRate * (1 + (performance.now() - began) / 60_000);
  t.ok(count > 0 && count <= allowed, `${count} rows`);
  t.ok(await send({ from: '127.0.0.2', login: community('traps'), isInform: true }, '', linkDown));
});

const log = (...options: readonly string[]) => {
  const header = ['-n', '127.0.0.1', '-p', 'daemon.err', '-t', 'hostapd'];
  return run('logger', [...header, ...options, 'wlan0: STA 02:00:00:00:00:01 did not answer']);
};

test('messages of logger, in all formats, are rows of the device that sent them', async (t) => {
  const datagrams = ['-P', String(syslogPort), '--udp'];
  const stream = ['-P', String(streamPort), '--tcp'];
  await log(...datagrams, '--rfc5424');
  await log(...datagrams, '--rfc3164');
  await log(...stream, '--rfc5424', '--octet-count');
  await log(...stream, '--rfc3164');
  const found = await eventually(
    () => rows(chatty),
    (list) => list.length >= 4,
  );
  const value = JSON.stringify({
    facility: 3,
    severity: 'err',
    text: 'wlan0: STA 02:00:00:00:00:01 did not answer',
  });
  const row = { action: 'event', variable_name: 'hostapd', value, origin: 'auto', user: null };
  t.match(found, [row, row, row, row]);
  t.equal(await countOf('gatehouse_syslog_connections_total', 'accepted'), 2);
  const { text } = await gateway.ask('GET', '/metrics');
  for (const port of ['traps', 'syslog'])
    t.match(text, `gatehouse_notification_kernel_drops_total{port="${port}"} 0`);
});

test('messages of any form are rows, and unknown or excess messages are counted', async (t) => {
  const sendFrom = async (from: string, ...messages: readonly (string | Buffer)[]) => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, from, resolve));
    await Promise.all(
      messages.map(
        (message) =>
          new Promise<void>((resolve) => {
            socket.send(message, syslogPort, '127.0.0.1', () => {
              resolve();
            });
          }),
      ),
    );
    socket.close();
  };
  await sendFrom(
    '127.0.0.18',
    'no header at all',
    '<13>1 - - - - - - \uFEFFonly a text',
    '<999>too great a priority',
    Buffer.from([0x3c, 0x31, 0x3e, 0xff, 0xfe, 0x00]),
    '<13>1 - - \0\t - - - a program that has no name\r\n',
    `${'\n'.repeat(60_000)}beyond what is read`,
  );
  const found = await eventually(
    () => rows(logging),
    (list) => list.length >= 6,
  );
  const texts = found.map(({ value }) => (JSON.parse(String(value)) as Json)['text']);
  t.same(texts.map(String).toSorted(), [
    '',
    '1 - - \0\t - - - a program that has no name',
    '<999>too great a priority',
    'no header at all',
    'only a text',
    '\uFFFD\uFFFD',
  ]);
  await sendFrom('127.0.0.66', '<13>from a stranger');
  t.equal(
    await eventually(
      () => syslogCounted('unknown_source'),
      (count) => count === 1,
    ),
    1,
  );
  const flooding = Array.from({ length: 2 * deviceRate }, (_, index) => `<13>line ${index}`);
  await sendFrom('127.0.0.18', ...flooding);
  const taken = await eventually(
    async () => (await syslogCounted('rate')) + (await syslogCounted('recorded')),
    (count) => count >= flooding.length + 10,
  );
  t.equal(taken, flooding.length + 10, 'each is recorded or counted');
  t.ok((await rows(logging)).length < flooding.length);
});

test("a message from an address that devices of two organizations have is nobody's, unless its community says whose", async (t) => {
  const networks = ['127.0.0.20/32', '127.0.0.21/32'];
  const tenant = await gateway.gate('POST', '/organization/', {
    name: 'tenant',
    device_networks: networks,
  });
  const organization = tenant.body['id'];
  const [own, theirs] = [
    await device('ours-20', '127.0.0.20', { snmp_community: 'public' }),
    await device('theirs-20', '127.0.0.20', { snmp_community: 'public', organization }),
  ];
  const [ownSecret, theirsSecret] = [
    await device('ours-21', '127.0.0.21', { snmp_community: 'ours' }),
    await device('theirs-21', '127.0.0.21', { snmp_community: 'theirs', organization }),
  ];
  const isCounted = async (counted: typeof dropped) => (await counted('ambiguous')) > 0;
  // Changes of the inventory take effect within some seconds.
  const sendUntilCounted = async () => {
    await send({ from: '127.0.0.20', login: community('public') }, '', linkDown, ...ifIndex);
    return isCounted(dropped);
  };
  t.ok(await eventually(sendUntilCounted, Boolean));
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.20', resolve));
  t.teardown(() => socket.close());
  const logUntilCounted = () => {
    socket.send('<13>a password in clear', syslogPort, '127.0.0.1');
    return isCounted(syslogCounted);
  };
  t.ok(await eventually(logUntilCounted, Boolean));
  for (const id of [own, theirs]) t.same(await rows(id), []);
  await send({ from: '127.0.0.21', login: community('theirs') }, '', linkDown, ...ifIndex);
  const found = await eventually(
    () => rows(theirsSecret),
    (list) => list.length > 0,
  );
  t.equal(found.length, 1);
  t.same(await rows(ownSecret), []);
});
