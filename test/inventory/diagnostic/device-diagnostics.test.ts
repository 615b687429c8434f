import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { createServer } from '../../../src/runtime/node-http.ts';
import { isRecord } from '../../../src/contract/fields.ts';
import { readDeviceOutput } from '../../../src/inventory/diagnostic/device-output.ts';
import { environmentOf } from '../../gateway-command.ts';
import { eventually, GatewayProcess, results } from '../../gateway-process.ts';
import { dnsAnswer } from '../../peers/dns-answer.ts';
import { startSshd } from '../../peers/sshd.ts';
import { gatewayCommand } from '../../../src/runtime/package-root.ts';
import { loadShipped } from '../../shipped-types.ts';

/* Diagnostics that a device runs: a real host over SSH with the real tools, and the output of other systems. */

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'diagnosing-host-'));
await chmod(folder, 0o755);
const withoutCurl = join(folder, 'without-curl');
await mkdir(withoutCurl);
for (const name of ['awk', 'cat', 'dd', 'mktemp', 'rm', 'sh', 'timeout', 'wc', 'wget'])
  await symlink(`/usr/bin/${name}`, join(withoutCurl, name));
/** Runs the diagnostic tools, and nothing else. */
const shell = join(folder, 'shell');
await writeFile(
  shell,
  `#!/bin/sh
PATH=/usr/bin:/bin
# A host without curl.
case $SSH_ORIGINAL_COMMAND in *by-wget*) PATH=${withoutCurl} ;; esac
case $SSH_ORIGINAL_COMMAND in
  'ping '* | 'traceroute '* | 'nslookup '* | 'u='* | 'LC_ALL=C bash '*) exec sh -c "$SSH_ORIGINAL_COMMAND" ;;
  *) echo "sh: \${SSH_ORIGINAL_COMMAND%% *}: not found" >&2; exit 127 ;;
esac
`,
  { mode: 0o755 },
);
const sshd = await startSshd({ lines: [`ForceCommand ${shell}`] });
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(async () => {
  await gateway.remove();
  await sshd.stop();
  await rm(folder, { recursive: true });
});

const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
  name: 'ssh on a port of its own',
  connection_service: { protocol: 'ssh', port: sshd.port },
});
const { body: device } = await gateway.control('POST', '/inventory_device/', {
  name: 'host',
  type: 'linux',
  connection_profile: profile['id'],
  ip_address: sshd.host,
  username: sshd.user,
  password: sshd.password,
});

const diagnose = (operation: string, keys: object, wait = 30) =>
  gateway.control('POST', `/inventory_device_diags/?wait=${wait}`, {
    parent_id: device['id'],
    operation,
    ...keys,
  });

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('a device pings by itself, and the numbers of its ping are the result', async (t) => {
  const keys = { host: '127.0.0.1', count: 2, interface: 'lo', dscp: 46, packet_size: 100 };
  const { status, body } = await diagnose('ping', keys);
  t.equal(status, 201);
  t.match(body, {
    status: 'completed',
    error_message: null,
    parameters: { source: 'device', ...keys },
    results: {
      source: 'device',
      ip_address_used: '127.0.0.1',
      success_count: 2,
      failure_count: 0,
      packet_loss: 0,
      min_response_time: Number,
      avg_response_time: Number,
      max_response_time: Number,
    },
  });
  const { body: shown } = await gateway.control(
    'GET',
    `/inventory_device/${String(device['id'])}/`,
  );
  t.match(shown, { status: true }, 'a device that answered is up');
});

test('a path from the device comes from its traceroute', async (t) => {
  const { body } = await diagnose('traceroute', { host: 'localhost', tries: 2, timeout: 1000 });
  const { stdout } = await run('traceroute', ['-n', 'localhost']);
  const [, address] = /^ 1 {2}(\S+)/m.exec(stdout) ?? [];
  t.match(body['results'], {
    source: 'device',
    response_time: Number,
    hops: [{ hop: 1, address, error_code: 0, rtt: [Number, Number] }],
  });
});

