import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { Voucher } from './voucher.ts';

/** Why a voucher is refused where its device is, for the operator. */
export const otherPlaceReason = 'the voucher is for another location';

/**
 * True if a voucher may be used where a device is: anywhere, or in its location and all below it.
 *
 * @throws Fault if the store cannot be read
 */
export async function isValidPlace(
  store: Store,
  voucher: Voucher,
  { location }: { readonly location: number | null },
): Promise<boolean> {
  const allowed = voucher.location;
  if (allowed === null) return true;
  if (location === null || location === allowed) return location === allowed;
  const { rows } = await sql<{ id: number }>`
    with recursive above(id, parent) as (
      select id, parent from location where id = ${location}
      union select l.id, l.parent from location as l join above on l.id = above.parent)
    select id from above where id = ${allowed}`.execute(store.db);
  return rows.length > 0;
}
