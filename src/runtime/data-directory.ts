import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurableFile } from './durable-file.ts';

/**
 * Creates the data directory where it is missing.
 *
 * @throws Error when it cannot be created or written
 */
export function prepareDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.W_OK);
}

export const gatewayIdFile = (directory: string) => join(directory, 'gateway-id');

/**
 * Returns the name of this gateway among the gateways of a shared store; it stays the same after every restart.
 *
 * @throws Error if the file is empty
 */
export function readGatewayId(directory: string): string {
  const file = gatewayIdFile(directory);
  if (!existsSync(file))
    writeDurableFile(file, `${randomUUID()}\n`, { mode: 0o644, mayReplace: false });
  const id = readFileSync(file, 'utf8').trim();
  if (id === '') throw new Error(`${file} is empty; remove it, and the gateway gets a new id`);
  return id;
}
