import type { Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import type { Condition, Scope } from '../store/query/selection.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Authenticates a request by the bearer token of its Authorization header.
 *
 * @throws Fault `unauthenticated` there is no bearer token, or it is unknown, expired or revoked
 * @see RFC 6750 section 2.1
 */
export async function authenticateCaller(
  gateway: Gateway,
  authorization: string | undefined,
): Promise<Caller> {
  return gateway.authenticateToken(bearerToken(authorization));
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
