import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startLighttpd } from '../peers/lighttpd.ts';

/* A device over HTTPS: its certificate is pinned as a host key is, and its credentials are those for HTTP. */

const lighttpd = await startLighttpd();
const types = mkdtempSync(join(tmpdir(), 'types-'));
writeFileSync(
  join(types, 'web.yaml'),
  `
short_name: web
name: A device with a web interface
connection:
  protocol: http
  options: { login: { kind: digest }, values: { folder: digest256 } }
operations: { sync: {} }
parameters:
  - name: Version
    variable_name: version
    short_name: version
    type: string
    describes: software_version
    read: { path: '/{{ folder }}/status.json', value: /version }
`,
);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_DEVICE_TYPES_DIR: types,
});
tap.teardown(async () => {
  await gateway.remove();
  rmSync(types, { recursive: true });
  await lighttpd.stop();
});

const { user: username, password, port } = lighttpd;
const http = { username, password };
const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
  name: 'web',
  connection_service: { protocol: 'http', port },
  // For another protocol, such as SSH.
  username: 'root',
  password: 'of-another-protocol',
  credentials: { http },
});
const { body: created } = await gateway.control('POST', '/inventory_device/', {
  name: 'web-1',
  type: 'web',
  ip_address: '127.0.0.1',
  connection_profile: profile['id'],
});
const path = `/inventory_device/${String(created['id'])}/`;
const shown = async () => (await gateway.control('GET', path)).body;
const sync = async () => {
  const request = { operation: 'sync' };
  const id = String(created['id']);
  return (await gateway.control('PUT', `/inventory_device_operation/${id}/?wait=30`, request)).body;
};

test('the first certificate is recorded and another one refused until it is accepted', async (t) => {
  t.equal((await shown())['tls_fingerprint'], null);
  t.match(await sync(), { status: 'completed', results: { variables: [{ value: '7.15' }] } });
  const first = lighttpd.fingerprint();
  t.match(await shown(), { tls_fingerprint: first, software_version: '7.15', status: true });
  await lighttpd.rekey();
  t.match(await sync(), {
    status: 'failed',
    error_code: 'refused',
    error_message: new RegExp(`is not the recorded one, seen: ${lighttpd.fingerprint()}`),
  });
  t.match(await sync(), { status: 'failed', error_code: 'refused' });
  const log = '/inventory_device_log/?action=alert&variable_name=tls_fingerprint';
  const alerts = results(await gateway.control('GET', log));
  t.equal(alerts.length, 1, 'the second refusal is no alert of its own');
  t.match(alerts, [
    { old_value: first, value: lighttpd.fingerprint(), error_message: /certificate changed/ },
  ]);
  t.equal((await gateway.control('PATCH', path, { tls_fingerprint: null })).status, 200);
  t.match(await sync(), { status: 'completed' });
  t.equal((await shown())['tls_fingerprint'], lighttpd.fingerprint());
});

test('credentials for a protocol come before those for all, and the device before its profile', async (t) => {
  const set = (credentials: unknown) => gateway.control('PATCH', path, { credentials });
  await set({ http: { password: 'wrong' } });
  const failed = await sync();
  t.match(failed, { status: 'failed', error_code: 'refused', error_message: /status 401/ });
  await set(null);
  t.match(await sync(), { status: 'completed' });
  t.notMatch(JSON.stringify([failed, await shown()]), /credentials|wrong|of-another/);
});

test('a credential that no adapter takes is refused by name, without its value', async (t) => {
  for (const [credentials, error] of [
    [{ htp: { password: 'x1' } }, { 'credentials.htp': [/Known: http, netconf, snmp, ssh/] }],
    [{ http: { pasword: 'x1' } }, { 'credentials.http': [/pasword is unknown/] }],
    [{ http: { password: 7 } }, { 'credentials.http': [/password.*string/] }],
  ] as const)
    for (const answer of [
      await gateway.control('PATCH', path, { credentials }),
      await gateway.control('PATCH', `/inventory_connection_profile/${String(profile['id'])}/`, {
        credentials,
      } satisfies Json),
    ]) {
      t.equal(answer.status, 400);
      t.match(answer.body, error);
      t.notMatch(JSON.stringify(answer.body), 'x1');
    }
});
