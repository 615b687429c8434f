import {
  countRunningChanges,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import type { Gateway } from '../../gateway.ts';

/** A gateway that has the connection takes a change well within it. */
const graceMs = 2_000;
const msToRemember = 10_000;

interface Pass {
  readonly attempts: number;
  readonly at: number;
}

/**
 * Changes for clients that hold no connection with this gateway. Of several gateways on one store another may have it, so
 * a change is first left to them; what comes back untouched is nobody's.
 */
export class ReleasedChanges {
  readonly #gateway: Gateway;
  /** By id of the change, those passed first come first. */
  readonly #passes = new Map<number, Pass>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Ids of those that are left to others for now. */
  get ids(): number[] {
    const now = performance.now();
    for (const [id, { at }] of this.#passes) {
      if (now - at < msToRemember) break;
      this.#passes.delete(id);
    }
    return [...this.#passes].flatMap(([id, { at }]) => (now - at < graceMs ? [id] : []));
  }

  /**
   * Whether a change is to be passed on to others; false: they have had their time.
   *
   * @param own  how many changes of the client are under way here: where there are more, another gateway talks to it
   */
  async releaseOnce({ id, attempts, client }: ClaimedChange, own: number): Promise<boolean> {
    // A store in a file is one gateway's.
    if (this.#gateway.store.engine === 'sqlite') return false;
    const isUntouched = this.#passes.get(id)?.attempts === attempts;
    this.#passes.delete(id);
    if (isUntouched && (await countRunningChanges(this.#gateway, client)) <= own) return false;
    this.#passes.set(id, { attempts, at: performance.now() });
    return true;
  }
}
