import { readCrypt } from './crypt-hash.ts';
import { maxScrypt } from './hash-cost.ts';
import type { ImportedPassword } from './imported-password.ts';
import { pbkdf2Hash } from './pbkdf2-hash.ts';

type Reader = (fields: readonly string[]) => ImportedPassword | string;

/** Readers of the text after the hasher's name, by that name. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['pbkdf2_sha256', (fields) => readIterated('sha256', fields)],
  ['pbkdf2_sha1', (fields) => readIterated('sha1', fields)],
  ['argon2', (fields) => readCrypt(`$${fields.join('$')}`)],
  ['bcrypt', (fields) => readCrypt(fields.join('$'))],
  ['bcrypt_sha256', readBcryptOfDigest],
  ['scrypt', readScrypt],
  ['md5', (fields) => readSaltedDigest('md5', 32, fields)],
  ['sha1', (fields) => readSaltedDigest('sha1', 40, fields)],
]);

/**
 * Reads a hash of Django, which begins with the name of its hasher.
 *
 * @returns a text: why it cannot be used; null: it is no such hash
 * @see     https://docs.djangoproject.com/en/5.2/topics/auth/passwords/
 */
export function readDjangoHash(text: string): ImportedPassword | string | null {
  const [name = '', ...fields] = text.split('$');
  return fields.length === 0 ? null : (readers.get(name)?.(fields) ?? null);
}

function readIterated(
  digest: string,
  [iterations = '', salt = '', hash = '']: readonly string[],
): ImportedPassword | string {
  return pbkdf2Hash({
    digest,
    iterations: Number(iterations),
    salt: Buffer.from(salt),
    hash: Buffer.from(hash, 'base64'),
  });
}

/** Reads a hash of bcrypt over the SHA-256 of the password. */
function readBcryptOfDigest(fields: readonly string[]): ImportedPassword | string {
  const read = readCrypt(fields.join('$'));
  return typeof read !== 'string' && read.kind === 'hash'
    ? { kind: 'hash', stored: `{bcrypt-sha256}${read.stored}` }
    : read;
}

function readScrypt([n = '', salt = '', r = '', p = '', hash = '']: readonly string[]):
  ImportedPassword | string {
  const octets = Buffer.from(hash, 'base64');
  if (![n, r, p].every((text) => /^\d{1,9}$/.test(text)) || octets.length !== 64)
    return 'scrypt: the hash is not complete';
  const memory = 128 * Number(n) * Number(r);
  if (memory > maxScrypt.memory || memory * Number(p) > maxScrypt.written)
    return `scrypt with N=${n}, r=${r}, p=${p}: at most 64 MiB, and 256 MiB times p, are verified`;
  const fields = [n, r, p, Buffer.from(salt).toString('base64'), octets.toString('base64')];
  return { kind: 'hash', stored: `{scrypt}${fields.join('$')}` };
}

/** Reads a digest of salt and password in this order; LDAP's have the password first. */
function readSaltedDigest(
  algorithm: 'md5' | 'sha1',
  digits: number,
  [salt = '', hash = '']: readonly string[],
): ImportedPassword | string {
  if (hash.length !== digits || !/^[\da-f]+$/i.test(hash))
    return `${algorithm}: expected ${digits} hexadecimal digits`;
  const fields = [Buffer.from(salt), Buffer.from(hash, 'hex')].map((octets) =>
    octets.toString('base64'),
  );
  return { kind: 'hash', stored: `{salt-${algorithm}}${fields.join('$')}` };
}
