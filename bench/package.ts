import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDebianRoot, systemPackages } from '../tools/check-package/debian-root.ts';
import { secondsOfEmulated } from '../tools/check-package/emulated-gateway.ts';
import type { Machine } from '../tools/check-package/machine.ts';
import { NamespaceMachine } from '../tools/check-package/namespace-machine.ts';
import { InstalledGateway } from '../tools/check-package/packaged-gateway.ts';
import { architectures, ownArchitecture } from '../tools/package/architecture.ts';
import { makeDeb } from '../tools/package/deb.ts';
import { print } from './figures.ts';
import { backupFigures } from './package-backup.ts';
import { importFigures } from './package-import.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

const root = fileURLToPath(packageRoot);
const octetsPerMb = 1e6;

/**
 * Measures what a site has of the package: sizes, installation, start, upgrade, the start on arm64, backup, restoration and import.
 * Needs root.
 */
export async function packageFigures(signal: AbortSignal): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    // Each as soon as it is there: what a later part meets does not cost the figures of the former ones.
    for (const part of [installedFigures, emulatedFigures]) console.log(await part(work, signal));
    console.log(await backupFigures(signal));
    return await importFigures(signal);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Measures a Debian package on a fresh Debian that systemd boots. */
async function installedFigures(work: string, signal: AbortSignal): Promise<string> {
  const suite = { suite: 'bookworm', packages: systemPackages };
  const machine = await NamespaceMachine.create(root, await makeDebianRoot(root, suite));
  try {
    return await measure(machine, work, signal);
  } finally {
    await machine.remove();
  }
}

/** Measures the start of the package for the other processor, which is emulated. */
async function emulatedFigures(work: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const own = ownArchitecture();
  const other = architectures.find(({ deb }) => deb !== own.deb) ?? own;
  const made = { root, architecture: other, version: '0.1.0-1', seconds: 1e9, output: work };
  const deb = makeDeb({ ...made, compression: 'zstd' });
  const suite = { suite: 'bookworm', packages: systemPackages, foreign: other.deb };
  const tarFile = await makeDebianRoot(root, suite);
  const emulator = `/usr/bin/qemu-${other.qemu}-static`;
  const seconds = await secondsOfEmulated({ tarFile, deb, emulator });
  return print({
    title: `The Debian package for ${other.deb}, emulated`,
    figures: [{ name: 'first start to ready', samples: [seconds], unit: 's', decimals: 1 }],
  });
}

async function measure(machine: Machine, work: string, signal: AbortSignal): Promise<string> {
  const gateway = new InstalledGateway(machine);
  const first = makePackage(work, '1', 'xz');
  const next = makePackage(work, '2', 'zstd');
  signal.throwIfAborted();
  const installMs = await timeOf(async () => {
    await gateway.install(first);
    await gateway.waitUntilReady();
  });
  await gateway.addClientAndUser();
  signal.throwIfAborted();
  const load = await gateway.underLoad('bench', async () => {
    await gateway.install(next);
    await gateway.waitUntilReady();
  });
  const startMs = await timeOf(async () => {
    await machine.run('systemctl', 'restart', 'gatehouse');
    await gateway.waitUntilReady();
  });
  const installed = Number(execFileSync('dpkg-deb', ['-f', first, 'Installed-Size'])) * 1024;
  const memory = await memoryOf(machine);
  const figure = (name: string, value: number, unit: string) => ({
    name,
    samples: [value],
    unit,
    decimals: 1,
  });
  return print({
    title: 'The Debian package on Debian 12',
    figures: [
      figure('size (xz)', statSync(first).size / octetsPerMb, 'MB'),
      figure('installed', installed / octetsPerMb, 'MB'),
      figure('apt install to ready', installMs / 1000, 's'),
      figure('restart to ready', startMs / 1000, 's'),
      figure('silence during an upgrade', load.silenceMs / 1000, 's'),
      figure('packets lost by it', load.sent - load.answered, `of ${load.sent}`),
      figure('resident memory', memory.resident / octetsPerMb, 'MB'),
      figure('  of that, private', memory.anonymous / octetsPerMb, 'MB'),
    ],
    notes: [
      'aims: 40 MB, 180 MB, 10 s to ready, 3 s of silence, private 75 MB',
      'memory is not compared with Node 20, which better-sqlite3 13 does not support',
    ],
  });
}

function makePackage(work: string, revision: string, compression: 'xz' | 'zstd'): string {
  const architecture = ownArchitecture();
  const version = `0.1.0-${revision}`;
  return makeDeb({ root, architecture, version, seconds: 1e9, output: work, compression });
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function memoryOf(machine: Machine): Promise<{ resident: number; anonymous: number }> {
  const pid = await machine.run('systemctl', 'show', '-p', 'MainPID', '--value', 'gatehouse');
  const status = await machine.run('cat', `/proc/${pid.trim()}/status`);
  const octets = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { resident: octets('VmRSS'), anonymous: octets('RssAnon') };
}
