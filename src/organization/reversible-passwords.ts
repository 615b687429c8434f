import type { Store } from '../store/store.ts';
import { readInherited } from './tree-query.ts';

/** True if new users of an organization have reversible passwords, as it or the nearest one above it says. */
export async function hasReversiblePasswords(store: Store, organization: number): Promise<boolean> {
  return (await readInherited<number>(store, organization, 'reversible_passwords')) === 1;
}
