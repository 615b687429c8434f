import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway.ts';
import { CoalescedTask } from '../../runtime/periodic-task.ts';
import { readAllBacklogs, type ForwardQueue, type QueueBacklog } from './forward-queue.ts';

const leastMsBetweenCounts = 10_000;
/** Counting takes up so little of the time, however much there is to count. */
const shareOfTime = 50;

/**
 * How much waits in each queue: counted now and then, and in between what this gateway adds and takes. So a bound that
 * it is held against is met within what other gateways add in that time.
 */
export class ForwardBacklog {
  readonly #gateway: Pick<Gateway, 'store' | 'now' | 'metrics'>;
  #waiting = new Map<string, QueueBacklog>();
  readonly #look = new CoalescedTask(() => this.#count());

  constructor(gateway: Pick<Gateway, 'store' | 'now' | 'metrics'>) {
    this.#gateway = gateway;
    this.#gauge(
      'gatehouse_forward_waiting',
      'accounting packets that wait for an upstream',
      ({ count }) => count,
    );
    this.#gauge(
      'gatehouse_forward_oldest_seconds',
      'how long the oldest packet has waited for an upstream',
      ({ oldest }) => Math.max(0, (gateway.now().getTime() - oldest) / 1000),
    );
  }

  /** All queues that anything waits in, as they were counted last. */
  get queues(): readonly QueueBacklog[] {
    return [...this.#waiting.values()];
  }

  countOf(queue: ForwardQueue): number {
    return this.#waiting.get(forwardQueueKey(queue))?.count ?? 0;
  }

  recordAdded(queue: ForwardQueue): void {
    this.#change(queue, 1);
  }

  recordRemoved(queue: ForwardQueue, many: number): void {
    this.#change(queue, -many);
  }

  /** Counts where it is time to. @throws Fault where the store can not be read */
  refreshIfDue(): Promise<void> {
    return this.#look.runIfDue();
  }

  /** @returns how long it may rest now, in milliseconds */
  async #count(): Promise<number> {
    const began = performance.now();
    const found = await readAllBacklogs(this.#gateway.store);
    this.#waiting = new Map(found.map((waiting) => [forwardQueueKey(waiting), waiting]));
    return Math.max(leastMsBetweenCounts, (performance.now() - began) * shareOfTime);
  }

  #change({ organization, realm }: ForwardQueue, by: number): void {
    const key = forwardQueueKey({ organization, realm });
    const known = this.#waiting.get(key) ?? {
      organization,
      realm,
      count: 0,
      oldest: this.#gateway.now().getTime(),
    };
    const count = Math.max(0, known.count + by);
    if (count === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, { ...known, count });
  }

  #gauge(name: string, help: string, valueOf: (waiting: QueueBacklog) => number): void {
    const queues = () => this.queues;
    new Gauge({
      ...{ name, help, labelNames: ['organization', 'realm'], registers: [this.#gateway.metrics] },
      collect() {
        this.reset();
        for (const waiting of queues())
          this.set({ organization: waiting.organization, realm: waiting.realm }, valueOf(waiting));
      },
    });
  }
}

export function forwardQueueKey({ organization, realm }: ForwardQueue): string {
  return `${organization} ${realm}`;
}
