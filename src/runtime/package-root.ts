import { existsSync } from 'node:fs';

/**
 * The folder of the package, with package.json, config and dist. It is searched upwards, since a module is deeper in
 * dist/src than in the bundle of the gateway.
 */
export const packageRoot = findPackageRoot();

function findPackageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
  return folder;
}
