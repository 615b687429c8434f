import { sql } from 'kysely';
import type { SoldLimits } from '../../gateway/limit-warnings.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { CheckAttributes, ReplyAttributes } from './attribute-lists.ts';
import { findControlName, findQuota } from './control-items.ts';

/** The lists of a profile that limit its users. */
interface LimitingLists {
  readonly reply_attributes: ReplyAttributes;
  readonly check_attributes: CheckAttributes;
  readonly limit_attributes: ReplyAttributes;
}

/** Names of attributes that end a session at a time, as check items or replies. */
const endings: readonly string[] = ['session-timeout', 'expiration', 'login-time'];

/** Returns what a profile limits. */
function limitsOfProfile(lists: LimitingLists): SoldLimits {
  const replies = [...lists.reply_attributes, ...lists.limit_attributes].map(nameOf);
  const checks = lists.check_attributes.map(nameOf);
  const units = checks.map((name) => findQuota(findControlName(name) ?? '')?.unit);
  const ends = [...replies, ...checks].some((name) => endings.includes(name.toLowerCase()));
  return {
    time: ends || units.includes('seconds'),
    volume: units.includes('octets'),
    attributes: replies,
  };
}

const nameOf = ({ attribute }: { readonly attribute: string }) => attribute;

/** Returns what profiles limit together; ids of none are passed over. */
export async function readSoldLimits(
  { db }: Store,
  profiles: readonly number[],
): Promise<SoldLimits> {
  if (profiles.length === 0) return noSoldLimits;
  const rows = await db
    .selectFrom('aaa_profile')
    .select(['reply_attributes', 'check_attributes', 'limit_attributes'])
    .where('id', 'in', profiles)
    .execute();
  return rows.map((row) => limitsOfProfile(parseLists(row))).reduce(joinLimits, noSoldLimits);
}

/** Reads the stored lists of a profile. */
function parseLists(row: Readonly<Record<keyof LimitingLists, string>>): LimitingLists {
  return {
    reply_attributes: parseJsonColumn<ReplyAttributes>(row.reply_attributes),
    check_attributes: parseJsonColumn<CheckAttributes>(row.check_attributes),
    limit_attributes: parseJsonColumn<ReplyAttributes>(row.limit_attributes),
  };
}

const noSoldLimits: SoldLimits = { time: false, volume: false, attributes: [] };

/** Returns the limits of both. */
export function joinLimits(one: SoldLimits, other: SoldLimits): SoldLimits {
  return {
    time: one.time || other.time,
    volume: one.volume || other.volume,
    attributes: [...one.attributes, ...other.attributes],
  };
}

/** Returns what limits the guests of a user: its profile and its end. */
export async function readSoldLimitsOfUser(store: Store, user: number): Promise<SoldLimits> {
  const row = await store.db
    .selectFrom('user')
    .select(['profile', 'expiration'])
    .where('id', '=', user)
    .executeTakeFirst();
  const granted = await readSoldLimits(
    store,
    typeof row?.profile === 'number' ? [row.profile] : [],
  );
  return joinLimits(granted, { ...noSoldLimits, time: typeof row?.expiration === 'number' });
}

/** A profile or a kind of voucher, and what it limits. */
export interface Sold {
  readonly what: string;
  readonly limits: SoldLimits;
}

const maxProfiles = 200;

/**
 * Reads what profiles limit, and what vouchers do.
 *
 * @param scope.users     organizations of the users
 * @param scope.profiles  organizations of their profiles
 */
export async function readAllSold(
  { db }: Store,
  scope: { readonly users: readonly number[]; readonly profiles: readonly number[] },
): Promise<readonly Sold[]> {
  const rows = await db
    .selectFrom('aaa_profile')
    .select(['name', 'reply_attributes', 'check_attributes', 'limit_attributes'])
    .where('organization', 'in', [...scope.profiles, 0])
    .orderBy('id')
    .limit(maxProfiles)
    .execute();
  const vouchers = await sql<{ timed: number; metered: number }>`
    select coalesce(max(case when t.time is null then 0 else 1 end), 0) as timed,
      coalesce(max(case when t.octets is null then 0 else 1 end), 0) as metered
    from user_token as t join "user" as u on u.id = t."user"
    where t.kind = 'network' and u.is_active = 1 and u.organization in (${sql.join([...scope.users, 0])})`.execute(
    db,
  );
  const { timed = 0, metered = 0 } = vouchers.rows[0] ?? {};
  return [
    ...rows.map((row) => ({
      what: `profile "${row.name}"`,
      limits: limitsOfProfile(parseLists(row)),
    })),
    ...(timed > 0 ? [{ what: 'vouchers', limits: { ...noSoldLimits, time: true } }] : []),
    ...(metered > 0 ? [{ what: 'vouchers', limits: { ...noSoldLimits, volume: true } }] : []),
  ];
}
