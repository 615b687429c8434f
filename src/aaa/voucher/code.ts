import { randomInt } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';

/** Digits and letters that are hard to confuse when a guest types them from paper. */
const defaultAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const defaultLength = 12;
/** Random bits of a code: with fewer, guesses would find one of some thousand codes. */
const minBits = 34;
const groupLength = 4;

/** The form of the codes of new vouchers. */
export interface CodeFormat {
  readonly prefix?: string | undefined;
  /** Random characters. */
  readonly length?: number | undefined;
  readonly alphabet?: string | undefined;
}

/**
 * Generates codes such as `7KQM-93WD-XH2P`, each another one: a prefix and groups of random characters.
 *
 * @throws Fault `invalid` naming the field if the codes could be guessed, or the alphabet has a character twice
 */
export function generateVoucherCodes(
  count: number,
  { prefix = '', length = defaultLength, alphabet = defaultAlphabet }: CodeFormat = {},
): readonly string[] {
  checkFormat(length, alphabet);
  const codes = new Set<string>();
  while (codes.size < count) {
    const letters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length)));
    const grouped = letters.join('').replaceAll(groupEnd, '$&-');
    codes.add(prefix === '' ? grouped : `${prefix}-${grouped}`);
  }
  return [...codes];
}

const groupEnd = new RegExp(`.{${groupLength}}(?!$)`, 'g');

function checkFormat(length: number, alphabet: string): void {
  if (new Set(alphabet).size < alphabet.length)
    throw Fault.field('alphabet', `"${alphabet}" has a character twice.`);
  const needed = Math.ceil(minBits / Math.log2(alphabet.length));
  if (length < needed)
    throw Fault.field(
      'length',
      `${length} of ${alphabet.length} characters could be guessed; at least ${needed} are needed.`,
    );
}

/** Returns a code as it is looked up: without hyphens and blanks, in upper case. */
export function normalizeVoucherCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}
