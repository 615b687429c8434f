import { randomUUID } from 'node:crypto';
import type { CallerScope } from '../contract/caller.ts';
import { asFault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Secret } from '../contract/secret.ts';
import { compileStatement, type Statement, type Store } from '../store/store.ts';
import { updateLastLogin } from '../aaa/account/user-lookup.ts';
import { recordFirstUse } from '../aaa/voucher/voucher.ts';
import { minimumOrNull } from '../aaa/policy/authorization/authorization.ts';
import type { Credential } from '../aaa/policy/credential.ts';
import type { AcceptedLogin, LoginDecision } from '../aaa/policy/login-decision.ts';
import { requirePlace } from '../aaa/policy/limit/reservation.ts';
import { findPortalQueue } from '../aaa/proxy/portal-queue.ts';
import { endPortalSession } from '../aaa/session/portal-session-end.ts';
import {
  findDeviceSession,
  openPortalSession as openSessionStatements,
  type OpenedPortalSession,
} from '../aaa/session/portal-session-open.ts';
import { findOpenPortalSessions } from '../aaa/session/portal-session.ts';
import {
  decideGuestLogin,
  guestOf,
  identifyGuest,
  proven,
  rejectionOf,
  stationColumns,
  type Guest,
  type GuestLogin,
} from './guest-admission.ts';
import { noWayIn, PortalReject } from './portal-reject.ts';
import { recordRejection } from './login-rejection.ts';
import { logBlockedGuest } from './guest-log.ts';
import { findAccessPoint, type AccessPoint } from './login-place.ts';
import type { SessionLimits } from './dialect/dialect.ts';
import { insertPortalLogEntry, type PortalLogEntry } from '../aaa/portal-log/portal-log.ts';

/** A login to the portal: a device, and the user that it names. */
export interface PortalRequest {
  readonly uid: string;
  /** True: `uid` is the code of a voucher; the default is false. */
  readonly isCode?: boolean;
  /** Id of a user that has been recognized, whose name is `uid`; absent: the login names it. */
  readonly recalled?: number;
  readonly password: Secret | null;
  readonly ap_mac: string;
  readonly mac: string;
  readonly ip: string;
  readonly timeout: number | null;
  readonly user_agent: string | null;
  /** The source address of the login; absent for a login over the API, which does not show the address of the device. */
  readonly loginAddress?: string;
  /** False: only the guest's own request names the device. Default: the caller or the NAS does. */
  readonly isReported?: boolean;
  /** Returns why no device can be let in as the redirect has it; null: it can. Absent: not known before the session is open. */
  readonly findObstacle?: (device: {
    mac: string;
    accessPoint: AccessPoint;
  }) => Promise<string | null>;
  /** Finds the controller that is to be told of the session; absent: no controller is. */
  readonly findController?: (device: DeviceToAdmit) => Promise<SessionController | null>;
  /** Returns which limits of a session the access point does not carry out, for the log; empty: all are carried out. */
  readonly describeGaps?: (device: DeviceToAdmit) => Promise<string>;
  /** Statements for the batch that opens the session, such as that a code is used up; absent: none. */
  readonly alongside?: readonly Statement[];
  /** The page of the login, and the log text of the guest's consent; null: a page without terms. */
  readonly page?: { readonly id: number; readonly consent: string | null };
}

/** A device whose user is admitted. */
export interface DeviceToAdmit {
  readonly accessPoint: AccessPoint;
  readonly limits: SessionLimits;
  readonly guest: Guest;
}

/** A controller by id, and its parameters that identify the device, as JSON. */
export interface SessionController {
  readonly id: number;
  readonly device: string;
  /** The router that fetches the device; null: none does. */
  readonly router: string | null;
  /** True if its counters begin at the login. */
  readonly countsFromLogin: boolean;
}

export interface PortalSession {
  readonly id: string;
  readonly guest: Guest;
  readonly accessPoint: AccessPoint;
  readonly mac: string;
  readonly limits: SessionLimits;
  readonly expires: Date | null;
  /** True if the device is on the network as this user already. */
  readonly isConnected: boolean;
}

