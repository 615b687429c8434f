import type { Secret } from '../contract/secret.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Store } from '../store/store.ts';
import type { Site } from '../organization/time-zone.ts';
import { findIntegerAttribute } from '../aaa/policy/attribute-lists.ts';
import { compareCheckItems, formatFailedCheck } from '../aaa/policy/check-item.ts';
import {
  authTypeOf,
  collectControlItems,
  listComparedItems,
  type ControlItems,
} from '../aaa/policy/control-items.ts';
import { computeGrant } from '../aaa/policy/authorization/authorization.ts';
import {
  computeAdmission,
  formatRejectReason,
  limitKindOf,
  readLimits,
  type Admission,
  type Limit,
  type LimitKind,
} from '../aaa/policy/limits.ts';
import { normalizeVoucherCode } from '../aaa/voucher/code.ts';
import type { Voucher } from '../aaa/voucher/voucher.ts';
import { isValidPlace, otherPlaceReason } from '../aaa/voucher/voucher-place.ts';
import { checkPassword } from '../aaa/policy/credential-check.ts';
import { personOf } from '../aaa/password/password-attempts.ts';
import type { PatternMatcher } from '../aaa/policy/pattern-matcher.ts';
import {
  deserializeSubscriber,
  findSubscriberById,
  selectSubscribers,
  type Subscriber,
} from '../aaa/policy/subscriber.ts';
import {
  requestOfPortal,
  selectComparableItems,
  type PortalAttributes,
} from './portal-attributes.ts';

