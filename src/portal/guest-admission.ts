import { findIntegerAttribute } from '../aaa/policy/authorization/authorization.ts';
import type { Credential, LoginSource } from '../aaa/policy/credential.ts';
import { isOfSource } from '../aaa/policy/local-credentials.ts';
import { noNas } from '../aaa/policy/reply-condition.ts';
import {
  decideLogin,
  type AcceptedLogin,
  type Login,
  type LoginDecision,
  type RejectedLogin,
  type RejectKind,
} from '../aaa/policy/login-decision.ts';
import type { Subscriber } from '../aaa/policy/subscriber.ts';
import { formatStationId } from '../aaa/session/portal-session.ts';
import type { Voucher } from '../aaa/voucher/voucher.ts';
import type { CallerScope } from '../contract/caller.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { wisprRates } from './dialect/dialect.ts';
import { findGuestUser } from './guest-user.ts';
import type { AccessPoint } from './login-place.ts';
import { requestOfPortal } from './portal-attributes.ts';
import { PortalReject } from './portal-reject.ts';
import type { PortalRequest } from './portal-session.ts';
import { authenticateAtDirectory, type PresentedPassword } from './directory-admission.ts';
import { authenticateAtUpstream, type UpstreamGuest } from './upstream-admission.ts';

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
  /** Bits per second from and to the guest. */
  readonly upBits: number | null;
  readonly downBits: number | null;
  /** Names of the attributes that the user is granted. */
  readonly attributeNames: readonly string[];
  /** Limit of concurrent sessions of the user. */
  readonly simultaneousUse: number | null;
  /** Null: the user is no voucher. */
  readonly voucher: Voucher | null;
}

/** A login at an access point. */
export interface GuestLogin {
  readonly request: PortalRequest;
  readonly caller: CallerScope;
  readonly accessPoint: AccessPoint;
  /** The device. */
  readonly entry: { readonly mac: string };
}

/** The user that a login names, and its credential. */
export interface IdentifiedGuest {
  readonly user: Subscriber | null;
  /** Why there is no user; absent: there is one. */
  readonly unknown?: PortalReject;
  readonly credential: Credential;
  /** The time that an upstream gives the session; null: no limit. */
  readonly sessionSeconds: number | null;
}

export async function identifyGuest(
  gateway: Gateway,
  admission: GuestLogin,
): Promise<IdentifiedGuest | PortalReject> {
  const { request, caller } = admission;
  const { uid, isCode = false, recalled } = request;
  const { organizations } = caller;
  const found = await findGuestUser(gateway.store, { uid, isCode, recalled, organizations });
  const presented = mayBeOfSource(found) ? presentedBy(admission) : null;
  const person =
    presented && (await authenticateAtDirectory(gateway, { uid, found, ...presented }));
  if (person instanceof PortalReject) return person;
  if (person) return { user: person, credential: proven, sessionSeconds: null };
  const upstream = gateway.upstreamLogins.upstreams.isEmpty
    ? null
    : await askUpstream(gateway, admission, found);
  if (upstream instanceof PortalReject) return upstream;
  if (upstream) return { ...upstream, credential: proven };
  const login = { credential: credentialOf(request), sessionSeconds: null };
  return found instanceof PortalReject
    ? { ...login, user: null, unknown: found }
    : { ...login, user: found };
}

/** Decides a login whose user has been looked up. @throws Fault if the store cannot be read */
export function decideGuestLogin(
  gateway: Gateway,
  admission: GuestLogin,
  { user, credential }: Pick<IdentifiedGuest, 'user' | 'credential'>,
): Promise<LoginDecision> {
  const login = loginOf(admission, user);
  return decideLogin(gateway.logins, { ...login, credential, at: gateway.now() });
}

/** A guest whom a home server, an app or an earlier login has authenticated. */
export const proven: Credential = { kind: 'proven', method: 'portal' };

function credentialOf({ password, isCode = false, recalled }: PortalRequest): Credential {
  if (recalled !== undefined) return proven;
  if (password !== null) return { kind: 'password', method: 'portal', password };
  return isCode ? { kind: 'code', method: 'portal' } : proven;
}

function loginOf(admission: GuestLogin, user: Subscriber | null): Omit<Login, 'credential' | 'at'> {
  const { request, caller, accessPoint, entry } = admission;
  const { uid, isCode = false } = request;
  const station = formatStationId(entry.mac);
  return {
    identity: { user, username: uid, isCode, station, mac: null, isGuest: false, sessionEnd: null },
    request: requestOf(admission, user),
    nas: () => noNas,
    place: accessPoint,
    source: sourceOf(request, caller),
  };
}

function requestOf(
  { request: { ip }, accessPoint, entry }: GuestLogin,
  user: Subscriber | null,
): Login['request'] {
  if (user === null || user.rules.compared.length === 0) return 'not_compared';
  const { username } = user;
  const station = formatStationId(entry.mac);
  return requestOfPortal({ username, station, ip, ...stationColumns(accessPoint) });
}

