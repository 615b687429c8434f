import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram, type RunOptions } from './run-program.ts';

const bootTimeoutMs = 120_000;
const environment = [
  'env',
  '-i',
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
  'LC_ALL=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  'HOME=/root',
];

/** Calls until it returns without an error. @throws the last error, after the time */
export async function untilItWorks<T>(
  call: () => T | Promise<T>,
  timeoutMs = bootTimeoutMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/**
 * A Debian with its systemd, in namespaces of its own: processes, mounts and network are apart from those of this machine,
 * and end with it. Needs root.
 */
export class Machine {
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
  static async create(root: string, tarFile: string): Promise<Machine> {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-machine-'));
    const machine = new Machine(folder, join(root, 'tools/check-package/boot.sh'));
    try {
      mkdirSync(machine.root);
      await runProgram('tar', ['-xf', tarFile, '-C', machine.root]);
      rmSync(join(machine.root, 'etc/resolv.conf'), { force: true });
      await machine.boot();
      return machine;
    } catch (error) {
      await machine.remove();
      throw error;
    }
  }

  /** Folder of its files, seen from outside. */
  get root(): string {
    return join(this.#folder, 'root');
  }

  async boot(): Promise<void> {
    const namespaces = ['--pid', '--fork', '--mount', '--net', '--uts', '--ipc', '--cgroup'];
    const line = [...namespaces, '--kill-child', 'sh', this.#script, this.root];
    const outer = spawn('unshare', line, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#outer = outer;
    let errors = '';
    outer.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    await untilItWorks(() => {
      if (outer.exitCode !== null) return;
      const children = readFileSync(`/proc/${outer.pid ?? 0}/task/${outer.pid ?? 0}/children`);
      this.#pid = Number(children.toString().trim());
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

  /** Runs a program of the machine. @returns what it wrote to standard output */
  run(...line: readonly string[]): Promise<string> {
    return this.#enter(['--all', '--root', '--wd', ...environment, ...line]);
  }

  /** Runs a program of this machine in the network of the other. */
  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string> {
    return this.#enter(['--net', ...line], options);
  }

  /** Starts a program of this machine in the network of the other. */
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
