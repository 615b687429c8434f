import { randomInt } from 'node:crypto';

/** The octets of a passphrase of WPA: printable ASCII. @see IEEE 802.11-2020 annex J.4 */
export const keyPattern = '^[\\u0020-\\u007e]*$';
export const minKeyLength = 8;
export const maxKeyLength = 63;

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aeiou';
const groups = 4;
const syllablesOfGroup = 2;

/**
 * Generates a key that can be said and typed, such as `tozu-mika-relo-pida`. Eight syllables have 50 random bits: who has recorded
 * a handshake can try keys without the access point.
 */
export function generateKey(): string {
  const syllable = () => `${letterOf(consonants)}${letterOf(vowels)}`;
  const group = () => Array.from({ length: syllablesOfGroup }, syllable).join('');
  return Array.from({ length: groups }, group).join('-');
}

function letterOf(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}
