import snmp, { type User } from 'net-snmp';
import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';

/** SNMPv3 user. Messages are signed only with an `authPassword` and encrypted only with a `privPassword`. */
export interface SnmpUser {
  readonly user: string;
  readonly authProtocol?: keyof typeof authProtocols;
  readonly authPassword?: Secret;
  readonly privProtocol?: keyof typeof privProtocols;
  readonly privPassword?: Secret;
}

export type SnmpCredentials =
  | { readonly version: 'v1' | 'v2c'; readonly community: Secret }
  | { readonly version: 'v3'; readonly user: SnmpUser };

const { AuthProtocols, Encryption, PrivProtocols, SecurityLevel } = snmp;

/** Numbers of AES-192 with either key extension: net-snmp has the ciphers around it and takes these by number. */
const [aes192b, aes192r]: readonly [number, number] = [192, 193];
const { aes256b, aes256r } = PrivProtocols;
Object.assign(Encryption.algorithms, {
  [aes192b]: { ...Encryption.algorithms[aes256b], CRYPTO_ALGORITHM: 'aes-192-cfb', KEY_LENGTH: 24 },
  [aes192r]: { ...Encryption.algorithms[aes256r], CRYPTO_ALGORITHM: 'aes-192-cfb', KEY_LENGTH: 24 },
});

const authProtocols = {
  md5: AuthProtocols.md5,
  sha: AuthProtocols.sha,
  sha224: AuthProtocols.sha224,
  sha256: AuthProtocols.sha256,
  sha384: AuthProtocols.sha384,
  sha512: AuthProtocols.sha512,
} as const;

const privProtocols = {
  des: PrivProtocols.des,
  aes: PrivProtocols.aes,
  aes192b,
  aes192r,
  aes256b,
  aes256r,
} as const;

// RFC 3414 section 11.2: "Passwords ... SHOULD be at least 8 characters"; agents refuse to create shorter ones.
const minPasswordLength = 8;

/**
 * Converts a user to net-snmp's form. The passwords that are set determine its level; the default protocols are SHA-256
 * and AES-128.
 *
 * @throws Fault `refused` for privacy without authentication, or a password shorter than agents allow
 */
export function toNetSnmpUser(user: SnmpUser): User {
  const name = user.user;
  if (user.authPassword === undefined) {
    if (user.privPassword !== undefined) {
      throw new Fault(
        'refused',
        `SNMPv3 user "${name}" has a privacy password but no authentication password`,
      );
    }
    return { name, level: SecurityLevel.noAuthNoPriv };
  }
  const signed = {
    name,
    authProtocol: authProtocols[user.authProtocol ?? 'sha256'],
    authKey: password(name, user.authPassword),
  };
  if (user.privPassword === undefined) return { ...signed, level: SecurityLevel.authNoPriv };
  const privProtocol = privProtocols[user.privProtocol ?? 'aes'];
  return {
    ...signed,
    // The enumeration lacks AES-192.
    privProtocol,
    privKey: password(name, user.privPassword),
    level: SecurityLevel.authPriv,
  };
}

function password(name: string, secret: Secret): string {
  const clear = secret.reveal();
  if (clear.length >= minPasswordLength) return clear;
  throw new Fault(
    'refused',
    `a password of SNMPv3 user "${name}" is shorter than ${minPasswordLength} characters`,
  );
}
