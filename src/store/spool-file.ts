import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the file of the spool of a gateway. */
export function spoolFile(dataDir: string): string {
  return join(dataDir, 'spool.db');
}

/** True if something may wait in the spool, whatever the configuration says now. */
export function hasSpool(dataDir: string): boolean {
  return existsSync(spoolFile(dataDir));
}

/** Returns the file of the copy of a gateway, by which logins are decided while the store is away. */
export function copyFile(dataDir: string): string {
  return join(dataDir, 'copy.db');
}

/** True if the gateway has had a copy of the store at its last start. */
export function hasCopy(dataDir: string): boolean {
  return existsSync(copyFile(dataDir));
}
