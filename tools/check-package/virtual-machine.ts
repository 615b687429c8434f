import type { ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runProgram, type RunOptions } from '../run-program.ts';
import { cleanEnvironment, waitUntilBooted, type Machine } from './machine.ts';
import { Namespaces } from './namespaces.ts';

const emulator = '/usr/bin/qemu-system-x86_64';
const diskSize = '3G';
const shownConsole = 1_000;

/** Packages of the root of a virtual machine in addition to a machine in namespaces. */
export const bootPackages = ['systemd-sysv', 'udev', 'linux-image-cloud-amd64', 'openssh-server'];

/** Files that configure the address of the system; its disk and its names need no file. */
const settings: Readonly<Record<string, string>> = {
  'etc/fstab': '',
  'etc/systemd/network/10-check.network': '[Match]\nName=e*\n[Network]\nAddress=192.0.2.2/24\n',
};
const networkUnit = 'systemd-networkd.service';

/** Network of this machine and its guest, apart from every other. */
const bootScript = [
  'set -e; ip link set lo up; ip tuntap add tap0 mode tap; ip addr add 192.0.2.1/24 dev tap0',
  'ip link set tap0 up; exec "$@"',
].join('; ');

/**
 * A Debian with its own kernel, which qemu emulates without KVM. A cut of its power loses what its kernel has not written.
 * Needs root.
 */
export class VirtualMachine implements Machine {
  readonly address = '192.0.2.2';
  readonly clientAddress = '192.0.2.1';
  readonly timeoutMs = 20 * 60_000;
  readonly #folder: string;
  #namespaces: Namespaces | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Makes a disk of a root and boots it.
   *
   * @param tarFile  as `makeDebianRoot` returns it, with `bootPackages`
   */
  static async create(tarFile: string): Promise<VirtualMachine> {
    if (!existsSync(emulator))
      throw new Error(`${emulator} is missing: install Debian's qemu-system-x86`);
    const machine = new VirtualMachine(mkdtempSync(join(tmpdir(), 'gatehouse-virtual-')));
    try {
      await machine.#makeDisk(tarFile);
      await machine.boot();
      return machine;
    } catch (error) {
      await machine.remove();
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #makeDisk(tarFile: string): Promise<void> {
    const tree = this.#path('root');
    mkdirSync(tree);
    await runProgram('tar', ['-xf', tarFile, '-C', tree]);
    for (const [path, text] of Object.entries(settings)) writeFileSync(join(tree, path), text);
    const wanted = `etc/systemd/system/multi-user.target.wants/${networkUnit}`;
    await symlink(`/usr/lib/systemd/system/${networkUnit}`, join(tree, wanted));
    rmSync(join(tree, 'etc/resolv.conf'), { force: true });
    await runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', this.#path('key')]);
    mkdirSync(join(tree, 'root/.ssh'), { recursive: true, mode: 0o700 });
    copyFileSync(this.#path('key.pub'), join(tree, 'root/.ssh/authorized_keys'));
    for (const name of ['vmlinuz', 'initrd.img']) copyFileSync(join(tree, name), this.#path(name));
    await runProgram('truncate', ['-s', diskSize, this.#path('disk')]);
    await runProgram('mke2fs', ['-q', '-t', 'ext4', '-d', tree, this.#path('disk')]);
    rmSync(tree, { recursive: true });
  }

  /** Words that start the machine; data written to its disk stays there while this machine runs. */
  #commandLine(): readonly string[] {
    return [
      // Newer processors, and more than one at a time, crash under the emulation of Debian 12.
      emulator,
      '-accel',
      'tcg,thread=single',
      '-cpu',
      'Nehalem',
      '-m',
      '1024',
      '-nodefaults',
      '-nographic',
      '-no-reboot',
      '-serial',
      `file:${this.#path('console')}`,
      '-kernel',
      this.#path('vmlinuz'),
      '-initrd',
      this.#path('initrd.img'),
      '-append',
      'root=/dev/vda rw console=ttyS0 panic=1 mitigations=off',
      '-drive',
      `file=${this.#path('disk')},format=raw,if=virtio,cache=unsafe`,
      '-netdev',
      'tap,id=net,ifname=tap0,script=no,downscript=no',
      '-device',
      'virtio-net-pci,netdev=net,romfile=',
      '-device',
      'virtio-rng-pci',
    ];
  }

  async boot(): Promise<void> {
    const line = ['sh', '-c', bootScript, 'sh', ...this.#commandLine()];
    this.#namespaces = new Namespaces(['net'], line);
    try {
      await waitUntilBooted(this);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      const console = readFileSync(this.#path('console'), 'utf8').slice(-shownConsole);
      throw new Error(`the machine does not boot: ${reason}\n${console}`, { cause: error });
    }
  }

  run(...line: readonly string[]): Promise<string> {
    return this.runOnNetwork(this.#ssh([...cleanEnvironment, ...line]));
  }

  readFile(path: string): Promise<string> {
    return this.run('cat', path);
  }

  async copyIn(file: string): Promise<string> {
    const path = `/root/${basename(file)}`;
    const [, ...options] = this.#ssh([]).slice(0, -1);
    await this.runOnNetwork(['scp', ...options, file, `root@${this.address}:${path}`]);
    return path;
  }

  #ssh(words: readonly string[]): readonly string[] {
    const options = {
      StrictHostKeyChecking: 'no',
      UserKnownHostsFile: '/dev/null',
      LogLevel: 'ERROR',
      ConnectTimeout: '20',
      // Ends what runs while the power is cut.
      ServerAliveInterval: '10',
      ServerAliveCountMax: '6',
    };
    const named = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    return ['ssh', '-i', this.#path('key'), ...named, `root@${this.address}`, ...quoted];
  }

  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string> {
    return this.#running.run(['net'], line, { timeoutMs: this.timeoutMs, ...options });
  }

  spawnOnNetwork(line: readonly string[]): ChildProcess {
    return this.#running.spawnOnNetwork(line);
  }

  /** @throws Error before the first boot */
  get #running(): Namespaces {
    if (!this.#namespaces) throw new Error('the machine is off');
    return this.#namespaces;
  }

  async cutPower(): Promise<void> {
    await this.#namespaces?.end();
  }

  async remove(): Promise<void> {
    await this.cutPower();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
