import { randomInt } from 'node:crypto';

/** Digits and letters that are not taken for each other when a guest types them from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A code such as `7KQM-93WD-XH2P`: 12 letters and digits, 59 bits. */
export function generateVoucherCode(): string {
  const letters = Array.from({ length: 12 }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  ).join('');
  return letters.replaceAll(/.{4}(?!$)/g, '$&-');
}