/** Opens a session if the user is admitted, and logs the outcome in the portal log. @throws Fault `throttled` */
export async function openPortalSession(
  gateway: Gateway,
  caller: CallerScope,
  request: PortalRequest,
): Promise<PortalSession | PortalReject> {
  const startedAt = gateway.clock.monotonicMs();
  const { store } = gateway;
  const mac = canonicalMac(request.mac) ?? request.mac;
  const accessPoint = await findAccessPoint(store, caller, canonicalMac(request.ap_mac));
  const { uid, ip, user_agent } = request;
  const page = request.page?.id ?? null;
  const entry = { ...locationOf(accessPoint, caller), mac, ip, user_agent, page };
  try {
    const opened = accessPoint
      ? await admit(gateway, { request, caller, accessPoint, entry })
      : unknownAccessPoint;
    return opened instanceof PortalReject
      ? await recordRejection(gateway, request, { entry, startedAt, rejected: opened })
      : opened;
  } catch (error) {
    if (asFault(error)?.kind === 'throttled')
      await logBlockedGuest(gateway, { ...entry, username: uid }, request.loginAddress ?? ip);
    throw error;
  }
}

type GuestEntry = Omit<PortalLogEntry, 'type' | 'status' | 'at'> & {
  readonly mac: string;
  readonly ip: string;
};

/** Decides the login, and opens its session. */
async function admit(
  gateway: Gateway,
  admission: GuestLogin & { readonly entry: GuestEntry },
): Promise<PortalSession | PortalReject> {
  const { request, accessPoint, entry } = admission;
  const { lock, limit } = gateway.portal.loginGate;
  const identified = await identifyGuest(gateway, admission);
  if (identified instanceof PortalReject) return identified;
  const { credential, sessionSeconds, unknown } = identified;
  const decide = (presented: Credential) =>
    decideGuestLogin(gateway, admission, { ...identified, credential: presented });
  const decision = await limit.run(() => decide(credential));
  if (!decision.isAccepted) return rejectionOf(decision, unknown);
  const timeout = minimumOrNull([request.timeout, sessionSeconds]);
  const opening = { gateway, request: { ...request, timeout }, accessPoint, entry };
  const open = () => openWithRetries(opening, decision, () => decide(proven));
  // The logins of a user share its limits, and of one device's logins each ends the one before.
  return lock.run(`user ${decision.user.id}`, () => lock.run(entry.mac, () => limit.run(open)));
}

const maxAttempts = 5;

interface Opening {
  readonly gateway: Gateway;
  readonly request: PortalRequest;
  readonly accessPoint: AccessPoint;
  readonly entry: GuestEntry;
}

/** Decides again if another login or the NAS has changed what the session depends on. */
async function openWithRetries(
  opening: Opening,
  decided: AcceptedLogin,
  decide: () => Promise<LoginDecision>,
): Promise<PortalSession | PortalReject> {
  let decision: LoginDecision = decided;
  for (let attempt = 1; decision.isAccepted; attempt += 1)
    try {
      return await open(opening, guestOf(decision));
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict' || attempt === maxAttempts) throw error;
      decision = await decide();
    }
  return rejectionOf(decision);
}

async function open(opening: Opening, guest: Guest): Promise<PortalSession | PortalReject> {
  const { gateway, request, accessPoint, entry } = opening;
  const { store } = gateway;
  const { mac } = entry;
  const at = gateway.now();
  const own = minimumOrNull([request.timeout, guest.grantedSeconds]);
  const { remainingOctets: octets, upBits, downBits } = guest;
  const seconds = minimumOrNull([own, guest.remainingSeconds]);
  const limits = { seconds, octets, upBits, downBits };
  const device = { mac, organization: accessPoint.organization };
  const admitted = { accessPoint, limits, guest };
  const [session, gaps = '', previous, ofDevice] = await Promise.all([
    sessionRow(opening, { admitted, at, expires: addSeconds(at, own) }),
    request.describeGaps?.(admitted),
    findOpenPortalSessions(store, { organizations: [accessPoint.organization], mac }),
    findDeviceSession(store, device),
  ]);
  const isConnected = ofDevice?.user === guest.id;
  const obstacle = isConnected ? null : await request.findObstacle?.({ mac, accessPoint });
  if (obstacle) return noWayIn(obstacle);
  const { id } = session;
  const login = { ...entry, at, user: guest.id, username: guest.username, session_id: id };
  await store.write([
    ...guestStatements(store, { guest, mac, at }),
    ...previous.flatMap((ended) => endPrevious(store, ended, at)),
    ...openSessionStatements(store, session, ofDevice),
    ...logStatements(store, request, { ...login, detail: gaps }),
    ...(request.alongside ?? []),
  ]);
  const expires = addSeconds(at, limits.seconds);
  return { id, guest, accessPoint, mac, limits, expires, isConnected };
}

