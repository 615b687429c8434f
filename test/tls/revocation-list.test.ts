import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { numberOfCertificate, readRevocationList } from '../../src/tls/revocation-list.ts';
import { Authority } from '../peers/certificates.ts';

/* Revocation lists, as openssl writes them. */

const [authority, other] = [new Authority(), new Authority()];
tap.teardown(() => {
  authority.remove();
  other.remove();
});
const [first, second] = [authority.issue('a phone'), authority.issue('a laptop')];
const numberOf = (cert: string) => numberOfCertificate(new X509Certificate(cert).raw);

function listOf(from: Authority): string {
  const file = join(from.folder, 'crl.pem');
  from.writeRevocationList(file);
  return readFileSync(file, 'utf8');
}

test('a list has the certificates that its CA has revoked, and no others', (t) => {
  const { issuer } = numberOf(first.cert);
  t.equal(numberOf(second.cert).issuer, issuer);
  t.same(readRevocationList(listOf(authority)), { issuer, serials: [] });
  authority.revoke(first);
  const { serials } = readRevocationList(listOf(authority));
  t.same(serials, [numberOf(first.cert).serial]);
  t.equal(serials[0], new X509Certificate(first.cert).serialNumber.toLowerCase());
  authority.revoke(second);
  t.equal(readRevocationList(listOf(authority)).serials.length, 2);
  t.end();
});

test('a list that is cut off is refused', (t) => {
  const [, body = ''] = /-----\n(.*)\n-----/s.exec(listOf(authority)) ?? [];
  const der = Buffer.from(body, 'base64');
  for (const octets of [0, 1, 3, 40, der.length - 1]) {
    const pem = `-----BEGIN X509 CRL-----\n${der.subarray(0, octets).toString('base64')}\n-----END X509 CRL-----\n`;
    t.throws(() => readRevocationList(pem), `${octets} octets`);
  }
  t.end();
});
