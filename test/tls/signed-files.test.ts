import { execFileSync } from 'node:child_process';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import tap, { test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { issueCertificate, issueRevocationList } from '../../src/tls/issue.ts';
import { createKeyStore } from '../../src/tls/key-store.ts';
import { numberOfCertificate, readRevocationList } from '../../src/tls/revocation-list.ts';
import { signFile } from '../../src/tls/signed-data.ts';
import { readSigningRequest } from '../../src/tls/signing-request.ts';

/* What the gateway signs and packs for devices is read by OpenSSL. */

const folder = mkdtempSync(join(tmpdir(), 'signed-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});
const path = (name: string) => join(folder, name);

function write(name: string, content: string | Buffer): string {
  writeFileSync(path(name), content);
  return path(name);
}

function openssl(...args: readonly string[]): string {
  return execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
}

const [notBefore, notAfter] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-12-31T00:00:00Z')];
const authority = newKeys('P-384');
const issuer = { commonName: 'A CA of devices', ...authority };
const ca = issueCertificate(
  {
    commonName: issuer.commonName,
    publicKey: authority.publicKey,
    notBefore,
    notAfter,
    purpose: { kind: 'authority' },
  },
  issuer,
);
const caFile = write('ca.pem', ca);

function newKeys(namedCurve: 'P-256' | 'P-384') {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function issue(publicKey: ReturnType<typeof createPublicKey>, username = 'anna'): string {
  const purpose = { kind: 'device', username } as const;
  return issueCertificate(
    { commonName: username, publicKey, notBefore, notAfter, purpose },
    issuer,
  );
}

test('a certificate of a device is one of a TLS client, until its CA revokes it', (t) => {
  const cert = issue(newKeys('P-256').publicKey, 'jörg@example.net');
  const parsed = new X509Certificate(cert);
  t.equal(parsed.subjectAltName, 'othername:UPN:j\u00f6rg@example.net');
  t.same(parsed.keyUsage, ['1.3.6.1.5.5.7.3.2']);
  const device = write('device.pem', cert);
  const verify = ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', caFile];
  t.match(openssl(...verify, device), 'OK');
  t.match(openssl('x509', '-noout', '-text', '-in', device), 'ecdsa-with-SHA384');
  const { serial } = numberOfCertificate(parsed.raw);
  const list = (serials: readonly string[]) =>
    issueRevocationList(
      {
        revoked: serials.map((one) => ({ serial: one, at: new Date('2026-01-01T00:00:00Z') })),
        number: 300,
        thisUpdate: notBefore,
        nextUpdate: notAfter,
      },
      issuer,
    );
  const checked = ['-crl_check', '-CRLfile'];
  t.match(openssl(...verify, ...checked, write('empty.pem', list([])), device), 'OK');
  const revoked = list(['1f', serial]);
  t.same(readRevocationList(revoked).serials, ['1f', serial]);
  t.throws(() => openssl(...verify, ...checked, write('revoked.pem', revoked), device), /revoked/);
  t.end();
});

for (const password of ['fo-ba ü', '']) {
  test(`a key store with the password "${password}" opens in OpenSSL and in Node`, (t) => {
    const { privateKey, publicKey } = newKeys('P-256');
    const cert = issue(publicKey);
    const store = createKeyStore(
      {
        name: "Anna's phone📱",
        privateKey,
        certificate: new X509Certificate(cert),
        authorities: [new X509Certificate(ca)],
      },
      new Secret(password),
    );
    const file = write('device.p12', store);
    const text = openssl('pkcs12', '-in', file, '-nodes', '-passin', `pass:${password}`);
    t.match(text, "friendlyName: Anna's phone\n");
    t.ok(createPrivateKey(text).equals(privateKey));
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    t.same(
      found.map((pem) => new X509Certificate(pem).fingerprint256),
      [new X509Certificate(cert).fingerprint256, new X509Certificate(ca).fingerprint256],
    );
    t.throws(
      () => openssl('pkcs12', '-in', file, '-nodes', '-passin', 'pass:wrong'),
      /invalid password/,
    );
    createSecureContext({ pfx: store, passphrase: password });
    t.end();
  });
}

for (const kind of ['ec', 'rsa'] as const) {
  test(`a file that is signed with a key of ${kind} is verified, and a changed one is not`, (t) => {
    const key = ['req', '-x509', '-nodes', '-newkey', kind === 'ec' ? 'ec' : 'rsa:2048'];
    const curve = kind === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:prime256v1'] : [];
    const files = ['-subj', `/CN=${kind}`, '-keyout', path('key.pem'), '-out', path('cert.pem')];
    openssl(...key, ...curve, ...files);
    const signer = {
      cert: openssl('x509', '-in', path('cert.pem')),
      key: openssl('pkey', '-in', path('key.pem')),
    };
    const signed = signFile(Buffer.from('<plist/>\r\n'), signer, new Date('2026-11-29T00:00:00Z'));
    const verify = ['-inform', 'DER', '-CAfile', path('cert.pem')];
    const purpose = ['-purpose', 'any', '-binary', '-in'];
    t.equal(
      openssl('cms', '-verify', ...verify, ...purpose, write('signed.der', signed)),
      '<plist/>\r\n',
    );
    t.match(openssl('smime', '-verify', ...verify, ...purpose, path('signed.der')), '<plist/>');
    const changed = Buffer.from(signed.toString('latin1').replace('plist', 'plisT'), 'latin1');
    t.throws(
      () => openssl('cms', '-verify', ...verify, ...purpose, write('changed.der', changed)),
      /verification failure/i,
    );
    t.end();
  });
}

test('a request for a certificate shows that its sender has the key', (t) => {
  for (const args of [
    ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1', '-sha384'],
    ['rsa:2048'],
  ]) {
    const files = ['-keyout', path('own.key'), '-out', path('own.csr')];
    openssl('req', '-new', '-nodes', '-newkey', ...args, '-subj', '/CN=ignored', ...files);
    const request = openssl('req', '-in', path('own.csr'));
    const key = openssl('pkey', '-in', path('own.key'), '-pubout');
    t.ok(readSigningRequest(request).equals(createPublicKey(key)), args.join(' '));
    const der = Buffer.from(request.replaceAll(/-----.*-----/g, ''), 'base64');
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
    t.throws(() => readSigningRequest(der.toString('base64')), /does not fit/);
  }
  openssl(
    'req',
    '-new',
    '-nodes',
    '-newkey',
    'rsa:1024',
    '-subj',
    '/CN=weak',
    '-keyout',
    path('w.key'),
    '-out',
    path('w.csr'),
  );
  t.throws(() => readSigningRequest(openssl('req', '-in', path('w.csr'))), /neither of/);
  t.throws(() => readSigningRequest('not a request'), /no certificate request/);
  t.end();
});
