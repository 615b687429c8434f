import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildImage, runBuildah, type ImageOptions } from '../release/image.ts';
import { childOf, untilItWorks } from './machine.ts';
import type { Report } from './report.ts';
import { runProgram } from '../run-program.ts';

const stopTimeoutMs = 30_000;

/** What an engine reads of an image. */
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
    const pid = childOf(container);
    process.kill(pid, 'SIGTERM');
    await once(container, 'close', { signal: AbortSignal.timeout(stopTimeoutMs) });
    assert.equal(container.exitCode, 0, 'SIGTERM ends it well');
    return ms;
  } finally {
    // The death of unshare reaches no process that has changed its user.
    if (container.exitCode === null) {
      const pid = childOf(container);
      if (pid > 0) process.kill(pid, 'SIGKILL');
    }
  }
}

/** Words that run a command in the image as its user, without capabilities or ways to gain them. */
function asUser({ User, Env }: ImageConfig, mounted: string): readonly string[] {
  const [uid = '', gid = ''] = User.split(':');
  return [
    ...['chroot', mounted, 'setpriv', '--reuid', uid, '--regid', gid, '--clear-groups'],
    ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', 'env', '-i', ...Env],
  ];
}

function startContainer(mounted: string, config: ImageConfig, volume: string): ChildProcess {
  const script = [
    'set -e; root=$1; volume=$2; shift 2; mount --make-rprivate /; mount --bind "$root" "$root"',
    'mount --bind "$volume" "$root/var/lib/gatehouse"; mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"; mount -o remount,bind,ro "$root"; ip link set lo up; exec "$@"',
  ].join('; ');
  const command = [...asUser(config, mounted), ...config.Entrypoint, ...config.Cmd];
  const namespaces = ['--pid', '--fork', '--kill-child', '--mount', '--net', '--ipc'];
  const line = [...namespaces, 'sh', '-c', script, 'sh', mounted, volume, ...command];
  return spawn('unshare', line, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function checkHealth(
  container: ChildProcess,
  config: ImageConfig,
  mounted: string,
): Promise<void> {
  if (container.exitCode !== null) return;
  const pid = childOf(container);
  const [, ...command] = config.Healthcheck.Test;
  const enter = ['--target', String(pid), '--mount', '--net', '--pid'];
  await runProgram('nsenter', [...enter, ...asUser(config, mounted), ...command]);
}

function checkSecrets(mounted: string): Promise<string> {
  const data = 'var/lib/gatehouse';
  for (const path of ['etc/gatehouse/secret.key', `${data}/secret.key`, `${data}/admin-token`])
    assert.ok(!existsSync(join(mounted, path)), path);
  return Promise.resolve('');
}
