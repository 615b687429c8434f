import { randomBytes } from 'node:crypto';
import { roles } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { selectTableVersion } from '../../store/table-version.ts';
import type { Store } from '../../store/store.ts';
import { OrganizationScopes } from '../../organization/organization-scopes.ts';
import { findSession } from './session/session-token.ts';
import type { SessionRules } from './session/user-session.ts';
import { hashToken, type FoundUser, type UserOfToken } from './token-hash.ts';

/** Generates a bearer token of 256 random bits. */
export function createTokenText(): string {
  return `gh_${randomBytes(32).toString('base64url')}`;
}

/**
 * Returns the function that finds the caller of a bearer token or of a session. It reads token, user and the version of the
 * organizations at every request, so that a revocation takes effect immediately, and the tree only after a change.
 *
 * @param sessions  null: nobody signs in
 * @returns a function that throws Fault `unauthenticated`: the token is unknown, expired or revoked, or its user inactive
 */
export function createTokenAuthentication(
  { store, now }: StoreAndClock,
  sessions: SessionRules | null = null,
): Gateway['authenticateToken'] {
  const scopes = new OrganizationScopes(store);
  return async (token, { isSession = false, isUse = true } = {}) => {
    const row = await (isSession
      ? findSession(store, sessions, { token, at: now() })
      : findToken(store, { token, at: now() }));
    const scope = await scopes.find(row.organization, row.version);
    // Tokens of an inactive organization get the same answer as unknown tokens.
    if (!scope) throw new Fault('unauthenticated', 'Invalid token.');
    if (row.is_active !== 1) throw new Fault('unauthenticated', 'User inactive or deleted.');
    if (isUse) row.recordUse();
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
      ...row.session,
    };
  };
}

async function findToken(
  store: Store,
  { token, at }: { readonly token: string; readonly at: Date },
): Promise<FoundUser> {
  const [row] = await selectToken(store, { hash: hashToken(token) });
  if (!row || (row.expiration !== null && row.expiration <= at.getTime()))
    throw new Fault('unauthenticated', 'Invalid token.');
  const recordUse = () => {
    recordTokenUse(store, row, at);
  };
  return { ...row, recordUse };
}

/** A token and its user. */
interface TokenRow extends UserOfToken {
  readonly id: number;
  readonly last_used: number | null;
  readonly expiration: number | null;
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