/** Starts a server that sends and takes files, and remembers what it got. */
async function startFiles() {
  const taken: { readonly method: string; readonly octets: number }[] = [];
  const files = createServer((request, reply) => {
    let octets = 0;
    request
      .on('data', (part: Buffer) => (octets += part.length))
      .on('end', () => {
        taken.push({ method: request.method ?? '', octets });
        const isThere = request.url?.startsWith('/file') === true;
        reply
          .writeHead(isThere ? 200 : 404)
          .end(Buffer.alloc(request.method === 'GET' ? 300_000 : 0));
      });
  });
  await once(files.listen(0, '127.0.0.1'), 'listening');
  return { taken, url: `http://127.0.0.1:${portOf(files)}`, close: () => files.close() };
}

for (const [program, path] of [
  ['curl', '/file'],
  ['wget', '/file-by-wget'],
] as const)
  test(`a device downloads and uploads by itself with ${program}, and measures it`, async (t) => {
    const files = await startFiles();
    t.teardown(files.close);
    const url = `${files.url}${path}`;
    const down = await diagnose('download', { url, connections: 3, source: 'device' });
    const address = program === 'curl' ? '127.0.0.1' : null;
    t.match(down.body, {
      status: 'completed',
      error_message: null,
      results: {
        source: 'device',
        ip_address_used: address,
        test_bytes_received: 900_000,
        transfers: 3,
        eom_time: String,
      },
    });
    t.equal(files.taken.length, 3);
    const up = await diagnose('upload', { url, file_size: 5_000_000, source: 'device' });
    t.match(up.body, {
      status: 'completed',
      results: { source: 'device', ip_address_used: address, test_bytes_sent: 5_000_000 },
    });
    t.same(files.taken.at(-1), { method: program === 'curl' ? 'PUT' : 'POST', octets: 5_000_000 });
    if (program === 'curl')
      for (const { body } of [down, up])
        t.match(body['results'], {
          rom_time: /^20/,
          bom_time: /^20/,
          tcp_open_response_time: /^20/,
          throughput_bps: Number,
        });
    const absent = await diagnose('download', { url: `${files.url}/no${path}`, source: 'device' });
    t.match(absent.body, {
      status: 'failed',
      results: null,
      error_message: /404|wget: exit status/,
    });
  });

test('airOS downloads by itself with the wget of BusyBox', async (t) => {
  const files = await startFiles();
  t.teardown(files.close);
  const { body: radio } = await gateway.control('POST', '/inventory_device/', {
    name: 'radio',
    type: 'airos',
    connection_profile: profile['id'],
    ip_address: sshd.host,
    username: sshd.user,
    password: sshd.password,
  });
  t.teardown(() => gateway.control('DELETE', `/inventory_device/${String(radio['id'])}/`));
  const keys = { parent_id: radio['id'], connections: 2, source: 'device' };
  const { body } = await diagnose('download', { ...keys, url: `${files.url}/file-by-wget` });
  t.match(body, {
    status: 'completed',
    error_message: null,
    results: { source: 'device', test_bytes_received: 600_000, transfers: 2 },
  });
  const absent = await diagnose('download', { ...keys, url: `${files.url}/no-by-wget` });
  t.match(absent.body, { status: 'failed', error_message: /wget: exit status/ });
  t.match(await diagnose('download', { ...keys, url: `${files.url}/file`, duration: 3 }), {
    status: 400,
    body: { duration: ['Type "airos" cannot apply duration 3.'] },
  });
});

test('a transfer that the type cannot run on the device is refused by field, and the gateway runs it without source', async (t) => {
  const files = await startFiles();
  t.teardown(files.close);
  const url = `${files.url}/file`;
  t.match(await diagnose('download', { url, source: 'device', dscp: 46 }), {
    status: 400,
    body: { dscp: ['Type "linux" cannot apply dscp 46.'] },
  });
  const closed = await diagnose('download', { url: 'http://127.0.0.1:9/', source: 'device' });
  t.match(closed.body, { status: 'failed', error_message: /curl: \(7\)/ });
});

