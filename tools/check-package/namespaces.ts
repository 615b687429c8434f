import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { runProgram, type RunOptions } from '../run-program.ts';
import { EndedError } from './machine.ts';

const shownCharacters = 1_000;

/** A program in namespaces of its own: it is their first process, and all processes in them end with it. Needs root. */
export class Namespaces {
  readonly #outer: ChildProcess;
  #errors = '';

  /**
   * Starts a program.
   *
   * @param names  its own namespaces in addition to processes: `net`, `mount`
   * @param line   program with its arguments
   */
  constructor(names: readonly string[], line: readonly string[], env = process.env) {
    const options = ['pid', ...names].map((name) => `--${name}`);
    const outer = spawn('unshare', [...options, '--fork', '--kill-child', ...line], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    });
    outer.stderr.on('data', (text: Buffer) => {
      this.#errors = `${this.#errors}${text.toString()}`.slice(-shownCharacters);
    });
    this.#outer = outer;
  }

  /**
   * Returns the id of the first process.
   *
   * @throws EndedError with its output, if it has ended; Error if it has not begun
   */
  get first(): number {
    if (!this.#isAlive()) throw new EndedError(`it has ended: ${this.#errors}`);
    const { pid = 0 } = this.#outer;
    const first = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
    if (Number.isNaN(first)) throw new Error('it has not begun');
    return first;
  }

  /** True while `unshare` waits for the first process; a process ended by a signal has no exit status. */
  #isAlive(): boolean {
    return this.#outer.exitCode === null && this.#outer.signalCode === null;
  }

  /** Runs a program of this machine in namespaces: `['net']`, or `['all']`. */
  run(names: readonly string[], line: readonly string[], options?: RunOptions): Promise<string> {
    return runProgram('nsenter', this.#entering(names, line), options);
  }

  /** Starts a program of this machine on the network of the namespaces. */
  spawnOnNetwork(line: readonly string[]): ChildProcess {
    return spawn('nsenter', this.#entering(['net'], line), { stdio: ['pipe', 'pipe', 'inherit'] });
  }

  #entering(names: readonly string[], line: readonly string[]): readonly string[] {
    return ['--target', String(this.first), ...names.map((name) => `--${name}`), ...line];
  }

  /** Asks the first process to end. @returns its exit status @throws Error if it takes longer */
  async stop(timeoutMs: number): Promise<number | null> {
    process.kill(this.first, 'SIGTERM');
    await once(this.#outer, 'close', { signal: AbortSignal.timeout(timeoutMs) });
    return this.#outer.exitCode;
  }

  /** Ends all processes immediately, if they have not ended. */
  async end(): Promise<void> {
    if (!this.#isAlive()) return;
    const closed = once(this.#outer, 'close');
    try {
      // The death of unshare reaches no process that has changed its user.
      process.kill(this.first, 'SIGKILL');
    } catch {
      this.#outer.kill('SIGKILL');
    }
    await closed;
  }
}
