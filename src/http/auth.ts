import { hash } from 'node:crypto';
import { sql, type CompiledQuery } from 'kysely';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Store } from '../store/store.ts';
import { recordTokenUse } from '../store/token-use.ts';
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
  return hash('sha256', token);
}

/**
 * The caller whose token stands in an Authorization header. Asked of the store at every request, so that a revocation
 * takes effect at once.
 *
 * @throws Fault `unauthenticated` no token, not a bearer token, unknown, expired or revoked
 * @see RFC 6750 section 2.1
 */
export async function authenticateCaller(
  gateway: Gateway,
  authorization: string | undefined,
): Promise<Caller> {
  const rows = await findToken(gateway.store, bearerToken(authorization));
  const [row] = rows;
  if (!row || (row.expiration !== null && row.expiration <= gateway.now().getTime()))
    throw new Fault('unauthenticated', 'Invalid token.');
  if (row.is_active !== 1) throw new Fault('unauthenticated', 'User inactive or deleted.');
  recordTokenUse(gateway.store, row, gateway.now());
  const { user, username, organization } = row;
  const role = roles.find((known) => known === row.role) ?? 'subscriber';
  const organizations = rows.map(({ visible }) => visible);
  return { user, username, role, organization, organizations, mayWrite: row.read_only === 0 };
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

/** What is known of a token, once for each organization that its user may see. */
interface TokenRow {
  readonly user: number;
  readonly username: string;
  readonly role: string;
  readonly organization: number;
  readonly is_active: number;
  readonly id: number;
  readonly last_used: number | null;
  readonly read_only: number;
  readonly expiration: number | null;
  readonly visible: number;
}

/** Compiled once: it is asked at every request, and building it would take longer than running it. */
const tokenQueries = new WeakMap<Store, CompiledQuery<TokenRow>>();

async function findToken(store: Store, token: string): Promise<readonly TokenRow[]> {
  const query = tokenQueries.get(store) ?? tokenQuery(store);
  tokenQueries.set(store, query);
  return (await store.db.executeQuery<TokenRow>({ ...query, parameters: [hashToken(token)] })).rows;
}

function tokenQuery(store: Store): CompiledQuery<TokenRow> {
  const query = sql<TokenRow>`
    with recursive bearer as (
      select u.id as "user", u.username, u.role, u.organization, u.is_active, t.id, t.last_used, t.read_only, t.expiration
      from user_token t join "user" u on u.id = t."user" join organization o on o.id = u.organization
      where t.token_hash = ${''} and t.kind = 'api' and t.is_active = 1 and o.is_active = 1
    ), below(visible) as (
      select organization from bearer
      union select o.id from organization o join below b on o.parent = b.visible
    ) select * from bearer, below`;
  return query.compile(store.db);
}
