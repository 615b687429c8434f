import type { Store } from '../../store/store.ts';

/** Finds the pools in which a login has found no free address since then. */
export function findExhaustedPools({ db }: Store, since: Date) {
  return db
    .selectFrom('address_pool')
    .select(['id', 'organization', 'name'])
    .where('exhausted', '>=', since.getTime())
    .execute();
}
