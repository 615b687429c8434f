import { join } from 'node:path';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Engine, OpenOptions, Store } from './store.ts';

/**
 * Opens the store of the configuration and migrates it.
 *
 * @param url      `sqlite` (a file in the data directory), `sqlite:/path/of/a/file` or `postgres://…`
 * @param dataDir  exists and is writable
 */
export async function openStore(
  url: string,
  dataDir: string,
  options: OpenOptions = {},
): Promise<Store> {
  if (engineOf(url) === 'postgres') {
    const { openPostgresStore } = await import('./postgres/postgres-store.ts'); // its driver is loaded only where it is used
    return openPostgresStore(url, options);
  }
  return openSqliteStore(sqliteFile(url, dataDir), options);
}

/** Returns the engine of an address, which the configuration has validated. */
export function engineOf(url: string): Engine {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite';
}

/** Returns the file of a `sqlite` address. */
export function sqliteFile(url: string, dataDir: string): string {
  const file = url.replace(/^sqlite:?/, '');
  return file === '' ? join(dataDir, 'gatehouse.db') : file;
}
