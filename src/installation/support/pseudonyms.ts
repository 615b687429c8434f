import { createHmac, randomBytes } from 'node:crypto';
import { canonicalMac } from '../../contract/fields.ts';

/** Kind of a value that is replaced; the beginning of its pseudonym. */
export type PseudonymKind = 'person' | 'mac' | 'address' | 'name';

/**
 * Replaces values by pseudonyms: the same value by the same one within a bundle, and by another one in the next. The key is
 * in memory only.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32);

  of(kind: PseudonymKind, value: string): string {
    const spelled = kind === 'mac' ? (canonicalMac(value) ?? value) : value.toLowerCase();
    const digest = createHmac('sha256', this.#key).update(`${kind} ${spelled}`).digest('hex');
    return `${kind}-${digest.slice(0, 12)}`;
  }
}
