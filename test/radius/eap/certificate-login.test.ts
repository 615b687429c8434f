import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { Authority, type Issued } from '../../peers/certificates.ts';
import { acceptValues } from '../../peers/eapol.ts';
import { startSite } from '../fixture.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* EAP-TLS: eapol_test is a device with a certificate. */

tap.setTimeout(120_000);
const authority = new Authority();
const other = new Authority();
const server = authority.issue('radius.example', { names: 'DNS:radius.example' });
const upn = 'otherName:1.3.6.1.4.1.311.20.2.3;UTF8:';
const certificates = {
  byName: authority.issue('alice'),
  byMail: authority.issue('a laptop', { names: 'email:alice,DNS:laptop.example' }),
  byPrincipal: authority.issue('a phone', { names: `${upn}alice` }),
  revoked: authority.issue('alice'),
  expired: authority.issue('alice', { isExpired: true }),
  retired: authority.issue('retired'),
  ofOther: other.issue('alice'),
};
const crl = join(authority.folder, 'crl.pem');
authority.writeRevocationList(crl);
const site = await startSite({
  config: {
    EAP_ENABLED: 'true',
    EAP_CERTIFICATE: server.certificate,
    EAP_KEY: server.key,
    EAP_CA: authority.file,
    EAP_CRL: crl,
  },
});
tap.teardown(async () => {
  await site.stop();
  authority.remove();
  other.remove();
});

let devices = 0;

async function login(
  { certificate, key }: Pick<Issued, 'certificate' | 'key'>,
  { identity = 'anonymous', version = '1' } = {},
) {
  devices += 1;
  const mac = `02-00-00-00-06-${String(devices).padStart(2, '0')}`;
  const output = await logIn(site, {
    mac,
    network: [
      'eap=TLS',
      `identity="${identity}"`,
      `ca_cert="${authority.file}"`,
      `client_cert="${certificate}"`,
      `private_key="${key}"`,
      `phase1="tls_disable_tlsv1_3=${version}"`,
    ],
  });
  return { output, mac };
}

test('a certificate of the CA is accepted, on both versions of TLS', async (t) => {
  for (const version of ['0', '1']) {
    const { output, mac } = await login(certificates.byName, { version });
    t.match(output, accepted, `tls_disable_tlsv1_3=${version}`);
    t.match(output, version === '0' ? 'Using TLS version TLSv1.3' : 'Using TLS version TLSv1.2');
    t.same(acceptValues(output, 1), ['alice']);
    t.match(await decisionOver(site, mac), {
      method: 'EAP-TLS/certificate',
      outcome: 'accept',
      username: 'alice',
      user: Number,
    });
  }
});

test('the name stands in the certificate, and agrees with the one outside', async (t) => {
  for (const [certificate, identity] of [
    [certificates.byMail, '@example'],
    [certificates.byPrincipal, 'alice'],
    [certificates.byName, 'host/ALICE'],
  ] as const)
    t.match((await login(certificate, { identity })).output, accepted, identity);
  const { output, mac } = await login(certificates.byName, { identity: 'bob' });
  t.match(output, refused);
  t.match(await decisionOver(site, mac), {
    username: 'bob',
    reason: 'TLS handshake: the certificate of the device (CN=alice) has not the name bob',
  });
});

test('a certificate that is not valid is refused, with the reason', async (t) => {
  const cases = [
    [certificates.ofOther, '1', /certificate of the device is of another CA/],
    [certificates.ofOther, '0', /certificate of the device is of another CA/],
    [certificates.expired, '1', /certificate of the device has expired/],
    [certificates.retired, '1', /inactive user/],
  ] as const;
  await Promise.all(
    cases.map(async ([certificate, version, reason]) => {
      const { output, mac } = await login(certificate, { version });
      t.match(output, refused);
      t.match(await decisionOver(site, mac), { outcome: 'reject', reason });
    }),
  );
});

test('a certificate that is revoked is refused as soon as the list says so', async (t) => {
  t.match((await login(certificates.revoked)).output, accepted);
  authority.revoke(certificates.revoked);
  const renewed = join(authority.folder, 'renewed.pem');
  authority.writeRevocationList(renewed);
  copyFileSync(renewed, crl);
  const { mac } = await eventually(
    () => login(certificates.revoked),
    ({ output }) => refused.test(output),
  );
  t.match(await decisionOver(site, mac), { reason: /certificate of the device is revoked/ });
  t.match((await login(certificates.byName)).output, accepted, 'others stay');
});
