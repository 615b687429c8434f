import { Fault } from '../../errors.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import type { PasswordColumns } from './password-columns.ts';

export interface ApiToken {
  readonly user: number;
  readonly name: string;
  readonly expiration: number | null;
  readonly isActive: boolean;
  readonly isReadOnly: boolean;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
}

export interface NetworkToken {
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

/** @returns id of the new token */
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
 * Adds a user of the network and its credit, as one.
 *
 * @returns id of the new token
 * @throws Fault `invalid` where the name is taken
 */
export async function addNetworkToken(
  store: Store,
  token: NetworkToken,
  now: Date,
): Promise<number> {
  const { organization, username, profile, klass, expiration, creditSeconds, name } = token;
  const created = now.getTime();
  const user = store.db.insertInto('user').values({
    ...{
      organization,
      username,
      profile,
      klass,
      expiration,
      ...token.password,
      role: 'subscriber',
    },
    ...{
      external_id: token.externalId,
      is_active: flag(token.isActive),
      created,
      last_change: created,
    },
  });
  const credit = store.db
    .insertInto('user_token')
    .values({ user: idOf(store, username), kind: 'network', name, time: creditSeconds, created })
    .returning('id');
  const [, written] = await store.write([user, credit]).catch(taken(username));
  return Number(written?.rows[0]?.['id']);
}

interface Change {
  readonly id: number;
  readonly user: number;
  /** Columns of the token and of its user that change. */
  readonly token: Readonly<Record<string, unknown>>;
  readonly holder: Readonly<Record<string, unknown>>;
}

/** @throws Fault `invalid` where a new name is taken */
export async function changeUserToken(
  store: Store,
  { id, user, token, holder }: Change,
  now: Date,
): Promise<void> {
  const unit: Statement[] = [];
  if (Object.keys(token).length > 0)
    unit.push(mustChange(store.db.updateTable('user_token').set(token).where('id', '=', id)));
  // Its credit is the user's: live sessions go by when the user changed.
  if (Object.keys(holder).length > 0 || 'time' in token) {
    const change = { ...holder, last_change: now.getTime() };
    unit.push(mustChange(store.db.updateTable('user').set(change).where('id', '=', user)));
  }
  if (unit.length > 0) await store.write(unit).catch(taken(String(holder['username'])));
}

/** A `network` token goes with its user, whose accounting stays. */
export async function removeUserToken(
  store: Store,
  token: { readonly id: number; readonly user: number; readonly kind: string },
): Promise<void> {
  const { db } = store;
  const gone = db.deleteFrom('user_token').where('id', '=', token.id);
  await store.write(
    token.kind === 'network'
      ? [gone, mustChange(db.deleteFrom('user').where('id', '=', token.user))]
      : [mustChange(gone)],
  );
}

function idOf(store: Store, username: string) {
  return store.db.selectFrom('user').select('id').where('username', '=', username);
}

function flag(isSet: boolean): 0 | 1 {
  return isSet ? 1 : 0;
}

function taken(username: string) {
  return (error: unknown): never => {
    if (
      error instanceof Fault &&
      error.kind === 'conflict' &&
      error.fields &&
      'username' in error.fields
    )
      throw Fault.field(
        'username',
        `a user with username ${JSON.stringify(username)} already exists.`,
      );
    throw error;
  };
}
