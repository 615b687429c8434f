import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { eventually, GatewayProcess, results, type Json as Row } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { authorizationPort, createWiredNetwork } from '../../peers/wired-network.ts';
import { password, secret } from '../fixture.ts';

/* hostapd as the switch and wpa_supplicant as the device: what a site with 802.1X sees, from the first frame to the end. */

tap.setTimeout(120_000);
const network = await createWiredNetwork();
const authority = new Authority();
const server = authority.issue('radius.example');
const certificate = authority.issue('bob');
const crl = join(authority.folder, 'crl.pem');
authority.writeRevocationList(crl);
const gateway = await GatewayProcess.start({
  GATEHOUSE_RADIUS_HOST: network.gatewayAddress,
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_CERTIFICATE: server.certificate,
  GATEHOUSE_RADIUS_EAP_KEY: server.key,
  GATEHOUSE_RADIUS_EAP_CA: authority.file,
  GATEHOUSE_RADIUS_EAP_CRL: crl,
});
const create = async (path: string, body: object) => {
  const { status, text, body: created } = await gateway.gate('POST', path, body);
  if (status !== 201) throw new Error(text);
  return created;
};
await create('/aaa_client/', {
  name: 'switch',
  address: network.switchAddress,
  secret,
  coa_port: authorizationPort,
});
const alice = await create('/user/', { username: 'alice', password });
tap.teardown(async () => {
  await gateway.remove();
  await network.remove();
  authority.remove();
});

await create('/user/', { username: 'bob' });

const sessionOf = async (username: string, isWanted: (row: Row) => boolean) => {
  const rows = await eventually(
    () => gateway.gate('GET', `/aaa_accounting/?username=${username}`).then(results),
    (found) => found.some(isWanted),
  );
  return rows.find(isWanted);
};
const isOpen = ({ acctstoptime }: Row) => acctstoptime === null;
const hasEnded = (row: Row) => !isOpen(row);

/** Returns the reason of the first reject over a user. */
const refusalOf = async (username: string) => {
  const rows = await eventually(
    () => gateway.gate('GET', `/aaa_decision/?username=${username}&outcome=reject`).then(results),
    ({ length }) => length > 0,
  );
  return rows[0]?.['reason'];
};
/** Starts the switch. One that has refused a device does not listen to it for a minute. */
async function startSwitch(t: Test) {
  const authenticator = await network.startAuthenticator({
    authPort: gateway.authPort,
    accountingPort: gateway.acctPort,
    secret,
    nasIdentifier: 'switch 1',
  });
  t.teardown(() => authenticator.stop());
  return authenticator;
}

const trust = [`ca_cert="${authority.file}"`, 'domain_match="radius.example"'];

test('a device gets in with a password, its accounting names the person, and an inactive user is off', async (t) => {
  const authenticator = await startSwitch(t);
  const lines = [
    'eap=TTLS',
    'anonymous_identity="anonymous"',
    'identity="alice"',
    `password="${password}"`,
    'phase2="auth=PAP"',
    ...trust,
  ];
  const device = await network.connect(lines);
  t.match(await sessionOf('alice', isOpen), { username: 'alice', nasidentifier: 'switch 1' });
  t.match(device.output(), /CTRL-EVENT-EAP-SUCCESS/);
  await gateway.gate('PATCH', `/user/${String(alice['id'])}/`, { is_active: false });
  t.ok(await sessionOf('alice', hasEnded));
  t.match(authenticator.output(), new RegExp(`AP-STA-DISCONNECTED ${network.mac}`));
  await device.stop();
  const again = await network.connect(lines);
  t.teardown(() => again.stop());
  t.equal(await refusalOf('alice'), 'inactive user');
});

test('a device gets in with a certificate, and is off as soon as the certificate is revoked', async (t) => {
  await startSwitch(t);
  const lines = [
    'eap=TLS',
    'identity="bob"',
    `client_cert="${certificate.certificate}"`,
    `private_key="${certificate.key}"`,
    ...trust,
  ];
  const device = await network.connect(lines);
  t.ok(await sessionOf('bob', isOpen));
  authority.revoke(certificate);
  const renewed = join(authority.folder, 'renewed.pem');
  authority.writeRevocationList(renewed);
  const began = performance.now();
  copyFileSync(renewed, crl);
  t.ok(await sessionOf('bob', hasEnded));
  t.comment(`off the network after ${Math.round(performance.now() - began)} ms`);
  await device.stop();
  const again = await network.connect(lines);
  t.teardown(() => again.stop());
  t.match(await refusalOf('bob'), /the certificate of the device is revoked$/);
});
