import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the package, with package.json, config and dist. It is searched upwards, since a module is deeper in
 * dist/src than in the bundle of the gateway.
 */
export const packageRoot = folderWith('package.json', import.meta.url);

/** The command of the gateway: its source where the sources run, else the bundle that is shipped. */
export const gatewayCommand = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'src/cli.ts' : 'dist/gateway/cli.js', packageRoot),
);

/** The version of the gateway. */
export const packageVersion = readVersion();

/** Returns the nearest folder above a module that contains an entry of this name. */
export function folderWith(entry: string, module: string): URL {
  let folder = new URL('./', module);
  while (!existsSync(new URL(entry, folder))) folder = new URL('../', folder);
  return folder;
}

/**
 * Returns the address of a module that is started as a thread or a process of its own. It has the extension of the module
 * that starts it: `.ts` where the sources run, `.js` where they are compiled or bundled.
 *
 * @param name  path from the folder of the starting module, without extension: `./crypt-thread`
 * @param from  `import.meta.url` of the starting module
 */
export function siblingModule(name: string, from: string): URL {
  return new URL(`${name}${extname(fileURLToPath(from))}`, from);
}

/**
 * Reads shipped files that the build has parsed, so that a start does not: their content by {@link digestOf} of their text.
 *
 * @param name  of the file that the build writes
 * @returns an empty object without a complete build
 */
export function readParsedFiles(name: string): Readonly<Record<string, unknown>> {
  try {
    const file = new URL(name, folderWith('adapters', import.meta.url));
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Returns the SHA-256 of a text in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readVersion(): string {
  const description: unknown = JSON.parse(
    readFileSync(new URL('package.json', packageRoot), 'utf8'),
  );
  return typeof description === 'object' && description !== null
    ? String(Reflect.get(description, 'version'))
    : '';
}
