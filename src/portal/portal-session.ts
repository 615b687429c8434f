import { randomUUID } from 'node:crypto';
import type { CallerScope } from '../contract/caller.ts';
import { asFault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ConcurrencyLimit } from '../runtime/limit/concurrency-limit.ts';
import { KeyedLock } from '../runtime/keyed-lock.ts';
import type { Secret } from '../contract/secret.ts';
import type { Statement, Store } from '../store/store.ts';
import { passwordClientOf } from '../aaa/password/password-queue.ts';
import { updateLastLogin } from '../aaa/account/user-lookup.ts';
import { recordFirstUse } from '../aaa/voucher/voucher.ts';
import { minimumOrNull } from '../aaa/policy/limits.ts';
import { PatternMatcher } from '../aaa/policy/pattern-matcher.ts';
import { findPortalQueue } from '../aaa/proxy/portal-queue.ts';
import { endPortalSession } from '../aaa/session/portal-session-end.ts';
import {
  findDeviceSession,
  openPortalSession as openSessionStatements,
  requireFreeSession,
  type OpenedPortalSession,
} from '../aaa/session/portal-session-open.ts';
import { findOpenPortalSessions, formatStationId } from '../aaa/session/portal-session.ts';
import {
  admitGuest,
  authenticateGuest,
  checkGuestItems,
  PortalReject,
  type AuthenticatedGuest,
  type Guest,
} from './guest-admission.ts';
import { portalAttributesOf } from './portal-attributes.ts';
import { findAccessPoint, type AccessPoint } from './login-place.ts';
import { insertPortalLogEntry, type PortalLogEntry } from '../aaa/portal-log/portal-log.ts';
import { authenticateAtUpstream, type UpstreamGuest } from './upstream-admission.ts';

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
  /** The address that the login comes from; absent: it comes by the API, so that of the device is not known to the gateway. */
  readonly loginAddress?: string;
  /** Finds the controller that is to let the device in; absent: none is called. */
  readonly findController?: (accessPoint: AccessPoint) => Promise<SessionController | null>;
  /** The page of the login, and what is logged of the guest's consent to its terms; null: there were none. */
  readonly page?: { readonly id: number; readonly consent: string | null };
}

/** A controller by id, and what it knows the device by, as JSON. */
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

/** Opens a session if the user is admitted, and logs the outcome in the portal log. */
export async function openPortalSession(
  gateway: Gateway,
  caller: CallerScope,
  request: PortalRequest,
): Promise<PortalSession | PortalReject> {
  const { store } = gateway;
  const mac = canonicalMac(request.mac) ?? request.mac;
  const accessPoint = await findAccessPoint(store, caller, canonicalMac(request.ap_mac));
  const { ip, user_agent } = request;
  const page = request.page?.id ?? null;
  const entry = { ...locationOf(accessPoint, caller), mac, ip, user_agent, page };
  const rejectWith = (rejected: PortalReject) =>
    reject(store, request, { at: gateway.now(), ...entry, rejected });
  if (!accessPoint) return rejectWith(unknownAccessPoint);
  const { lock, limit, patterns } = gateOf(store);
  const authenticated = await authenticate(gateway, { request, caller, accessPoint, mac });
  if (authenticated instanceof PortalReject) return rejectWith(authenticated);
  const { guest, sessionSeconds } = authenticated;
  const { username } = guest.user;
  const station = formatStationId(mac);
  const attributes = portalAttributesOf({ username, station, ip, ...stationColumns(accessPoint) });
  const failed = await checkGuestItems(guest, { attributes, patterns });
  if (failed) return rejectWith(failed);
  const timeout = minimumOrNull([request.timeout, sessionSeconds]);
  const opening = { gateway, request: { ...request, timeout }, guest, accessPoint, entry };
  // The logins of a user share its limits, and of one device's logins each ends the one before.
  const opened = await lock.run(`user ${guest.user.id}`, () =>
    lock.run(mac, () => limit.run(() => openWithRetries(opening))),
  );
  return opened instanceof PortalReject ? rejectWith(opened) : opened;
}

interface Authentication {
  readonly request: PortalRequest;
  readonly caller: CallerScope;
  readonly accessPoint: AccessPoint;
  readonly mac: string;
}

/** Authenticates a guest: at an upstream, whose Session-Timeout is returned as well, or here. */
async function authenticate(gateway: Gateway, login: Authentication) {
  const { request, caller } = login;
  const { uid, isCode = false, recalled, password } = request;
  const { organizations } = caller;
  const upstream = await askUpstream(gateway, login);
  if (upstream instanceof PortalReject) return upstream;
  const presented = upstream ? { recalled: upstream.id, password: null } : { recalled, password };
  const client = passwordClientOf(caller);
  const guest = await gateOf(gateway.store).limit.run(() =>
    authenticateGuest(gateway, { uid, isCode, organizations, client, ...presented }),
  );
  if (guest instanceof PortalReject) return guest;
  return { guest, sessionSeconds: upstream?.sessionSeconds ?? null };
}

