import type { Store } from '../store/store.ts';
import type { CheckAttributes, ReplyAttributes } from './attributes.ts';

/** A user as the decision over a login needs it. */
export interface Subscriber {
  readonly id: number;
  readonly username: string;
  /** argon2id; null: none. */
  readonly password: string | null;
  /** Sealed; null: the password is kept as a hash only. */
  readonly reversiblePassword: string | null;
  readonly isActive: boolean;
  readonly expiration: number | null;
  readonly klass: string | null;
  readonly profile: { readonly id: number; readonly name: string } | null;
  /** The profile's, then the user's own. */
  readonly checks: readonly CheckAttributes[];
  readonly replies: readonly ReplyAttributes[];
}

/** @param names  ways to spell one user name, the given one first: it wins where several exist */
export async function findSubscriber(
  store: Store,
  { organization, names }: { readonly organization: number; readonly names: readonly string[] },
): Promise<Subscriber | null> {
  const rows = await query(store, organization, names).execute();
  const row = names.map((name) => rows.find(({ username }) => username === name)).find((found) => found !== undefined);
  if (!row) return null;
  const own = parsed<{ reply_attributes?: ReplyAttributes; check_attributes?: CheckAttributes }>(row.attributes, {});
  return {
    id: row.id,
    username: row.username,
    password: row.password,
    reversiblePassword: row.reversible_password,
    isActive: row.is_active === 1,
    expiration: row.expiration,
    klass: row.klass,
    profile: row.profile === null ? null : { id: row.profile, name: row.profile_name ?? '' },
    checks: [parsed<CheckAttributes>(row.check_attributes, []), own.check_attributes ?? []],
    replies: [parsed<ReplyAttributes>(row.reply_attributes, []), own.reply_attributes ?? []],
  };
}

function query(store: Store, organization: number, names: readonly string[]) {
  return store.db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .select(['u.id', 'u.username', 'u.password', 'u.reversible_password', 'u.is_active', 'u.expiration', 'u.klass'])
    .select(['u.attributes', 'u.profile', 'p.name as profile_name', 'p.reply_attributes', 'p.check_attributes'])
    .where('u.username', 'in', names)
    .where('u.organization', '=', organization);
}

/** JSON that the gateway itself has written. */
function parsed<T>(text: string | null, otherwise: T): T {
  return text === null ? otherwise : (JSON.parse(text) as T);
}
