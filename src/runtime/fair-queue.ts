import { Fault } from '../contract/errors.ts';
import { Lane, type Waiting } from './limit/fair-lane.ts';

/** What a work needs, and on whose account. */
interface QueuedWork {
  readonly tenant: string;
  readonly client: string;
  /** True: it takes far longer than the usual work, so that it may not take every place. */
  readonly isCostly: boolean;
  /** KiB that it takes while it runs. */
  readonly memory: number;
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
  /** Work of one tenant that runs at a time. Default: without a limit. */
  readonly maxRunningOfTenant?: number;
  /** KiB that all running works take together; one alone may take more. Default: without a limit. */
  readonly maxMemory?: number;
  /** Returns milliseconds that never go backwards. */
  readonly clock?: () => number;
}

export interface FairWork<L extends string> {
  readonly lane: L;
  /** Who waits, such as a NAS. */
  readonly client: string;
  /** Whose clients share one turn, such as an organization; default: each client has its own. */
  readonly tenant?: string;
  readonly isCostly?: boolean;
  /** KiB that it takes while it runs. */
  readonly memory?: number;
}

/** After this many starts from an urgent lane, one waiting work of a later lane is started. */
const urgentStarts = 8;
const retryAfterSeconds = 5;

function tooMuch(): Fault {
  return new Fault('overloaded', 'Too much work is waiting.', { retryAfter: retryAfterSeconds });
}

/**
 * Runs work with limited concurrency, urgent work first. Turns are shared by time and not by number: whose work takes long has
 * fewer of them, and who sends more than the others waits for itself. Costly work leaves one place to the others.
 */
export class FairQueue<L extends string> {
  readonly #options: FairQueueOptions<L>;
  readonly #lanes: ReadonlyMap<L, Lane<QueuedWork>>;
  readonly #clock: () => number;
  #running = 0;
  #runningCostly = 0;
  readonly #runningOf = new Map<string, number>();
  #memory = 0;
  #startsInARow = 0;

  constructor(options: FairQueueOptions<L>) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#lanes = new Map(options.lanes.map((lane) => [lane, new Lane<QueuedWork>()]));
  }

  /**
   * Runs work when it is its turn.
   *
   * @throws Fault `overloaded` if too much waits, of this client or in all, or this for too long; errors of `run`
   */
  async run<T>(
    { lane, client, tenant = client, isCostly = false, memory = 0 }: FairWork<L>,
    run: () => Promise<T>,
  ): Promise<T> {
    const work = { tenant, client, isCostly, memory };
    await this.#turn(lane, work);
    const startedAt = this.#clock();
    try {
      return await run();
    } finally {
      this.#count(work, -1);
      this.#lanes.get(lane)?.charge(work, this.#clock() - startedAt);
      this.#startNext();
    }
  }

  #turn(name: L, work: QueuedWork): Promise<void> {
    const { maxWaiting, maxWaitingOfClient } = this.#options;
    if (this.#mayStart(work)) {
      this.#count(work, 1);
      return Promise.resolve();
    }
    const lane = this.#lanes.get(name);
    const waiting = [...this.#lanes.values()].reduce((sum, { size }) => sum + size, 0);
    if (!lane || waiting >= maxWaiting || lane.lengthOf(work) >= maxWaitingOfClient[name])
      return Promise.reject(tooMuch());
    return this.#wait(lane, work);
  }

  #mayStart({ tenant, isCostly, memory }: QueuedWork): boolean {
    const { concurrency, maxMemory = Infinity, maxRunningOfTenant = Infinity } = this.#options;
    if (this.#running >= concurrency) return false;
    if ((this.#runningOf.get(tenant) ?? 0) >= maxRunningOfTenant) return false;
    if (isCostly && this.#runningCostly >= Math.max(1, concurrency - 1)) return false;
    return memory === 0 || this.#memory === 0 || this.#memory + memory <= maxMemory;
  }

  #count({ tenant, isCostly, memory }: QueuedWork, by: 1 | -1): void {
    this.#running += by;
    const ofTenant = (this.#runningOf.get(tenant) ?? 0) + by;
    if (ofTenant > 0) this.#runningOf.set(tenant, ofTenant);
    else this.#runningOf.delete(tenant);
    if (isCostly) this.#runningCostly += by;
    this.#memory += by * memory;
  }

  #wait(lane: Lane<QueuedWork>, work: QueuedWork): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              lane.remove(waiting);
              reject(tooMuch());
            }, maxWaitMs);
      const waiting = {
        work,
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      lane.add(waiting);
    });
  }

  /** Starts what may start: the end of one costly work can make room for several. */
  #startNext(): void {
    for (let next = this.#take(); next; next = this.#take()) {
      this.#count(next.work, 1);
      next.start();
    }
  }

  #take(): Waiting<QueuedWork> | undefined {
    const lanes = [...this.#lanes.values()].filter(({ size }) => size > 0);
    const [first, later] = lanes;
    const isLaterDue = later !== undefined && this.#startsInARow >= urgentStarts;
    const order = isLaterDue ? [later, ...lanes.filter((lane) => lane !== later)] : lanes;
    for (const lane of order) {
      const next = lane.take((work) => this.#mayStart(work));
      if (!next) continue;
      this.#startsInARow = lane === first && later ? this.#startsInARow + 1 : 0;
      return next;
    }
    return undefined;
  }
}
