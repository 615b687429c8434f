import { randomUUID } from 'node:crypto';
import type { CallerScope } from '../contract/caller.ts';
import { asFault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Secret } from '../contract/secret.ts';
import type { Statement, Store } from '../store/store.ts';
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
import { isGuess, noWayIn, PortalReject } from './portal-reject.ts';
import { logBlockedGuest } from './guest-log.ts';
import { findAccessPoint, type AccessPoint } from './login-place.ts';
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
  /** Finds the controller that must let the device in; absent: no call of a controller. */
  readonly findController?: (accessPoint: AccessPoint) => Promise<SessionController | null>;
  /** Statements for the batch that opens the session, such as that a code is used up; absent: none. */
  readonly alongside?: readonly Statement[];
  /** The page of the login, and the log text of the guest's consent; null: a page without terms. */
  readonly page?: { readonly id: number; readonly consent: string | null };
}

/** A controller by id, and its parameters that identify the device, as JSON. */
export interface SessionController {
  readonly id: number;
  readonly device: string;
}

export interface PortalSession {
  readonly id: string;
  readonly guest: Guest;
  readonly accessPoint: AccessPoint;
  readonly mac: string;
  readonly sessionSeconds: number | null;
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
      ? await reject(gateway, request, { entry, startedAt, rejected: opened })
      : opened;
  } catch (error) {
    if (asFault(error)?.kind === 'throttled')
      await logBlockedGuest(gateway, { ...entry, username: uid }, request.loginAddress ?? ip);
    throw error;
  }
}

/** Above the time of a password check with the usual cost. */
const rejectStepMs = 500;

/**
 * Waits for the next full half second since a login began: a check of an imported hash takes longer than one for an unknown
 * name, and the time of a rejection does not show which it was.
 */
function waitForStep({ monotonicMs, sleep }: Gateway['clock'], startedAt: number): Promise<void> {
  const tookMs = monotonicMs() - startedAt;
  return sleep(rejectStepMs - (tookMs % rejectStepMs));
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
  const sessionSeconds = minimumOrNull([own, guest.remainingSeconds]);
  const device = { mac, organization: accessPoint.organization };
  const [session, previous, ofDevice] = await Promise.all([
    sessionRow(opening, { guest, at, expires: addSeconds(at, own) }),
    findOpenPortalSessions(store, { organizations: [accessPoint.organization], mac }),
    findDeviceSession(store, device),
  ]);
  const isConnected = ofDevice?.user === guest.id;
  const obstacle = isConnected ? null : await request.findObstacle?.({ mac, accessPoint });
  if (obstacle) return noWayIn(obstacle);
  const { id } = session;
  const login = { ...entry, at, user: guest.id, username: guest.username, session_id: id };
  const { simultaneousUse: allowed } = guest;
  await store.write([
    updateLastLogin(store, guest.id, at),
    ...(guest.voucher?.firstUsed === null ? [recordFirstUse(store, guest.voucher, at)] : []),
    ...(allowed === null
      ? []
      : [requirePlace(store, { user: guest.id, station: mac, allowed, at })]),
    ...previous.flatMap((ended) => endPrevious(store, ended, at)),
    ...openSessionStatements(store, session, ofDevice),
    insertPortalLogEntry(store, { ...login, type: 'ua', status: 200, ...consentOf(request) }),
    ...(request.isCode ? [insertPortalLogEntry(store, { ...login, type: 'vt', status: 200 })] : []),
    insertPortalLogEntry(store, { ...login, type: 'ui', status: 200 }),
    ...(request.alongside ?? []),
  ]);
  const expires = addSeconds(at, sessionSeconds);
  return { id, guest, accessPoint, mac, sessionSeconds, expires, isConnected };
}

/** The consent of a guest is logged with its login, in one batch with it. */
function consentOf({ page }: PortalRequest): { readonly detail?: string } {
  const consent = page?.consent ?? null;
  return consent === null ? {} : { detail: consent };
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
  readonly guest: Guest;
  readonly at: Date;
  readonly expires: Date | null;
}

async function sessionRow(
  { gateway, request, accessPoint, entry }: Opening,
  { guest, at, expires }: NewSession,
): Promise<OpenedPortalSession> {
  const { organization } = accessPoint;
  const [queue, controller] = await Promise.all([
    gateway.upstreamLogins.upstreams.isEmpty
      ? null
      : findPortalQueue(gateway.store, { organization, username: guest.username }),
    request.findController?.(accessPoint),
  ]);
  return {
    id: randomUUID(),
    organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
    user: guest.id,
    username: guest.username,
    mac: entry.mac,
    ...requestColumns(request),
    controller: controller?.id ?? null,
    controller_device: controller?.device ?? null,
    ...stationColumns(accessPoint),
    opened: at.getTime(),
    expires: expires?.getTime() ?? null,
    ...queueColumns(queue),
    due: queue ? at.getTime() : null,
  };
}

function requestColumns({ ip, loginAddress, page }: PortalRequest) {
  return { ip, login_address: loginAddress ?? null, page: page?.id ?? null };
}

function queueColumns(queue: Awaited<ReturnType<typeof findPortalQueue>>) {
  return { queue_organization: queue?.organization ?? null, realm: queue?.realm ?? null };
}

function locationOf(accessPoint: AccessPoint | undefined, caller: CallerScope) {
  if (!accessPoint) return { organization: caller.organization };
  return {
    organization: accessPoint.organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
  };
}

type LoginEntry = Omit<PortalLogEntry, 'type' | 'status'>;

const unknownAccessPoint = new PortalReject(
  'unknown_access_point',
  'There is no such access point, or it is not active.',
);

interface Rejection {
  readonly entry: Omit<LoginEntry, 'at'>;
  /** When the login began, by the monotonic clock. */
  readonly startedAt: number;
  readonly rejected: PortalReject;
}

/** A guest that nothing can let in is an error of the site, which its operator is told. */
const obstacleEntry = { type: 'er', status: 502 } as const;

async function reject(
  { store, clock, now }: Gateway,
  { uid, isCode }: PortalRequest,
  { entry, startedAt, rejected }: Rejection,
): Promise<PortalReject> {
  const rejection = { ...entry, at: now(), status: 400, detail: rejected.code, username: uid };
  await store.write([
    insertPortalLogEntry(store, { ...rejection, type: 'ua' }),
    ...(rejected.obstacle === null
      ? []
      : [
          insertPortalLogEntry(store, {
            ...rejection,
            ...obstacleEntry,
            detail: rejected.obstacle,
          }),
        ]),
    ...(isCode ? [insertPortalLogEntry(store, { ...rejection, type: 'vt' })] : []),
  ]);
  if (isGuess(rejected)) await waitForStep(clock, startedAt);
  return rejected;
}
