import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { nextStamp } from '../../store/query/resource-query.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import { administratorGuard } from './last-administrator.ts';
import type { PasswordColumns } from './password-columns.ts';
import { rejectDuplicate } from './unique-violation.ts';

interface ApiToken {
  readonly user: number;
  readonly name: string;
  readonly expiration: number | null;
  readonly isActive: boolean;
  readonly isReadOnly: boolean;
  /** The SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
}

interface NetworkToken {
  readonly organization: number;
  readonly username: string;
  readonly password: PasswordColumns;
  readonly name: string;
  readonly creditSeconds: number;
  readonly profile: number | null;
  readonly externalId: string | null;
  readonly klass: string | null;
  readonly expiration: number | null;
  readonly isActive: boolean;
}

/** @returns the id of the new token */
export async function addApiToken(store: Store, token: ApiToken, now: Date): Promise<number> {
  const { user, name, expiration, hash } = token;
  const flags = { is_active: flag(token.isActive), read_only: flag(token.isReadOnly) };
  const statement = store.db
    .insertInto('user_token')
    .values({ user, name, expiration, token_hash: hash, ...flags, created: now.getTime() })
    .returning('id');
  const [written] = await store.write([statement]);
  return Number(written?.rows[0]?.['id']);
}

/**
 * Adds a subscriber and its credit in one transaction.
 *
 * @returns the id of the new token
 * @throws Fault `invalid` the user name is taken
 */
export async function addNetworkToken(
  store: Store,
  token: NetworkToken,
  now: Date,
): Promise<number> {
  const { organization, username, profile, klass, expiration, creditSeconds, name } = token;
  const created = now.getTime();
  const user = store.db.insertInto('user').values({
    organization,
    username,
    profile,
    klass,
    expiration,
    ...token.password,
    role: 'subscriber',
    external_id: token.externalId,
    is_active: flag(token.isActive),
    created,
    last_change: created,
  });
  const credit = store.db
    .insertInto('user_token')
    .values({ user: idOf(store, username), kind: 'network', name, time: creditSeconds, created })
    .returning('id');
  const [, written] = await store
    .write([user, credit])
    .catch(rejectDuplicate('a user', 'username', username));
  return Number(written?.rows[0]?.['id']);
}

interface TokenChange {
  readonly id: number;
  readonly user: number;
  /** Changed columns of the token and of its user. */
  readonly token: Readonly<Record<string, unknown>>;
  readonly holder: Readonly<Record<string, unknown>>;
  /** The state that the change applies to; null: any. */
  readonly unchangedFrom: TokenState | null;
}

/** The columns of a token and of its user that decide whether a token is as it was read. */
export interface TokenState {
  readonly token: Readonly<Record<string, unknown>>;
  /** `last_change` of the user. */
  readonly holderChange: number;
}

const ownColumns = ['name', 'time', 'is_active', 'read_only', 'expiration'] as const;

/** Reads the state of a token, before what the caller is to be shown is read. */
export async function readTokenState(store: Store, id: number): Promise<TokenState | null> {
  const found = await store.db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .select(['t.name', 't.time', 't.is_active', 't.read_only', 't.expiration', 'u.last_change'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const { last_change, ...token } = found;
  return { token, holderChange: last_change };
}

/** Returns statements that fail unless a token and its user are in a state. They change nothing. */
function requireState(
  { db }: Store,
  { id, user, state }: { readonly id: number; readonly user: number; readonly state: TokenState },
): Statement[] {
  let token = db
    .updateTable('user_token')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id);
  for (const column of ownColumns) {
    const value = state.token[column];
    token =
      value === null || value === undefined
        ? token.where(column, 'is', null)
        : token.where(sql.ref(column), '=', value);
  }
  const holder = db
    .updateTable('user')
    .set((row) => ({ username: row.ref('username') }))
    .where('id', '=', user)
    .where('last_change', '=', state.holderChange);
  return [mustChange(token), mustChange(holder)];
}

/** @throws Fault `invalid` the new user name is taken; `conflict` no administrator would remain */
export async function changeUserToken(
  store: Store,
  { id, user, token, holder, unchangedFrom }: TokenChange,
  now: Date,
): Promise<void> {
  const statements =
    unchangedFrom === null ? [] : requireState(store, { id, user, state: unchangedFrom });
  if (Object.keys(token).length > 0)
    statements.push(mustChange(store.db.updateTable('user_token').set(token).where('id', '=', id)));
  // The credit limits the user: open sessions are checked again when `last_change` of the user changes.
  if (Object.keys(holder).length > 0 || 'time' in token) {
    const last_change = nextStamp({ column: 'last_change', now: now.getTime() });
    const change = { ...holder, last_change };
    statements.push(mustChange(store.db.updateTable('user').set(change).where('id', '=', user)));
  }
  if (statements.length === 0) return;
  const write = await administratorGuard(store, user, now);
  await write(statements).catch(rejectDuplicate('a user', 'username', String(holder['username'])));
}

/**
 * Deletes a token; a `network` token with its user, whose accounting remains.
 *
 * @throws Fault `conflict` no administrator would remain
 */
export async function removeUserToken(
  store: Store,
  token: {
    readonly id: number;
    readonly user: number;
    readonly kind: string;
    readonly unchangedFrom: TokenState | null;
  },
  now: Date,
): Promise<void> {
  const { db } = store;
  const { id, user, unchangedFrom } = token;
  const deleteToken = db.deleteFrom('user_token').where('id', '=', id);
  const write = await administratorGuard(store, user, now);
  await write([
    ...(unchangedFrom === null ? [] : requireState(store, { id, user, state: unchangedFrom })),
    ...(token.kind === 'network'
      ? [deleteToken, mustChange(db.deleteFrom('user').where('id', '=', user))]
      : [mustChange(deleteToken)]),
  ]);
}

function idOf(store: Store, username: string) {
  return store.db.selectFrom('user').select('id').where('username', '=', username);
}

function flag(isSet: boolean): 0 | 1 {
  return isSet ? 1 : 0;
}

/** Digits and letters that are hard to confuse when a guest types them from paper. */
const voucherAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Generates a code such as `7KQM-93WD-XH2P`: 12 letters and digits, 59 random bits. */
export function generateVoucherCode(): string {
  const letters = Array.from({ length: 12 }, () =>
    voucherAlphabet.charAt(randomInt(voucherAlphabet.length)),
  ).join('');
  return letters.replaceAll(/.{4}(?!$)/g, '$&-');
}
