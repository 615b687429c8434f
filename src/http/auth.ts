import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { noteTokenUse } from '../store/token-use.ts';
import { roles, type Role } from './endpoint.ts';

/** Who is calling: said by the bearer token, never by the request. */
export interface Caller {
  readonly user: number;
  readonly username: string;
  readonly role: Role;
  readonly organization: number;
  /** Its own and all below it: what the caller may see. */
  readonly organizations: readonly number[];
  /** False: a token that was made for reading only, whatever the user may. */
  readonly mayWrite: boolean;
}

/** Tokens are random, so a plain hash is enough to keep them: there is nothing to guess from it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The caller whose token stands in an Authorization header. Asked of the store at every request, so that a revocation
 * takes effect at once.
 *
 * @throws Fault `unauthenticated` no token, not a bearer token, unknown, expired or revoked
 * @see RFC 6750 section 2.1
 */
export async function identify(gateway: Gateway, authorization: string | undefined): Promise<Caller> {
  const row = await findToken(gateway, bearerToken(authorization));
  if (!row || (row.expiration !== null && row.expiration <= gateway.now().getTime()))
    throw new Fault('unauthenticated', 'Invalid token.');
  if (row.is_active !== 1) throw new Fault('unauthenticated', 'User inactive or deleted.');
  noteTokenUse(gateway.store, row, gateway.now());
  const { user, username, organization } = row;
  const role = roles.find((known) => known === row.role) ?? 'subscriber';
  const organizations = await withDescendants(gateway, organization);
  return { user, username, role, organization, organizations, mayWrite: row.read_only === 0 };
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw new Fault('unauthenticated', 'Authentication credentials were not provided.');
  const [scheme, token, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() === 'bearer' && token && rest.length === 0) return token;
  throw new Fault('unauthenticated', 'Invalid token header. Expected "Authorization: Bearer <token>".');
}

function findToken(gateway: Gateway, token: string) {
  return gateway.store.db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .innerJoin('organization as o', 'o.id', 'u.organization')
    .select(['u.id as user', 'u.username', 'u.role', 'u.organization', 'u.is_active'])
    .select(['t.id', 't.last_used', 't.read_only', 't.expiration'])
    .where('t.token_hash', '=', hashToken(token))
    .where('t.kind', '=', 'api')
    .where('t.is_active', '=', 1)
    .where('o.is_active', '=', 1)
    .executeTakeFirst();
}

async function withDescendants(gateway: Gateway, organization: number): Promise<number[]> {
  const query = sql<{ id: number }>`
    with recursive below(id) as (
      select id from organization where id = ${organization}
      union select o.id from organization o join below b on o.parent = b.id
    ) select id from below`;
  const { rows } = await query.execute(gateway.store.db);
  return rows.map(({ id }) => id);
}
