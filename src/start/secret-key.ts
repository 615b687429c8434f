import { sql } from 'kysely';
import { errorCode } from '../contract/errors.ts';
import { StartRefusal } from './start-refusal.ts';
import type { SealedColumn } from '../site/sealed-columns.ts';
import type { Store } from '../store/store.ts';
import { openVault, readKeyIds, type Vault } from '../store/vault.ts';

/**
 * Opens the vault of a store. The key file is created only if no value of the store is sealed: with another key RADIUS would
 * not find the secret of any client.
 *
 * @throws StartRefusal naming the file if it is missing, damaged or lacks the keys of the store's sealed values
 */
export async function openStoreVault(
  store: Store,
  keyFile: string,
  sealed: readonly SealedColumn[],
): Promise<Vault> {
  const findSealedBy = (pattern: string) => findSealed(store, sealed, pattern);
  const ids = keyIdsOf(keyFile);
  for (const id of ids) if (await findSealedBy(`v1.${id}.%`)) return openVault(keyFile);
  const foreign = await findSealedBy('v1.%');
  if (foreign === null) return openVault(keyFile);
  const what =
    ids.length === 0 ? `${keyFile} is missing` : `${keyFile} has the key ${ids.join(', ')}`;
  throw new StartRefusal(
    `${what}, but the store has values sealed with the key ${foreign.split('.')[1] ?? '?'}, such as secrets of RADIUS clients. ` +
      'Put the key file of this store back; without it these values are lost, and their rows have to be removed from the store',
  );
}

/** @throws StartRefusal naming the file if it has an invalid line */
function keyIdsOf(file: string): readonly string[] {
  try {
    return readKeyIds(file);
  } catch (error) {
    if (errorCode(error) !== undefined || !(error instanceof Error)) throw error;
    throw new StartRefusal(error.message, { cause: error });
  }
}

/** Returns a sealed value that matches a pattern, or null. */
async function findSealed(
  store: Store,
  columns: readonly SealedColumn[],
  pattern: string,
): Promise<string | null> {
  for (const { table, column } of columns) {
    const sealed = sql.ref(column);
    const { rows } = await sql<{ sealed: string }>`
      select ${sealed} as sealed from ${sql.table(table)} where ${sealed} like ${pattern} limit 1`.execute(
      store.db,
    );
    if (rows[0]) return rows[0].sealed;
  }
  return null;
}
