import type { Caller } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';

/** A profile that is to be given, and the one that the user or voucher has. */
interface GivenProfile {
  /** Undefined: none. */
  readonly profile: number | null | undefined;
  /** Undefined: the user or voucher is new. */
  readonly former: number | null | undefined;
}

/**
 * Checks that a front desk may give a profile: one of those that its organization, or the nearest above it that has a list,
 * permits. Without a list it may give any, and none.
 *
 * @throws Fault `invalid` naming the field `profile` and the permitted ones
 */
export async function checkFrontDeskProfile(
  store: Store,
  { role, organization }: Caller,
  { profile = null, former }: GivenProfile,
): Promise<void> {
  if (role !== 'front_desk' || profile === former) return;
  const permitted = await permittedProfiles(store, organization);
  if (permitted === null) return;
  const name = profile === null ? null : await nameOf(store, profile);
  if (name !== null && permitted.includes(name)) return;
  const list = permitted.length === 0 ? 'none' : permitted.join(', ');
  throw Fault.field(
    'profile',
    `${JSON.stringify(name)} - the front desk of this organization may give: ${list}.`,
  );
}

async function nameOf({ db }: Store, profile: number): Promise<string | null> {
  const query = db.selectFrom('aaa_profile').select('name').where('id', '=', profile);
  return (await query.executeTakeFirst())?.name ?? null;
}

/** Returns the names of the profiles that an organization permits; null: all. */
async function permittedProfiles({ db }: Store, organization: number) {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'parent', 'front_desk_profiles'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  let at = byId.get(organization);
  while (at && at.front_desk_profiles === null) at = byId.get(at.parent ?? NaN);
  return at?.front_desk_profiles == null
    ? null
    : parseJsonColumn<readonly string[]>(at.front_desk_profiles);
}
