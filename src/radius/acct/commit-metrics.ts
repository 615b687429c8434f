import { Gauge, Histogram } from 'prom-client';
import type { Gateway } from '../../gateway.ts';

/** Measures the commits of accounting: how long a packet waits for one, and how many packets share one. */
export class CommitMetrics {
  readonly #seconds: Histogram;
  readonly #packets: Histogram;
  #packetCount = 0;

  constructor({ metrics, store }: Pick<Gateway, 'metrics' | 'store'>) {
    const registers = [metrics];
    this.#seconds = new Histogram({
      name: 'gatehouse_accounting_commit_seconds',
      help: 'Time from handing an accounting packet to the store until it is on disk',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.#packets = new Histogram({
      name: 'gatehouse_accounting_commit_packets',
      help: 'Accounting packets per commit',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
      registers,
    });
    new Gauge({
      name: 'gatehouse_store_pending_writes',
      help: 'Batches of statements that wait for the store or are being written',
      registers,
      collect() {
        this.set(store.pendingWrites);
      },
    });
  }

  /** @param startedAt  when the packet was handed to the store, by `performance.now()` */
  observeCommit(startedAt: number): void {
    this.#seconds.observe((performance.now() - startedAt) / 1000);
    // The batches of one commit are all resolved before the next tick.
    if (this.#packetCount === 0)
      process.nextTick(() => {
        this.#packets.observe(this.#packetCount);
        this.#packetCount = 0;
      });
    this.#packetCount += 1;
  }
}
