import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { furnish } from '../../aaa/coa/fixture.ts';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { startFreeRadius } from '../../peers/freeradius.ts';
import { account, secret } from '../acct/send-accounting.ts';
import { accepted, refused } from './station.ts';

/* Certificates of devices that the gateway signs itself. eapol_test logs in with nothing but a profile; FreeRADIUS is the NAS. */

tap.setTimeout(120_000);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_SERVER_NAME: 'radius.example',
});
const freeRadius = await startFreeRadius({ secret, stranger: 'stranger' });
const folder = mkdtempSync(join(tmpdir(), 'device-'));
const { nas, client, user, changes, changed } = await furnish(gateway);
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([freeRadius.stop(), nas.stop()]);
  rmSync(folder, { recursive: true });
});
await gateway.gate('PATCH', `/aaa_client/${client}/`, { coa_port: freeRadius.port });
const addUser = async (username: string) => Number((await user({ username })).id);
const alice = await addUser('alice');

async function make(path: string, body: Json): Promise<Json> {
  const answer = await gateway.gate('POST', path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

const network = await make('/wifi_network/', {
  ssid: 'Aurora "Secure"',
  security: 'wpa2_enterprise',
  methods: ['tls'],
});

/** Downloads a profile of wpa_supplicant. */
async function profileOf(owner: number) {
  const path = `/wifi_network/${String(network['id'])}/profile/`;
  const made = await make(path, { format: 'wpa_supplicant', user: owner, device: 'a phone' });
  const text = Buffer.from(String(made['content']), 'base64').toString();
  return { text, certificate: Number(made['certificate']) };
}

function logIn(configuration: string, mac: string): Promise<string> {
  return eapolTest({
    to: { address: '127.0.0.1', port: gateway.authPort },
    secret,
    network: configuration,
    args: ['-M', mac],
  });
}

async function revoke(certificate: number): Promise<void> {
  await make(`/user_certificate/${certificate}/revoke/`, {});
}

test('a device logs in with its profile alone, until its certificate is revoked', async (t) => {
  const mac = '02:00:00:00:12:01';
  const [lost, kept] = [await profileOf(alice), await profileOf(alice)];
  // The gateway looks for its new CA at most four times a second.
  const first = await eventually(
    () => logIn(lost.text, mac),
    (output) => accepted.test(output),
  );
  t.match(first, accepted);
  const admission = await eventually(
    () => gateway.gate('GET', '/aaa_decision/?outcome=accept&limit=1'),
    (answer) => results(answer).length > 0,
  );
  t.match(results(admission)[0], { method: 'EAP-TLS/certificate', username: 'alice' });
  const callingStation = mac.replaceAll(':', '-');
  const session = 'session of a lost phone';
  const at = Math.floor(Date.now() / 1000);
  await account(gateway, { session, username: 'alice', at, callingStation });
  const rows = results(
    await gateway.gate('GET', `/aaa_accounting/?callingstationid=${callingStation}`),
  );
  const phone = { session, id: String(rows[0]?.['radacctid']) };
  const began = performance.now();
  await revoke(lost.certificate);
  t.match(await changed(phone), [
    { kind: 'disconnect', trigger: 'certificate', status: 'acknowledged' },
  ]);
  t.comment(`${Math.round(performance.now() - began)} ms`);
  t.match(await logIn(lost.text, mac), refused);
  const reason = 'certificate of the device is revoked';
  const refusal = await eventually(
    () => gateway.gate('GET', '/aaa_decision/?outcome=reject&limit=1'),
    ({ text }) => text.includes(reason),
  );
  t.match(refusal.text, reason);
  t.match(await logIn(kept.text, '02:00:00:00:12:02'), accepted, 'another device of the user');
  t.equal((await changes(phone)).length, 1);
});

test('a certificate is worth nothing to another user who has got the name', async (t) => {
  const path = `/user/${await addUser('bob')}/`;
  const mac = '02:00:00:00:12:03';
  const former = await profileOf(Number(path.split('/')[2]));
  t.match(await logIn(former.text, mac), accepted);
  await gateway.gate('PATCH', path, { username: 'robert' });
  const bob = await addUser('bob');
  t.match(await logIn(former.text, mac), refused);
  const reason = 'the certificate of the device is of another user';
  const refusal = await eventually(
    () => gateway.gate('GET', '/aaa_decision/?username=bob&outcome=reject&limit=1'),
    ({ text }) => text.includes(reason),
  );
  t.match(refusal.text, reason);
  t.match(await logIn((await profileOf(bob)).text, mac), accepted);
});

test('the key of a device may stay on the device', async (t) => {
  const [key, request] = [join(folder, 'own.key'), join(folder, 'own.csr')];
  const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=somebody else', '-keyout', key, '-out', request];
  execFileSync('openssl', ['req', '-new', '-nodes', '-newkey', 'ec', ...curve, ...subject], {
    stdio: 'pipe',
  });
  const csr = readFileSync(request, 'utf8');
  const made = await make('/user_certificate/', { user: alice, name: 'a laptop', csr });
  t.match(made, { username: 'alice', pkcs12: null, password: null });
  const certificate = join(folder, 'own.pem');
  writeFileSync(certificate, String(made['certificate']));
  const [ca = ''] = /blob-base64-ca=\{[^}]*\}/.exec((await profileOf(alice)).text) ?? [];
  const configuration = [
    'network={\nkey_mgmt=WPA-EAP\neap=TLS\nidentity="anonymous"\nca_cert="blob://ca"',
    `client_cert="${certificate}"\nprivate_key="${key}"\n}`,
    ca,
  ].join('\n');
  t.match(await logIn(configuration, '02:00:00:00:12:04'), accepted);
  const wrong = await gateway.gate('POST', '/user_certificate/', { user: alice, csr: 'none' });
  t.match(wrong, { status: 400, body: { csr: [/no certificate request/] } });
});

test('a user has a limited number of valid certificates', async (t) => {
  const carol = await addUser('carol');
  const issue = () => gateway.gate('POST', '/user_certificate/', { user: carol });
  const made = await Promise.all(Array.from({ length: 20 }, issue));
  t.same(
    made.map(({ status }) => status),
    Array.from({ length: 20 }, () => 201),
  );
  t.match(await issue(), { status: 409, text: /20 valid certificates/ });
  await revoke(Number(made[0]?.body['id']));
  t.match(await issue(), { status: 201 });
});
