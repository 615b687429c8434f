import { withJitter } from '../../protocol/radius/retransmission.ts';

const firstMs = 1_000;
const longestMs = 60_000;
const most = 10_000;

/** Packets that were sent and not acknowledged: each is tried again after a rest that grows, for ever. */
export class PacketBackoff {
  readonly #tries = new Map<number, { readonly tries: number; readonly until: number }>();

  isBackingOff(id: number): boolean {
    return performance.now() < (this.#tries.get(id)?.until ?? 0);
  }

  recordFailure(id: number): void {
    const tries = (this.#tries.get(id)?.tries ?? 0) + 1;
    const ms = withJitter(Math.min(longestMs, firstMs * 2 ** (tries - 1)));
    this.#tries.delete(id);
    this.#tries.set(id, { tries, until: performance.now() + ms });
    // Too many: those that have rested longest are due soon anyway.
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= most) return;
      this.#tries.delete(oldest);
    }
  }

  forget(id: number): void {
    this.#tries.delete(id);
  }

  /** Everything is due: who did not answer does again. */
  reset(): void {
    this.#tries.clear();
  }
}
