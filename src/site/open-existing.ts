import { existsSync } from 'node:fs';
import { anyUserQuery, hasUsers } from '../aaa/account/user-lookup.ts';
import type { Config } from '../config/load-config.ts';
import { engineOf, openStore, sqliteFile } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { openVault, type Vault } from '../store/vault.ts';

export interface OpenedStore {
  readonly store: Store;
  readonly vault: Vault;
}

/**
 * Opens the store and the key of a gateway that has been started before; it may be running. Creates
 * neither.
 *
 * @throws Error if the store or the key is missing
 */
export async function openExisting({
  database,
  data_dir,
  secret_key_file,
}: Config): Promise<OpenedStore> {
  const file = sqliteFile(database.url, data_dir);
  if (engineOf(database.url) === 'sqlite' && !existsSync(file))
    throw new Error(`no store at ${file}: ${startFirst}`);
  if (!existsSync(secret_key_file)) throw new Error(`no key at ${secret_key_file}: ${startFirst}`);
  const vault = openVault(secret_key_file);
  const store = await openStore(database.url, data_dir, { isBeside: true });
  if (await hasUsers(store)) return { store, vault };
  await store.close();
  throw new Error(`the store is empty: ${startFirst}`);
}

/** True for a database that no gateway has started with, as a transaction sees it. */
export const isEmptyInside = async (
  run: (sql: string) => Promise<{ readonly rowCount: number | null }>,
): Promise<boolean> => (await run(anyUserQuery)).rowCount === 0;

/** True for a store that no gateway has started with: it has no user. */
export const isEmptyStore = async (store: Store): Promise<boolean> => !(await hasUsers(store));

const startFirst = 'start the gateway once, which creates the first organization and administrator';
