import type { Kysely } from 'kysely';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { CheckAttributes, ReplyAttributes } from './attribute-lists.ts';
import type { PasswordColumns } from '../password/stored-password.ts';
import { deserializeVoucher, voucherColumns, type Voucher } from '../voucher/voucher.ts';

/** The attribute lists of a profile and then of its user. */
export interface AttributeLists {
  readonly checkLists: readonly CheckAttributes[];
  readonly replyLists: readonly ReplyAttributes[];
  /** Sent over the replies while a quota is used up; null: a used-up quota ends the session. */
  readonly limitAttributes: ReplyAttributes | null;
}

/** A user with everything that a decision over a login needs. */
export interface Subscriber extends AttributeLists, PasswordColumns {
  readonly id: number;
  readonly organization: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly expiration: number | null;
  readonly klass: string | null;
  /** Its `network` token; null: it is no voucher. */
  readonly voucher: Voucher | null;
  readonly profile: { readonly id: number; readonly name: string } | null;
}

/** Finds the user of a name. @param names  spellings of one name; if several users match, the first spelling wins */
export async function findSubscriber(
  store: Store,
  { organization, names }: { readonly organization: number; readonly names: readonly string[] },
): Promise<Subscriber | null> {
  const values: Record<string, string | number> = { organization };
  for (const [position, name] of names.entries()) values[position] = name;
  const rows = await selectorFor(names.length)(store, values);
  const row = names
    .map((name) => rows.find(({ username }) => username === name))
    .find((found) => found !== undefined);
  return row ? deserializeSubscriber(row) : null;
}

/** Finds a user by id. */
export async function findSubscriberById(store: Store, id: number): Promise<Subscriber | null> {
  const [row] = await selectById(store, { id });
  return row ? deserializeSubscriber(row) : null;
}

const selectById = prepareQuery<SubscriberRow>((db) =>
  selectSubscribers(db).where('u.id', '=', namedParameter<number>('id')).compile(),
);

const selectors = new Map<number, ReturnType<typeof prepareSelector>>();

/** Returns the prepared query for a number of spellings: one, or as many as a MAC address has. */
function selectorFor(count: number): ReturnType<typeof prepareSelector> {
  const select = selectors.get(count) ?? prepareSelector(count);
  selectors.set(count, select);
  return select;
}

function prepareSelector(count: number) {
  const names = Array.from({ length: count }, (_, position) =>
    namedParameter<string>(String(position)),
  );
  return prepareQuery<SubscriberRow>((db) =>
    selectSubscribers(db)
      .where('u.username', 'in', names)
      .where('u.organization', '=', namedParameter<number>('organization'))
      .compile(),
  );
}

/** Selects users together with their profiles' attribute lists. */
export function selectSubscribers(db: Kysely<Tables>) {
  return db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .leftJoin('user_token as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.kind', '=', 'network'),
    )
    .select([
      'u.id',
      'u.organization',
      'u.username',
      'u.password',
      'u.reversible_password',
      'u.is_active',
      'u.expiration',
    ])
    .select(['u.klass', 'u.attributes', 'u.profile', 'p.name as profile_name'])
    .select(['p.reply_attributes', 'p.check_attributes', 'p.on_limit', 'p.limit_attributes'])
    .select(voucherColumns);
}

type SubscriberRow = Awaited<ReturnType<ReturnType<typeof selectSubscribers>['execute']>>[number];

export function deserializeSubscriber(row: SubscriberRow): Subscriber {
  const { checkLists, replyLists, limitAttributes } = deserializeAttributeLists(row);
  return {
    id: row.id,
    organization: row.organization,
    username: row.username,
    password: row.password,
    reversiblePassword: row.reversible_password,
    isActive: row.is_active === 1,
    expiration: row.expiration,
    klass: row.klass,
    voucher: row.voucher === null ? null : deserializeVoucher(row.voucher, row),
    profile: row.profile === null ? null : { id: row.profile, name: row.profile_name ?? '' },
    checkLists,
    replyLists,
    limitAttributes,
  };
}

/** The stored attribute lists. */
export interface AttributeColumns {
  /** The profile's lists; null: the user has no profile. */
  readonly reply_attributes: string | null;
  readonly check_attributes: string | null;
  readonly on_limit: string | null;
  readonly limit_attributes: string | null;
  /** The user's own. */
  readonly attributes: string | null;
}

export function deserializeAttributeLists(stored: AttributeColumns): AttributeLists {
  const own = parsed<{ reply_attributes?: ReplyAttributes; check_attributes?: CheckAttributes }>(
    stored.attributes,
    {},
  );
  return {
    checkLists: [parsed<CheckAttributes>(stored.check_attributes, []), own.check_attributes ?? []],
    replyLists: [parsed<ReplyAttributes>(stored.reply_attributes, []), own.reply_attributes ?? []],
    limitAttributes:
      stored.on_limit === 'coa' ? parsed<ReplyAttributes>(stored.limit_attributes, []) : null,
  };
}

/** JSON that the gateway itself has written. */
function parsed<T>(text: string | null, otherwise: T): T {
  return text === null ? otherwise : parseJsonColumn<T>(text);
}
