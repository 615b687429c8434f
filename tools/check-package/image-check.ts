import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlock } from '../documents/guide-blocks.ts';
import { buildImage, runBuildah, type ImageOptions } from '../release/image.ts';
import { untilItWorks } from './machine.ts';
import { Namespaces } from './namespaces.ts';
import type { Report } from './report.ts';
import { runProgram } from '../run-program.ts';

const stopTimeoutMs = 30_000;
const buildTimeoutMs = 10 * 60_000;

/** The settings that an engine reads of an image. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface ImageCheck extends Omit<ImageOptions, 'tag' | 'from'> {
  /** Root that stands for the Debian of the registry: a tar file. */
  readonly base: string;
  /** Folder for files of this check. */
  readonly work: string;
}

/** Builds the image on a root of mmdebstrap and runs it as a strict engine does. */
export async function checkImage(check: ImageCheck, report: Report): Promise<void> {
  const tag = 'localhost/gatehouse:check';
  const base = 'localhost/gatehouse-check-base';
  report.begin('image');
  const made: string[] = [];
  try {
    const isBuilt = await report.step('is built by buildah', async () => {
      await importBase(check.base, base);
      await buildImage({ ...check, tag, from: base });
      return '';
    });
    if (!isBuilt) return;
    await report.step('is built by the line of the guide', async () => {
      const [, line = ''] = /^docker build (.*)$/m.exec(guideBlock('sh image')) ?? [];
      const cwd = layOutFolders(check);
      const own = ['build', '--isolation', 'chroot', '--build-arg', `BASE=${base}`];
      const built = ['--storage-driver', 'vfs', ...own, ...line.split(' ')];
      await runProgram('buildah', built, { cwd, timeoutMs: buildTimeoutMs });
      await runBuildah('rmi', '--force', 'gatehouse');
      return '';
    });
    made.push((await runBuildah('from', '--pull-never', tag)).trim());
    const mounted = (await runBuildah('mount', made[0] ?? '')).trim();
    const config = await readConfig(tag);
    await report.step('runs without rights on a read-only file system', () =>
      checkRun(mounted, config, check.work),
    );
    await report.step('holds no key and no token', () => checkSecrets(mounted));
  } finally {
    for (const container of made) await runBuildah('rm', container);
    await runBuildah('rmi', '--force', tag, base).catch(() => '');
  }
}

/** Returns a folder with what a checkout has after `npm run package`. */
function layOutFolders({ root, packages, work }: ImageCheck): string {
  const folder = join(work, 'checkout');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  symlinkSync(join(root, 'packaging'), join(folder, 'packaging'));
  symlinkSync(packages, join(folder, 'dist/packages'));
  return folder;
}

async function importBase(tarFile: string, name: string): Promise<void> {
  const container = (await runBuildah('from', 'scratch')).trim();
  await runBuildah('add', '--quiet', container, tarFile, '/');
  await runBuildah('commit', '--quiet', '--rm', container, name);
}

async function readConfig(tag: string): Promise<ImageConfig> {
  const text = await runBuildah('inspect', '--type', 'image', tag);
  return (JSON.parse(text) as { readonly Docker: { readonly config: ImageConfig } }).Docker.config;
}

/** Starts the image twice on one volume, with the user and the command that it names. */
async function checkRun(mounted: string, config: ImageConfig, work: string): Promise<string> {
  assert.match(config.User, /^[1-9]\d*:[1-9]\d*$/, 'a user by number, and not root');
  assert.deepEqual(Object.keys(config.Volumes), ['/var/lib/gatehouse']);
  const volume = join(work, 'volume');
  mkdirSync(volume, { mode: 0o700 });
  await runProgram('chown', [config.User, volume]);
  try {
    const firstMs = await runOnce(mounted, config, volume);
    const token = readFileSync(join(volume, 'admin-token'), 'utf8');
    const secondMs = await runOnce(mounted, config, volume);
    assert.equal(readFileSync(join(volume, 'admin-token'), 'utf8'), token);
    const seconds = [firstMs, secondMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
    return `healthy after ${seconds.join(', again after ')}`;
  } finally {
    rmSync(volume, { recursive: true });
  }
}

/** @returns milliseconds until its health check succeeds */
async function runOnce(mounted: string, config: ImageConfig, volume: string): Promise<number> {
  const began = performance.now();
  const container = startContainer(mounted, config, volume);
  try {
    await untilItWorks(() => checkHealth(container, config, mounted));
    const ms = performance.now() - began;
    assert.equal(await container.stop(stopTimeoutMs), 0, 'SIGTERM ends it well');
    return ms;
  } finally {
    await container.end();
  }
}

/** Words that run a command in the image as its user, without capabilities or ways to gain them. */
function asUser({ User, Env }: ImageConfig, mounted: string): readonly string[] {
  const [uid = '', gid = ''] = User.split(':');
  return [
    'chroot',
    mounted,
    'setpriv',
    '--reuid',
    uid,
    '--regid',
    gid,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
    'env',
    '-i',
    ...Env,
  ];
}

function startContainer(mounted: string, config: ImageConfig, volume: string): Namespaces {
  const script = [
    'set -e; root=$1; volume=$2; shift 2; mount --make-rprivate /; mount --bind "$root" "$root"',
    'mount --bind "$volume" "$root/var/lib/gatehouse"; mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"; mount -o remount,bind,ro "$root"; ip link set lo up; exec "$@"',
  ].join('; ');
  const command = [...asUser(config, mounted), ...config.Entrypoint, ...config.Cmd];
  const line = ['sh', '-c', script, 'sh', mounted, volume, ...command];
  return new Namespaces(['mount', 'net', 'ipc'], line);
}

async function checkHealth(
  container: Namespaces,
  config: ImageConfig,
  mounted: string,
): Promise<void> {
  const [, ...command] = config.Healthcheck.Test;
  await container.run(['mount', 'net', 'pid'], [...asUser(config, mounted), ...command]);
}

function checkSecrets(mounted: string): Promise<string> {
  const data = 'var/lib/gatehouse';
  for (const path of ['etc/gatehouse/secret.key', `${data}/secret.key`, `${data}/admin-token`])
    assert.ok(!existsSync(join(mounted, path)), path);
  return Promise.resolve('');
}
