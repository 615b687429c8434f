import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../errors.ts';
import type { Statement, Written } from './store.ts';
import type { Group, UnitResult } from './writer-protocol.ts';

interface Waiting {
  /** Empty once it has been handed over: what is under way is kept in one place only. */
  unit: readonly Statement[];
  readonly resolve: (written: readonly Written[]) => void;
  readonly reject: (error: Error) => void;
}

/** Units in the queue and in the thread together; above it callers are told to come back. */
const bound = 16_384;
/** Units in one transaction: bounds how long the first of them waits for the last. */
const largestGroup = 1_024;
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the writer thread: while one group is being committed the next one gathers, so the slower
 * the disk the larger the groups.
 */
export class Writer {
  readonly #thread: Worker;
  #queue: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #dead: Error | null = null;

  constructor(file: string) {
    this.#thread = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData: { file }, resourceLimits });
    this.#thread.on('message', (results: readonly UnitResult[]) => {
      this.#settle(results);
    });
    this.#thread.on('error', (error) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** How many units wait or are being written. */
  get depth(): number {
    return this.#queue.length + this.#inFlight.length;
  }

  write(unit: readonly Statement[]): Promise<readonly Written[]> {
    if (this.#dead) return Promise.reject(new Fault('unavailable', 'the store has stopped', { cause: this.#dead }));
    if (this.depth >= bound) return Promise.reject(new Fault('overloaded', `the store has ${bound} writes waiting`));
    return new Promise((resolve, reject) => {
      this.#queue.push({ unit, resolve, reject });
      this.#sendNext();
    });
  }

  /** Waits for what is queued, then ends the thread. */
  async close(): Promise<void> {
    while (this.depth > 0 && !this.#dead) await once(this.#thread, 'message');
    const ended = once(this.#thread, 'exit');
    this.#dead ??= new Error('closed');
    this.#thread.postMessage('close');
    await ended;
  }

  #sendNext(): void {
    if (this.#inFlight.length > 0 || this.#queue.length === 0) return;
    this.#inFlight = this.#queue.splice(0, largestGroup);
    this.#thread.postMessage(grouped(this.#inFlight));
    for (const waiting of this.#inFlight) waiting.unit = [];
  }

  #settle(results: readonly UnitResult[]): void {
    const settled = this.#inFlight;
    this.#inFlight = [];
    this.#sendNext();
    for (const [position, { resolve, reject }] of settled.entries()) {
      const result = results[position];
      if (result && 'written' in result) resolve(result.written);
      else reject(result ? failure(result) : new Error('the writer gave no result'));
    }
  }

  #fail(error: Error): void {
    this.#dead = error;
    const lost = [...this.#inFlight, ...this.#queue];
    this.#inFlight = [];
    this.#queue = [];
    for (const { reject } of lost) reject(new Fault('unavailable', 'the store has stopped', { cause: error }));
  }
}

function grouped(waiting: readonly Waiting[]): Group {
  const places = new Map<string, number>();
  const placeOf = (sql: string) => {
    const known = places.get(sql);
    if (known !== undefined) return known;
    places.set(sql, places.size);
    return places.size - 1;
  };
  const units = waiting.map(({ unit }) =>
    unit.map(({ sql, parameters, mustChange }) => ({ text: placeOf(sql), parameters, mustChange: mustChange ?? false })),
  );
  return { texts: [...places.keys()], units };
}

function failure(result: Exclude<UnitResult, { written: unknown }>): Error {
  if (result.kind === 'defect') return new Error(result.message);
  return new Fault(result.kind, result.message, {
    ...(result.statement !== undefined && { statement: result.statement }),
    ...(result.columns.length > 0 && { fields: Object.fromEntries(result.columns.map((column) => [column, [result.message]])) }),
  });
}
