import { startCounting } from '../aaa/session/controlled-session.ts';
import type { CallerScope } from '../contract/caller.ts';
import type { Secret } from '../contract/secret.ts';
import { asFault, type Fault, type FaultKind } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { findOpenPortalSession, formatStationId } from '../aaa/session/portal-session.ts';
import { serializeDevice } from './controller/controller-device.ts';
import { findPortalController, type PortalController } from './controller/controller-store.ts';
import {
  noGrant,
  noLimits,
  type Dialect,
  type Grant,
  type RedirectParameters,
} from './dialect/dialect.ts';
import { authParameters } from './dialect/opennds.ts';
import { carriageFor, describeGaps, findGaps } from './dialect/gaps.ts';
import { dialects, isCalled, type CalledDialect, type DialectName } from './dialect/dialects.ts';
import { checkGrantAddress } from './dialect/grant-address.ts';
import { PortalReject } from './portal-reject.ts';
import { insertPortalLogEntry } from '../aaa/portal-log/portal-log.ts';
import { endSession } from './portal-session-end.ts';
import {
  openPortalSession,
  type PortalRequest,
  type PortalSession,
  type SessionController,
} from './portal-session.ts';

/** A login with the redirect that brought the device to the portal. */
export interface PortalAccessRequest extends PortalRequest {
  readonly vendor: DialectName;
  readonly parameters: RedirectParameters;
  /** The controller by name; null: the nearest one of the vendor. */
  readonly controller: string | null;
  readonly originalUrl: string | null;
}

/** A guest that is logged in, and how its device gets on the network. */
export interface PortalAccess {
  readonly session: PortalSession;
  readonly grant: Grant;
  /** Why the way in is not known; null: it is. */
  readonly pendingReason: string | null;
}

/** Opens a session and finds the way in: by the dialect of the access point, or by a call of its controller. */
export async function logInGuest(
  gateway: Gateway,
  caller: CallerScope,
  request: PortalAccessRequest,
): Promise<PortalAccess | PortalReject> {
  const { vendor } = request;
  if (isCalled(vendor)) return logInAtController(gateway, caller, { ...request, vendor });
  const dialect: Dialect = dialects[vendor];
  let controller: Promise<PortalController | null> | undefined;
  const contextOf = ({ accessPoint, mac, limits }: GrantedDevice): GrantContext => ({
    request,
    mac,
    limits,
    findController: () => (controller ??= findControllerOf(gateway, request, accessPoint)),
  });
  const findObstacle: PortalRequest['findObstacle'] = async (device) => {
    const context = contextOf({ ...device, limits: noLimits });
    const grant = dialect.grant ? await findGrant(dialect, context) : noGrant;
    return typeof grant === 'string' ? grant : null;
  };
  let isFetched = false;
  const findController: PortalRequest['findController'] = async (device) => {
    const context = contextOf({ ...device, mac: '' });
    const found = await findRouter(gateway, dialect, context);
    isFetched = found !== null && found.router !== null;
    return found;
  };
  const session = await openPortalSession(gateway, caller, {
    ...request,
    // A NAS of no vendor may read any attribute.
    ...(vendor !== 'radius' && gapsOf(gateway, request)),
    ...(dialect.routerOf && { findController }),
    findObstacle,
  });
  if (session instanceof PortalReject) return session;
  if (session.isConnected) return { session, grant: noGrant, pendingReason: null };
  const access = accessOf(session, await findGrant(dialect, contextOf(session)), isFetched);
  if (access.grant.method !== 'none') await logRedirect(gateway, access, request);
  return access;
}

function findControllerOf(
  gateway: Gateway,
  { vendor, controller: name }: PortalAccessRequest,
  { organization, location }: PortalSession['accessPoint'],
) {
  return findPortalController(gateway, { vendor, organization, location, name });
}

/** Returns what a session keeps of its router, for the end of the session and for a router that fetches its devices. */
async function findRouter(
  { portal }: Gateway,
  dialect: Dialect,
  context: GrantContext,
): Promise<SessionController | null> {
  const controller = await context.findController();
  if (!controller) return null;
  const parameters = unpacked(dialect, context.request, controller.secret);
  const router = dialect.routerOf?.(parameters) ?? null;
  return {
    id: controller.id,
    device: serializeDevice({
      ip: context.request.ip,
      parameters,
      limits: authParameters(context.limits),
    }),
    router: router !== null && portal.routers.get(router) === true ? router : null,
    countsFromLogin: true,
  };
}

