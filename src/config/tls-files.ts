import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from './config-schema.ts';
import { errorCode } from '../errors.ts';

type Tls = Config['radius']['tls'];
type File = 'certificate' | 'key' | 'ca' | 'crl';

interface Fault {
  readonly key: string;
  readonly value: string;
  readonly expected: string;
}

/** Parsers of the files; each throws if the content is invalid. */
const readers = {
  certificate: (text: Buffer) => new X509Certificate(text),
  key: (text: Buffer) => createPrivateKey(text),
  ca: (text: Buffer) => new X509Certificate(text),
  crl(text: Buffer) {
    if (!text.includes('-----BEGIN X509 CRL-----')) throw new Error('no revocation list');
  },
} as const;

const contents: Readonly<Record<File, string>> = {
  certificate: 'with a certificate',
  key: 'with a private key without passphrase',
  ca: 'with a certificate',
  crl: 'with revocation lists',
};

/** Returns the errors in the files of RADIUS over TLS; none if it is off. */
export function checkTlsFiles(tls: Tls): Fault[] {
  const files: readonly File[] = ['certificate', 'key', 'ca'];
  if (files.every((file) => tls[file] === '')) return [];
  const all: readonly File[] = tls.crl === '' ? files : [...files, 'crl'];
  const faults = all.flatMap((file) => faultOf(file, tls[file]) ?? []);
  return faults.length > 0 || isPair(tls)
    ? faults
    : [fault('key', tls.key, 'the private key of radius.tls.certificate')];
}

function faultOf(file: File, path: string): Fault | null {
  if (path === '')
    return fault(file, path, 'a file: certificate, key and ca are required together');
  try {
    readers[file](readFileSync(path));
    return null;
  } catch (error) {
    const code = errorCode(error) ?? '';
    const isUnreadable = /^E[A-Z]+$/.test(code) && !code.startsWith('ERR');
    return fault(
      file,
      path,
      isUnreadable ? `a readable file (${code})` : `a file in PEM ${contents[file]}`,
    );
  }
}

function isPair({ certificate, key }: Tls): boolean {
  return readers
    .certificate(readFileSync(certificate))
    .checkPrivateKey(readers.key(readFileSync(key)));
}

function fault(file: File, value: string, expected: string): Fault {
  return { key: `radius.tls.${file}`, value, expected };
}
