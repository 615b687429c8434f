import type { Store } from '../../store/store.ts';

/** What must be known of a user beside what the APIs show of it. */
export async function findUserById(store: Store, id: number) {
  return store.db
    .selectFrom('user')
    .select(['id', 'organization', 'role', 'username'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** User names are unique on the whole platform: whether the caller may see this one is for the caller of this to say. */
export async function findUserByName(store: Store, username: string) {
  const columns = ['id', 'organization', 'role', 'username'] as const;
  return store.db
    .selectFrom('user')
    .select(columns)
    .where('username', '=', username)
    .executeTakeFirst();
}
