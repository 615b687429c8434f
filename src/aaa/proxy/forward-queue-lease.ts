import { releaseQueueLease, acquireQueueLease, type ForwardQueue } from './forward-queue.ts';
import type { Gateway } from '../../gateway.ts';

const leaseMs = 15_000;
const renewAfterMs = 5_000;
/** Less than the lease, so that two gateways whose clocks run apart a little do not both believe to have it. */
const ownMs = 12_000;

/** Whether this gateway may send what waits in a queue. */
export class ForwardQueueLease {
  readonly #gateway: Pick<Gateway, 'store' | 'now'>;
  readonly #queue: ForwardQueue;
  readonly #owner: string;
  #takenAt = -Infinity;

  constructor(gateway: Pick<Gateway, 'store' | 'now'>, queue: ForwardQueue, owner: string) {
    this.#gateway = gateway;
    this.#queue = queue;
    this.#owner = owner;
  }

  get isHeld(): boolean {
    return performance.now() - this.#takenAt < ownMs;
  }

  /** Takes the queue, or keeps it. @throws Fault where the store can not be written */
  async acquire(): Promise<boolean> {
    const began = performance.now();
    if (began - this.#takenAt < renewAfterMs) return true;
    const now = this.#gateway.now().getTime();
    const holder = { owner: this.#owner, now, until: now + leaseMs };
    const isOurs = await acquireQueueLease(this.#gateway.store, this.#queue, holder);
    this.#takenAt = isOurs ? began : -Infinity;
    return isOurs;
  }

  async release(): Promise<void> {
    this.#takenAt = -Infinity;
    await releaseQueueLease(this.#gateway.store, this.#queue, this.#owner);
  }
}