function unpacked(dialect: Dialect, { parameters }: PortalAccessRequest, secret: Secret | null) {
  return dialect.unpack?.(parameters, secret) ?? parameters;
}

/** Has the log say which limits of a session the access point does not carry out. */
function gapsOf(
  gateway: Gateway,
  { vendor, parameters }: PortalAccessRequest,
): Pick<PortalRequest, 'describeGaps'> {
  const { logoutOperation }: Dialect = dialects[vendor];
  const carriage = carriageFor(vendor, parameters);
  return {
    describeGaps: async ({ accessPoint, limits, guest }) => {
      const canLogOut =
        carriage.logout !== 'SSH' ||
        (logoutOperation !== undefined &&
          (await gateway.inventory.pointOperations.isPossible(
            gateway,
            accessPoint.id,
            logoutOperation,
          )));
      const gaps = findGaps(canLogOut ? carriage : { ...carriage, logout: 'no' }, {
        time: limits.seconds !== null,
        volume: limits.octets !== null,
        logout: true,
        attributes: guest.attributeNames,
      });
      return describeGaps(gaps);
    },
  };
}

interface CalledAccessRequest extends PortalAccessRequest {
  readonly vendor: CalledDialect;
}

/** The session is stored with its controller before that is called, so that its end always reaches the controller. */
async function logInAtController(
  gateway: Gateway,
  caller: CallerScope,
  request: CalledAccessRequest,
): Promise<PortalAccess | PortalReject> {
  let controller: PortalController | null = null;
  const findController: PortalRequest['findController'] = async ({ accessPoint }) => {
    controller = await findControllerOf(gateway, request, accessPoint);
    return (
      controller && {
        id: controller.id,
        device: serializeDevice(request),
        router: null,
        countsFromLogin: false,
      }
    );
  };
  const findObstacle: PortalRequest['findObstacle'] = () =>
    Promise.resolve(controller ? null : noController(request));
  const session = await openPortalSession(gateway, caller, {
    ...request,
    ...gapsOf(gateway, request),
    findController,
    findObstacle,
  });
  if (session instanceof PortalReject) return session;
  if (session.isConnected) return { session, grant: noGrant, pendingReason: null };
  return callController(gateway, { request, session, controller });
}

/** Logs that the guest is sent to the access point, without the fields and the query, which have credentials. */
async function logRedirect(
  { store, now }: Gateway,
  { session, grant }: PortalAccess,
  request: PortalRequest,
): Promise<void> {
  const host = grant.url === null ? '' : ` to ${new URL(grant.url).host}`;
  const detail = `${grant.method}${host}`.slice(0, maxDetail);
  const entry = {
    ...entryOf(session, request),
    type: 'pr',
    status: 200,
    at: now(),
    detail,
  } as const;
  await store.write([insertPortalLogEntry(store, entry)]);
}

/** @param isFetched  true: its router lets the device in by itself, unless the browser is sent there before */
function accessOf(session: PortalSession, grant: Grant | string, isFetched: boolean): PortalAccess {
  if (typeof grant === 'string') return { session, grant: noGrant, pendingReason: grant };
  const delayed = isFetched ? { ...grant, delaySeconds: fetchSeconds } : grant;
  return { session, grant: delayed, pendingReason: null };
}

/** Above the ten seconds of authmon of openNDS 9. */
const fetchSeconds = 15;

/** Codes of the rejection of a guest whom the controller does not let in. */
const codes: Partial<Readonly<Record<FaultKind, string>>> = {
  unreachable: 'controller_unreachable',
  timeout: 'controller_unreachable',
  refused: 'controller_refused',
  rejected: 'controller_rejected',
  garbled: 'controller_rejected',
  overloaded: 'controller_busy',
  unsupported: 'controller_refused',
};

