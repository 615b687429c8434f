import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import type { Credential, Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import type { Condition, Scope } from '../store/query/selection.ts';
import type { Endpoint } from './endpoint.ts';
import { normalizeIpAddress, withBrackets } from '../runtime/ip-address.ts';
import { requireOwnPage } from './session/own-page.ts';
import { readSessionCookie } from './session/session-cookie.ts';

type Presented = Pick<Gateway, 'config' | 'authenticateToken'>;

/**
 * Authenticates a request by the bearer token of its Authorization header, or by the session of its cookie.
 *
 * @param isEnrolment  true: a user who has to enrol a second factor first may send it
 * @throws Fault `unauthenticated` there is no token, or it is unknown, expired or revoked; `forbidden` a page elsewhere has
 *   sent a request with a session, or its user has to enrol a second factor first
 * @see RFC 6750 section 2.1
 */
export async function authenticateCaller(
  gateway: Presented,
  request: FastifyRequest,
  isEnrolment = false,
): Promise<Caller> {
  const { authorization, cookie } = request.headers;
  if (cookie === undefined) return gateway.authenticateToken(bearerToken(authorization));
  const { token, isSession } = tokenOf(gateway, request);
  return gateway.authenticateToken(token, { isSession, isUse: true, isEnrolment });
}

/** Returns the token of a request, to be checked again while its reply is a stream. @throws Fault `unauthenticated` */
export function credentialOf(gateway: Presented, request: FastifyRequest): Credential {
  const { token, isSession } = tokenOf(gateway, request);
  return {
    key: hash('sha256', token),
    // An open stream keeps no session from its end.
    check: () => gateway.authenticateToken(token, { isSession, isUse: !isSession }),
  };
}

/** The caller of a request that needs no token. */
export const nobody: Caller = {
  user: 0,
  username: '',
  role: 'subscriber',
  organization: 0,
  organizations: [],
  isRoot: false,
  mayWrite: false,
};

function tokenOf(
  { config }: Presented,
  request: FastifyRequest,
): { readonly token: string; readonly isSession: boolean } {
  const session = readSessionCookie(request, config);
  if (session !== null) requireOwnPage(request, ownOrigins(config, request));
  const { authorization } = request.headers;
  return session === null || authorization !== undefined
    ? { token: bearerToken(authorization), isSession: false }
    : { token: session, isSession: true };
}

/** Returns the origins of the pages of the gateway: as the client has addressed it, and `http.public_url`. */
export function ownOrigins(
  { http }: Gateway['config'],
  request: FastifyRequest,
): readonly string[] {
  const configured = URL.parse(http.public_url);
  return [usedOrigin(request), ...(configured ? [configured.origin] : [])];
}

const hostSyntax = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Returns scheme, host and port of a request as the client has used them. */
export function usedOrigin(request: FastifyRequest): string {
  return originOf({ http: { public_url: '' } }, request);
}

/**
 * Returns `http.public_url`, or scheme, host and port as the client has used them: its Host header, or the X-Forwarded headers
 * of a trusted proxy. Only the holder of the token reads the reply, so any host with valid syntax is accepted. Without one it
 * returns the gateway's own address.
 */
export function originOf(
  { http }: { readonly http: Pick<Gateway['config']['http'], 'public_url'> },
  request: FastifyRequest,
): string {
  if (http.public_url !== '') return http.public_url;
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const port = request.headers['x-forwarded-port'];
  const host = port === undefined ? request.host : withPort(request, String(port));
  const url = hostSyntax.test(host) ? URL.parse(`${scheme}://${host}`) : null;
  if (url) return url.origin;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.raw.socket;
  return `${scheme}://${withBrackets(normalizeIpAddress(localAddress))}:${localPort}`;
}

/** Adds the port that a trusted proxy sends in a separate header. */
function withPort({ host, ips = [] }: FastifyRequest, port: string): string {
  return ips.length > 1 && !/:\d+$/.test(host) ? `${host}:${port}` : host;
}

/** @throws Fault `forbidden` if the role of the caller or a read-only token may not call the endpoint */
export function authorizeCaller(
  caller: Caller,
  endpoint: Pick<Endpoint, 'roles' | 'method'>,
): void {
  if (endpoint.roles.includes(caller.role) && (caller.mayWrite || endpoint.method === 'GET'))
    return;
  throw new Fault('forbidden', 'You do not have permission to perform this action.');
}

/** Returns the organizations whose rows of a resource a caller may see. */
export function scopeOfCaller(of: Resource, caller: Caller): Scope {
  return of.scope === 'shared' ? 'all' : caller.organizations;
}

/** Returns the conditions that limit a caller to a part of a resource's rows: the front desk sees guests only. */
export function conditionsOfCaller({ guests }: Resource, { role }: Caller): readonly Condition[] {
  return role === 'front_desk' && guests ? [{ ...guests, operator: '=' }] : [];
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization)
    throw new Fault('unauthenticated', 'Authentication credentials were not provided.');
  const [scheme, token, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() === 'bearer' && token && rest.length === 0) return token;
  throw new Fault(
    'unauthenticated',
    'Invalid token header. Expected "Authorization: Bearer <token>".',
  );
}
