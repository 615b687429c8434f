import { sql } from 'kysely';
import { nextStamp } from '../../store/query/resource-query.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import type { BurnRule } from '../voucher/voucher.ts';
import { administratorGuard } from './last-administrator.ts';
import type { PasswordColumns } from './password-columns.ts';
import { rejectDuplicate } from '../../organization/unique-violation.ts';

interface ApiToken {
  readonly user: number;
  readonly name: string;
  readonly expiration: number | null;
  readonly isActive: boolean;
  readonly isReadOnly: boolean;
  /** The SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
}

/** The vouchers that one request makes: they differ in their codes only. */
interface NetworkTokens {
  readonly organization: number;
  /** The codes, which are the user names. */
  readonly codes: readonly string[];
  /** True if the codes were generated: guests may type them without hyphens, in upper or lower case. */
  readonly isGenerated: boolean;
  /** UUID; null: the token is not one of a batch. */
  readonly batch: string | null;
  /** The password of the code; null: the code alone lets in. */
  readonly password: PasswordColumns | null;
  readonly name: string;
  readonly seconds: number | null;
  readonly octets: number | null;
  readonly burn: BurnRule;
  readonly location: number | null;
  readonly profile: number | null;
  readonly externalId: string | null;
  readonly klass: string | null;
  readonly expiration: number | null;
  readonly validFrom: number | null;
  readonly devices: number | null;
  readonly price: string | null;
  readonly untilCheckout: boolean;
  readonly isActive: boolean;
}

/** @returns the id of the new token */
export async function addApiToken(
  store: Pick<Store, 'db' | 'write'>,
  token: ApiToken,
  now: Date,
): Promise<number> {
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
 * Adds subscribers and their credits in one transaction.
 *
 * @returns the ids of the new tokens, in the order of the codes
 * @throws Fault `invalid` a user name is taken
 */
export async function addNetworkTokens(
  store: Store,
  tokens: NetworkTokens,
  now: Date,
): Promise<readonly number[]> {
  const { codes } = tokens;
  const written = await store
    .write(
      chunksOf(codes).flatMap((chunk) =>
        networkTokenStatements(store, { ...tokens, codes: chunk }, now),
      ),
    )
    .catch(rejectDuplicate('a user', 'username', codes[0]));
  return written.flatMap(({ rows }) => rows.map(({ id }) => Number(id)));
}

const codesPerStatement = 200;

function chunksOf(codes: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(codes.length / codesPerStatement);
  return Array.from({ length: count }, (_, index) =>
    codes.slice(index * codesPerStatement, (index + 1) * codesPerStatement),
  );
}

/** Returns the statements that add subscribers and their credits. */
export function networkTokenStatements({ db }: Store, tokens: NetworkTokens, now: Date) {
  const { codes, organization, profile, klass, expiration, password, externalId } = tokens;
  const created = now.getTime();
  const shared = {
    organization,
    profile,
    klass,
    expiration,
    created,
    external_id: externalId,
    ...(password ?? { password: null, reversible_password: null }),
    role: 'subscriber',
    is_active: flag(tokens.isActive),
    last_change: created,
  };
  const users = db.insertInto('user').values(codes.map((username) => ({ ...shared, username })));
  const { name, batch, seconds, octets, burn, location, isGenerated } = tokens;
  const { validFrom, devices, price, untilCheckout } = tokens;
  const key = isGenerated ? sql`replace(username, '-', '')` : sql`null`;
  const credits = sql`
    insert into user_token ("user", kind, name, batch, "time", octets, burn, location, valid_from, devices, price, until_checkout, created, code_key)
    select id, 'network', ${name}, ${batch}, cast(${seconds} as bigint), cast(${octets} as bigint), ${burn},
      cast(${location} as bigint), cast(${validFrom} as bigint), cast(${devices} as integer), cast(${price} as text),
      cast(${flag(untilCheckout)} as integer), cast(${created} as bigint), ${key}
    from "user" where username in (${sql.join(codes)}) order by id
    returning id`;
  return [compileStatement(users), compileStatement(credits.compile(db))];
}

interface TokenChange {
  readonly id: number;
  readonly user: number;
  /** Changed columns of the token and of its user. */
  readonly token: Readonly<Record<string, unknown>>;
  readonly holder: Readonly<Record<string, unknown>>;
  /** The state that the change applies to; null: any. */
  readonly unchangedFrom: TokenState | null;
  /** Written in the same batch. */
  readonly logged: readonly Statement[];
}

/** The columns of a token and of its user that decide whether a token is as it was read. */
export interface TokenState {
  readonly token: Readonly<Record<string, unknown>>;
  /** `last_change` of the user. */
  readonly holderChange: number;
}

const ownColumns = [
  ...(['name', 'time', 'octets', 'burn', 'location'] as const),
  ...(['valid_from', 'devices', 'price', 'until_checkout'] as const),
  ...(['is_active', 'read_only', 'expiration'] as const),
];

/** Reads the state of a token, before what the caller is to be shown is read. */
export async function readTokenState(store: Store, id: number): Promise<TokenState | null> {
  const found = await store.db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .select([...ownColumns.map((column) => `t.${column}` as const), 'u.last_change'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const { last_change, ...token } = found;
  return { token, holderChange: last_change };
}

/** Returns statements that fail unless a token and its user are in a state. They do not change rows. */
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

const creditColumns = ['time', 'octets', 'burn', 'location', 'valid_from', 'devices'];

/** @throws Fault `invalid` the new user name is taken; `conflict` no administrator would remain */
export async function changeUserToken(
  store: Store,
  { id, user, token, holder, unchangedFrom, logged }: TokenChange,
  now: Date,
): Promise<void> {
  const statements =
    unchangedFrom === null ? [] : requireState(store, { id, user, state: unchangedFrom });
  if (Object.keys(token).length > 0)
    statements.push(mustChange(store.db.updateTable('user_token').set(token).where('id', '=', id)));
  // The credit limits the user: open sessions are checked again when `last_change` of the user changes.
  if (Object.keys(holder).length > 0 || creditColumns.some((column) => column in token)) {
    const last_change = nextStamp({ column: 'last_change', now: now.getTime() });
    const change = { ...holder, last_change };
    statements.push(mustChange(store.db.updateTable('user').set(change).where('id', '=', user)));
  }
  if (statements.length === 0) return;
  const write = await administratorGuard(store, user, now);
  await write([...statements, ...logged]).catch(
    rejectDuplicate('a user', 'username', String(holder['username'])),
  );
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
    /** Written before the user of a `network` token is deleted. */
    readonly before: Statement;
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
      ? [token.before, deleteToken, mustChange(db.deleteFrom('user').where('id', '=', user))]
      : [mustChange(deleteToken)]),
  ]);
}

function flag(isSet: boolean): 0 | 1 {
  return isSet ? 1 : 0;
}
