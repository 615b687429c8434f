import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../../contract/secret.ts';

/* Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, six digits, steps of 30 seconds. */

const stepMs = 30_000;
const digits = 6;
/** Steps before and after the present one whose codes are accepted, for clocks that differ (RFC 6238 section 5.2). */
const toleratedSteps = 1;
/** Recommended length of a secret (RFC 4226 section 4, requirement 6). */
const secretOctets = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes octets as base32 without padding (RFC 4648 section 6). */
export function encodeBase32(octets: Uint8Array): string {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

/** Decodes base32 as `encodeBase32` writes it. */
function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const octets = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)));
}

/** Generates a secret of 160 random bits, in base32. */
export function generateTotpSecret(): string {
  return encodeBase32(randomBytes(secretOctets));
}

/** Returns the step of a time: the number of intervals of 30 seconds since 1970 (RFC 6238 section 4.2). */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / stepMs);
}

/**
 * Computes the code of a step.
 *
 * @param secret  base32
 * @returns six digits
 * @see     RFC 4226 section 5.3
 */
export function totpCode(secret: Secret, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret.reveal())).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * Finds the step that a code belongs to.
 *
 * @param code  digits, as the user has typed them
 * @returns the step, at most one away from the present one; null: the code is wrong
 */
export function findStep(secret: Secret, code: string, now: Date): number | null {
  const present = stepAt(now);
  const steps = [0, -toleratedSteps, toleratedSteps].map((offset) => present + offset);
  return steps.find((step) => isSame(totpCode(secret, step), code)) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The account that an authenticator app shows next to its codes. */
interface TotpAccount {
  readonly issuer: string;
  readonly username: string;
}

/** Returns the address that authenticator apps read from a QR code (Key Uri Format of Google Authenticator). */
export function totpUri(secret: Secret, { issuer, username }: TotpAccount): string {
  const label = [issuer, username].map((part) => encodeURIComponent(part)).join(':');
  const parameters = new URLSearchParams({
    secret: secret.reveal(),
    issuer,
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepMs / 1000),
  });
  // Some apps show a plus sign where a blank is meant.
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`;
}
