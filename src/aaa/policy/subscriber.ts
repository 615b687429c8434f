import { sql, type Kysely } from 'kysely';
import { folded, localName, type NameRules } from '../../organization/name-rules.ts';
import type { Engine, Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { canonicalMac, macSpellings } from '../../contract/fields.ts';
import { noLoginRules, readLoginRules, type LoginRules } from './control-items.ts';
import { findPortalGuest } from './portal-guest.ts';
import {
  deserializeAttributeLists,
  profileColumns,
  selectFurtherProfiles,
  type AttributeLists,
  type ProfileName,
} from './profile-lists.ts';
import type { CheckAttributes } from './attribute-lists.ts';
import type { PasswordColumns } from '../password/stored-password.ts';
import { deserializeVoucher, voucherColumns, type Voucher } from '../voucher/voucher.ts';

/** A user with everything that a decision on a login needs. */
export interface Subscriber extends AttributeLists, PasswordColumns {
  readonly id: number;
  readonly organization: number;
  readonly username: string;
  readonly isActive: boolean;
  /** True: MS-CHAPv2 asks for a new password. */
  readonly mustChangePassword: boolean;
  readonly expiration: number | null;
  readonly klass: string | null;
  /** Its `network` token; null: it is no voucher. */
  readonly voucher: Voucher | null;
  readonly profile: ProfileName | null;
  /** Id of the directory that verifies its password; null: the gateway or an upstream does. */
  readonly source: number | null;
  /** The rules that the check items of profile and user set. */
  readonly rules: LoginRules;
}

/** The user that a login names, and its device. */
export interface LoginIdentity {
  /** The user; null: there is no such user. */
  readonly user: Subscriber | null;
  /** The name as it was presented. */
  readonly username: string;
  /** True: the name is the code of a voucher, if the user is one, so that a voucher without a password needs no other secret. */
  readonly isCode: boolean;
  /** The device, as its NAS spells it; null: not known. */
  readonly station: string | null;
  /** The address of the device, canonical, if the name is the same address in any spelling. */
  readonly mac: string | null;
  /** True: the user is the guest that the device is logged in as at the captive portal. */
  readonly isGuest: boolean;
  /** The end of the user's portal session on the device in milliseconds since 1970; null: it does not end by itself. */
  readonly sessionEnd: number | null;
}

/** The names in an Access-Request. */
export interface NetworkNames {
  readonly organization: number;
  /** Other organizations whose access points count for the NAS. */
  readonly servedOrganizations: readonly number[];
  /** Which user of the organization a name means. */
  readonly rules: NameRules;
  readonly username: string;
  /** The device, as its NAS spells it. */
  readonly station: string | null;
}

/**
 * Finds the user of a name in an organization; if the name is the address of the device, also the guest that it is logged in
 * as at the captive portal.
 *
 * @throws Fault if the store cannot be read
 */
export async function findNetworkUser(store: Store, names: NetworkNames): Promise<LoginIdentity> {
  const { organization, servedOrganizations, username, station, rules } = names;
  const { device, mac } = readDevice(names);
  const local = localName(username, rules);
  const spellings = [...new Set([username, local, ...(mac === null ? [] : macSpellings(mac))])];
  const organizations = [organization, ...servedOrganizations];
  const [named, guest] = await Promise.all([
    findNamed(store, { organization, names: spellings, folded: rules.ignoresCase ? local : null }),
    device === null ? null : findPortalGuest(store, { organizations, mac: device }),
  ]);
  const isGuest = named === null && mac !== null && guest !== null;
  const user = isGuest ? await findSubscriberById(store, guest.user) : named;
  const sessionEnd = user !== null && guest?.user === user.id ? guest.expires : null;
  return { user, username, isCode: true, station, mac, isGuest, sessionEnd };
}

/** @returns the address of the device, and the same again if it is the user name too */
function readDevice({ username, station }: NetworkNames) {
  const device = station === null ? null : canonicalMac(station);
  const mac = device !== null && canonicalMac(username) === device ? device : null;
  return { device, mac };
}

interface NamedUser {
  readonly organization: number;
  readonly names: readonly string[];
  /** A name whose case does not count; null: case counts. */
  readonly folded: string | null;
}

/** Finds the user of a name, else the only one whose name differs in case. */
async function findNamed(store: Store, named: NamedUser): Promise<Subscriber | null> {
  const found = await findSubscriber(store, named);
  if (found || named.folded === null) return found;
  const { organization } = named;
  const [row, ...others] = await selectFolded(store, { organization, name: folded(named.folded) });
  return row && others.length === 0 ? deserializeSubscriber(row) : null;
}

const selectFolded = prepareQuery<SubscriberRow>((db, engine) =>
  selectSubscribers(db, engine)
    .where(sql`lower(u.username)`, '=', namedParameter<string>('name'))
    .where('u.organization', '=', namedParameter<number>('organization'))
    .limit(2)
    .compile(),
);

/** Finds the user of a name. @param names  spellings of one name; if several users match, the first spelling wins */
async function findSubscriber(
  store: Store,
  { organization, names }: { readonly organization: number; readonly names: readonly string[] },
): Promise<Subscriber | null> {
  const values: Record<string, string | number> = { organization };
  for (const [position, name] of names.entries()) values[position] = name;
  const rows = await selectorFor(names.length)(store, values);
  const row = names
    .map((name) => rows.find(({ username }) => username === name))
    .find((found) => found !== undefined);
  return row ? deserializeSubscriber(row) : null;
}

/** Finds a user by id. */
export async function findSubscriberById(store: Store, id: number): Promise<Subscriber | null> {
  const [row] = await selectById(store, { id });
  return row ? deserializeSubscriber(row) : null;
}

const selectById = prepareQuery<SubscriberRow>((db, engine) =>
  selectSubscribers(db, engine).where('u.id', '=', namedParameter<number>('id')).compile(),
);

const selectors = new Map<number, ReturnType<typeof prepareSelector>>();

/** Returns the prepared query for a number of spellings: one, or as many as a MAC address has. */
function selectorFor(count: number): ReturnType<typeof prepareSelector> {
  const select = selectors.get(count) ?? prepareSelector(count);
  selectors.set(count, select);
  return select;
}

function prepareSelector(count: number) {
  const names = Array.from({ length: count }, (_, position) =>
    namedParameter<string>(String(position)),
  );
  return prepareQuery<SubscriberRow>((db, engine) =>
    selectSubscribers(db, engine)
      .where('u.username', 'in', names)
      .where('u.organization', '=', namedParameter<number>('organization'))
      .compile(),
  );
}

/** Selects users together with their profiles' attribute lists. */
export function selectSubscribers(db: Kysely<Tables>, engine: Engine) {
  return db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .leftJoin('user_token as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.kind', '=', 'network'),
    )
    .select([
      'u.id',
      'u.organization',
      'u.username',
      'u.password',
      'u.reversible_password',
      'u.is_active',
      'u.must_change_password',
      'u.expiration',
    ])
    .select(['u.klass', 'u.attributes', 'u.profile', 'u.source'])
    .select(profileColumns)
    .select(selectFurtherProfiles(engine).as('further_profiles'))
    .select(voucherColumns);
}

