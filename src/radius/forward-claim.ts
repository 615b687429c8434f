import { leaveQueue, takeQueue, type Queue } from '../aaa/forward-queue.ts';
import type { Gateway } from '../gateway.ts';

const leaseMs = 15_000;
const renewAfterMs = 5_000;
/** Less than the lease, so that two gateways whose clocks run apart a little do not both believe to have it. */
const ownMs = 12_000;

/** Whether this gateway may send what waits in a queue. */
export class ForwardClaim {
  readonly #gateway: Pick<Gateway, 'store' | 'now'>;
  readonly #queue: Queue;
  readonly #owner: string;
  #takenAt = -Infinity;

  constructor(gateway: Pick<Gateway, 'store' | 'now'>, queue: Queue, owner: string) {
    this.#gateway = gateway;
    this.#queue = queue;
    this.#owner = owner;
  }

  get isHeld(): boolean {
    return performance.now() - this.#takenAt < ownMs;
  }

  /** Takes the queue, or keeps it. @throws Fault where the store can not be written */
  async take(): Promise<boolean> {
    const began = performance.now();
    if (began - this.#takenAt < renewAfterMs) return true;
    const now = this.#gateway.now().getTime();
    const holder = { owner: this.#owner, now, until: now + leaseMs };
    const isOurs = await takeQueue(this.#gateway.store, this.#queue, holder);
    this.#takenAt = isOurs ? began : -Infinity;
    return isOurs;
  }

  async leave(): Promise<void> {
    this.#takenAt = -Infinity;
    await leaveQueue(this.#gateway.store, this.#queue, this.#owner);
  }
}
