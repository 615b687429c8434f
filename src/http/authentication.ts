import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import type { Credential, Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import type { Condition, Scope } from '../store/query/selection.ts';
import type { Endpoint } from './endpoint.ts';
import { requireOwnPage } from './session/own-page.ts';
import { readSessionCookie } from './session/session-cookie.ts';

type Presented = Pick<Gateway, 'config' | 'authenticateToken'>;

/**
 * Authenticates a request by the bearer token of its Authorization header, or by the session of its cookie.
 *
 * @throws Fault `unauthenticated` there is no token, or it is unknown, expired or revoked; `forbidden` a page elsewhere has
 *   sent a request with a session
 * @see RFC 6750 section 2.1
 */
export async function authenticateCaller(
  gateway: Presented,
  request: FastifyRequest,
): Promise<Caller> {
  const { token, isSession } = tokenOf(gateway, request);
  return gateway.authenticateToken(token, { isSession });
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

/** Returns the token of a request, to be checked again while its reply is a stream. @throws Fault `unauthenticated` */
export function credentialOf(gateway: Presented, request: FastifyRequest): Credential {
  const { token, isSession } = tokenOf(gateway, request);
  return {
    key: hash('sha256', token),
    // An open stream keeps no session from its end.
    check: () => gateway.authenticateToken(token, { isSession, isUse: !isSession }),
  };
}

function tokenOf(
  gateway: Presented,
  request: FastifyRequest,
): { readonly token: string; readonly isSession: boolean } {
  const { authorization, cookie } = request.headers;
  const session = cookie === undefined ? null : readSessionCookie(request, gateway.config);
  if (session !== null) requireOwnPage(gateway, request);
  return session === null || authorization !== undefined
    ? { token: bearerToken(authorization), isSession: false }
    : { token: session, isSession: true };
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
