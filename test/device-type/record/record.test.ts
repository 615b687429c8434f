import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tap, { test } from 'tap';
import { parse } from 'yaml';
import { loadShippedAdapters, loadDeviceTypes } from '../../../src/device-type/adapter-loader.ts';
import { recordDevice } from '../../../src/device-type/record/record-device.ts';
import {
  recordToFile,
  type RecordArguments,
} from '../../../src/device-type/record/record-command.ts';
import { parseRecording } from '../../../src/device-type/record/recording.ts';
import { validateAgainst } from '../../../src/contract/schema.ts';
import { strikeOut } from '../../../src/device-type/record/strike.ts';
import { startLighttpd } from '../../peers/lighttpd.ts';
import { startHttpReplay } from '../../peers/replay/http.ts';
import { readRecordings } from '../../peers/replay/recordings.ts';
import { startReplay } from '../../peers/replay/replay.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startSshd } from '../../peers/sshd.ts';
import { packageRoot } from '../../../src/runtime/package-root.ts';

/* A recording of a live device: what its type reads, and no secret. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-record-'));
const own = `
short_name: own
name: Own
connection: { protocol: ssh }
parameters:
  - { name: Name, variable_name: name, short_name: name, type: string, read: { run: uname -n } }
  - { name: Key, variable_name: key, short_name: key, type: password,
      read: { run: uci export wireless, match: "option key '([^']*)'" } }
  - { name: None, variable_name: none, short_name: none, type: string, read: { run: no-such-command } }
`;
writeFileSync(join(folder, 'own.yaml'), own);
const web = `
short_name: web
name: Web
connection: { protocol: http, options: { login: { kind: digest }, base_path: /digest256 } }
parameters:
  - { name: Version, variable_name: version, short_name: version, type: string, read: { path: /status.json, value: /version } }
`;
writeFileSync(join(folder, 'web.yaml'), web);
const adapters = await loadShippedAdapters();
const { types } = await loadDeviceTypes(
  [new URL('config/device-types/', packageRoot), pathToFileURL(`${folder}/`)],
  adapters,
);
const [sshd, snmpd] = [await startSshd(), await startSnmpd()];
tap.teardown(async () => {
  rmSync(folder, { recursive: true });
  await sshd.stop();
  await snmpd.stop();
});

const record = (given: Partial<RecordArguments>, environment: Record<string, string>) => {
  const ssh = { protocol: 'ssh', host: sshd.host, type: 'own', port: String(sshd.port) };
  return recordToFile({ ...ssh, ...given }, { adapters, types, environment });
};
const login = { RECORD_USERNAME: sshd.user, RECORD_PASSWORD: sshd.password };

test('a recording without credentials says where they come from', async (t) => {
  await t.rejects(record({}, {}), {
    message: 'ssh needs a username: set RECORD_USERNAME, or username in the file of --credentials',
  });
  await t.rejects(record({ protocol: 'snmp', type: 'snmp' }, {}), {
    message:
      'snmp needs a community: set RECORD_COMMUNITY, or community in the file of --credentials',
  });
});

test('a host key that was not named is refused before a credential is sent', async (t) => {
  const fingerprint = await sshd.fingerprint();
  const before = (await sshd.commands()).length;
  await t.rejects(record({}, login), {
    message: new RegExp(`--host-key ${fingerprint.replaceAll('+', '\\+')}`),
  });
  await t.rejects(record({ hostKey: 'SHA256:other' }, login), { message: /not SHA256:other/ });
  t.equal((await sshd.commands()).length, before);
  t.notMatch(sshd.log(), /(Accepted|Failed) /);
});

test('over SSH the commands of the type are recorded, without its passwords', async (t) => {
  const output = join(folder, 'fixture.yaml');
  const hostKey = await sshd.fingerprint();
  const before = (await sshd.commands()).length;
  t.match(await record({ hostKey, output }, login), /fixture\.yaml: 3 values/);
  t.same((await sshd.commands()).slice(before), [
    'uname -n',
    'uci export wireless',
    'no-such-command',
  ]);
  t.equal(statSync(output).mode & 0o777, 0o600);
  const text = readFileSync(output, 'utf8');
  t.notMatch(text, 'correct horse');
  t.notMatch(text, sshd.password);
  const recording = parseRecording(parse(text), output);
  t.same(recording.expect.values, { name: 'ap-garden', key: '***', none: null });
  t.match(recording.exchanges, [
    { run: 'uname -n', output: 'ap-garden\n', exit: 0 },
    { run: 'uci export wireless', output: /option ssid 'Garden'[^]*option key '?\*\*\*/ },
    { run: 'no-such-command', exit: 127 },
  ]);
  await t.rejects(record({ hostKey, output }, login), { code: 'EEXIST' });
});

test('over SNMP the variables of the type are recorded with their types', async (t) => {
  const snmp = { protocol: 'snmp', host: '127.0.0.1', type: 'snmp', port: String(snmpd.port) };
  const text = await record(snmp, { RECORD_COMMUNITY: snmpd.community });
  const recording = parseRecording(parse(text), 'snmp');
  t.notMatch(text, snmpd.community);
  if (recording.protocol !== 'snmp') throw new Error('no recording of SNMP');
  t.match(recording.variables, /^1\.3\.6\.1\.2\.1\.1\.1\.0\|4\|Linux/m);
  t.match(recording.variables, /^1\.3\.6\.1\.2\.1\.1\.3\.0\|67\|\d+$/m);
  t.match(recording.variables, /^1\.3\.6\.1\.2\.1\.31\.1\.1\.1\.6\.\d+\|70\|\d+$/m);
  t.match(recording.expect.values['sysUpTime'], /^\d+$/);
});

