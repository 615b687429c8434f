import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import type { Store } from '../../store/store.ts';
import { poolKinds } from './address-pool.ts';

/** A user with reply items. */
interface AddressedUser {
  /** Null: it is new. */
  readonly id: number | null;
  readonly organization: number;
  readonly attributes: Row;
}

/**
 * Checks that no other user of the organization has a static address in its reply items. The triggers of `static_address` refuse
 * it as well, without naming it.
 *
 * @throws Fault `invalid` naming the address
 */
export async function checkStaticAddresses(
  { db }: Store,
  { id, organization, attributes: { reply_attributes: list } }: AddressedUser,
): Promise<void> {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  for (const [kind, { attribute }] of Object.entries(poolKinds))
    for (const item of items) {
      if (!isRecord(item) || typeof item['value'] !== 'string') continue;
      if (String(item['attribute']).toLowerCase() !== attribute.toLowerCase()) continue;
      const taken = await db
        .selectFrom('static_address')
        .select('user')
        .where('organization', '=', organization)
        .where('kind', '=', kind)
        .where('address', '=', item['value'].toLowerCase())
        .where('user', '<>', id ?? 0)
        .executeTakeFirst();
      if (taken)
        throw Fault.field(
          'attributes',
          `${attribute} ${JSON.stringify(item['value'])} is that of user ${taken.user}.`,
        );
    }
}
