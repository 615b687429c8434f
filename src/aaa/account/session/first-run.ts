import { prepareQuery } from '../../../store/prepared-statement.ts';
import type { Store } from '../../../store/store.ts';

const selectAdministrator = prepareQuery<{ readonly id: number }>((db) =>
  db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('password', 'is not', null)
    .limit(1)
    .compile(),
);

/** Stores in which an administrator has had a password: they are not asked again, since anybody may ask. */
const done = new WeakSet<Store['db']>();

/** True if no administrator has a password yet, so that nobody can sign in. */
export async function isFirstRun(store: Store): Promise<boolean> {
  if (done.has(store.db)) return false;
  const isDone = (await selectAdministrator(store, {})).length > 0;
  if (isDone) done.add(store.db);
  return !isDone;
}