type SubscriberRow = Awaited<ReturnType<ReturnType<typeof selectSubscribers>['execute']>>[number];

export function deserializeSubscriber(row: SubscriberRow): Subscriber {
  const lists = deserializeAttributeLists(row);
  const voucher = row.voucher === null ? null : deserializeVoucher(row.voucher, row);
  const checkLists = [...lists.checkLists, ...devicesOf(voucher)];
  return {
    id: row.id,
    organization: row.organization,
    username: row.username,
    password: row.password,
    reversiblePassword: row.reversible_password,
    isActive: row.is_active === 1,
    mustChangePassword: row.must_change_password === 1,
    expiration: row.expiration,
    klass: row.klass,
    source: row.source,
    voucher,
    profile: row.profile === null ? null : { id: row.profile, name: row.profile_name ?? '' },
    rules: checkLists.every(({ length }) => length === 0)
      ? noLoginRules
      : readLoginRules(checkLists),
    ...lists,
    checkLists,
  };
}

/** Returns the check items of a voucher: it is for so many devices, whatever its profile says. */
function devicesOf(voucher: Voucher | null): readonly CheckAttributes[] {
  const devices = voucher?.devices ?? null;
  if (devices === null) return [];
  return [[{ attribute: 'Simultaneous-Use', op: ':=', value: String(devices) }]];
}
