import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

const mirror = 'http://deb.debian.org/debian';
const keptMs = 7 * 24 * 3600 * 1000;
const makeTimeoutMs = 30 * 60_000;

/** Packages that the Debian package depends on, so that it is installed without a network. */
export const systemPackages = [
  'systemd',
  'init-system-helpers',
  'iputils-ping',
  'libstdc++6',
  'ca-certificates',
];

export interface DebianRoot {
  /** Release of Debian: `bookworm`. */
  readonly suite: string;
  /** Packages in addition to a minimal root. */
  readonly packages: readonly string[];
  /** Foreign processor: its packages are unpacked, not set up; default: the processor of this machine. */
  readonly foreign?: string;
}

/**
 * Makes the root of a fresh Debian with mmdebstrap, and keeps it for a week in .cache/roots.
 *
 * @param root  folder of the checkout
 * @returns     tar file
 */
export async function makeDebianRoot(
  root: string,
  { suite, packages, foreign }: DebianRoot,
): Promise<string> {
  const folder = join(root, '.cache/roots');
  const how = foreign === undefined ? ['--variant=apt'] : unpackedFor(foreign);
  const digest = createHash('sha256')
    .update([...how, ...packages].join(' '))
    .digest('hex');
  const file = join(folder, `${suite}-${foreign ?? 'native'}-${digest.slice(0, 8)}.tar`);
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < keptMs) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.new.tar`;
  rmSync(unfinished, { force: true });
  const line = [...how, `--include=${packages.join(',')}`, suite, unfinished, mirror];
  await runProgram('mmdebstrap', line, { timeoutMs: makeTimeoutMs });
  renameSync(unfinished, file);
  return file;
}

/** Since Debian 13 no package has the link from `/lib` to `/usr/lib`, which a root that is not set up lacks. */
const unpackedFor = (architecture: string): readonly string[] => [
  '--variant=extract',
  `--architectures=${architecture}`,
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
];

/**
 * Unpacks a package of this machine's Debian, for a program of it. It is not installed: it would start a server.
 *
 * @param folder  is made
 */
export async function unpackDebianPackage(name: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await runProgram('apt-get', ['-q', 'download', name], { cwd: folder });
  await runProgram('sh', ['-c', `exec dpkg-deb -x ${name}_*.deb .`], { cwd: folder });
}
