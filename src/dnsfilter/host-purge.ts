import type { PeriodicTask } from '../gateway/job.ts';
import { WakeUp } from '../runtime/periodic-task.ts';
import type { Store } from '../store/store.ts';
import { editionAfter, removeSome, type HostEdition } from './category-host.ts';

const intervalMs = 60_000;

/**
 * Removes the hosts of editions that are not in force, and those of deleted categories: a few thousand in each transaction, so
 * that no other write waits. An edition that is being written or read is held.
 */
export class HostPurge {
  readonly wakeUp = new WakeUp();
  readonly #store: Store;
  readonly #held = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Keeps an edition until `release`. @returns `release` */
  hold(of: HostEdition): () => void {
    const key = keyOf(of);
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    return () => {
      const others = (this.#held.get(key) ?? 1) - 1;
      if (others > 0) this.#held.set(key, others);
      else this.#held.delete(key);
    };
  }

  readonly task: PeriodicTask = {
    name: 'dns host purge',
    intervalMs,
    wakeUp: this.wakeUp,
    failureMessage: 'hosts of replaced DNS lists cannot be removed; retrying in 60 s',
    run: async (signal) => {
      await this.run(signal);
      return undefined;
    },
  };

  async run(signal: AbortSignal): Promise<void> {
    for (
      let of = await editionAfter(this.#store, { category: -1, edition: -1 });
      of !== null && !signal.aborted;
      of = await editionAfter(this.#store, of)
    )
      if (await this.#isObsolete(of)) await this.#remove(of, signal);
  }

  /** Whether an edition is in force is read after whether it is held: the one that is written is held until it is in force. */
  async #isObsolete(of: HostEdition): Promise<boolean> {
    if (this.#held.has(keyOf(of))) return false;
    const category = await this.#store.db
      .selectFrom('dnsfilter_category')
      .select('edition')
      .where('id', '=', of.category)
      .executeTakeFirst();
    return category?.edition !== of.edition;
  }

  async #remove(of: HostEdition, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await removeSome(this.#store, of)));
  }
}

function keyOf({ category, edition }: HostEdition): string {
  return `${category}/${edition}`;
}
