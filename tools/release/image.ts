import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownArchitecture, type Architecture } from '../package/architecture.ts';
import { runProgram } from '../run-program.ts';

const buildTimeoutMs = 30 * 60_000;
const base = 'docker.io/library/debian:trixie-slim';

/** Runs buildah without an engine, a daemon or namespaces of its own, so that it works within a container, too. */
export function runBuildah(...line: readonly string[]): Promise<string> {
  return runProgram('buildah', ['--storage-driver', 'vfs', ...line], { timeoutMs: buildTimeoutMs });
}

export interface ImageOptions {
  /** Folder of the checkout. */
  readonly root: string;
  readonly architecture: Architecture;
  /** Folder of the Debian packages. */
  readonly packages: string;
  readonly tag: string;
  /** Time of its files. */
  readonly seconds: number;
  /** Image that it extends; default: a Debian of the registry. */
  readonly from?: string;
}

/** Builds the image of a processor from its Debian package. */
export async function buildImage(options: ImageOptions): Promise<void> {
  const { root, architecture, packages, tag, seconds, from = base } = options;
  await runBuildah(
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--layers=false',
    '--timestamp',
    String(seconds),
    '--arch',
    architecture.deb,
    '--tag',
    tag,
    '--build-arg',
    `BASE=${from}`,
    '--build-arg',
    `TARGETARCH=${architecture.deb}`,
    '--file',
    join(root, 'packaging/Dockerfile'),
    packages,
  );
}

/**
 * Writes an image as a file that registries and engines take. An archive of buildah has the time of its build.
 *
 * @param seconds  time of the files in the archive
 */
export async function saveImage(tag: string, file: string, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-image-'));
  try {
    await runBuildah('push', '--format', 'oci', tag, `oci:${folder}:${tag}`);
    const same = ['--sort=name', '--numeric-owner', '--owner=0', '--group=0', '--mode=u=rwX,go=rX'];
    const time = `--mtime=@${seconds}`;
    const parts = ['blobs', 'index.json', 'oci-layout'];
    await runProgram('tar', [...same, time, '-cf', file, '-C', folder, ...parts]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** True if programs of a processor run here: the machine has it, or the kernel knows its emulator. */
export function canBuildImage({ deb, qemu }: Architecture): boolean {
  return deb === ownArchitecture().deb || existsSync(`/proc/sys/fs/binfmt_misc/qemu-${qemu}`);
}

/** True if Debian's buildah is installed. */
export function hasBuildah(): boolean {
  return existsSync('/usr/bin/buildah');
}
