import type { CallerScope } from '../caller.ts';
import type { Gateway } from '../gateway.ts';
import { formatStationId } from '../aaa/session/portal-session.ts';
import { findPortalController, type PortalController } from './controller/controller-store.ts';
import { noGrant, type Dialect, type Grant, type RedirectParameters } from './dialect/dialect.ts';
import { dialects, type DialectName } from './dialect/dialects.ts';
import { checkGrantAddress } from './dialect/grant-address.ts';
import { PortalReject } from './guest-admission.ts';
import { openPortalSession, type PortalRequest, type PortalSession } from './portal-session.ts';

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
  const session = await openPortalSession(gateway, caller, request);
  if (session instanceof PortalReject) return session;
  if (session.isConnected) return { session, grant: noGrant, pendingReason: null };
  const { organization, location } = session.accessPoint;
  const { vendor, controller: name } = request;
  const controller = await findPortalController(gateway, { vendor, organization, location, name });
  const grant = findGrant(dialects[vendor], { request, session, controller });
  return typeof grant === 'string'
    ? { session, grant: noGrant, pendingReason: grant }
    : { session, grant, pendingReason: null };
}

interface GrantContext {
  readonly request: PortalAccessRequest;
  readonly session: PortalSession;
  readonly controller: PortalController | null;
}

/** @returns text: why there is none */
function findGrant(dialect: Dialect, context: GrantContext): Grant | string {
  const { request, session, controller } = context;
  if (!dialect.grant) return 'the access point asks the gateway by RADIUS when the device connects';
  const secret = controller?.secret ?? null;
  const grant = dialect.grant({
    parameters: dialect.unpack?.(request.parameters, secret) ?? request.parameters,
    station: formatStationId(session.mac),
    originalUrl: request.originalUrl,
    sessionSeconds: session.sessionSeconds,
    secret,
  });
  if (typeof grant === 'string' || grant.url === null) return grant;
  return checkGrantAddress(grant.url, [...dialect.hosts, ...hostsOf(controller)]) ?? grant;
}

function hostsOf(controller: PortalController | null): readonly string[] {
  const url = controller?.url ?? null;
  return url === null ? [] : [new URL(url).hostname];
}
