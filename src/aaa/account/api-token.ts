import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roles, type Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { Store } from '../../store/store.ts';
import { selectInactiveOrganizations } from './tree-query.ts';

/** Generates a bearer token of 256 random bits. */
export function createTokenText(): string {
  return `gh_${randomBytes(32).toString('base64url')}`;
}

/** Hashes a bearer token as it is stored. Tokens are random, so a plain SHA-256 leaves nothing to guess. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * Finds the caller of a bearer token. Reads the store at every request, so that a revocation takes effect at once.
 *
 * @throws Fault `unauthenticated` the token is unknown, expired or revoked, or its user inactive
 */
export async function authenticateToken(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  token: string,
): Promise<Caller> {
  const rows = await selectToken(store, { hash: hashToken(token) });
  const [row] = rows;
  if (!row || (row.expiration !== null && row.expiration <= now().getTime()))
    throw new Fault('unauthenticated', 'Invalid token.');
  if (row.is_active !== 1) throw new Fault('unauthenticated', 'User inactive or deleted.');
  recordTokenUse(store, row, now());
  return {
    user: row.user,
    username: row.username,
    role: roles.find((known) => known === row.role) ?? 'subscriber',
    organization: row.organization,
    organizations: rows.filter((visible) => isServed(visible)).map(({ visible }) => visible),
    isRoot: row.is_root === 1,
    mayWrite: row.read_only === 0,
  };
}

/** True for an organization whose rows a caller may see: administrators see those that are switched off, apps serve none. */
function isServed({ role, is_on }: TokenRow): boolean {
  return role !== 'app' || is_on === 1;
}

/** A token and its user, one row for each organization that the user may see. */
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
  /** 0: switched off, itself or one above it. */
  readonly is_on: number;
  readonly is_root: number;
}

const selectToken = prepareQuery<TokenRow>((db) =>
  sql<TokenRow>`
    with recursive bearer as (
      select u.id as "user", u.username, u.role, u.organization, u.is_active, t.id, t.last_used, t.read_only, t.expiration,
        case when o.parent is null then 1 else 0 end as is_root
      from user_token t join "user" u on u.id = t."user" join organization o on o.id = u.organization
      where t.token_hash = ${namedParameter<string>('hash')} and t.kind = 'api' and t.is_active = 1
        and o.id not in ${selectInactiveOrganizations()}
    ), below(visible, is_on) as (
      select organization, 1 from bearer
      union select o.id, b.is_on * o.is_active from organization o join below b on o.parent = b.visible
    ) select * from bearer, below`.compile(db),
);

/** The precision of `last_used`: a write for every request would cost more than the request. */
export const lastUsedPrecisionMs = 60_000;

/**
 * Records the use of a bearer token, at most once a minute. Does not wait for the write; the next use makes up for a write
 * that fails.
 *
 * @param token.last_used  as stored, in milliseconds since 1970; null: never used
 */
export function recordTokenUse(
  store: Store,
  token: { readonly id: number; readonly last_used: number | null },
  now: Date,
): void {
  const at = now.getTime();
  if (token.last_used !== null && at - token.last_used < lastUsedPrecisionMs) return;
  const update = store.db
    .updateTable('user_token')
    .set({ last_used: at })
    .where('id', '=', token.id)
    .where((where) =>
      where.or([
        where('last_used', 'is', null),
        where('last_used', '<=', at - lastUsedPrecisionMs),
      ]),
    );
  store.write([update]).catch(() => undefined);
}
