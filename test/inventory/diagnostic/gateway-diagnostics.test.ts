import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { promisify } from 'node:util';
import tap, { test, type Test } from 'tap';
import { createServer } from '../../../src/runtime/node-http.ts';
import { Authority } from '../../peers/certificates.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { eventually, GatewayProcess, type Json } from '../../gateway-process.ts';

/* Diagnostics that the gateway runs, against real counterparts and beside the tools that measure the same. */

const run = promisify(execFile);
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const devices = await Promise.all(
  ['one', 'two'].map(async (name) => {
    const { body } = await gateway.control('POST', '/inventory_device/', { name, type: 'linux' });
    return Number(body['id']);
  }),
);
const [device] = devices;

/** Schedules a diagnostic of the first device, or of those that the keys name, and waits for its end. */
const diagnose = (operation: string, keys: object, wait = 30) =>
  gateway.control('POST', `/inventory_device_diags/?wait=${wait}`, {
    parent_id: device,
    operation,
    ...keys,
  });

async function resultsOf(t: Test, operation: string, keys: object): Promise<Json> {
  const { status, body } = await diagnose(operation, keys);
  t.equal(status, 201);
  t.match(body, { status: 'completed', error_message: null, partial_results: null });
  return body['results'] as Json;
}

const octets = Buffer.alloc(700_000, 'x');
const received = { octets: 0, method: '' };
/** Resolves when the slow download may go on. */
let goOn: () => void = () => undefined;
const server = createServer((request, response) => {
  received.method = request.method ?? '';
  received.octets = 0;
  request.on('data', ({ length }: Buffer) => (received.octets += length));
  if (request.url === '/late') setTimeout(() => response.end(octets), 150);
  else if (request.url === '/soon') setTimeout(() => response.end(octets), 20);
  else if (request.url === '/moved') response.writeHead(302, { location: '/late' }).end();
  else if (request.url === '/away')
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else if (request.url === '/slow') {
    response.write(octets);
    goOn = () => response.end(octets);
  } else if (request.url === '/upload') request.on('end', () => response.writeHead(201).end());
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const base = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
tap.teardown(() => {
  server.close();
});

test('a download has the octets of the body and the times of its phases, as curl measures them', async (t) => {
  const format = '%{size_download} %{time_starttransfer}';
  const measure = async () => {
    const results = await resultsOf(t, 'download', { url: `${base}/late`, connections: 2 });
    const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', format, `${base}/late`]);
    const [size, firstOctet] = stdout.split(' ').map(Number);
    const timings = results['timings'] as Record<string, number>;
    const apartMs = Math.abs(Number(timings['first_octet']) - Number(firstOctet) * 1000);
    return { results, timings, size, apartMs };
  };
  // Another process on the processor delays one of the two at times.
  const { results, timings, size, apartMs } = await eventually(
    measure,
    (measured) => measured.apartMs < 100,
  );
  t.match(results, {
    source: 'gateway',
    ip_address_used: '127.0.0.1',
    test_bytes_received: 2 * Number(size),
    transfers: 2,
    is_cut: false,
    timings: { dns: Number, connect: Number, tls: null, transfer: Number, total: Number },
  });
  t.ok(Number(timings['first_octet']) >= 150, `${timings['first_octet']} ms`);
  t.ok(apartMs < 100, `${apartMs} ms apart`);
  t.ok(Number(results['total_bytes_received']) > Number(results['test_bytes_received']));
  const [rom, bom, eom] = ['rom_time', 'bom_time', 'eom_time'].map((key) =>
    Date.parse(String(results[key])),
  );
  t.ok(Number(bom) - Number(rom) >= 149 && Number(eom) >= Number(bom));
  t.ok(Number(results['throughput_bps']) > 0);
});

test('a download follows redirections, and one of a duration repeats its transfer', async (t) => {
  t.match(await resultsOf(t, 'download', { url: `${base}/moved` }), {
    test_bytes_received: 700_000,
  });
  const results = await resultsOf(t, 'download', { url: `${base}/soon`, duration: 1 });
  t.ok(Number(results['transfers']) > 2, `${String(results['transfers'])} transfers`);
  t.match(results, { is_cut: false });
});

test('what the server refuses is the failure of a transfer', async (t) => {
  t.match((await diagnose('download', { url: `${base}/nothing` })).body, {
    status: 'failed',
    error_code: 'rejected',
    error_message: /status 404/,
  });
  t.match((await diagnose('upload', { url: `${base}/nothing`, file_size: 1 })).body, {
    error_code: 'rejected',
  });
});

test('an upload sends its octets by PUT', async (t) => {
  const results = await resultsOf(t, 'upload', { url: `${base}/upload`, file_size: 300_000 });
  t.match(results, { test_bytes_sent: 300_000, transfers: 1, is_cut: false });
  t.same(received, { method: 'PUT', octets: 300_000 });
});

test('what a diagnostic has measured so far is shown while it runs', async (t) => {
  const { body } = await diagnose('download', { url: `${base}/slow` }, 0);
  const path = `/inventory_device_diags/?id=${String(body['id'])}`;
  const row = async () => ((await gateway.control('GET', path)).body['results'] as Json[])[0] ?? {};
  const running = await eventually(row, ({ partial_results }) => partial_results !== null);
  t.match(running, { status: 'running', partial_results: { test_bytes_received: Number } });
  goOn();
  const ended = await eventually(row, ({ status }) => status !== 'running');
  t.match(ended, {
    status: 'completed',
    partial_results: null,
    results: { test_bytes_received: 1_400_000 },
  });
});

test('an echo test counts the packets that come back whole', async (t) => {
  let packets = 0;
  const echo = createSocket('udp4').on('message', (octets, { port, address }) => {
    packets += 1;
    // One is lost, one comes back with other octets, one comes back twice.
    if (packets === 1) return;
    if (packets === 2) octets.writeUInt8(octets.readUInt8(0) ^ 1, 0);
    for (let copies = packets === 3 ? 2 : 1; copies > 0; copies -= 1)
      echo.send(octets, port, address);
  });
  await new Promise<void>((resolve) => echo.bind(0, '127.0.0.1', resolve));
  t.teardown(() => {
    echo.close();
  });
  const keys = { host: 'localhost', port: echo.address().port, interval: 10, timeout: 2500 };
  t.match(await resultsOf(t, 'udp_echo', { ...keys, count: 5 }), {
    ip_address_used: '127.0.0.1',
    success_count: 3,
    failure_count: 2,
    packet_loss: 40,
    min_response_time: Number,
    max_response_time: Number,
  });
  t.equal(packets, 5);
});

test('path and time come from traceroute', async (t) => {
  const keys = { host: '127.0.0.1', tries: 2, timeout: 1000, dscp: 46, interface: 'lo' };
  const results = await resultsOf(t, 'traceroute', keys);
  const { stdout } = await run('traceroute', ['-n', '-q', '2', '127.0.0.1', '66']);
  t.match(stdout, /^ 1 {2}127\.0\.0\.1/m);
  t.match(results, {
    ip_address_used: '127.0.0.1',
    response_time: Number,
    hops: [{ hop: 1, address: '127.0.0.1', host: String, error_code: 0, rtt: [Number, Number] }],
  });
});

test('ping honours interface, dscp and size, and has the numbers of ping', async (t) => {
  const keys = { host: '127.0.0.1', count: 2, interface: 'lo', dscp: 46, packet_size: 1400 };
  const results = await resultsOf(t, 'ping', keys);
  const { stdout } = await run('ping', ['-n', '-c2', '-i0.2', '-Ilo', '-s1400', '127.0.0.1']);
  const [, received, loss] = /, (\d+) received, (\d+)% packet loss/.exec(stdout) ?? [];
  t.match(results, { success_count: Number(received), packet_loss: Number(loss) });
  const [, ms] = /= [\d.]+\/([\d.]+)\//.exec(stdout) ?? [];
  const apartMs = Math.abs(Number(results['avg_response_time']) - Number(ms));
  t.ok(apartMs < 100, `${apartMs} ms apart`);
});

test('a connection, its certificate and a page are measured', async (t) => {
  const authority = new Authority();
  const { cert, keyText: key } = authority.issue('garden.example', {
    names: 'DNS:garden.example,IP:127.0.0.1',
  });
  const secure = createSecureServer({ cert: cert + authority.ca, key }, (_, response) =>
    response.end('hello'),
  ).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const bound = secure.address();
  const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
  t.teardown(() => {
    secure.close();
    authority.remove();
  });
  const keys = { host: '127.0.0.1', port };
  t.match(await resultsOf(t, 'tcp_connect', keys), {
    source: 'gateway',
    ip_address_used: '127.0.0.1',
    response_time: Number,
  });
  const shown = await resultsOf(t, 'tls_certificate', keys);
  const { stdout } = await run('sh', [
    '-c',
    `openssl s_client -connect 127.0.0.1:${port} </dev/null 2>/dev/null | openssl x509 -noout -enddate`,
  ]);
  t.match(shown, {
    protocol: 'TLSv1.3',
    verified: false,
    reason: 'SELF_SIGNED_CERT_IN_CHAIN',
    not_after: new Date(stdout.trim().replace('notAfter=', '')).toISOString(),
    chain: [
      { subject: /CN=garden\.example/, names: ['DNS:garden.example', 'IP Address:127.0.0.1'] },
      { subject: 'CN=A CA for tests', issuer: 'CN=A CA for tests' },
    ],
  });
  t.match(await resultsOf(t, 'http_get', { url: `https://127.0.0.1:${port}/` }), {
    status_code: 200,
    octets: 5,
    certificate_fault: 'SELF_SIGNED_CERT_IN_CHAIN',
    timings: { connect: Number, tls: Number, first_octet: Number, total: Number },
  });
  t.match((await diagnose('download', { url: `https://127.0.0.1:${port}/` })).body, {
    status: 'failed',
    error_code: 'refused',
  });
  t.match(await resultsOf(t, 'http_get', { url: `${base}/moved` }), {
    status_code: 302,
    location: '/late',
  });
  t.match(
    (await diagnose('tls_certificate', { host: '127.0.0.1', port: Number(new URL(base).port) }))
      .body,
    {
      status: 'failed',
      error_code: 'garbled',
    },
  );
  t.match((await diagnose('tcp_connect', { host: '127.0.0.1', port: 1 })).body, {
    status: 'failed',
    error_code: 'unreachable',
    error_message: /ECONNREFUSED/,
  });
});

test('what the gateway cannot honour is refused when it is asked for', async (t) => {
  const host = '127.0.0.1';
  const url = `${base}/late`;
  const count = async () =>
    (await gateway.control('GET', '/inventory_device_diags/')).body['count'];
  const before = await count();
  for (const [operation, keys, field, message] of [
    ['ping', { host, interface: 'eth99' }, 'interface', /no interface "eth99"\. It has: .*lo/],
    ['ping', { host, packet_size: 65_535 }, 'packet_size', /16 to 65507 octets, not 65535/],
    ['ping', { host, packet_size: 8 }, 'packet_size', /not 8/],
    ['ping', { host, source: 'device' }, 'source', /no ip_address/],
    ['traceroute', { host, packet_size: 65_000 }, 'packet_size', /not 65000/],
    ['udp_echo', { host, port: 7, dscp: 1 }, 'dscp', /cannot set dscp 1/],
    ['udp_echo', { host, port: 7, count: 100, interval: 60_000 }, 'interval', /5940 s/],
    ['download', { url: 'ftp://127.0.0.1/x' }, 'url', /ftp:/],
    ['download', { url: 'http://me:secret@127.0.0.1/x' }, 'url', /without username and password/],
    ['download', { url, interface: 'lo' }, 'interface', /cannot choose/],
    ['upload', { url, dscp: 8 }, 'dscp', /dscp 8/],
    ['dns_lookup', { host: 'x', interface: 'lo' }, 'interface', /cannot choose/],
    ['dns_lookup', { host: 'x', dns_server: 'no address' }, 'dns_server', /no address/],
    ['wifi_neighbor', {}, 'operation', /run wifi_neighbor/],
  ] as const)
    t.match(
      await diagnose(operation, keys),
      { status: 400, body: { [field]: [message] } },
      `${operation} ${field}`,
    );
  t.equal(await count(), before);
});

test('a list of devices makes a transaction for each, or no transaction at all', async (t) => {
  const keys = { host: '127.0.0.1', count: 1 };
  const { status, text } = await diagnose('ping', { ...keys, parent_id: devices });
  t.equal(status, 201);
  t.match(
    JSON.parse(text),
    devices.map((parent_id) => ({ parent_id, status: 'completed', results: { success_count: 1 } })),
  );
  t.match(await diagnose('ping', { ...keys, parent_id: [device, 4711] }), {
    status: 400,
    body: { parent_id: [/4711/] },
  });
});

test('a target is an address that the organization may use, wherever a server redirects to', async (t) => {
  const { body: tenant } = await gateway.gate('POST', '/organization/', {
    name: 'Tenant',
    short_name: 'tenant',
    parent: 1,
    device_networks: ['127.0.0.1/32'],
  });
  const made = await gateway.control('POST', '/inventory_device/', {
    name: 'of the tenant',
    type: 'linux',
    organization: tenant['id'],
  });
  t.equal(made.status, 201, made.text);
  const ask = (operation: string, keys: object) =>
    diagnose(operation, { ...keys, parent_id: made.body['id'] });
  t.match(await ask('udp_echo', { host: '192.0.2.1', port: 7 }), {
    status: 400,
    body: { host: [/device_networks/] },
  });
  t.match(await ask('upload', { url: 'http://192.0.2.1/x' }), {
    status: 400,
    body: { url: [/device_networks/] },
  });
  t.match(await ask('dns_lookup', { host: 'x', dns_server: '[2001:db8::1]:53' }), {
    status: 400,
    body: { dns_server: [/device_networks/] },
  });
  t.match((await ask('download', { url: `${base}/away` })).body, {
    status: 'failed',
    error_code: 'unsupported',
    error_message: /169\.254\.169\.254/,
  });
});

test('variables of an agent are read with the credentials of the device, as snmpget reads them', async (t) => {
  const snmpd = await startSnmpd();
  t.teardown(() => snmpd.stop());
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'agent',
    snmp_community: snmpd.community,
    connection_service: { protocol: 'snmp', port: snmpd.port },
  });
  const { body: agent } = await gateway.control('POST', '/inventory_device/', {
    name: 'agent',
    type: 'snmp',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
  });
  const { greatestCounter64, text } = snmpd.madeUp;
  const missing = '1.3.6.1.4.1.32473.99.0';
  const results = await resultsOf(t, 'snmp_get', {
    parent_id: agent['id'],
    oids: [greatestCounter64.oid, text.oid, missing],
  });
  const { stdout } = await run('snmpget', [
    '-v2c',
    '-c',
    snmpd.community,
    '-Oqv',
    `127.0.0.1:${snmpd.port}`,
    greatestCounter64.oid,
  ]);
  t.match(results, {
    source: 'gateway',
    ip_address_used: '127.0.0.1',
    response_time: Number,
    variables: [
      { oid: greatestCounter64.oid, value: stdout.trim(), error: null },
      { value: text.value },
      { oid: missing, value: null, error: String },
    ],
  });
  t.match(await diagnose('snmp_get', {}), {
    status: 400,
    body: { operation: [/^Device "one" has no ip_address/] },
  });
});

