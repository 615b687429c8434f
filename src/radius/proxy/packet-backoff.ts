import { backoffDelay } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';

const backoff = { initialMs: 1_000, maxMs: 60_000 };
const maxPackets = 10_000;

/** Schedules the retries of packets that no upstream acknowledged. A packet is never given up. */
export class PacketBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #failures = new Map<number, { readonly count: number; readonly retryAt: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  isBackingOff(id: number): boolean {
    return this.#clock.monotonicMs() < (this.#failures.get(id)?.retryAt ?? 0);
  }

  recordFailure(id: number): void {
    const count = (this.#failures.get(id)?.count ?? 0) + 1;
    this.#failures.delete(id);
    const retryAt = this.#clock.monotonicMs() + backoffDelay(count, backoff);
    this.#failures.set(id, { count, retryAt });
    // Evicts the oldest entries: their packets are due soon anyway.
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= maxPackets) return;
      this.#failures.delete(oldest);
    }
  }

  forget(id: number): void {
    this.#failures.delete(id);
  }

  /** Makes every packet due: the upstream answers again. */
  reset(): void {
    this.#failures.clear();
  }
}
