import type { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Store } from '../../store/store.ts';
import { readTimeZone, type Site } from '../../organization/time-zone.ts';
import { isValidPlace, otherPlaceReason } from '../voucher/voucher-place.ts';
import {
  computeGrant,
  hasConditions,
  listConditions,
  type ConditionResult,
} from './authorization/authorization.ts';
import type { AuthorizationAttributes } from './attribute-lists.ts';
import { compareCheckItems, formatFailedCheck, type CheckResult } from './check-item.ts';
import type {
  Credential,
  CredentialRejectKind,
  CredentialResult,
  LoginSource,
} from './credential.ts';
import { checkCredential, isReadable, type VerificationContext } from './credential-check.ts';
import {
  computeAdmission,
  formatRejectReason,
  limitKindOf,
  dependsOnTimeZone,
  readLimits,
  type Admission,
  type Limit,
  type LimitKind,
} from './limit/limits.ts';
import type { ControlItems } from './control-items.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { NasPlace, ReplyPlace } from './reply-condition.ts';
import type { RequestAttributes } from './request-attributes.ts';
import type { LoginIdentity, Subscriber } from './subscriber.ts';

/** A login to the network: user, credential, place and time. */
export interface Login {
  readonly identity: LoginIdentity;
  readonly credential: Credential;
  /** The attributes that check items are compared with; `not_compared`: the request of a NAS follows, which has them. */
  readonly request: RequestAttributes | 'not_compared';
  /** Reads the NAS and the network of the device, for reply items with conditions. */
  readonly nas: () => NasPlace;
  /** The place of the device, for vouchers of a location and for the clock of Login-Time and of quotas. */
  readonly place: Site;
  readonly at: Date;
  readonly source: LoginSource;
}

/** The kinds of reject reasons. */
export type RejectKind =
  | CredentialRejectKind
  | LimitKind
  | 'inactive'
  | 'password_expired'
  | 'password_change'
  | 'invalid_items'
  | 'auth_type'
  | 'check_item'
  | 'location'
  | 'no_address';

/** A grant of the network. */
export interface Grant {
  /** The attributes that profile and user grant, as a CoA sends them. */
  readonly attributes: AuthorizationAttributes;
  /** The rest of the limits when the login is decided. */
  readonly admission: Admission;
}

interface Rejection {
  readonly kind: RejectKind;
  readonly reason: string;
  readonly fault?: Fault | undefined;
}

const unknownUser: Rejection = { kind: 'unknown_user', reason: 'unknown user' };

interface DecisionTrace {
  /** The authentication method. */
  readonly method: string;
  /** The reason, for the operator; the client learns only the outcome. */
  readonly reason: string;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  /** Reply items with conditions; empty for a rejected login. */
  readonly conditions: readonly ConditionResult[];
}

export interface AcceptedLogin extends DecisionTrace {
  readonly isAccepted: true;
  readonly user: Subscriber;
  /** Where and when the reply items of the grant were selected; null: none has a condition. */
  readonly replyPlace: ReplyPlace | null;
  readonly grant: Grant;
  /** The password, or its NT hash, if it had to be unsealed: MS-CHAP derives keys from it. */
  readonly cleartextPassword: Secret | null;
  /** The password that the user has chosen by this login, for the caller to store; absent: it stays. */
  readonly newPassword?: Secret;
}

export interface RejectedLogin extends DecisionTrace {
  readonly isAccepted: false;
  readonly user: Subscriber | null;
  readonly kind: RejectKind;
  /** Says when the next attempt is admitted, if this one was not. */
  readonly fault?: Fault | undefined;
}

/** A decision on a login, with everything that led to it. */
export type LoginDecision = AcceptedLogin | RejectedLogin;

/** The memory that the decisions of a gateway share. */
export interface LoginContext extends VerificationContext {
  readonly patterns: PatternMatcher;
}

/**
 * Decides a login, for every caller by the same rules in the same order: the credential first, so that other reject reasons are
 * only given for a valid credential; then the user, its check items, the place and the limits. Does not write.
 *
 * @throws Fault if the store cannot be read
 */
export async function decideLogin(context: LoginContext, login: Login): Promise<LoginDecision> {
  const { user } = login.identity;
  const { rejection, ...authenticated } = await authenticate(context, login);
  const refusal = rejection ?? (user === null ? unknownUser : findRefusal(user, authenticated));
  if (user === null || refusal !== null)
    return reject({ ...authenticated, user }, refusal ?? unknownUser);
  return authorize(context, login, { ...authenticated, user });
}

/** `Auth-Type := Accept` of a user accepts any credential that can be read. */
function authenticate(
  context: LoginContext,
  { identity, credential, source }: Login,
): CredentialResult | Promise<CredentialResult> {
  const acceptsAny = identity.user?.rules.authType === 'accept';
  return acceptsAny && isReadable(credential)
    ? { method: 'Auth-Type', rejection: null, cleartextPassword: null }
    : checkCredential(context, credential, { ...source, identity });
}

/** Returns why the user is rejected with any credential; null: it is not. */
function findRefusal(user: Subscriber, result: PasswordState): Rejection | null {
  const { isActive, mustChangePassword, rules } = user;
  if (!isActive) return { kind: 'inactive', reason: 'inactive user' };
  if (mustChangePassword || result.newPassword) {
    const passwordRefusal = findPasswordRefusal(user, result);
    if (passwordRefusal) return passwordRefusal;
  }
  const { controls, authType } = rules;
  if (typeof controls === 'string') return { kind: 'invalid_items', reason: controls };
  return authType === 'reject' ? { kind: 'auth_type', reason: 'Auth-Type is Reject' } : null;
}

