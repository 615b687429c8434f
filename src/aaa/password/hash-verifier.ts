import { hash, pbkdf2, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verifyCrypt } from './crypt-worker.ts';
import { schemeDigest } from './ldap-scheme.ts';

const derivePbkdf2 = promisify(pbkdf2);

/**
 * Verifies a password against a stored hash, off the event loop unless it takes microseconds.
 *
 * @param stored  argon2, or a form of `readPasswordHash`
 * @throws Error if the form is not known
 */
export function verifyHash(stored: string, password: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return verifyArgon2(stored, password);
  if (stored.startsWith('$')) return verifyCrypt(password, stored);
  const [, scheme = '', rest = ''] = /^\{([\w-]+)\}(.*)$/s.exec(stored) ?? [];
  if (scheme === 'bcrypt-sha256') return verifyCrypt(hash('sha256', password, 'hex'), rest);
  if (scheme === 'scrypt') return verifyScrypt(rest, password);
  if (scheme.startsWith('pbkdf2-')) return verifyPbkdf2(scheme.slice(7), rest, password);
  return Promise.resolve(isDigestOf(scheme, rest, password));
}

function isDigestOf(scheme: string, rest: string, password: string): boolean {
  if (scheme.startsWith('salt-')) {
    const [salt, expected] = decode(rest);
    const salted = Buffer.concat([salt, Buffer.from(password)]);
    return isEqual(hash(scheme.slice(5), salted, 'buffer'), expected);
  }
  const digest = schemeDigest(scheme);
  if (!digest) throw new Error(`passwords of the scheme "${scheme}" cannot be verified`);
  const octets = Buffer.from(rest, 'base64');
  const salted = Buffer.concat([Buffer.from(password), octets.subarray(digest.octets)]);
  return isEqual(hash(digest.algorithm, salted, 'buffer'), octets.subarray(0, digest.octets));
}

async function verifyPbkdf2(digest: string, rest: string, password: string): Promise<boolean> {
  const [iterations = '', ...fields] = rest.split('$');
  const [salt, expected] = decode(fields.join('$'));
  const derived = await derivePbkdf2(password, salt, Number(iterations), expected.length, digest);
  return isEqual(derived, expected);
}

async function verifyScrypt(rest: string, password: string): Promise<boolean> {
  const [n, r, p, ...fields] = rest.split('$');
  const [salt, expected] = decode(fields.join('$'));
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: 134_217_728 };
  return isEqual(await deriveScrypt(password, { salt, cost, octets: expected.length }), expected);
}

interface ScryptArguments {
  readonly salt: Buffer;
  readonly cost: ScryptOptions;
  readonly octets: number;
}

function deriveScrypt(password: string, { salt, cost, octets }: ScryptArguments): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, octets, cost, (error, derived) => {
      if (error) reject(error);
      else resolve(derived);
    });
  });
}

/** Decodes `SALT$HASH`. */
function decode(fields: string): [salt: Buffer, hash: Buffer] {
  const [salt = '', expected = ''] = fields.split('$');
  return [Buffer.from(salt, 'base64'), Buffer.from(expected, 'base64')];
}

function isEqual(computed: Buffer, expected: Buffer): boolean {
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}
