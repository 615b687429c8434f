import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess } from './gateway-process.ts';
import { Authority } from './peers/certificates.ts';
import { freeTcpPort } from './peers/port.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

const gateway = await GatewayProcess.start(
  { GATEHOUSE_LOG_FORMAT: 'pretty' },
  { makesStore: true },
);
tap.teardown(() => gateway.remove());

/** The gateway answers before its last lines have been read. */
const isGreeted = (started: GatewayProcess) =>
  eventually(
    () => Promise.resolve(started.output),
    (output) => output.includes('Next:'),
  );

test('the first start prints the listen addresses and the path of the token, but not the token', async (t) => {
  await isGreeted(gateway);
  t.match(gateway.output, `http://127.0.0.1:${gateway.httpPort}/control/api/v1/`);
  t.match(
    gateway.output,
    `authentication 127.0.0.1:${gateway.authPort}/udp, accounting 127.0.0.1:${gateway.acctPort}/udp`,
  );
  const file = join(gateway.folder, 'data', 'admin-token');
  t.match(gateway.output, `The token is in ${file}`);
  t.match(gateway.token, /^gh_[\w-]{43}$/);
  t.notMatch(gateway.output, gateway.token);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(statSync(join(gateway.folder, 'data', 'secret.key')).mode & 0o777, 0o600);
});

test('a start prints the address of RADIUS over TLS if it is on', async (t) => {
  t.notMatch(gateway.output, 'over TLS');
  const authority = new Authority();
  const own = authority.issue('gateway.example');
  const port = await freeTcpPort();
  const overTls = await GatewayProcess.start({
    GATEHOUSE_LOG_FORMAT: 'pretty',
    GATEHOUSE_RADIUS_HOST: '127.0.0.1,::1',
    GATEHOUSE_RADIUS_TLS_PORT: String(port),
    GATEHOUSE_RADIUS_TLS_CERTIFICATE: own.certificate,
    GATEHOUSE_RADIUS_TLS_KEY: own.key,
    GATEHOUSE_RADIUS_TLS_CA: authority.file,
  });
  t.teardown(async () => {
    await overTls.remove();
    authority.remove();
  });
  await isGreeted(overTls);
  t.match(overTls.output, `  RADIUS over TLS       127.0.0.1:${port}/tcp [::1]:${port}/tcp\n`);
});

test('a second start keeps organization, user and token', async (t) => {
  const { token } = gateway;
  t.equal(await gateway.signal('SIGTERM'), 0);
  await gateway.start();
  t.equal(gateway.token, token);
  t.match((await gateway.gate('GET', '/organization/')).body, {
    count: 1,
    results: [{ short_name: 'default' }],
  });
});

test('SIGTERM answers requests in progress, aborts long ones, and ends within ten seconds', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connected = once(silent, 'connection');
  t.teardown(() => silent.close());
  const service = { protocol: 'ssh', port: (silent.address() as AddressInfo).port };
  const profile = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'ssh',
    connection_service: service,
  });
  const device = await gateway.control('POST', '/inventory_device/', {
    name: 'a',
    type: 'linux',
    ip_address: '127.0.0.1',
    connection_profile: profile.body['id'],
    username: 'nobody',
    password: 'nothing',
  });
  const blocking = gateway.control(
    'PUT',
    `/inventory_device_operation/${String(device.body['id'])}/?wait=30`,
    {
      operation: 'reboot',
    },
  );
  await connected;
  const began = performance.now();
  const code = await gateway.signal('SIGTERM');
  t.ok(performance.now() - began < 10_000, `${Math.round(performance.now() - began)} ms`);
  t.equal(code, 0);
  t.equal((await blocking).status, 200);
});

