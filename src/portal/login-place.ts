import type { CallerScope } from '../contract/caller.ts';
import type { Store } from '../store/store.ts';

/** The access point of a device that is at the portal. */
export interface AccessPoint {
  readonly id: number;
  readonly location: number | null;
  readonly organization: number;
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly identifier: string | null;
}

/**
 * Finds an active access point by its address; the caller's own comes before access points of organizations below.
 *
 * @param mac  canonical; null: not a MAC address
 */
export async function findAccessPoint(
  store: Store,
  caller: CallerScope,
  mac: string | null,
): Promise<AccessPoint | undefined> {
  const found = await store.db
    .selectFrom('access_point')
    .select(['id', 'location', 'organization', 'mac', 'ssid', 'identifier'])
    .where('mac', '=', mac)
    .where('is_active', '=', 1)
    .where('organization', 'in', caller.organizations)
    .orderBy('id')
    .execute();
  return found.find(({ organization }) => organization === caller.organization) ?? found[0];
}