/** The rejection of a guest: a code for the caller, and a message. */
export class PortalReject {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** An admitted user, with the limits of its session; null: no limit. */
export interface Guest {
  readonly id: number;
  readonly username: string;
  /** Session-Timeout of the grant: the session's own time. */
  readonly grantedSeconds: number | null;
  /** Seconds until a limit of the user is reached. */
  readonly remainingSeconds: number | null;
  /** Octets until a limit of the user is reached. */
  readonly remainingOctets: number | null;
  readonly idleSeconds: number | null;
  /** Sessions that the user may have at once. */
  readonly simultaneousUse: number | null;
  /** Null: the user is no voucher. */
  readonly voucher: Voucher | null;
}

interface GuestLogin {
  /** The name, e-mail address or external id of the user, or its code. */
  readonly uid: string;
  /** True: `uid` is the code of a voucher, which needs no password unless it has one. */
  readonly isCode: boolean;
  /** Id of a user that has been recognized; absent: `uid` names it. */
  readonly recalled?: number | undefined;
  readonly organizations: readonly number[];
  /** The password; null: the caller has authenticated the user already. */
  readonly password: Secret | null;
  /** The caller that waits. */
  readonly client: string;
}

/** A user who has been authenticated, and its control items. */
export interface AuthenticatedGuest {
  readonly user: Subscriber;
  readonly controls: ControlItems;
}

/** Authenticates a user of the portal. */
export async function authenticateGuest(
  gateway: Pick<Gateway, 'store' | 'vault'>,
  login: GuestLogin,
): Promise<AuthenticatedGuest | PortalReject> {
  const user = await findSubscriber(gateway.store, login);
  if (user instanceof PortalReject) return user;
  const controls = collectControlItems(user.checkLists);
  const isAccepted = typeof controls !== 'string' && authTypeOf(controls) === 'accept';
  const rejected = await checkGuest(
    gateway,
    user,
    isAccepted ? { ...login, password: null } : login,
  );
  if (rejected) return rejected;
  if (typeof controls === 'string')
    return new PortalReject('not_allowed', `The user's attributes are invalid: ${controls}.`);
  if (authTypeOf(controls) === 'reject')
    return new PortalReject('not_allowed', 'Auth-Type is Reject.');
  return { user, controls };
}

interface GuestItemContext {
  readonly attributes: PortalAttributes;
  readonly patterns: PatternMatcher;
}

/**
 * Compares the check items of a user with a login, as RADIUS does with an Access-Request.
 *
 * @returns null: none fails
 */
export async function checkGuestItems(
  { user }: AuthenticatedGuest,
  { attributes, patterns }: GuestItemContext,
): Promise<PortalReject | null> {
  const items = selectComparableItems(listComparedItems(user.checkLists), attributes);
  const request = requestOfPortal(attributes);
  const results = await compareCheckItems(items, { request, patterns });
  const failed = results.find(({ passed }) => !passed);
  return failed
    ? new PortalReject('not_allowed', `The user cannot log in: ${formatFailedCheck(failed)}.`)
    : null;
}

/** Admits a user of the portal by the limits that apply to RADIUS logins as well. @param mac  canonical */
export async function admitGuest(
  store: Store,
  { user, controls }: AuthenticatedGuest,
  { mac, at, site }: { readonly mac: string; readonly at: Date; readonly site: Site },
): Promise<Guest | PortalReject> {
  const findSite = () => Promise.resolve(site);
  const request = { subscriber: user, controls, station: mac, at, findSite };
  if (!(await isValidPlace(store, user.voucher, findSite)))
    return new PortalReject('wrong_location', `The user cannot log in: ${otherPlaceReason}.`);
  const limits = await readLimits(store, request);
  const admission = computeAdmission(limits, user);
  if (admission.reachedLimit) return rejectByLimit(admission.reachedLimit);
  const simultaneousUse = limits.find(({ name }) => name === 'Simultaneous-Use')?.allowed ?? null;
  return { ...guestOf(user, admission), simultaneousUse };
}

/** Returns the person that a login names, whichever of its names it uses. @throws Fault if the store cannot be read */
export async function findGuestPerson(
  store: Store,
  login: Pick<GuestLogin, 'uid' | 'isCode' | 'organizations'>,
): Promise<string> {
  const found = await findSubscriber(store, login);
  return personOf(found instanceof PortalReject ? null : found.id, login.uid);
}

/** Finds a user by name, else by e-mail address or external id if only one user has it. */
export async function findGuest(
  store: Store,
  { uid, organizations }: Pick<GuestLogin, 'uid' | 'organizations'>,
): Promise<Subscriber | PortalReject> {
  const found = await selectSubscribers(store.db)
    .where('u.organization', 'in', organizations)
    .where((where) =>
      where.or([
        where('u.username', '=', uid),
        where('u.email', 'in', [uid, uid.toLowerCase()]),
        where('u.external_id', '=', uid),
      ]),
    )
    .limit(20)
    .execute();
  const named =
    found.find(({ username }) => username === uid) ?? (found.length === 1 ? found[0] : undefined);
  if (named) return deserializeSubscriber(named);
  return new PortalReject(
    'unknown_user',
    found.length > 1 ? 'The uid fits several users.' : 'There is no such user.',
  );
}

function findSubscriber(
  store: Store,
  login: Pick<GuestLogin, 'uid' | 'isCode' | 'recalled' | 'organizations'>,
): Promise<Subscriber | PortalReject> {
  if (login.recalled !== undefined) return findRecalled(store, login.recalled);
  return login.isCode ? findVoucher(store, login) : findGuest(store, login);
}

async function findRecalled(store: Store, id: number): Promise<Subscriber | PortalReject> {
  const unknown = new PortalReject('unknown_user', 'There is no such user.');
  return (await findSubscriberById(store, id)) ?? unknown;
}

/** Finds the voucher of a code, with or without its hyphens, in upper or lower case. */
async function findVoucher(
  store: Store,
  { uid, organizations }: Pick<GuestLogin, 'uid' | 'organizations'>,
): Promise<Subscriber | PortalReject> {
  const of = selectSubscribers(store.db)
    .where('t.id', 'is not', null)
    .where('u.organization', 'in', organizations);
  const found =
    (await of.where('u.username', '=', uid).executeTakeFirst()) ??
    (await of.where('t.code_key', '=', normalizeVoucherCode(uid)).executeTakeFirst());
  return found
    ? deserializeSubscriber(found)
    : new PortalReject('unknown_user', 'There is no such voucher.');
}

async function checkGuest(
  gateway: Pick<Gateway, 'store' | 'vault'>,
  user: Subscriber,
  { password, client, isCode, recalled }: GuestLogin,
): Promise<PortalReject | null> {
  if (!user.isActive) return new PortalReject('inactive', 'The user is switched off.');
  if (isCode && recalled === undefined && user.password !== null && password === null)
    return new PortalReject('wrong_password', 'This voucher needs its password.');
  const isWrong =
    password !== null && (await checkPassword(gateway, user, { password, client })) !== null;
  return isWrong ? new PortalReject('wrong_password', 'The password is wrong.') : null;
}

const codes: Readonly<Record<LimitKind, string>> = {
  expiration: 'expired',
  balance: 'no_balance',
  session_time: 'session_over',
  login_time: 'login_time',
  simultaneous_use: 'too_many_sessions',
  quota: 'quota_used_up',
};

function rejectByLimit(limit: Limit): PortalReject {
  return new PortalReject(
    codes[limitKindOf(limit)],
    `The user cannot log in: ${formatRejectReason(limit)}.`,
  );
}

function guestOf(user: Subscriber, admission: Admission) {
  const { exhaustedQuota, remainingSeconds, remainingOctets } = admission;
  const granted = computeGrant(user, { isLimited: exhaustedQuota !== null });
  return {
    id: user.id,
    username: user.username,
    voucher: user.voucher,
    grantedSeconds: findIntegerAttribute(granted, 'Session-Timeout'),
    remainingSeconds,
    remainingOctets,
    idleSeconds: findIntegerAttribute(granted, 'Idle-Timeout'),
  };
}
