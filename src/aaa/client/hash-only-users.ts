import type { Store } from '../../store/store.ts';

/** The users of whose password only a hash is stored, which no challenge response can be verified with. */
export interface HashOnlyUsers {
  readonly count: number;
  /** The first of them, by name. */
  readonly names: readonly string[];
}

/** Finds active users of whose password only a hash is stored. Those of a directory are left out. @param shown  names at most */
export async function findHashOnlyUsers(
  { db }: Pick<Store, 'db'>,
  shown: number,
): Promise<HashOnlyUsers> {
  const users = db
    .selectFrom('user')
    .where('is_active', '=', 1)
    .where('password', 'is not', null)
    .where('reversible_password', 'is', null)
    .where('source', 'is', null);
  const [counted, named] = await Promise.all([
    users.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow(),
    users.select('username').orderBy('username').limit(shown).execute(),
  ]);
  return { count: Number(counted.count), names: named.map(({ username }) => username) };
}