test('over HTTPS a certificate that was not named is refused before a credential is sent', async (t) => {
  const lighttpd = await startLighttpd();
  t.teardown(() => lighttpd.stop());
  const http = { protocol: 'http', host: '127.0.0.1', type: 'web', port: String(lighttpd.port) };
  const asked = { RECORD_USERNAME: lighttpd.user, RECORD_PASSWORD: lighttpd.password };
  const tlsFingerprint = lighttpd.fingerprint();
  await t.rejects(record(http, asked), {
    message: new RegExp(`repeat with --tls-fingerprint ${tlsFingerprint}`),
  });
  await t.rejects(record({ ...http, tlsFingerprint: '00:11' }, asked), { message: /not 00:11/ });
  const text = await record({ ...http, tlsFingerprint }, asked);
  const { expect, ...recording } = parseRecording(parse(text), 'http');
  t.same(expect.values, { version: '7.15' });
  t.match(recording, {
    exchanges: [{ path: '/digest256/status.json', reply: { version: '7.15' } }],
  });
});

test('a recording over HTTP has the login, without its keys, and replays; a recording over NETCONF has the requests', async (t) => {
  const replay = await startReplay();
  t.teardown(() => replay.stop());
  const recordOf = async (type: string, { name, again }: { name: string; again?: number }) => {
    const found = readRecordings().get(name);
    const spec = types.get(type);
    const adapter = adapters.get(spec?.connection.protocol ?? '');
    if (!found || !spec || !adapter) throw new Error(`no recording ${name}`);
    const options = validateAgainst<object>(adapter.options, { ...spec.connection.options }, name);
    const target = replay.targetOf(name, found, options);
    const port = again ?? target.options['port'];
    const recording = await recordDevice({
      type: spec,
      adapter,
      target: { ...target, options: { ...target.options, port } },
      secrets: [],
      signal: AbortSignal.timeout(20_000),
    });
    return { recording, expected: found.expect.values };
  };
  for (const [type, name] of [
    ['omada_controller', 'omada_controller/oc-5.15'],
    ['unifi_controller', 'unifi_controller/network-8'],
    ['unifi_controller', 'unifi_controller/os-console'],
    ['ruckus_smartzone', 'ruckus_smartzone/vsz-5.2'],
  ] as const) {
    const { recording, expected } = await recordOf(type, { name });
    if (recording.protocol !== 'http') throw new Error(name);
    t.same(recording.expect.values, expected);
    t.notMatch(JSON.stringify(recording), /AT-(first|second)|0123456789abcdef"|replay-4-all/, name);
    const { ports, stop } = await startHttpReplay(new Map([[name, recording]]));
    t.teardown(stop);
    const { recording: second } = await recordOf(type, { name, again: ports.get(name) ?? 0 });
    t.same(second.expect.values, expected, `${name} replays`);
  }
  const { recording, expected } = await recordOf('ietf_netconf', { name: 'ietf_netconf/rfc7317' });
  t.same(recording.expect.values, expected);
  t.match(recording, { exchanges: [{ rpc: /^<get/, reply: /system/ }] });
});

test('an argument that does not fit is named', async (t) => {
  await t.rejects(record({ type: 'none' }, {}), { message: /--type none: no such type/ });
  await t.rejects(record({ protocol: 'snmp' }, {}), { message: /type own use ssh/ });
  await t.rejects(record({ port: 'x' }, {}), { message: /port/ });
  const credentials = join(folder, 'credentials.yaml');
  writeFileSync(credentials, 'pasword: x\n');
  await t.rejects(record({ credentials }, {}), { message: /credentials\.yaml: pasword: expected/ });
});

test('secrets are struck out where devices print them', (t) => {
  for (const [text, expected] of [
    ["option key 'correct horse'", 'option key ***'],
    ['users.1.password=$1$ab', 'users.1.password=***'],
    ['wpa-psk ascii 7 0822455D0A16', 'wpa-psk ascii 7 ***'],
    ['snmp-server community public RO', 'snmp-server community *** RO'],
    ['enable secret 5 $1$mERr', 'enable secret 5 ***'],
    ['{"x_passphrase": "a\\"b", "ssid": "x"}', '{"x_passphrase": "***", "ssid": "x"}'],
    ['<secret>abc</secret>', '<secret>***</secret>'],
    ['wpa-passphrase 8f3c', 'wpa-passphrase ***'],
    ['-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----', '***'],
    ['Uptime: 3 days', 'Uptime: 3 days'],
    ["option ssid 'Keys & more'", "option ssid 'Keys & more'"],
  ] as const)
    t.equal(strikeOut(text, []), expected);
  t.equal(strikeOut('a hunter22 b hunter2', ['hunter2', 'hunter22']), 'a *** b ***');
  const printed = [
    '<p>a"b&amp;c</p>',
    '<p x="a&quot;b&amp;c"/>',
    '{"p":"a\\"b&c"}',
    '?p=a%22b%26c',
  ];
  for (const text of printed) t.notMatch(strikeOut(text, ['a"b&c']), /a.*b.*c/, text);
  t.end();
});
