import type { Kysely } from 'kysely';
import { prepareQuery } from '../../store/prepare-statement.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { Tables } from '../../tables.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import type { CheckAttributes, ReplyAttributes } from './attribute-lists.ts';
import { selectNetworkSeconds } from './balance.ts';

/** What profile and user set, in this order. */
export interface AttributeLists {
  readonly checkLists: readonly CheckAttributes[];
  readonly replyLists: readonly ReplyAttributes[];
  /** Sent over the replies when a quota is used up; null: then the stay ends. */
  readonly limitAttributes: ReplyAttributes | null;
}

/** A user as the decision over a login needs it. */
export interface Subscriber extends AttributeLists {
  readonly id: number;
  readonly organization: number;
  readonly username: string;
  /** argon2id; null: none. */
  readonly password: string | null;
  /** Sealed; null: the password is kept as a hash only. */
  readonly reversiblePassword: string | null;
  readonly isActive: boolean;
  readonly expiration: number | null;
  readonly klass: string | null;
  /** Of its `network` token; null: its time is not metered. */
  readonly networkSeconds: number | null;
  readonly profile: { readonly id: number; readonly name: string } | null;
}

/** @param names  ways to spell one user name, the given one first: it wins where several exist */
export async function findSubscriber(
  store: Store,
  { organization, names }: { readonly organization: number; readonly names: readonly string[] },
): Promise<Subscriber | null> {
  const values: Record<string, string | number> = { organization };
  for (const [place, name] of names.entries()) values[place] = name;
  const rows = await finderFor(names.length)(store, values);
  const row = names
    .map((name) => rows.find(({ username }) => username === name))
    .find((found) => found !== undefined);
  return row ? deserializeSubscriber(row) : null;
}

const finders = new Map<number, ReturnType<typeof finder>>();

/** A user name is one name, or one of the ways to spell an address, which are always as many. */
function finderFor(count: number): ReturnType<typeof finder> {
  const find = finders.get(count) ?? finder(count);
  finders.set(count, find);
  return find;
}

function finder(count: number) {
  const names = Array.from({ length: count }, (_, place) => namedParameter<string>(String(place)));
  return prepareQuery<Row>((db) =>
    selectSubscribers(db)
      .where('u.username', 'in', names)
      .where('u.organization', '=', namedParameter<number>('organization'))
      .compile(),
  );
}

/** Users with what their profiles set. */
export function selectSubscribers(db: Kysely<Tables>) {
  return db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
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
    .select(selectNetworkSeconds.as('network_seconds'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSubscribers>['execute']>>[number];

export function deserializeSubscriber(row: Row): Subscriber {
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
    networkSeconds: row.network_seconds,
    profile: row.profile === null ? null : { id: row.profile, name: row.profile_name ?? '' },
    checkLists,
    replyLists,
    limitAttributes,
  };
}

/** Attributes as they are stored. */
export interface AttributeColumns {
  /** Of the profile; null: the user has none. */
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
