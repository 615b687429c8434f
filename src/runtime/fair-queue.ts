import { Fault } from '../contract/errors.ts';

interface Waiting {
  readonly start: () => void;
}

/** Work of one lane: of each client in its order, and of the clients in turn. */
class Lane {
  readonly #clients = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(client: string): number {
    return this.#clients.get(client)?.length ?? 0;
  }

  add(client: string, waiting: Waiting): void {
    const queue = this.#clients.get(client);
    if (queue) queue.push(waiting);
    else this.#clients.set(client, [waiting]);
    this.#size += 1;
  }

  /** Takes the first of the client whose turn it is, which then is the last to have a turn. */
  take(): Waiting | undefined {
    const [turn] = this.#clients;
    if (!turn) return undefined;
    const [client, queue] = turn;
    const waiting = queue.shift();
    this.#clients.delete(client);
    if (queue.length > 0) this.#clients.set(client, queue);
    this.#size -= 1;
    return waiting;
  }

  /** Takes work out before its turn. */
  remove(client: string, waiting: Waiting): void {
    const queue = this.#clients.get(client) ?? [];
    const position = queue.indexOf(waiting);
    if (position === -1) return;
    queue.splice(position, 1);
    if (queue.length === 0) this.#clients.delete(client);
    this.#size -= 1;
  }
}

export interface FairQueueOptions<L extends string> {
  /** Lanes, the most urgent first. */
  readonly lanes: readonly L[];
  readonly concurrency: number;
  /** Work that may wait in all. */
  readonly maxWaiting: number;
  /** Work of one client that may wait in a lane. */
  readonly maxWaitingOfClient: Readonly<Record<L, number>>;
  /** Default: without a limit. */
  readonly maxWaitMs?: number;
}

/** After this many starts from an urgent lane, one waiting work of a later lane is started. */
const urgentStarts = 8;
const retryAfterSeconds = 5;

function tooMuch(): Fault {
  return new Fault('overloaded', 'Too much work is waiting.', { retryAfter: retryAfterSeconds });
}

/**
 * Runs work with limited concurrency, urgent work first and each client in turn: a client that sends more than its share
 * waits for itself, and not the others for it.
 */
export class FairQueue<L extends string> {
  readonly #options: FairQueueOptions<L>;
  readonly #lanes: ReadonlyMap<L, Lane>;
  #running = 0;
  #startsInARow = 0;

  constructor(options: FairQueueOptions<L>) {
    this.#options = options;
    this.#lanes = new Map(options.lanes.map((lane) => [lane, new Lane()]));
  }

  /**
   * Runs work when it is its turn.
   *
   * @throws Fault `overloaded` if too much waits, of this client or in all, or this for too long; errors of `work`
   */
  async run<T>(
    { lane, client }: { readonly lane: L; readonly client: string },
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#turn(lane, client);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #turn(name: L, client: string): Promise<void> {
    const { maxWaiting, maxWaitingOfClient, concurrency } = this.#options;
    if (this.#running < concurrency) {
      this.#running += 1;
      return Promise.resolve();
    }
    const lane = this.#lanes.get(name);
    const waiting = [...this.#lanes.values()].reduce((sum, { size }) => sum + size, 0);
    if (!lane || waiting >= maxWaiting || lane.lengthOf(client) >= maxWaitingOfClient[name])
      return Promise.reject(tooMuch());
    return this.#wait(lane, client);
  }

  #wait(lane: Lane, client: string): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              lane.remove(client, waiting);
              reject(tooMuch());
            }, maxWaitMs);
      const waiting = {
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      lane.add(client, waiting);
    });
  }

  #startNext(): void {
    const lanes = [...this.#lanes.values()].filter(({ size }) => size > 0);
    const [first, later] = lanes;
    const lane = later && this.#startsInARow >= urgentStarts ? later : first;
    this.#startsInARow = lane === first && later ? this.#startsInARow + 1 : 0;
    const next = lane?.take();
    if (!next) return;
    this.#running += 1;
    next.start();
  }
}
