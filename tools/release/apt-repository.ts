import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runProgram } from '../run-program.ts';
import { architectures } from '../package/architecture.ts';
import type { Signer } from './signature.ts';

export interface RepositoryOptions {
  /** Folder of the repository; packages of earlier releases in it stay, so that `apt install gatehouse=OLD` goes back. */
  readonly folder: string;
  readonly packages: readonly string[];
  readonly seconds: number;
  /** Null: unsigned, for a test of it with `[trusted=yes]`. */
  readonly signer: Signer | null;
}

/** Makes or extends the apt repository: pool, lists of packages by processor, and their signed Release. */
export async function makeAptRepository(options: RepositoryOptions): Promise<void> {
  const { folder, packages, seconds, signer } = options;
  const pool = join(folder, 'pool/main/g/gatehouse');
  mkdirSync(pool, { recursive: true });
  for (const file of packages) cpSync(file, join(pool, basename(file)));
  const suite = join(folder, 'dists/stable');
  for (const { deb } of architectures) {
    const lists = join(suite, `main/binary-${deb}`);
    mkdirSync(lists, { recursive: true });
    const text = await runFtpArchive(folder, '--arch', deb, 'packages', 'pool');
    writeFileSync(join(lists, 'Packages'), text);
    writeFileSync(join(lists, 'Packages.gz'), gzipSync(text, { level: 9 }));
  }
  const release = join(suite, 'Release');
  // Otherwise the files of an earlier release would be listed in this one.
  for (const name of ['Release', 'Release.gpg', 'InRelease'])
    rmSync(join(suite, name), { force: true });
  const written = await runFtpArchive(suite, ...releaseFields(), 'release', '.');
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', 'UTC');
  writeFileSync(release, written.replace(/^Date: .*$/m, `Date: ${date}`));
  if (!signer) return;
  await signer.sign(release, join(suite, 'Release.gpg'));
  await signer.signInline(release, join(suite, 'InRelease'));
  await signer.exportKey(join(folder, 'gatehouse-archive-keyring.gpg'));
}

function releaseFields(): readonly string[] {
  const fields = {
    Origin: 'Gatehouse',
    Label: 'Gatehouse',
    Suite: 'stable',
    Codename: 'stable',
    Components: 'main',
    Architectures: architectures.map(({ deb }) => deb).join(' '),
  };
  return Object.entries(fields).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
}

function runFtpArchive(cwd: string, ...line: readonly string[]): Promise<string> {
  return runProgram('apt-ftparchive', line, { cwd });
}
