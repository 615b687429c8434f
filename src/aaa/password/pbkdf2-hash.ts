import { maxPbkdf2Iterations } from './hash-cost.ts';
import type { ImportedPassword } from './imported-password.ts';

/** Digests by their names in FreeRADIUS. */
const digestNames: Readonly<Record<string, string>> = {
  HMACSHA1: 'sha1',
  'HMACSHA2+224': 'sha224',
  'HMACSHA2+256': 'sha256',
  'HMACSHA2+384': 'sha384',
  'HMACSHA2+512': 'sha512',
  'HMACSHA3+256': 'sha3-256',
  'HMACSHA3+512': 'sha3-512',
};

interface Pbkdf2 {
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * Reads `DIGEST:ITERATIONS:SALT:HASH` of FreeRADIUS, all but the digest in base64, or `ITERATIONS$SALT$HASH` of OpenLDAP.
 *
 * @param scheme  `pbkdf2`, or `pbkdf2-sha256` and the like
 * @returns a text: why it cannot be used
 * @see     rlm_pap of FreeRADIUS, pap_auth_pbkdf2_parse; pw-pbkdf2 of OpenLDAP
 */
export function readPbkdf2(scheme: string, text: string): ImportedPassword | string {
  if (text.includes(':')) return readFreeradius(text.replace(/^\{x-pbkdf2\}/i, '').split(':'));
  const digest = /^pbkdf2(?:-(sha1|sha256|sha512))?$/.exec(scheme);
  const fields = /^(\d{1,9})\$([A-Za-z0-9./+]+)\$([A-Za-z0-9./+]+)$/.exec(text);
  if (!digest || !fields) return `{${scheme}}: expected iterations, salt and hash`;
  const [, iterations, ownSalt = '', ownHash = ''] = fields;
  return pbkdf2Hash({
    digest: digest[1] ?? 'sha1',
    iterations: Number(iterations),
    salt: decodeAdapted(ownSalt),
    hash: decodeAdapted(ownHash),
  });
}

function readFreeradius(fields: readonly string[]): ImportedPassword | string {
  const [name = '', ...encoded] = fields;
  const [count, salt, hash] = encoded.map((field) => Buffer.from(field, 'base64'));
  const digest = digestNames[name.toUpperCase()];
  if (digest === undefined) return `PBKDF2: the digest ${JSON.stringify(name)} is not known`;
  if (count?.length !== 4 || !salt || !hash) return 'PBKDF2: the hash is not complete';
  return pbkdf2Hash({ digest, iterations: count.readUInt32BE(), salt, hash });
}

/** Decodes base64 with a full stop in the place of the plus sign. */
function decodeAdapted(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}

/** Returns the stored form of a hash, unless it is too costly to verify. */
export function pbkdf2Hash({ digest, iterations, salt, hash }: Pbkdf2): ImportedPassword | string {
  if (!Number.isInteger(iterations) || iterations < 1 || hash.length < 16 || hash.length > 128)
    return 'PBKDF2: the hash is not complete';
  const maxIterations = maxPbkdf2Iterations / (digest.startsWith('sha3') ? 4 : 1);
  if (iterations > maxIterations)
    return `PBKDF2 with ${iterations} iterations: at most ${maxIterations} are verified`;
  const fields = [iterations, salt.toString('base64'), hash.toString('base64')];
  return { kind: 'hash', stored: `{pbkdf2-${digest}}${fields.join('$')}` };
}
