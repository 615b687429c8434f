import { NtHash, Secret } from '../../contract/secret.ts';
import { readCrypt } from './crypt-hash.ts';
import { readDjangoHash } from './django-hash.ts';
import { decodeOctets, type ImportedPassword } from './imported-password.ts';
import { schemeDigest, unsaltedSchemes } from './ldap-scheme.ts';
import { readPbkdf2 } from './pbkdf2-hash.ts';

/** Other spellings of schemes, by LDAP servers and FreeRADIUS. */
const spellings: Readonly<Record<string, string>> = {
  cleartext: 'clear',
  sha1: 'sha',
  ssha1: 'ssha',
  nthash: 'nt',
  'x-nthash': 'nt',
  'x-pbkdf2': 'pbkdf2',
};

/**
 * Reads the password of another system.
 *
 * @param text  `{SCHEME}…` as in LDAP, `$…$…` of crypt, bcrypt or argon2, or a hash of Django: `pbkdf2_sha256$…`
 * @returns a text: why it cannot be used, without any part of the hash
 */
export function readPasswordHash(text: string): ImportedPassword | string {
  const [, given, rest = ''] = /^\{([\w.+-]{1,20})\}(.*)$/s.exec(text) ?? [];
  if (given === undefined)
    return text.startsWith('$') ? readCrypt(text) : (readDjangoHash(text) ?? unknownForm);
  const name = given.toLowerCase();
  const scheme = spellings[name] ?? name;
  if (scheme.startsWith('pbkdf2')) return readPbkdf2(scheme, rest);
  return (readers[scheme] ?? ((hash) => readDigest(scheme, hash)))(rest);
}

const unknownForm =
  'the form is not known: expected {SCHEME}…, $…$… of crypt, bcrypt or argon2, or a hash of Django';

const readers: Readonly<Record<string, (rest: string) => ImportedPassword | string>> = {
  clear: (rest) =>
    rest === '' ? 'the password is empty' : { kind: 'clear', password: new Secret(rest) },
  crypt: readCrypt,
  nt: readNtHash,
  lm: () => 'an LM hash cannot be verified',
  sha2: (rest) => readSha2('sha2', rest),
};

function readNtHash(text: string): ImportedPassword | string {
  const octets = decodeOctets(text, 16);
  return octets?.length === 16
    ? { kind: 'nt', hash: new NtHash(octets) }
    : 'an NT hash has 16 octets, in hexadecimal or base64';
}

function readDigest(scheme: string, text: string): ImportedPassword | string {
  const digest = schemeDigest(scheme);
  if (!digest) return `the scheme {${scheme}} is not known`;
  const octets = decodeOctets(text, digest.octets);
  const isComplete =
    octets !== null &&
    (digest.isSalted ? octets.length > digest.octets : octets.length === digest.octets);
  return isComplete
    ? { kind: 'hash', stored: `{${scheme}}${octets.toString('base64')}` }
    : `{${scheme}} has ${digest.octets} octets${digest.isSalted ? ' and a salt' : ''}, in hexadecimal or base64`;
}

/** Reads SHA-2 as FreeRADIUS names it, without the length. */
function readSha2(scheme: string, text: string): ImportedPassword | string {
  const octets = decodeOctets(text, 28)?.length;
  const exact = unsaltedSchemes.find(
    (name) => name.startsWith('sha') && name !== 'sha' && schemeDigest(name)?.octets === octets,
  );
  return exact === undefined
    ? `{${scheme}} has 28, 32, 48 or 64 octets, in hexadecimal or base64`
    : readDigest(exact, text);
}

/** Returns the scheme of an attribute of FreeRADIUS; null: it is no password. */
export function schemeOfAttribute(attribute: string): string | null {
  const [, name] = /^(.+)-Password$/i.exec(attribute) ?? [];
  if (name === undefined) return null;
  const scheme = name.toLowerCase().replace(/^(s?sha)[23]?-?(\d+)$/, '$1$2');
  return attributeSchemes[scheme] ?? (schemeDigest(scheme) ? scheme : null);
}

const attributeSchemes: Readonly<Record<string, string>> = {
  cleartext: 'clear',
  user: 'clear',
  crypt: 'crypt',
  nt: 'nt',
  lm: 'lm',
  pbkdf2: 'pbkdf2',
  sha1: 'sha',
  ssha1: 'ssha',
  sha2: 'sha2',
};

/** True if a text is a password of a scheme. */
export function isPasswordScheme(text: string, scheme: string): boolean {
  return text.toLowerCase().startsWith(`{${scheme}}`);
}