test('a login at a RADIUS server is a result, and its secrets are shown nowhere', async (t) => {
  const secret = 'shared with FreeRADIUS';
  const freeRadius = await startUpstream({ secret, name: 'welcome to the network' });
  t.teardown(() => freeRadius.stop());
  const login = {
    host: '127.0.0.1',
    port: freeRadius.port,
    secret,
    username: 'guest',
    password: upstreamPassword,
    timeout: 3000,
  };
  const { body, text } = await diagnose('radius_auth', login);
  t.match(body, {
    status: 'completed',
    parameters: { username: 'guest', nas_identifier: 'gatehouse' },
    results: {
      answer: 'Access-Accept',
      response_time: Number,
      reply_message: 'welcome to the network',
    },
  });
  t.notMatch(text, new RegExp(`${secret}|${upstreamPassword}`));
  const store = await gateway.openStore();
  t.teardown(() => store.close());
  const rows = await store.db
    .selectFrom('inventory_transaction')
    .select(['parameters', 'secret_parameters'])
    .where('operation', '=', 'radius_auth')
    .execute();
  t.same(Object.keys(JSON.parse(rows[0]?.parameters ?? '') as Json).includes('secret'), false);
  t.equal(rows[0]?.secret_parameters, null, 'deleted with the end');
  t.match((await diagnose('radius_auth', { ...login, password: 'wrong' })).body['results'], {
    answer: 'Access-Reject',
  });
  t.match((await diagnose('radius_auth', { ...login, secret: 'other', timeout: 500 })).body, {
    status: 'failed',
    error_code: 'timeout',
    error_message: /another secret|not with this secret/,
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  t.match(await diagnose('radius_auth', { ...login, every: 60, until }), {
    status: 400,
    body: { every: [/has secrets/] },
  });
});

test('a login at the gateway itself is one of its clients', async (t) => {
  await gateway.gate('POST', '/aaa_client/', {
    name: 'itself',
    address: '127.0.0.1',
    secret: 'of the gateway itself',
  });
  await gateway.gate('POST', '/user/', {
    username: 'anna@example.org',
    password: 'a good password',
    role: 'subscriber',
    organization: 1,
  });
  const { body } = await diagnose('radius_auth', {
    host: 'localhost',
    port: gateway.authPort,
    secret: 'of the gateway itself',
    username: 'anna@example.org',
    password: 'a good password',
  });
  t.match(body['results'], { answer: 'Access-Accept' });
});
