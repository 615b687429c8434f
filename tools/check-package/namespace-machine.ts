import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runProgram, type RunOptions } from '../run-program.ts';
import { childOf, cleanEnvironment, untilItWorks, type Machine } from './machine.ts';

/**
 * A Debian with its systemd, in namespaces of its own: processes, mounts and network are apart from those of this machine,
 * and end with it. Needs root.
 */
export class NamespaceMachine implements Machine {
  readonly address = '127.0.0.1';
  readonly clientAddress = '127.0.0.1';
  readonly timeoutMs = 120_000;
  readonly #folder: string;
  readonly #script: string;
  #outer: ChildProcess | null = null;
  #pid = 0;

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
    const namespaces = ['--pid', '--fork', '--mount', '--net', '--uts', '--ipc', '--cgroup'];
    const line = [...namespaces, '--kill-child', 'sh', this.#script, this.#root];
    const outer = spawn('unshare', line, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#outer = outer;
    let errors = '';
    outer.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    await untilItWorks(() => {
      if (outer.exitCode !== null) return;
      this.#pid = childOf(outer);
      if (this.#pid === 0) throw new Error('no first process');
    });
    await untilItWorks(async () => {
      if (outer.exitCode !== null) return;
      // Degraded: a unit of Debian that needs a kernel of its own has failed.
      const state = await this.run('sh', '-c', 'systemctl is-system-running || true');
      if (!/^(?:running|degraded)$/m.test(state)) throw new Error(`the system is ${state}`);
    });
    if (outer.exitCode !== null) throw new Error(`the machine does not boot: ${errors}`);
  }

  readFile(path: string): Promise<string> {
    return this.run('cat', path);
  }

  run(...line: readonly string[]): Promise<string> {
    return this.#enter(['--all', '--root', '--wd', ...cleanEnvironment, ...line]);
  }

  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string> {
    return this.#enter(['--net', ...line], options);
  }

  spawnOnNetwork(line: readonly string[]): ChildProcess {
    return spawn('nsenter', ['--target', String(this.#pid), '--net', ...line], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  #enter(line: readonly string[], options?: RunOptions): Promise<string> {
    return runProgram('nsenter', ['--target', String(this.#pid), ...line], options);
  }

  /** Ends all processes of the machine at once, as a power cut does; what the kernel has not written is kept. */
  async cutPower(): Promise<void> {
    const outer = this.#outer;
    this.#outer = null;
    if (outer?.exitCode !== null) return;
    const closed = once(outer, 'close');
    if (this.#pid > 0) process.kill(this.#pid, 'SIGKILL');
    else outer.kill('SIGKILL');
    await closed;
  }

  async remove(): Promise<void> {
    await this.cutPower();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
