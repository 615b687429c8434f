import type { Generated } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { acquireLease, releaseLease, type LeaseRow } from '../../store/claim.ts';
import type { ForwardQueue } from './forward-queue.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** Lease of a queue: the gateway that holds it sends its packets. */
    aaa_forward_lease: {
      organization: number;
      realm: string;
      owner: string;
      until: Generated<EpochMs>;
    };
  }
}

const leaseMs = 15_000;
const renewAfterMs = 5_000;
/** Shorter than the lease: the clocks of two gateways may differ, and both must not believe to hold it. */
const heldMs = 12_000;

/** A lease of a forward queue. Of several gateways only its holder sends, so that packets stay in order. */
export class ForwardQueueLease {
  readonly #gateway: Pick<Gateway, 'store' | 'now' | 'clock'>;
  readonly #row: LeaseRow;
  #acquiredAt = -Infinity;

  /** @param owner  identifies this gateway among the gateways on the store */
  constructor(
    gateway: Pick<Gateway, 'store' | 'now' | 'clock'>,
    { organization, realm }: ForwardQueue,
    owner: string,
  ) {
    this.#gateway = gateway;
    this.#row = { table: 'aaa_forward_lease', key: { organization, realm }, owner };
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