test('a device echoes by itself with bash: what comes back, what is lost and what comes back changed', async (t) => {
  let packets = 0;
  const echo = createSocket('udp4').on('message', (octets, { port, address }) => {
    packets += 1;
    // The second gets no answer, the fourth another packet's.
    const answer = packets === 4 ? Buffer.alloc(octets.length, '7') : octets;
    if (packets !== 2) echo.send(answer, port, address);
  });
  await new Promise<void>((resolve) => echo.bind(0, '127.0.0.1', resolve));
  t.teardown(() => {
    echo.close();
  });
  const keys = { host: '127.0.0.1', interval: 10, timeout: 300, source: 'device' };
  const { port } = echo.address();
  const { body } = await diagnose('udp_echo', { ...keys, port, count: 5, packet_size: 1400 });
  t.match(body, {
    status: 'completed',
    error_message: null,
    results: { source: 'device', success_count: 3, failure_count: 2, packet_loss: 40 },
  });
  const measured = isRecord(body['results']) ? body['results'] : {};
  const [min, max] = [Number(measured['min_response_time']), Number(measured['max_response_time'])];
  t.ok(min > 0 && min <= max && max < 300, `${min} to ${max} ms`);
  t.equal(packets, 5);
  const dead = await diagnose('udp_echo', { ...keys, port: 9, count: 2 });
  t.match(dead.body['results'], { success_count: 0, failure_count: 2, packet_loss: 100 });
  const unknown = await diagnose('udp_echo', { ...keys, host: 'nothing.invalid', port: 9 });
  t.match(unknown.body, { status: 'failed', error_message: /nothing\.invalid: Name or service/ });
  t.match(await diagnose('udp_echo', { ...keys, port, packet_size: 1401 }), {
    status: 400,
    body: { packet_size: [/1 to 1400, not 1401/] },
  });
});