type PasswordState = Pick<CredentialResult, 'method' | 'newPassword'>;

/** MS-CHAPv2 can change a password, and only the user that has to may: one account may be that of many. */
function findPasswordRefusal(
  { mustChangePassword }: Subscriber,
  { method, newPassword }: PasswordState,
): Rejection | null {
  if (newPassword)
    return mustChangePassword
      ? null
      : { kind: 'password_change', reason: 'the password was not to be changed' };
  return mustChangePassword && method === 'MS-CHAPv2'
    ? { kind: 'password_expired', reason: 'the password has to be changed' }
    : null;
}

interface Authenticated extends Omit<CredentialResult, 'rejection'> {
  readonly user: Subscriber;
}

async function authorize(
  context: LoginContext,
  login: Login,
  authenticated: Authenticated,
): Promise<LoginDecision> {
  const { user } = authenticated;
  const { store } = context;
  const checks = await compareItems(context, login, user);
  const failed = checks.find(({ passed }) => !passed);
  if (failed)
    return reject(authenticated, { kind: 'check_item', reason: formatFailedCheck(failed) }, checks);
  if (user.voucher !== null && !(await isValidPlace(store, user.voucher, login.place)))
    return reject(authenticated, { kind: 'location', reason: otherPlaceReason }, checks);
  const limits = await readLimitsOf(store, login, user);
  const admission = limits.length > 0 ? computeAdmission(limits, user) : unlimited;
  const { reachedLimit, exhaustedQuota } = admission;
  if (reachedLimit) return refuseByLimit({ ...authenticated, checks, limits }, reachedLimit);
  const options = {
    isLimited: exhaustedQuota !== null,
    place: await readReplyPlace(store, user, login),
  };
  const reason = exhaustedQuota ? `limited: ${formatRejectReason(exhaustedQuota)}` : 'accepted';
  return {
    ...authenticated,
    isAccepted: true,
    reason,
    checks,
    limits,
    replyPlace: options.place,
    grant: { attributes: computeGrant(user, options), admission },
    conditions: listConditions(user, options),
  };
}

/**
 * Reads where and when reply items are selected; null: none has a condition.
 *
 * @throws Fault if the store cannot be read
 */
export async function readReplyPlace(
  store: Store,
  source: Parameters<typeof hasConditions>[0],
  { nas, at, place }: Pick<Login, 'nas' | 'at' | 'place'>,
): Promise<ReplyPlace | null> {
  if (!hasConditions(source)) return null;
  return { ...nas(), at, timeZone: await readTimeZone(store, place) };
}

/** Compares the check items whose attributes the login has. */
async function compareItems(
  { patterns }: LoginContext,
  { request }: Login,
  { rules }: Subscriber,
): Promise<readonly CheckResult[]> {
  if (rules.compared.length === 0 || request === 'not_compared') return [];
  const { names } = request;
  const items = names
    ? rules.compared.filter(({ attribute }) => names.has(attribute.toLowerCase()))
    : rules.compared;
  return items.length > 0 ? compareCheckItems(items, { request, patterns }) : [];
}

/** A user has limits if it has an expiration, a voucher or a control item, or if its portal session ends by itself. */
async function readLimitsOf(
  store: Store,
  { identity, at, place }: Login,
  subscriber: Subscriber,
): Promise<readonly Limit[]> {
  const { station, sessionEnd } = identity;
  const { expiration, voucher, rules } = subscriber;
  const controls = typeof rules.controls === 'string' ? noControls : rules.controls;
  const isLimited =
    expiration !== null || voucher !== null || controls.size > 0 || sessionEnd !== null;
  if (!isLimited) return [];
  return readLimits(store, { subscriber, controls, station, at, site: place, sessionEnd });
}

const noControls: ControlItems = new Map();

/** The admission of a login without limits. */
export const unlimited: Admission = {
  reachedLimit: null,
  exhaustedQuota: null,
  remainingSeconds: null,
  remainingOctets: null,
};

/** Returns the rejection of a login. */
export function reject(
  { user, method }: Pick<RejectedLogin, 'user' | 'method'>,
  { kind, reason, fault }: Rejection,
  checks: readonly CheckResult[] = [],
): RejectedLogin {
  return {
    isAccepted: false,
    user,
    method,
    kind,
    reason,
    fault,
    checks,
    limits: [],
    conditions: [],
  };
}

/** What a rejection keeps of a login that was accepted so far. */
type Accepted = Pick<AcceptedLogin, 'user' | 'method' | 'checks' | 'limits'>;

/** Refuses a login because a limit is reached. */
export function refuseByLimit({ limits, ...login }: Accepted, reached: Limit): RejectedLogin {
  const rejection = { kind: limitKindOf(reached), reason: formatRejectReason(reached) };
  const now = limits.map((limit) => (limit.name === reached.name ? reached : limit));
  return refuseAccepted({ ...login, limits: now }, rejection);
}

/** Refuses a login that was accepted so far. */
export function refuseAccepted(login: Accepted, rejection: Rejection): RejectedLogin {
  const { checks, limits } = login;
  return { ...reject(login, rejection, checks), limits };
}

/** True if a decision on the logins of a user depends on the place. */
export function dependsOnPlace(user: Subscriber): boolean {
  const { voucher, rules } = user;
  const hasLocation = voucher !== null && voucher.location !== null;
  const hasTimes = typeof rules.controls !== 'string' && dependsOnTimeZone(rules.controls);
  return hasLocation || hasTimes || hasConditions(user);
}