test('SIGHUP reloads types, dictionaries and the configuration; SIGUSR2 has no effect', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reload-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'gatehouse.yaml');
  const types = join(folder, 'types');
  const dictionaries = join(folder, 'dictionaries');
  for (const directory of [types, dictionaries]) mkdirSync(directory);
  writeFileSync(join(dictionaries, 'dictionary.own'), 'ATTRIBUTE Own-Text 250 string\n');
  const configure = (concurrency: string) => {
    writeFileSync(file, `log: { format: pretty }\njobs: { concurrency: ${concurrency} }\n`);
  };
  configure('6');
  const reloaded = await GatewayProcess.start(
    {
      GATEHOUSE_DEVICE_TYPES_DIR: types,
      GATEHOUSE_RADIUS_DICTIONARY_DIR: dictionaries,
      JOURNAL_STREAM: '8:1',
    },
    { configFile: file },
  );
  t.teardown(() => reloaded.remove());
  const shows = (text: RegExp) =>
    eventually(
      () => Promise.resolve(reloaded.output),
      (output) => text.test(output),
    );
  process.kill(reloaded.pid, 'SIGUSR2');
  const profile = (attribute: string) =>
    reloaded.gate('POST', '/aaa_profile/', {
      name: attribute,
      reply_attributes: [{ attribute, op: ':=', value: 'x' }],
    });
  t.equal((await profile('Other-Text')).status, 400);

  writeFileSync(join(dictionaries, 'dictionary.own'), 'ATTRIBUTE Other-Text 250 string\n');
  const shipped = readFileSync(new URL('config/device-types/linux.yaml', packageRoot));
  const text = shipped.toString().replace('short_name: linux', 'short_name: own_linux');
  writeFileSync(join(types, 'own_linux.yaml'), text);
  configure('7');
  process.kill(reloaded.pid, 'SIGHUP');
  t.match(await shows(/reloaded/), /<4>\S+ WARN {2}reloaded.*own_linux: added.*jobs\.concurrency/);
  t.equal((await profile('Other-Text')).status, 201);
  const found = await reloaded.control('GET', '/inventory_type/?short_name=own_linux');
  t.equal(found.body['count'], 1);

  const device = await reloaded.control('POST', '/inventory_device/', {
    name: 'own',
    type: 'own_linux',
    ip_address: '127.0.0.1',
  });
  const path = `/inventory_device_operation/${String(device.body['id'])}/`;
  const ask = () => reloaded.control('PUT', path, { operation: 'no_such_operation' });
  const loaded = (await ask()).body;
  writeFileSync(join(types, 'own_linux.yaml'), `${text}poll_intervals: 5\n`);
  process.kill(reloaded.pid, 'SIGHUP');
  t.match(await shows(/reloaded, except/), /WARN {2}reloaded, except 1 part with errors/);
  t.match(reloaded.output, /own_linux\.yaml.*poll_intervals/);
  t.notMatch(reloaded.output, /own_linux: removed/);
  t.same((await ask()).body, loaded, 'the former definition stays in use');

  rmSync(join(types, 'own_linux.yaml'));
  process.kill(reloaded.pid, 'SIGHUP');
  await shows(/own_linux: removed/);
  t.match((await ask()).body, {
    detail: `device type "own_linux" is not loaded: config/device-types and ${types} have no valid own_linux.yaml`,
  });

  configure('many');
  process.kill(reloaded.pid, 'SIGHUP');
  t.match(
    await shows(/reload failed/),
    /<3>.* ERROR reload failed; the former state stays in use.*many/,
  );
  t.equal((await reloaded.ask('GET', '/healthz')).status, 200);
  const page = await reloaded.ask('GET', '/');
  t.match(page.text, /Gatehouse[^]*Version \d+\.\d+[^]*ready[^]*\/control\/api\/v1\/docs\//);
  t.match(page.headers.get('content-type'), 'text/html');
});

test('the error for a port in use names the port', async (t) => {
  await gateway.start();
  const second = await GatewayProcess.start({
    GATEHOUSE_HTTP_PORT: String(gateway.httpPort),
  }).catch((error: unknown) => String(error));
  t.match(second, `127.0.0.1:${gateway.httpPort} is in use by another program`);
});

test('idle connections do not delay a stop', async (t) => {
  const silent = connect(gateway.httpPort, '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  const began = performance.now();
  t.equal(await gateway.signal('SIGTERM'), 0);
  // Those in progress have ten seconds.
  t.ok(performance.now() - began < 8_000, `${Math.round(performance.now() - began)} ms`);
  await closed;
});