/** Has an upstream authenticate a login by password. @returns null: none does, or the login has no password */
function askUpstream(
  gateway: Gateway,
  { request, caller, accessPoint, mac }: Authentication,
): Promise<UpstreamGuest | PortalReject | null> {
  const { uid, isCode = false, recalled, password, ip } = request;
  if (password === null || isCode || recalled !== undefined) return Promise.resolve(null);
  const { organizations } = caller;
  const { organization } = accessPoint;
  const station = formatStationId(mac);
  const device = { station, ip, ...stationColumns(accessPoint) };
  return authenticateAtUpstream(gateway, { uid, password, organizations, organization, ...device });
}

interface LoginGate {
  readonly lock: KeyedLock;
  readonly limit: ConcurrencyLimit;
  readonly patterns: PatternMatcher;
}

const gates = new WeakMap<Store, LoginGate>();
/** A few for each connection of PostgreSQL: with more, logins would wait for a connection until that fails. */
const maxConcurrentLogins = 32;
const maxAttempts = 5;

function gateOf(store: Store): LoginGate {
  const gate = gates.get(store) ?? {
    lock: new KeyedLock(),
    limit: new ConcurrencyLimit(maxConcurrentLogins),
    patterns: new PatternMatcher(),
  };
  gates.set(store, gate);
  return gate;
}

interface Opening {
  readonly gateway: Gateway;
  readonly request: PortalRequest;
  readonly guest: AuthenticatedGuest;
  readonly accessPoint: AccessPoint;
  readonly entry: Omit<PortalLogEntry, 'type' | 'status' | 'at'> & { readonly mac: string };
}

/** Reads again what the session depends on if another login or the NAS has changed it in the meantime. */
async function openWithRetries(opening: Opening): Promise<PortalSession | PortalReject> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await open(opening);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict' || attempt === maxAttempts) throw error;
    }
}

async function open(opening: Opening): Promise<PortalSession | PortalReject> {
  const { gateway, request, accessPoint, entry } = opening;
  const { store } = gateway;
  const { mac } = entry;
  const at = gateway.now();
  const guest = await admitGuest(store, opening.guest, { mac, at, site: accessPoint });
  if (guest instanceof PortalReject) return guest;
  const own = minimumOrNull([request.timeout, guest.grantedSeconds]);
  const sessionSeconds = minimumOrNull([own, guest.remainingSeconds]);
  const device = { mac, organization: accessPoint.organization };
  const [session, previous, ofDevice] = await Promise.all([
    sessionRow(store, opening, { guest, at, expires: addSeconds(at, own) }),
    findOpenPortalSessions(store, { organizations: [accessPoint.organization], mac }),
    findDeviceSession(store, device),
  ]);
  const { id } = session;
  const login = { ...entry, at, user: guest.id, username: guest.username, session_id: id };
  const { simultaneousUse: allowed } = guest;
  await store.write([
    updateLastLogin(store, guest.id, at),
    ...(guest.voucher?.firstUsed === null ? [recordFirstUse(store, guest.voucher, at)] : []),
    ...(allowed === null ? [] : [requireFreeSession(store, { user: guest.id, mac, allowed })]),
    ...previous.flatMap((ended) => endPrevious(store, ended, at)),
    ...openSessionStatements(store, session, ofDevice),
    insertPortalLogEntry(store, { ...login, type: 'ua', status: 200, ...consentOf(request) }),
    ...(request.isCode ? [insertPortalLogEntry(store, { ...login, type: 'vt', status: 200 })] : []),
    insertPortalLogEntry(store, { ...login, type: 'ui', status: 200 }),
  ]);
  const expires = addSeconds(at, sessionSeconds);
  const isConnected = ofDevice?.user === guest.id;
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
  store: Store,
  { request, accessPoint, entry }: Opening,
  { guest, at, expires }: NewSession,
): Promise<OpenedPortalSession> {
  const { organization } = accessPoint;
  const [queue, controller] = await Promise.all([
    findPortalQueue(store, { organization, username: guest.username }),
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

function stationColumns(accessPoint: AccessPoint) {
  const station = formatStationId(accessPoint.mac ?? '');
  const called = accessPoint.ssid === null ? station : `${station}:${accessPoint.ssid}`;
  return { called, nas: accessPoint.identifier ?? station };
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

async function reject(
  store: Store,
  { uid, isCode }: PortalRequest,
  { rejected, ...entry }: LoginEntry & { readonly rejected: PortalReject },
): Promise<PortalReject> {
  const rejection = { ...entry, status: 400, detail: rejected.code, username: uid };
  await store.write([
    insertPortalLogEntry(store, { ...rejection, type: 'ua' }),
    ...(isCode ? [insertPortalLogEntry(store, { ...rejection, type: 'vt' })] : []),
  ]);
  return rejected;
}
