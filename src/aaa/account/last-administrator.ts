import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { compileStatement, mustChange, type Store } from '../../store/store.ts';

/*
 * An administrator of the root organization with a token that may write can undo any mistake; without one, only the machine
 * itself is left. A batch that may take the last one away checks that there is one before it is committed.
 */

/**
 * Returns how to write a batch that changes a user or its tokens.
 *
 * @returns  `Store.write`, which throws Fault `conflict` as well if it leaves the root organization without an administrator
 */
export async function administratorGuard(
  store: Store,
  user: number,
  now: Date,
): Promise<Store['write']> {
  return (await isRootAdministrator(store, user))
    ? (batch) => writeKeepingAdministrator(store, batch, now)
    : (batch) => store.write(batch);
}

/**
 * Writes a batch unless it removes the last active administrator of the root organization with an unexpired token that may
 * write. If there is no such administrator before, the batch is written: it may restore access.
 *
 * @throws Fault `conflict`, and as `Store.write`
 */
export async function writeKeepingAdministrator(
  store: Store,
  batch: Parameters<Store['write']>[0],
  now: Date,
): ReturnType<Store['write']> {
  const administrator = selectAdministrator(now).compile(store.db);
  if ((await store.db.executeQuery(administrator)).rows.length === 0) return store.write(batch);
  const lock = compileStatement(selectRoots(store));
  const guarded = [lock, ...batch, mustChange(administrator)];
  const written = await store.write(guarded).catch((error: unknown) => {
    throw withoutGuard(error, batch.length);
  });
  return written.slice(1, -1);
}

/** Selects the root and locks it until the commit: of two simultaneous changes the second one sees the first. */
function selectRoots({ db, engine }: Store) {
  return db
    .selectFrom('organization')
    .select('id')
    .where('parent', 'is', null)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate());
}

function selectAdministrator(now: Date) {
  return sql<{ id: number }>`
    select t.id from organization o
    join "user" u on u.organization = o.id and u.role = 'admin' and u.is_active = 1
    join user_token t on t."user" = u.id and t.kind = 'api' and t.is_active = 1 and t.read_only = 0
    where o.parent is null and o.is_active = 1 and (t.expiration is null or t.expiration > ${now.getTime()})
    limit 1`;
}

async function isRootAdministrator({ db }: Store, user: number): Promise<boolean> {
  const found = await db
    .selectFrom('user as u')
    .innerJoin('organization as o', 'o.id', 'u.organization')
    .select('u.id')
    .where('u.id', '=', user)
    .where('u.role', '=', 'admin')
    .where('o.parent', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the error of a guarded batch with the statement numbers of the batch itself, whose statements follow the lock. */
function withoutGuard(error: unknown, length: number): unknown {
  if (!(error instanceof Fault) || error.statement === undefined) return error;
  const statement = error.statement - 1;
  if (statement === length)
    return new Fault(
      'conflict',
      'This would leave the root organization without an active administrator who has a token that may write. Create another one first.',
      { cause: error },
    );
  const fields = error.fields && { fields: error.fields };
  return new Fault(error.kind, error.message, { cause: error, ...fields, statement });
}
