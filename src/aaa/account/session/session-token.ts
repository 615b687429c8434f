import { sql } from 'kysely';
import { consoleRoles } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import type { StoreAndClock, TokenKind } from '../../../gateway/gateway.ts';
import { namedParameter, prepareQuery } from '../../../store/prepared-statement.ts';
import { selectTableVersion } from '../../../store/table-version.ts';
import type { Store } from '../../../store/store.ts';
import { hashToken, type TokenRow } from '../api-token.ts';
import { endOfSession, type SessionRules } from './user-session.ts';

interface SessionRow extends TokenRow {
  readonly created: number;
  readonly last_used: number;
  /** Id of the second factor of its user; null: it has none. */
  readonly totp: number | null;
}

const selectSession = prepareQuery<SessionRow>((db) =>
  db
    .selectFrom('user_session as s')
    .innerJoin('user as u', 'u.id', 's.user')
    .leftJoin('user_totp as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.confirmed', 'is not', null),
    )
    .select(['u.id as user', 'u.username', 'u.role', 'u.organization', 'u.is_active'])
    .select(['s.id', 's.created', 's.last_used', 'u.expiration', 't.id as totp'])
    .select([sql<number>`0`.as('read_only'), selectTableVersion('organization').as('version')])
    .where('s.token_hash', '=', namedParameter<string>('hash'))
    .compile(),
);

/**
 * Returns the function that finds the user of a session by its token.
 *
 * @returns a function that throws Fault `unauthenticated`: the session has ended, or its user may not have one any more;
 *   `forbidden`: the user has to enrol a second factor first
 */
export function createSessionReader(
  { store, now }: StoreAndClock,
  rules: SessionRules,
): (token: string, kind: TokenKind) => Promise<TokenRow> {
  const recordUse: TokenRow['recordUse'] = (of, session, at) => {
    recordSessionUse(of, session, { rules, at: at.getTime() });
  };
  return async (token, { isEnrolment = false }) => {
    const [row] = rules.enabled ? await selectSession(store, { hash: hashToken(token) }) : [];
    if (!row || isOver(row, rules, now().getTime()))
      throw new Fault('unauthenticated', 'The session has ended. Sign in again.');
    const mustEnrol = row.totp === null && rules.require_totp.some((role) => role === row.role);
    if (mustEnrol && !isEnrolment)
      throw new Fault('forbidden', 'Your role needs a second factor. Enrol one first (user_totp).');
    return { ...row, own: { session: row.id, mustEnrol }, recordUse };
  };
}

function isOver(row: SessionRow, rules: SessionRules, at: number): boolean {
  const mayHaveSession = consoleRoles.some((role) => role === row.role);
  return !mayHaveSession || endOfSession(row, rules).idleExpiration <= at;
}

/** `last_used` is that exact in relation to the idle time: a write for every request would cost more than the request. */
const precision = 1 / 60;

function recordSessionUse(
  store: Store,
  { id, last_used }: Pick<TokenRow, 'id' | 'last_used'>,
  { rules, at }: { readonly rules: SessionRules; readonly at: number },
): void {
  if (at - (last_used ?? 0) < rules.idle_minutes * 60_000 * precision) return;
  const update = store.db
    .updateTable('user_session')
    .set({ last_used: at })
    .where('id', '=', id)
    .where('last_used', '<', at);
  store.write([update]).catch(() => undefined);
}
