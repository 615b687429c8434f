import {
  countRunningChanges,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import type { Gateway } from '../../gateway/gateway.ts';

/** Time for the gateway that has the connection to claim a change. */
const graceMs = 2_000;
const releaseTtlMs = 10_000;

interface Release {
  readonly attempts: number;
  readonly at: number;
}

/**
 * Changes for clients that have no connection to this gateway. Another gateway on the same store may have it, so a change is
 * first released to the others; a change that no other gateway has claimed by then fails here.
 */
export class ReleasedChanges {
  readonly #gateway: Gateway;
  /** Releases by id of the change, in order of time. */
  readonly #releases = new Map<number, Release>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Ids of the changes that are left to other gateways for now. */
  get ids(): number[] {
    const now = this.#gateway.clock.monotonicMs();
    for (const [id, { at }] of this.#releases) {
      if (now - at < releaseTtlMs) break;
      this.#releases.delete(id);
    }
    return [...this.#releases].flatMap(([id, { at }]) => (now - at < graceMs ? [id] : []));
  }

  /**
   * Decides if a change is to be released to the other gateways.
   *
   * @param inProgress  changes of the client in progress here; if more are running, another gateway has its connection
   * @returns           false: their time is over, or there are no other gateways
   */
  async releaseOnce({ id, attempts, client }: ClaimedChange, inProgress: number): Promise<boolean> {
    // A SQLite store belongs to one gateway.
    if (this.#gateway.store.engine === 'sqlite') return false;
    const isUnclaimed = this.#releases.get(id)?.attempts === attempts;
    this.#releases.delete(id);
    if (isUnclaimed && (await countRunningChanges(this.#gateway, client)) <= inProgress)
      return false;
    this.#releases.set(id, { attempts, at: this.#gateway.clock.monotonicMs() });
    return true;
  }
}
