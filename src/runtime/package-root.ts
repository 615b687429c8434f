import { existsSync, readFileSync } from 'node:fs';

/**
 * The folder of the package, with package.json, config and dist. It is searched upwards, since a module is deeper in
 * dist/src than in the bundle of the gateway.
 */
export const packageRoot = folderWith('package.json', import.meta.url);

/** The version of the gateway. */
export const packageVersion = readVersion();

/** Returns the nearest folder above a module that contains an entry of this name. */
export function folderWith(entry: string, module: string): URL {
  let folder = new URL('./', module);
  while (!existsSync(new URL(entry, folder))) folder = new URL('../', folder);
  return folder;
}

function readVersion(): string {
  const description: unknown = JSON.parse(
    readFileSync(new URL('package.json', packageRoot), 'utf8'),
  );
  return typeof description === 'object' && description !== null
    ? String(Reflect.get(description, 'version'))
    : '';
}
