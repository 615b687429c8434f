import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runProgram, type RunOptions } from '../run-program.ts';
import { cleanEnvironment, waitUntilBooted, type Machine } from './machine.ts';
import { Namespaces } from './namespaces.ts';

/**
 * A Debian with its systemd, in namespaces of its own: processes, mounts and network are separate from this machine's,
 * and end with it. Needs root.
 */
export class NamespaceMachine implements Machine {
  readonly address = '127.0.0.1';
  readonly clientAddress = '127.0.0.1';
  readonly timeoutMs = 120_000;
  readonly #folder: string;
  readonly #script: string;
  #namespaces: Namespaces | null = null;

  private constructor(folder: string, script: string) {
    this.#folder = folder;
    this.#script = script;
  }

  /**
   * Unpacks a root and boots it.
   *
   * @param root     folder of the checkout
   * @param tarFile  as `makeDebianRoot` returns it
   */
  static async create(root: string, tarFile: string): Promise<NamespaceMachine> {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-machine-'));
    const machine = new NamespaceMachine(folder, join(root, 'tools/check-package/boot.sh'));
    try {
      mkdirSync(machine.#root);
      await runProgram('tar', ['-xf', tarFile, '-C', machine.#root]);
      rmSync(join(machine.#root, 'etc/resolv.conf'), { force: true });
      await machine.boot();
      return machine;
    } catch (error) {
      await machine.remove();
      throw error;
    }
  }

  copyIn(file: string): Promise<string> {
    const path = `/root/${basename(file)}`;
    cpSync(file, join(this.#root, path));
    return Promise.resolve(path);
  }

  get #root(): string {
    return join(this.#folder, 'root');
  }

  async boot(): Promise<void> {
    const names = ['mount', 'net', 'uts', 'ipc', 'cgroup'];
    this.#namespaces = new Namespaces(names, ['sh', this.#script, this.#root]);
    await waitUntilBooted(this);
  }

  readFile(path: string): Promise<string> {
    return this.run('cat', path);
  }

  run(...line: readonly string[]): Promise<string> {
    const names = ['all', 'root', 'wd'];
    return this.#running.run(names, [...cleanEnvironment, ...line]);
  }

  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string> {
    return this.#running.run(['net'], line, options);
  }

  spawnOnNetwork(line: readonly string[]): ChildProcess {
    return this.#running.spawnOnNetwork(line);
  }

  /** @throws Error before the first boot */
  get #running(): Namespaces {
    if (!this.#namespaces) throw new Error('the machine is off');
    return this.#namespaces;
  }

  /** Ends all processes of the machine immediately, as a power cut does; unwritten pages of the kernel are kept. */
  async cutPower(): Promise<void> {
    await this.#namespaces?.end();
  }

  async remove(): Promise<void> {
    await this.cutPower();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
