import { hash, randomBytes } from 'node:crypto';
import { encodeBase32 } from './totp.ts';

const count = 10;
/** 80 bits: too many to find a code by its hash. */
const codeOctets = 10;

/** Generates the recovery codes of a user, such as `k7qm-2fwd-xh3p-a5ne`. */
export function generateRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () =>
    encodeBase32(randomBytes(codeOctets))
      .toLowerCase()
      .replaceAll(/.{4}(?!$)/g, '$&-'),
  );
}

/** Hashes a recovery code as it is stored, however it is typed. The codes are random, so a plain SHA-256 cannot be guessed. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''));
}
