import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PinnedPackage } from './shrinkwrap.ts';

/**
 * Unpacks a package of the registry, checked against the digest of the lock file. Packages for the other processor are not
 * installed by npm ci, so all that have a processor come this way. They are kept in .cache/packages.
 *
 * @param into  folder for the content of the package
 * @throws Error if the octets do not match the lock file
 */
export function unpackFromRegistry(root: string, pinned: PinnedPackage, into: string): void {
  const cache = join(root, '.cache/packages');
  const file = join(cache, `${pinned.name.replace('/', '+')}-${pinned.version}.tgz`);
  if (!existsSync(file) || digestOf(file) !== pinned.integrity) download(pinned, cache, file);
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', into, '--strip-components=1', '--no-same-owner']);
}

function download({ name, version, integrity }: PinnedPackage, cache: string, file: string): void {
  mkdirSync(cache, { recursive: true });
  const line = ['pack', '--silent', `${name}@${version}`, '--pack-destination', cache];
  const packed = execFileSync('npm', line, { encoding: 'utf8', timeout: 600_000 });
  const downloaded = join(cache, packed.trim().split('\n').at(-1) ?? '');
  if (digestOf(downloaded) !== integrity) {
    rmSync(downloaded);
    throw new Error(`${name}@${version} from the registry is not what npm-shrinkwrap.json pins`);
  }
  renameSync(downloaded, file);
}

function digestOf(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}
