import { createHmac, randomBytes } from 'node:crypto';
import { canonicalMac } from '../../contract/fields.ts';

/** Kind of a replaced value; its pseudonym begins with it. */
export type PseudonymKind = 'person' | 'mac' | 'address' | 'name';

/**
 * Replaces values by pseudonyms. Within a bundle a value has one pseudonym, in the next bundle another one: the key is kept in
 * memory only.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32);

  of(kind: PseudonymKind, value: string): string {
    const spelled = kind === 'mac' ? (canonicalMac(value) ?? value) : value.toLowerCase();
    const digest = createHmac('sha256', this.#key).update(`${kind} ${spelled}`).digest('hex');
    return `${kind}-${digest.slice(0, 12)}`;
  }
}
