import type { Store } from '../../store/store.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';

/** The guest that a device has been logged in as at the captive portal. */
export interface PortalGuest {
  /** Id of the user. */
  readonly user: number;
  /** The end of the session's own time in milliseconds since 1970; null: only a limit of the user ends it. */
  readonly expires: number | null;
}

/**
 * Finds the guest of a device whose portal session is open.
 *
 * @param mac            canonical
 * @param organizations  organizations of the access points that count for the NAS
 */
export async function findPortalGuest(
  store: Store,
  { organizations, mac }: { readonly organizations: readonly number[]; readonly mac: string },
): Promise<PortalGuest | null> {
  const found = await selectGuests(store, { mac });
  return found.find(({ organization }) => organizations.includes(organization)) ?? null;
}

const selectGuests = prepareQuery<PortalGuest & { readonly organization: number }>((db) =>
  db
    .selectFrom('aaa_portal_session')
    .select(['user', 'expires', 'organization'])
    .where('mac', '=', namedParameter<string>('mac'))
    .where('ended', 'is', null)
    .orderBy('opened', 'desc')
    .compile(),
);
