import { sql } from 'kysely';
import { exactNames, folded, localName, readNameRules } from '../organization/name-rules.ts';
import {
  deserializeSubscriber,
  findSubscriberById,
  selectSubscribers,
  type Subscriber,
} from '../aaa/policy/subscriber.ts';
import { normalizeVoucherCode } from '../aaa/voucher/code.ts';
import { groupBy } from '../runtime/group-by.ts';
import type { Store } from '../store/store.ts';
import { PortalReject } from './portal-reject.ts';

/** The names of a login at the portal. */
interface GuestNames {
  /** The name, e-mail address or external id of the user, or its code. */
  readonly uid: string;
  /** True: `uid` is the code of a voucher. */
  readonly isCode: boolean;
  /** Id of a user that has been recognized; absent: `uid` names it. */
  readonly recalled?: number | undefined;
  readonly organizations: readonly number[];
}

/** Finds the user that a login names. */
export async function findGuestUser(
  store: Store,
  { recalled, isCode, ...names }: GuestNames,
): Promise<Subscriber | PortalReject> {
  if (recalled !== undefined) return (await findSubscriberById(store, recalled)) ?? unknownUser;
  return isCode ? findVoucher(store, names) : findGuest(store, names);
}

/** More users of one name than are needed to see that it fits several. */
const maxNamed = 20;

/** Finds a user by name, else by e-mail address or external id if only one user has it, else by its local name. */
export async function findGuest(
  store: Store,
  { uid, organizations }: Pick<GuestNames, 'uid' | 'organizations'>,
): Promise<Subscriber | PortalReject> {
  const found = await selectSubscribers(store.db, store.engine)
    .where('u.organization', 'in', organizations)
    .where((where) =>
      where.or([
        where('u.username', '=', uid),
        where('u.email', 'in', [uid, uid.toLowerCase()]),
        where('u.external_id', '=', uid),
      ]),
    )
    .limit(maxNamed)
    .execute();
  const named =
    found.find(({ username }) => username === uid) ?? (found.length === 1 ? found[0] : undefined);
  if (named) return deserializeSubscriber(named);
  const local = found.length === 0 ? await findLocalNames(store, { uid, organizations }) : [];
  const [guest] = local;
  if (guest && local.length === 1) return guest;
  const isAmbiguous = found.length > 1 || local.length > 1;
  return new PortalReject(
    'unknown_user',
    isAmbiguous ? 'The uid fits several users.' : 'There is no such user.',
  );
}

/** Finds the users that a name means by the rules of their organizations, as in an Access-Request. */
async function findLocalNames(
  store: Store,
  { uid, organizations }: Pick<GuestNames, 'uid' | 'organizations'>,
): Promise<readonly Subscriber[]> {
  const rules = await readNameRules(store);
  const meantIn = new Map(
    organizations.flatMap((organization) => {
      const own = rules.get(organization) ?? exactNames;
      const { ignoresCase } = own;
      const local = localName(uid, own);
      return local !== uid || ignoresCase ? [[organization, { local, ignoresCase }] as const] : [];
    }),
  );
  if (meantIn.size === 0) return [];
  const names = [...new Set([...meantIn.values()].map(({ local }) => local))];
  const rows = await selectSubscribers(store.db, store.engine)
    .where('u.organization', 'in', [...meantIn.keys()])
    .where((where) =>
      where.or([
        where('u.username', 'in', names),
        where(sql`lower(u.username)`, 'in', names.map(folded)),
      ]),
    )
    .limit(maxNamed)
    .execute();
  return [...groupBy(rows, ({ organization }) => organization)].flatMap(([organization, named]) => {
    const meant = meantIn.get(organization);
    const exact = named.find(({ username }) => username === meant?.local);
    const [only, ...others] = meant?.ignoresCase === true ? named : [];
    const user = exact ?? (others.length === 0 ? only : undefined);
    return user ? [deserializeSubscriber(user)] : [];
  });
}

/** Finds the voucher of a code, with or without its hyphens, in upper or lower case. */
async function findVoucher(
  store: Store,
  { uid, organizations }: Pick<GuestNames, 'uid' | 'organizations'>,
): Promise<Subscriber | PortalReject> {
  const of = selectSubscribers(store.db, store.engine)
    .where('t.id', 'is not', null)
    .where('u.organization', 'in', organizations);
  const found =
    (await of.where('u.username', '=', uid).executeTakeFirst()) ??
    (await of.where('t.code_key', '=', normalizeVoucherCode(uid)).executeTakeFirst());
  return found
    ? deserializeSubscriber(found)
    : new PortalReject('unknown_user', 'There is no such voucher.');
}

const unknownUser = new PortalReject('unknown_user', 'There is no such user.');
