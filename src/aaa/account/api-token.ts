import { hash, randomBytes } from 'node:crypto';
import { roles, type Caller } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock, TokenKind } from '../../gateway/gateway.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { selectTableVersion } from '../../store/table-version.ts';
import type { Store } from '../../store/store.ts';
import { OrganizationScopes } from '../../organization/organization-scopes.ts';

/** Generates a bearer token of 256 random bits. */
export function createTokenText(): string {
  return `gh_${randomBytes(32).toString('base64url')}`;
}

/** Hashes a bearer token as it is stored. Tokens are random, so a plain SHA-256 cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * Returns the function that finds the caller of a bearer token or of a session. It reads token, user and the version of the
 * organizations at every request, so that a revocation takes effect immediately, and the tree only after a change.
 *
 * @param findSession  finds the user of a session by its token; it throws Fault `unauthenticated`
 * @returns a function that throws Fault `unauthenticated`: the token is unknown, expired or revoked, or its user inactive
 */
export function createTokenAuthentication(
  { store, now }: StoreAndClock,
  findSession: (token: string, kind: TokenKind) => Promise<TokenRow> = refuseSession,
): Gateway['authenticateToken'] {
  const scopes = new OrganizationScopes(store);
  return async (token, kind = bearer) => {
    const { isSession, isUse } = kind;
    const row = isSession
      ? await findSession(token, kind)
      : (await selectToken(store, { hash: hashToken(token) }))[0];
    if (!row || (row.expiration !== null && row.expiration <= now().getTime()))
      throw new Fault('unauthenticated', 'Invalid token.');
    const scope = await scopes.find(row.organization, row.version);
    // Tokens of an inactive organization get the same answer as unknown tokens.
    if (!scope) throw new Fault('unauthenticated', 'Invalid token.');
    if (row.is_active !== 1) throw new Fault('unauthenticated', 'User inactive or deleted.');
    if (isUse) (row.recordUse ?? recordTokenUse)(store, row, now());
    return callerOf(row, scope);
  };
}

type Scope = NonNullable<Awaited<ReturnType<OrganizationScopes['find']>>>;

function callerOf(row: TokenRow, scope: Scope): Caller {
  const role = roles.find((known) => known === row.role) ?? 'subscriber';
  return {
    user: row.user,
    username: row.username,
    role,
    organization: row.organization,
    // Administrators see inactive organizations, apps serve only active ones.
    organizations: role === 'app' ? scope.active : scope.all,
    isRoot: scope.isRoot,
    mayWrite: row.read_only === 0,
    ...row.own,
  };
}

const bearer: TokenKind = { isSession: false, isUse: true };

function refuseSession(): Promise<never> {
  return Promise.reject(new Fault('unauthenticated', 'Nobody signs in here.'));
}

/** A token or session, and its user. */
export interface TokenRow {
  readonly user: number;
  readonly username: string;
  readonly role: string;
  readonly organization: number;
  readonly is_active: number;
  readonly id: number;
  readonly last_used: number | null;
  readonly read_only: number;
  /** End of the token, or of the user of a session. */
  readonly expiration: number | null;
  /** Version of the table of organizations. */
  readonly version: number;
  /** Its session; absent: it is a bearer token. */
  readonly own?: Pick<Caller, 'session' | 'mustEnrol'>;
  /** Records the use of a session. Absent: it is a bearer token. */
  readonly recordUse?: typeof recordTokenUse;
}

const selectToken = prepareQuery<TokenRow>((db) =>
  db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .select(['u.id as user', 'u.username', 'u.role', 'u.organization', 'u.is_active'])
    .select(['t.id', 't.last_used', 't.read_only', 't.expiration'])
    .select(selectTableVersion('organization').as('version'))
    .where('t.token_hash', '=', namedParameter<string>('hash'))
    .where('t.kind', '=', 'api')
    .where('t.is_active', '=', 1)
    .compile(),
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
