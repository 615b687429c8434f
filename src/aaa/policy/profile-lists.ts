import { sql, type RawBuilder } from 'kysely';
import type { EapMethodName } from '../../contract/eap-method.ts';
import { dialects } from '../../store/query/relation.ts';
import { parseJsonColumn, type Engine } from '../../store/store.ts';
import { vlanAttributes, type CheckAttributes, type ReplyAttributes } from './attribute-lists.ts';

/*
 * A user has a profile and further ones. Their attribute lists are merged from the one that all others override to the user's
 * own, which overrides them.
 */

declare module '../../contract/tables.ts' {
  interface Tables {
    /** The entries of `user.profiles`, which triggers keep. */
    user_profile_entry: { user: number; profile: number; organization: number };
  }
}

/** A profile, as decisions and sources name it. */
export interface ProfileName {
  readonly id: number;
  readonly name: string;
}

/** The methods of EAP that a profile permits to its users; empty: all. */
export interface ProfileMethods {
  /** Its name. */
  readonly profile: string;
  readonly methods: readonly EapMethodName[];
}

/** The attribute lists of the profiles and then of their user. */
export interface AttributeLists {
  /** The profiles in the order of their lists. */
  readonly profiles: readonly ProfileName[];
  readonly checkLists: readonly CheckAttributes[];
  readonly replyLists: readonly ReplyAttributes[];
  /** Sent over the replies while a quota is used up; null: a used-up quota ends the session. */
  readonly limitAttributes: ReplyAttributes | null;
  /** Ids of the address pools of each profile. */
  readonly addressPools: readonly (readonly number[])[];
  /** The methods of EAP that each profile permits. */
  readonly eapMethods: readonly ProfileMethods[];
}

/** The attribute lists of a profile as they are stored. */
interface ProfileColumns {
  readonly reply_attributes: string | null;
  readonly vlan: number | null;
  readonly check_attributes: string | null;
  readonly on_limit: string | null;
  readonly limit_attributes: string | null;
  readonly priority: number | null;
  readonly address_pools: string | null;
  readonly eap_methods: string | null;
}

interface StoredProfile extends ProfileColumns, ProfileName {}

/** The stored attribute lists of a user: of its profile, of further ones, and its own. */
export interface AttributeColumns extends ProfileColumns {
  /** Null: the user has no profile. */
  readonly profile: number | null;
  readonly profile_name: string | null;
  /** What `selectFurtherProfiles` selects. */
  readonly further_profiles: string | null;
  readonly attributes: string | null;
}

/** The columns of the profile `p` of a user. */
export const profileColumns = [
  'p.name as profile_name',
  'p.priority',
  'p.reply_attributes',
  'p.vlan',
  'p.check_attributes',
  'p.on_limit',
  'p.limit_attributes',
  'p.address_pools',
  'p.eap_methods',
] as const;

const storedColumns: readonly (keyof StoredProfile)[] = [
  'id',
  'name',
  'priority',
  'reply_attributes',
  'vlan',
  'check_attributes',
  'on_limit',
  'limit_attributes',
  'address_pools',
  'eap_methods',
];

/** Returns the expression of the further profiles of the user `u`, as JSON text; null: it has none. */
export function selectFurtherProfiles(engine: Engine): RawBuilder<string | null> {
  const { jsonObject, jsonList } = dialects[engine];
  const members = storedColumns.map((column) => `'${column}', f.${column}`).join(', ');
  return sql<string | null>`case when u.profiles <> '[]' then cast((
    select ${sql.raw(jsonList(jsonObject(members)))} from user_profile_entry as l join aaa_profile as f on f.id = l.profile
    where l."user" = u.id) as text) end`;
}

/** The sum of the change times of the further profiles of the user `u`. */
export const furtherChanges = sql<number>`case when u.profiles <> '[]' then coalesce((
  select cast(sum(f.last_change) as bigint) from user_profile_entry as l join aaa_profile as f on f.id = l.profile
  where l."user" = u.id), 0) else 0 end`;

export function deserializeAttributeLists(stored: AttributeColumns): AttributeLists {
  const profiles = orderedProfiles(stored);
  const own = parsed<{ reply_attributes?: ReplyAttributes; check_attributes?: CheckAttributes }>(
    stored.attributes,
    {},
  );
  return {
    profiles: profiles.map(({ id, name }) => ({ id, name })),
    checkLists: [
      ...profiles.map(({ check_attributes: list }) => parsed<CheckAttributes>(list, [])),
      own.check_attributes ?? [],
    ],
    replyLists: [
      ...profiles.map(({ reply_attributes: list, vlan }) =>
        repliesOf(parsed<ReplyAttributes>(list, []), vlan),
      ),
      own.reply_attributes ?? [],
    ],
    limitAttributes: limitAttributesOf(profiles),
    addressPools: profiles.map(({ address_pools: list }) => parsed<readonly number[]>(list, [])),
    eapMethods: profiles.map(({ name, eap_methods: list }) => ({
      profile: name,
      methods: parsed<readonly EapMethodName[]>(list, []),
    })),
  };
}

/**
 * Returns the profiles of a user, the one last that overrides the others: the lowest `priority`, then `profile` before
 * `profiles`, then the older one.
 */
function orderedProfiles(stored: AttributeColumns): readonly StoredProfile[] {
  const { profile: id, profile_name: name, further_profiles: further } = stored;
  const main = id === null ? [] : [{ ...stored, id, name: name ?? '' }];
  if (further === null) return main;
  const others = parseJsonColumn<readonly StoredProfile[]>(further);
  const all = [...main, ...others.filter((other) => other.id !== id)];
  const rank = (one: StoredProfile) => (one.id === id ? 0 : 1);
  return all.sort(
    (one, other) =>
      (other.priority ?? 0) - (one.priority ?? 0) || rank(other) - rank(one) || other.id - one.id,
  );
}

/** The first profile that lets a session go on over a quota says how; without one the session ends. */
function limitAttributesOf(profiles: readonly StoredProfile[]): ReplyAttributes | null {
  const limiting = profiles.findLast(({ on_limit }) => on_limit === 'coa');
  return limiting ? parsed<ReplyAttributes>(limiting.limit_attributes, []) : null;
}

/** Returns the replies of a profile, those of its VLAN first. */
export function repliesOf(list: ReplyAttributes, vlan: number | null): ReplyAttributes {
  if (vlan === null) return list;
  const values = ['VLAN', 'IEEE-802', String(vlan)];
  const ofVlan = vlanAttributes.map((attribute, at) => ({ attribute, value: values[at] ?? '' }));
  return [...ofVlan, ...list];
}

/** JSON that the gateway itself has written. */
function parsed<T>(text: string | null, otherwise: T): T {
  return text === null ? otherwise : parseJsonColumn<T>(text);
}
