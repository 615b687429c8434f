import { acquireLease, releaseLease, type LeaseRow } from '../store/claim.ts';
import type { Gateway } from './gateway.ts';

const leaseMs = 15_000;
const renewAfterMs = 5_000;
/** Shorter than the lease: the clocks of two gateways may differ, and both must not believe to hold it. */
const heldMs = 12_000;

/** A lease of work that only one of several gateways on a store does. */
export class HeldLease {
  readonly #gateway: Pick<Gateway, 'store' | 'now' | 'clock'>;
  readonly #row: LeaseRow;
  #acquiredAt = -Infinity;

  /** @param row  its owner identifies this gateway among the gateways on the store */
  constructor(gateway: Pick<Gateway, 'store' | 'now' | 'clock'>, row: LeaseRow) {
    this.#gateway = gateway;
    this.#row = row;
  }

  get isHeld(): boolean {
    return this.#gateway.clock.monotonicMs() - this.#acquiredAt < heldMs;
  }

  /** Acquires the lease, or renews it when that is due. @throws Fault if the store cannot be written */
  async acquire(): Promise<boolean> {
    const began = this.#gateway.clock.monotonicMs();
    if (began - this.#acquiredAt < renewAfterMs) return true;
    const now = this.#gateway.now().getTime();
    const isOurs = await acquireLease(this.#gateway.store, this.#row, {
      now,
      until: now + leaseMs,
    });
    this.#acquiredAt = isOurs ? began : -Infinity;
    return isOurs;
  }

  /** @throws Fault if the store cannot be written */
  async release(): Promise<void> {
    this.#acquiredAt = -Infinity;
    await releaseLease(this.#gateway.store, this.#row);
  }
}
