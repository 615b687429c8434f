import type { Caller, CallerScope } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { readInherited } from '../../organization/tree-query.ts';
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
async function permittedProfiles(store: Store, organization: number) {
  const list = await readInherited<string>(store, organization, 'front_desk_profiles');
  return list === undefined ? null : parseJsonColumn<readonly string[]>(list);
}

/** A row that may be chosen. */
interface Choice {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

/** What a front desk may give to its users and vouchers. */
export interface DeskChoice {
  readonly profiles: Choice[];
  readonly locations: Choice[];
  readonly requires_profile: boolean;
}

const maxChoices = 1_000;

/** Reads what a front desk may choose from, in the order of the names. @throws Fault if the store cannot be read */
export async function readDeskChoice(
  store: Store,
  { organization, organizations }: CallerScope,
): Promise<DeskChoice> {
  const permitted = await permittedProfiles(store, organization);
  const choices = (table: 'aaa_profile' | 'location') =>
    store.db
      .selectFrom(table)
      .select(['id', 'name', 'description'])
      .where('organization', 'in', organizations)
      .orderBy('name')
      .limit(maxChoices)
      .execute();
  const [profiles, locations] = await Promise.all([choices('aaa_profile'), choices('location')]);
  return {
    profiles: profiles.filter(({ name }) => permitted?.includes(name) ?? true),
    locations,
    requires_profile: permitted !== null,
  };
}
