import { FairQueue } from '../../runtime/fair-queue.ts';
import { gatewayItself, type Reader, type Statement } from '../store.ts';
import { ReadWorker } from './read-worker.ts';

const maxReads = 256;
const maxReadsOfTenant = 64;

/**
 * Two read workers, of which one tenant has one at most: a slow read delays the reads of its own tenant, and no other. The
 * second thread starts only when a read finds the first one busy.
 */
export class ReadWorkers {
  readonly #idle: ReadWorker[];
  readonly #all: readonly ReadWorker[];
  readonly #queue: FairQueue<'read'>;

  constructor(file: string) {
    this.#all = [new ReadWorker(file), new ReadWorker(file)];
    this.#idle = [...this.#all];
    this.#queue = new FairQueue({
      lanes: ['read'],
      concurrency: this.#all.length,
      maxRunningOfTenant: 1,
      maxWaiting: maxReads,
      maxWaitingOfClient: { read: maxReadsOfTenant },
    });
  }

  /** @throws Fault `overloaded` if too many reads wait, `unavailable` if this one takes too long */
  read(
    { sql, parameters }: Statement,
    { tenant = gatewayItself }: Reader,
  ): Promise<readonly Record<string, unknown>[]> {
    return this.#queue.run({ lane: 'read', client: tenant }, async () => {
      const worker = this.#idle.shift();
      if (!worker) throw new Error('more reads run than there are workers');
      try {
        return await worker.read(sql, parameters);
      } finally {
        // The first one first, so that the second thread ends when it is no longer needed.
        this.#idle.push(worker);
        this.#idle.sort((one, other) => this.#all.indexOf(one) - this.#all.indexOf(other));
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.close()));
  }
}