/** Records the login of a guest, which fails if its devices are too many. */
function guestStatements(
  store: Store,
  { guest, mac, at }: { readonly guest: Guest; readonly mac: string; readonly at: Date },
): readonly Statement[] {
  const { id: user, voucher, simultaneousUse: allowed } = guest;
  return [
    compileStatement(updateLastLogin(store, user, at)),
    ...(voucher?.firstUsed === null ? [recordFirstUse(store, voucher, at)] : []),
    ...(allowed === null ? [] : [requirePlace(store, { user, station: mac, allowed, at })]),
  ];
}

/** @param login.detail  of the entry that opens the session */
function logStatements(
  store: Store,
  request: PortalRequest,
  { detail = '', ...login }: LoginEntry,
): readonly Statement[] {
  const consent = request.page?.consent ?? '';
  return [
    // The consent of a guest is logged with its login, in one batch with it.
    insertPortalLogEntry(store, { ...login, type: 'ua', status: 200, detail: consent }),
    ...(request.isCode === true
      ? [insertPortalLogEntry(store, { ...login, type: 'vt', status: 200 })]
      : []),
    insertPortalLogEntry(store, { ...login, type: 'ui', status: 200, detail }),
  ];
}

function addSeconds(at: Date, seconds: number | null): Date | null {
  return seconds === null ? null : new Date(at.getTime() + seconds * 1000);
}

function endPrevious(
  store: Store,
  ended: Parameters<typeof endPortalSession>[1],
  at: Date,
): readonly Statement[] {
  const detail = 'the device has logged in again';
  return endPortalSession(store, ended, { event: 'uo', at: at.getTime(), detail });
}

interface NewSession {
  readonly admitted: DeviceToAdmit;
  readonly at: Date;
  readonly expires: Date | null;
}

async function sessionRow(
  { gateway, request, accessPoint, entry }: Opening,
  { admitted, at, expires }: NewSession,
): Promise<OpenedPortalSession> {
  const { guest } = admitted;
  const { organization } = accessPoint;
  const [queue, controller] = await Promise.all([
    gateway.upstreamLogins.upstreams.isEmpty
      ? null
      : findPortalQueue(gateway.store, { organization, username: guest.username }),
    request.findController?.(admitted),
  ]);
  return {
    id: randomUUID(),
    organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
    user: guest.id,
    username: guest.username,
    mac: entry.mac,
    ...requestColumns(request, controller),
    ...stationColumns(accessPoint),
    opened: at.getTime(),
    expires: expires?.getTime() ?? null,
    queue_organization: queue?.organization ?? null,
    realm: queue?.realm ?? null,
    due: queue ? at.getTime() : null,
  };
}

function requestColumns(
  { ip, loginAddress, page }: PortalRequest,
  controller: SessionController | null | undefined,
) {
  const counted = controller?.countsFromLogin === true ? 0 : null;
  const { id, device, router } = controller ?? { id: null, device: null, router: null };
  return {
    ip,
    login_address: loginAddress ?? null,
    page: page?.id ?? null,
    controller: id,
    controller_device: device,
    router,
    counted_up: counted,
    counted_down: counted,
  };
}

function locationOf(accessPoint: AccessPoint | undefined, caller: CallerScope) {
  if (!accessPoint) return { organization: caller.organization };
  return {
    organization: accessPoint.organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
  };
}

export type LoginEntry = Omit<PortalLogEntry, 'type' | 'status'>;

const unknownAccessPoint = new PortalReject(
  'unknown_access_point',
  'There is no such access point, or it is not active.',
);
