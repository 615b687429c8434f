import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/load-config.ts';
import { gatewayIdFile } from '../runtime/data-directory.ts';
import { StartRefusal } from './start-refusal.ts';
import { sourcesOf } from '../store/sqlite/store-copy.ts';
import { engineOf, sqliteFile } from '../store/database.ts';

/*
 * An empty store next to files of an earlier start was lost. A start that took it for a new store would create an
 * administrator and overwrite the token.
 */

/** Files that a gateway creates, and that outlive a store. */
export interface Traces {
  readonly files: readonly string[];
  /** True if there are files that are created only after the first administrator is in the store. */
  readonly followAdmin: boolean;
}

/** Finds the files that an earlier start left in the data directory. */
export function findTraces(dataDir: string): Traces {
  const later = [gatewayIdFile(dataDir), join(dataDir, 'secret.key')].filter(existsSync);
  const token = [join(dataDir, 'admin-token')].filter(existsSync);
  return { files: [...later, ...token], followAdmin: later.length > 0 };
}

/** Checks before it is opened that a store is there if a gateway has run. @throws StartRefusal naming the files and the way back */
export function checkStoreIsThere({ database, data_dir }: Config, traces: Traces): void {
  if (traces.files.length === 0 || engineOf(database.url) !== 'sqlite') return;
  const file = sqliteFile(database.url, data_dir);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  // A token alone is left by a first start that was interrupted, but then the store has its tables.
  if (size === undefined || size === 0)
    throw lostStore(`${file} is ${size === 0 ? 'empty' : 'missing'}`, traces, sourcesOf(file));
}

/**
 * Returns the error of a store without users next to files of an earlier start.
 *
 * @param sources  of `sourcesOf`; default: a backup
 */
export function lostStore(what: string, { files }: Traces, sources = 'a backup'): Error {
  const names = files.map((file) => basename(file)).join(', ');
  return new StartRefusal(
    `${what}, but a gateway has run here before: ${names} in ${files[0]?.replace(/\/[^/]*$/, '')}. ` +
      `Put the store back from ${sources}; ` +
      'for a new store with a new administrator and token, start with --new-store',
  );
}
