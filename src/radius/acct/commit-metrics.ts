import { Gauge, Histogram } from 'prom-client';
import type { Gateway } from '../../gateway.ts';

/** Measures what accounting waits for: how long until a packet is on disk, and how many packets got there together. */
export class CommitMetrics {
  readonly #seconds: Histogram;
  readonly #sizes: Histogram;
  #together = 0;

  constructor({ metrics, store }: Pick<Gateway, 'metrics' | 'store'>) {
    const registers = [metrics];
    this.#seconds = new Histogram({
      name: 'gatehouse_accounting_commit_seconds',
      help: 'time from an accounting packet being handed to the store until it is on disk',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.#sizes = new Histogram({
      name: 'gatehouse_accounting_commit_packets',
      help: 'accounting packets that one commit put on disk',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
      registers,
    });
    new Gauge({
      name: 'gatehouse_store_pending_writes',
      help: 'units of work that wait for the store or are being written',
      registers,
      collect() {
        this.set(store.pendingWrites);
      },
    });
  }

  /** @param began  when the packet was handed to the store, by `performance.now()` */
  observeCommit(began: number): void {
    this.#seconds.observe((performance.now() - began) / 1000);
    // The units of one commit are all told of it before anything else happens.
    if (this.#together === 0)
      process.nextTick(() => {
        this.#count();
      });
    this.#together += 1;
  }

  #count(): void {
    this.#sizes.observe(this.#together);
    this.#together = 0;
  }
}