/** Has the controller let the device in. A session that it does not let in ends, so that no time is used. */
async function callController(
  gateway: Gateway,
  call: ControllerCall,
): Promise<PortalAccess | PortalReject> {
  const { request, session, controller } = call;
  const { vendor, parameters, ip } = request;
  if (!controller) throw new Error(noController(request));
  const { mac, limits, accessPoint } = session;
  const guest = { mac, apMac: accessPoint.mac, ip, parameters, limits };
  try {
    const counted = await gateway.portal.controllers.authorize(vendor, controller, guest);
    if (counted) await gateway.store.write([startCounting(gateway.store, session.id, counted)]);
    return { session, grant: noGrant, pendingReason: null };
  } catch (error) {
    const fault = asFault(error);
    const code = fault ? codes[fault.kind] : undefined;
    if (!fault || code === undefined) throw error;
    gateway.log.warn(
      { controller: controller.name, reason: fault.message },
      'portal: a controller does not let a guest in',
    );
    await endRejected(gateway, call, fault);
    return new PortalReject(code, `The network does not let the device in: ${fault.message}.`);
  }
}

function noController({ vendor }: PortalAccessRequest): string {
  return `no portal controller of vendor ${vendor} serves the access point`;
}

interface ControllerCall {
  readonly request: CalledAccessRequest;
  readonly session: PortalSession;
  readonly controller: PortalController | null;
}

/** Faults that leave open if the controller has let the device in. */
const unknownOutcomes: readonly FaultKind[] = ['unreachable', 'timeout', 'garbled'];

async function endRejected(
  gateway: Gateway,
  { session, request }: ControllerCall,
  { kind, message }: Fault,
): Promise<void> {
  const { store } = gateway;
  const open = await findOpenPortalSession(store, session.id);
  const at = gateway.now();
  const detail = message.slice(0, maxDetail);
  const wasLetIn = unknownOutcomes.includes(kind);
  const end = { event: 'uo', at: at.getTime(), detail, trigger: 'logout', wasLetIn } as const;
  if (open) await endSession(gateway, open, end);
  const entry = { ...entryOf(session, request), type: 'er', status: 502, at, detail } as const;
  await store.write([insertPortalLogEntry(store, entry)]);
}

function entryOf({ accessPoint, guest, mac, id }: PortalSession, request: PortalRequest) {
  const { organization, id: access_point, location } = accessPoint;
  const { ip, user_agent, page } = request;
  return {
    organization,
    access_point,
    location,
    user: guest.id,
    username: guest.username,
    page: page?.id ?? null,
    mac,
    ip,
    user_agent,
    session_id: id,
  };
}

const maxDetail = 500;

/** A device, and the limits of its session. */
type GrantedDevice = Pick<PortalSession, 'mac' | 'accessPoint' | 'limits'>;

interface GrantContext extends Pick<GrantedDevice, 'mac' | 'limits'> {
  readonly request: PortalAccessRequest;
  readonly findController: () => Promise<PortalController | null>;
}

/** @returns the grant, or an error message */
async function findGrant(dialect: Dialect, context: GrantContext): Promise<Grant | string> {
  const { request, mac, limits, findController } = context;
  if (!dialect.grant) return 'the access point asks the gateway by RADIUS when the device connects';
  const secret = dialect.needsSecret ? ((await findController())?.secret ?? null) : null;
  const grant = dialect.grant({
    parameters: unpacked(dialect, request, secret),
    station: formatStationId(mac),
    originalUrl: request.originalUrl,
    limits,
    secret,
  });
  return typeof grant === 'string' || grant.url === null
    ? grant
    : checkGrant(grant, grant.url, context);
}

/** Returns a grant whose address a guest may be sent to, or why it may not. */
async function checkGrant(grant: Grant, url: string, context: GrantContext) {
  // Most access points have a private address, or one of their vendor.
  const { hosts } = dialects[context.request.vendor];
  if (checkGrantAddress(url, hosts) === null) return grant;
  return checkGrantAddress(url, hostsOf(await context.findController())) ?? grant;
}

function hostsOf(controller: PortalController | null): readonly string[] {
  const url = controller?.url ?? null;
  return url === null ? [] : [new URL(url).hostname];
}
