import { readAllSold, type Sold } from '../../aaa/policy/sold-limits.ts';
import { findRelatives } from '../../organization/tree-query.ts';
import type { Store } from '../../store/store.ts';
import { scopeOfPage, type ServedPage } from '../page/page-store.ts';

export type { Sold };

/** An access point, and the page that serves it. */
interface Place {
  readonly place: { readonly organization: number };
  readonly page: ServedPage | null;
}

/** Reads the profiles that users of the page may have, and what its vouchers limit. */
export async function readSoldAt(store: Store, { place, page }: Place): Promise<readonly Sold[]> {
  const { organizations: users } = await scopeOfPage(
    store,
    page?.organization ?? place.organization,
  );
  const { above } = await findRelatives(store, place.organization);
  return readAllSold(store, { users, profiles: [...users, ...above] });
}