test('a look-up on the device runs dig, and a name that does not exist is a result', async (t) => {
  const server = createSocket('udp4').on('message', (question, from) => {
    server.send(dnsAnswer(question, '192.0.2.7'), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
  });
  const { port } = server.address();
  const dns_server = `127.0.0.1:${port}`;
  const { body } = await diagnose('dns_lookup', { host: 'ap.example', dns_server, count: 2 });
  const { stdout } = await run('dig', ['+short', '@127.0.0.1', '-p', String(port), 'ap.example']);
  const answer = {
    status: 'Success',
    answer_type: 'NonAuthoritative',
    host_returned: 'ap.example',
    addresses: [stdout.trim()],
    dns_server: '127.0.0.1',
  };
  t.match(body['results'], { source: 'device', success_count: 2, answers: [answer, answer] });
  const missing = await diagnose('dns_lookup', { host: 'nothing.example', dns_server });
  t.match(missing.body['results'], {
    success_count: 0,
    answers: [{ status: 'Error_HostNameNotResolved', addresses: [] }],
  });
});

test('the site doctor goes from the link to the Internet, and says what to look at', async (t) => {
  const server = createSocket('udp4').on('message', (question, from) => {
    server.send(dnsAnswer(question, '127.0.0.1'), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const page = createServer((_, response) => response.end('page')).listen(0, '127.0.0.1');
  await once(page, 'listening');
  t.teardown(() => {
    server.close();
    page.close();
  });
  await gateway.gate('POST', '/aaa_client/', {
    name: 'the site',
    address: '127.0.0.0/8',
    secret: 'never used by it',
  });
  const examine = (keys: object) =>
    gateway.control('POST', '/inventory_site_doctor/?wait=30', {
      url: `http://localhost:${portOf(page)}/`,
      dns_server: `127.0.0.1:${server.address().port}`,
      ...keys,
    });
  const refused = await examine({ parent__name: 'host', url: 'http://:hidden@localhost/' });
  t.match(refused, { status: 400, body: { url: [/without username and password/] } });
  t.notMatch(refused.text, 'hidden');
  const { status, body } = await examine({ parent__name: 'host' });
  t.equal(status, 201);
  t.match(body, {
    status: 'completed',
    results: {
      healthy: true,
      at: 'radius',
      verdict: /"the site" has never sent a packet/,
      steps: [
        { step: 'link', state: 'ok', evidence: { ping: { results: { success_count: 3 } } } },
        { step: 'address', state: 'ok' },
        { step: 'dns', state: 'ok', evidence: { device: { results: { success_count: 1 } } } },
        { step: 'gateway', state: 'ok', verdict: /router (127\.0\.0\.1|::1) answers/ },
        { step: 'radius', state: 'warning' },
        { step: 'portal', state: 'skipped' },
        { step: 'internet', state: 'ok', evidence: { gateway: { results: { octets: 4 } } } },
      ],
    },
  });
  const made = await gateway.control('POST', '/inventory_device/', {
    name: 'behind',
    type: 'linux',
    ip_address: '240.0.0.1',
    parent: device['id'],
  });
  page.close();
  const away = await examine({ parent_id: made.body['id'] });
  t.match(away.body['results'], {
    healthy: false,
    at: 'link',
    verdict: /"behind" does not answer, but "host", which it is connected through, does/,
    steps: [{}, {}, {}, { step: 'gateway', state: 'skipped' }, {}, {}, { state: 'failed' }],
  });
  t.match(await examine({ parent_id: 1, parent__name: 'host' }), { status: 400 });
  const environment = environmentOf({
    GATEHOUSE_DATA_DIR: join(gateway.folder, 'data'),
    GATEHOUSE_HTTP_PORT: String(gateway.httpPort),
  });
  const command = run(gatewayCommand, ['doctor', 'behind', '--url', 'http://localhost:1/'], {
    env: environment,
  });
  const printed = await command.catch((error: unknown) => error);
  t.match(printed, { code: 1, stdout: /^failed {3}link {6}"behind" does not answer/ });
  t.match(printed, { stdout: /^ok {7}address {3}No other device/m });
  t.match(await examine({ parent_id: 1, url: 'ftp://x/' }), {
    status: 400,
    body: { url: [/ftp/] },
  });
});

test('what the device refuses is the failure of the diagnostic', async (t) => {
  t.match((await diagnose('ping', { host: 'nothing.invalid', count: 1 })).body, {
    status: 'failed',
    error_code: 'rejected',
    error_message: /nothing\.invalid/,
  });
});

test('the gateway runs what the device cannot, unless the device is asked', async (t) => {
  const keys = { host: '127.0.0.1', count: 1, packet_size: 8 };
  t.match(await diagnose('ping', { ...keys, source: 'device' }), {
    status: 400,
    body: { packet_size: [/16 to 65507, not 8/] },
  });
  t.match(await diagnose('dns_lookup', { host: 'x', source: 'device', interface: 'lo' }), {
    status: 400,
    body: { interface: [/cannot apply interface "lo"/] },
  });
  const { body } = await diagnose('dns_lookup', {
    host: 'localhost',
    record_type: 'A',
    dns_server: '127.0.0.1:9',
    timeout: 200,
  });
  t.match(body['results'], { source: 'gateway' });
  t.match((await diagnose('ping', { host: '127.0.0.1', count: 1, source: 'gateway' })).body, {
    results: { source: 'gateway', success_count: 1 },
  });
});

test('a comparison runs on both sides and says where the difference lies', async (t) => {
  const compare = async (keys: object) =>
    (await diagnose('ping', { source: 'compare', count: 1, timeout: 1000, ...keys })).body;
  t.match(await compare({ host: '127.0.0.1' }), {
    status: 'completed',
    results: {
      source: 'compare',
      difference: 'none',
      gateway: { results: { success_count: 1 } },
      device: { results: { success_count: 1 } },
    },
  });
  t.match((await compare({ host: 'nothing.invalid' }))['results'], {
    difference: 'both',
    gateway: { error: /^unreachable: .*nothing\.invalid/ },
    device: { error: /^rejected: .*nothing\.invalid/ },
  });
  await sshd.kill();
  t.match((await compare({ host: '127.0.0.1' }))['results'], {
    difference: 'device',
    verdict: /not the device/,
    device: { error: /^unreachable/ },
  });
  t.match(await diagnose('wifi_neighbor', { source: 'compare' }), { status: 400 });
});

test('a diagnostic of a device that cannot be reached waits for it', async (t) => {
  const { body: silent } = await gateway.control('POST', '/inventory_device/', {
    name: 'silent',
    type: 'linux',
    connection_profile: profile['id'],
    ip_address: '127.0.0.99',
    username: sshd.user,
    password: sshd.password,
  });
  const keys = { host: '127.0.0.1', parent_id: silent['id'] };
  const { body } = await diagnose('ping', keys, 0);
  const path = `/inventory_device_diags/?id=${String(body['id'])}`;
  const tried = await eventually(
    async () => results(await gateway.control('GET', path))[0],
    (row) => row?.['waiting_for'] === 'device',
  );
  t.match(tried, {
    status: 'scheduled',
    waiting_for: 'device',
    error_code: 'unreachable',
  });
});

const { types } = await loadShipped();

function read(type: string, operation: string, output: string) {
  const spec = types.get(type)?.diagnostics?.[operation];
  if (!spec) throw new Error(`${type} has no ${operation}`);
  return readDeviceOutput(operation, spec, { outputs: [output], parameters: {}, endedAt: 0 });
}

test('the output of BusyBox is read', (t) => {
  const ping = `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: seq=0 ttl=64 time=0.512 ms

--- 192.0.2.1 ping statistics ---
2 packets transmitted, 1 packets received, 50% packet loss
round-trip min/avg/max = 0.512/0.512/0.512 ms
`;
  t.match(read('openwrt', 'ping', ping), {
    ip_address_used: '192.0.2.1',
    success_count: 1,
    failure_count: 1,
    packet_loss: 50,
    avg_response_time: 0.512,
  });
  const path = `traceroute to 198.51.100.1 (198.51.100.1), 30 hops max, 46 byte packets
 1  192.0.2.1  0.512 ms  0.401 ms  0.398 ms
 2  *  *  *
 3  *  203.0.113.9  3.100 ms !H  *
`;
  t.same(read('openwrt', 'traceroute', path), {
    ip_address_used: '198.51.100.1',
    response_time: null,
    hops: [
      {
        hop: 1,
        host: '192.0.2.1',
        address: '192.0.2.1',
        error_code: 0,
        rtt: [0.512, 0.401, 0.398],
      },
      { hop: 2, host: null, address: null, error_code: null, rtt: [] },
      { hop: 3, host: '203.0.113.9', address: '203.0.113.9', error_code: 1, rtt: [3.1] },
    ],
  });
  const scan = `phy0-ap0 Cell 01 - Address: 00:00:5E:00:53:02
          ESSID: "Garden "of" ours"
          Mode: Master  Frequency: 2.437 GHz  Band: 2.4 GHz  Channel: 6
          Signal: -60 dBm  Quality: 50/70
          Encryption: WPA2 PSK (CCMP)

phy1-ap0 Cell 01 - Address: 00:00:5E:00:53:03
          ESSID: unknown
          Mode: Master  Channel: 36
          Signal: -71 dBm  Quality: 39/70
          Encryption: none
`;
  t.match(read('openwrt', 'wifi_neighbor', scan), {
    neighbors: [
      {
        radio: 'phy0-ap0',
        ssid: 'Garden "of" ours',
        channel: 6,
        signal_strength: -60,
        frequency_band: '2.4 GHz',
      },
      { radio: 'phy1-ap0', bssid: '00:00:5E:00:53:03', channel: 36, encryption: 'none' },
    ],
  });
  t.end();
});

test('the output of RouterOS is read, and what cannot be read is an error that shows it', (t) => {
  const ping = `  SEQ HOST                                     SIZE TTL TIME       STATUS
    0 192.0.2.1                                  56  64 1ms234us
    sent=4 received=3 packet-loss=25% min-rtt=812us avg-rtt=1ms234us max-rtt=2ms
`;
  t.match(read('routeros', 'ping', ping), {
    success_count: 3,
    failure_count: 1,
    packet_loss: 25,
    min_response_time: 0.812,
    avg_response_time: 1.234,
    max_response_time: 2,
  });
  t.throws(() => read('routeros', 'ping', 'no such thing'), /garbled|no such thing/);
  t.end();
});
