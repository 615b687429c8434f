import tap, { test } from 'tap';
import { Authority, type Issued } from '../../peers/certificates.ts';
import { password, startSite } from '../fixture.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* What TLS of a device the gateway takes, by its settings; eapol_test is the device. */

tap.setTimeout(120_000);
const authority = new Authority();
const names = 'DNS:radius.example';
const [usual, highest] = [
  authority.issue('radius.example', { names }),
  authority.issue('radius.example', { names, curve: 'secp384r1' }),
];
const configOf = ({ certificate, key }: Issued) => ({
  EAP_ENABLED: 'true',
  EAP_CERTIFICATE: certificate,
  EAP_KEY: key,
  EAP_CA: authority.file,
});
tap.teardown(() => {
  authority.remove();
});

const byPassword = ['eap=TTLS', 'identity="alice"', `password="${password}"`, 'phase2="auth=PAP"'];
const phase1 = (version: 0 | 1) => `phase1="tls_disable_tlsv1_3=${version}"`;
const ca = `ca_cert="${authority.file}"`;

test('the 192-bit mode takes AES-256 and P-384 only, and keys that are strong enough', async (t) => {
  const site = await startSite({ config: { ...configOf(highest), EAP_SECURITY: '192_bit' } });
  t.teardown(() => site.stop());
  for (const version of [0, 1] as const) {
    const output = await logIn(site, { network: [...byPassword, ca, phase1(version)] });
    t.match(output, accepted);
    t.match(output, /Server selected cipher suite 0x(?:c02c|1302)\n/);
  }
  const mac = '02-00-00-00-09-01';
  const weak = ['openssl_ciphers="ECDHE-ECDSA-AES128-GCM-SHA256"', phase1(1)];
  t.match(await logIn(site, { mac, network: [...byPassword, ca, ...weak] }), refused);
  t.match(await decisionOver(site, mac), { reason: /no cipher that is permitted/ });
  for (const [device, curve, expected] of [
    ['02-00-00-00-09-02', 'secp384r1', accepted],
    ['02-00-00-00-09-03', 'prime256v1', refused],
  ] as const) {
    const issued = authority.issue('alice', { curve });
    const key = [`client_cert="${issued.certificate}"`, `private_key="${issued.key}"`];
    const network = ['eap=TLS', 'identity="alice"', ...key, ca, phase1(1)];
    t.match(await logIn(site, { mac: device, network }), expected, curve);
  }
  t.match(await decisionOver(site, '02-00-00-00-09-03'), { outcome: 'reject' });
});

test('a certificate that the 192-bit mode forbids ends the start', async (t) => {
  const start = startSite({ config: { ...configOf(usual), EAP_SECURITY: '192_bit' } });
  await t.rejects(start, { message: /needs a certificate with a key of P-384/ });
});

test('the oldest version and the curves are those of the settings', async (t) => {
  const site = await startSite({
    config: { ...configOf(usual), EAP_MIN_VERSION: 'TLSv1.3', EAP_CURVES: 'P-521' },
  });
  t.teardown(() => site.stop());
  const mac = '02-00-00-00-09-04';
  t.match(await logIn(site, { mac, network: [...byPassword, ca, phase1(1)] }), refused);
  t.match(await decisionOver(site, mac), { reason: /versions of TLS that are not permitted/ });
  const output = await logIn(site, { network: [...byPassword, ca, phase1(0)] });
  t.match(output, accepted);
  t.match(output, 'Using TLS version TLSv1.3');
});
