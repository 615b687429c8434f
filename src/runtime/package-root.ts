import { existsSync, readFileSync } from 'node:fs';

/**
 * The folder of the package, with package.json, config and dist. It is searched upwards, since a module is deeper in
 * dist/src than in the bundle of the gateway.
 */
export const packageRoot = findPackageRoot();

/** The version of the gateway. */
export const packageVersion = readVersion();

function findPackageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
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
