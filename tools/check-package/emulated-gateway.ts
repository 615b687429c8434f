import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runProgram, type RunOptions } from '../run-program.ts';
import type { Host } from './machine.ts';
import { Namespaces } from './namespaces.ts';
import { PackagedGateway } from './packaged-gateway.ts';

const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  GATEHOUSE_SECRET_KEY_FILE: '/var/lib/gatehouse/secret.key',
  GATEHOUSE_LOG_LEVEL: 'error',
};

/**
 * The gateway of a package for another processor, which qemu's emulation of user programs runs on a root that is unpacked, not
 * set up. The kernel needs no support for it (`binfmt_misc`), so the gateway can start no other program. Needs root.
 */
export class EmulatedGateway implements Host {
  readonly address = '127.0.0.1';
  readonly clientAddress = '127.0.0.1';
  readonly timeoutMs = 300_000;
  readonly #root: string;
  readonly #namespaces: Namespaces;

  private constructor(root: string, namespaces: Namespaces) {
    this.#root = root;
    this.#namespaces = namespaces;
  }

  /**
   * Unpacks a root and a package, and starts its gateway.
   *
   * @param tarFile   as `makeDebianRoot` returns it for that processor
   * @param emulator  statically linked, such as /usr/bin/qemu-aarch64-static
   */
  static async start(tarFile: string, deb: string, emulator: string): Promise<EmulatedGateway> {
    if (!existsSync(emulator))
      throw new Error(`${emulator} is missing: install Debian's qemu-user-static`);
    const root = mkdtempSync(join(tmpdir(), 'gatehouse-emulated-'));
    try {
      await runProgram('tar', ['-xf', tarFile, '-C', root]);
      await runProgram('dpkg-deb', ['--extract', deb, root]);
      cpSync(emulator, join(root, basename(emulator)));
      return new EmulatedGateway(root, startIn(root, `/${basename(emulator)}`));
    } catch (error) {
      rmSync(root, { recursive: true, force: true });
      throw error;
    }
  }

  readFile(path: string): Promise<string> {
    return readFile(join(this.#root, path), 'utf8');
  }

  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string> {
    return this.#namespaces.run(['net'], line, options);
  }

  spawnOnNetwork(line: readonly string[]): ChildProcess {
    return this.#namespaces.spawnOnNetwork(line);
  }

  async remove(): Promise<void> {
    await this.#namespaces.end();
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function startIn(root: string, emulator: string): Namespaces {
  const command = readFileSync(join(root, 'usr/bin/gatehouse'), 'utf8');
  const words = /^exec (.*) "\$@"$/m.exec(command)?.[1];
  if (words === undefined) throw new Error(`/usr/bin/gatehouse has no exec line: ${command}`);
  const script = [
    'set -e; root=$1; shift; mount --make-rprivate /; mkdir -p "$root/proc" "$root/dev"',
    'mkdir -p -m 0700 "$root/var/lib/gatehouse"; mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"; ip link set lo up; exec chroot "$root" "$@"',
  ].join('; ');
  const line = ['sh', '-c', script, 'sh', root, emulator, ...words.split(' '), 'serve'];
  return new Namespaces(['mount', 'net', 'ipc'], line, environment);
}

export interface EmulatedPackage {
  /** As `makeDebianRoot` returns it for that processor. */
  readonly tarFile: string;
  readonly deb: string;
  /** Statically linked, such as /usr/bin/qemu-aarch64-static. */
  readonly emulator: string;
}

/**
 * Starts the gateway of a package under emulation.
 *
 * @param check  assertions before its end
 * @returns      seconds until it was ready
 */
export async function secondsOfEmulated(
  { tarFile, deb, emulator }: EmulatedPackage,
  check: (gateway: PackagedGateway) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const host = await EmulatedGateway.start(tarFile, deb, emulator);
  try {
    const began = performance.now();
    const gateway = new PackagedGateway(host);
    await gateway.waitUntilReady();
    const seconds = (performance.now() - began) / 1000;
    await check(gateway);
    return seconds;
  } finally {
    await host.remove();
  }
}

/** Starts the gateway of a package under emulation, and asserts that it answers. @returns the time until it was ready */
export async function checkEmulated(given: EmulatedPackage): Promise<string> {
  const seconds = await secondsOfEmulated(given, async (gateway) => {
    await gateway.addClientAndUser();
    await gateway.answersRadius('emulated');
  });
  return `ready after ${seconds.toFixed(1)} s`;
}