function sourceOf(
  { loginAddress, ip, isReported = true }: PortalRequest,
  { organization }: CallerScope,
): LoginSource {
  return {
    client: `organization ${organization}`,
    organization,
    host: loginAddress ?? ip,
    isPublic: true,
    isReported,
  };
}

function mayBeOfSource(found: Subscriber | PortalReject): boolean {
  return isOfSource(found instanceof PortalReject ? null : found);
}

/** Returns who presents a password, and where; null: the login has none. */
function presentedBy({
  request,
  caller,
  accessPoint,
  entry,
}: GuestLogin): PresentedPassword | null {
  const { isCode = false, recalled, password } = request;
  if (password === null || isCode || recalled !== undefined) return null;
  const { organization } = accessPoint;
  const station = formatStationId(entry.mac);
  return { organization, password, station, source: sourceOf(request, caller) };
}

/** Has an upstream authenticate a login by password. @returns null: no upstream handles it, or the login has no password */
function askUpstream(
  gateway: Gateway,
  { request, caller, accessPoint, entry }: GuestLogin,
  found: Subscriber | PortalReject,
): Promise<UpstreamGuest | PortalReject | null> {
  const { uid, isCode = false, recalled, password, ip } = request;
  if (password === null || isCode || recalled !== undefined) return Promise.resolve(null);
  const { organization } = accessPoint;
  const station = formatStationId(entry.mac);
  const device = { organization, password, station, ip, ...stationColumns(accessPoint) };
  const source = sourceOf(request, caller);
  return authenticateAtUpstream(gateway, { uid, found, device, source });
}

export function stationColumns(accessPoint: AccessPoint) {
  const station = formatStationId(accessPoint.mac ?? '');
  const called = accessPoint.ssid === null ? station : `${station}:${accessPoint.ssid}`;
  return { called, nas: accessPoint.identifier ?? station };
}

/**
 * Returns the rejection of a guest.
 *
 * @param unknown  why there is no such user; absent: there is one
 * @throws Fault `throttled` if the password was not checked, after too many wrong ones
 */
export function rejectionOf(
  { kind, reason, fault }: RejectedLogin,
  unknown?: PortalReject,
): PortalReject {
  if (fault) throw fault;
  if (unknown) return unknown;
  const { code, message = cannotLogIn } = rejections[kind];
  return new PortalReject(code, message(reason));
}

interface RejectionText {
  readonly code: string;
  /** Default: that the user cannot log in, and why. */
  readonly message?: (reason: string) => string;
}

function cannotLogIn(reason: string): string {
  return `The user cannot log in: ${reason}.`;
}

/** The code and the message of each kind of rejection. */
const rejections: Readonly<Record<RejectKind, RejectionText>> = {
  unknown_user: { code: 'unknown_user', message: () => 'There is no such user.' },
  wrong_credential: { code: 'wrong_password', message: () => 'The password is wrong.' },
  password_needed: { code: 'wrong_password', message: () => 'This voucher needs its password.' },
  throttled: { code: 'wrong_password' },
  inactive: { code: 'inactive', message: () => 'The user is switched off.' },
  password_expired: { code: 'not_allowed' },
  password_change: { code: 'not_allowed' },
  invalid_items: {
    code: 'not_allowed',
    message: (reason) => `The user's attributes are invalid: ${reason}.`,
  },
  auth_type: { code: 'not_allowed', message: (reason) => `${reason}.` },
  check_item: { code: 'not_allowed' },
  location: { code: 'wrong_location' },
  no_address: { code: 'not_allowed' },
  expiration: { code: 'expired' },
  balance: { code: 'no_balance' },
  session_time: { code: 'session_over' },
  login_time: { code: 'login_time' },
  simultaneous_use: { code: 'too_many_sessions' },
  quota: { code: 'quota_used_up' },
};

/** Returns an admitted user with the limits of its session. */
export function guestOf({ user, grant, limits }: AcceptedLogin): Guest {
  const { attributes, admission } = grant;
  const { id, username, voucher } = user;
  const { remainingSeconds, remainingOctets } = admission;
  return {
    id,
    username,
    voucher,
    grantedSeconds: findIntegerAttribute(attributes, 'Session-Timeout'),
    remainingSeconds,
    remainingOctets,
    idleSeconds: findIntegerAttribute(attributes, 'Idle-Timeout'),
    upBits: findIntegerAttribute(attributes, wisprRates[0]),
    downBits: findIntegerAttribute(attributes, wisprRates[1]),
    attributeNames: attributes.map(({ attribute }) => attribute),
    simultaneousUse: limits.find(({ name }) => name === 'Simultaneous-Use')?.allowed ?? null,
  };
}
