import type { NtHash, Secret } from '../../contract/secret.ts';

/** A password of another system: in clear, its NT hash, or a hash in its stored form. */
export type ImportedPassword =
  | { readonly kind: 'clear'; readonly password: Secret }
  | { readonly kind: 'nt'; readonly hash: NtHash }
  | { readonly kind: 'hash'; readonly stored: string };

/** Decodes hexadecimal, with or without `0x`, or base64, as FreeRADIUS does. @returns null if it is neither */
export function decodeOctets(text: string, minOctets: number): Buffer | null {
  const digits = text.replace(/^0x/i, '');
  if (/^(?:[\da-f]{2})+$/i.test(digits) && digits.length >= 2 * minOctets)
    return Buffer.from(digits, 'hex');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
}
