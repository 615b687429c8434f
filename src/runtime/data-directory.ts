import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates the data directory where it is missing.
 *
 * @throws Error when it cannot be created or written
 */
export function prepareDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.W_OK);
}

/** Returns the name of this gateway among those that share a store; it stays the same after every restart. */
export function readGatewayId(directory: string): string {
  const file = join(directory, 'gateway-id');
  if (!existsSync(file)) writeFileSync(file, `${randomUUID()}\n`);
  return readFileSync(file, 'utf8').trim();
}
