import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { CoalescedTask } from '../../runtime/periodic-task.ts';
import { forwardQueueKey, type ForwardQueue } from './forward-queue.ts';
import { readAllBacklogs, type QueueBacklog } from './queue-backlog.ts';

const minCountIntervalMs = 10_000;
/** Counting takes at most one part in so many of the time, however many packets there are. */
const countTimeRatio = 50;

type BacklogGateway = Pick<Gateway, 'store' | 'now' | 'metrics' | 'clock'>;

/**
 * The number of packets in each forward queue: counted at intervals, and in between adjusted by the packets that this gateway
 * adds and removes. Several gateways together can exceed a queue limit between two counts.
 */
export class ForwardBacklog {
  readonly #gateway: BacklogGateway;
  #backlogs = new Map<string, QueueBacklog>();
  readonly #counting: CoalescedTask;

  constructor(gateway: BacklogGateway) {
    this.#gateway = gateway;
    this.#counting = new CoalescedTask(() => this.#count(), { clock: gateway.clock });
    this.#registerGauge({
      name: 'gatehouse_forward_waiting',
      help: 'Accounting packets queued for an upstream',
      valueOf: ({ count }) => count,
    });
    this.#registerGauge({
      name: 'gatehouse_forward_oldest_seconds',
      help: 'Age of the oldest accounting packet queued for an upstream',
      valueOf: ({ oldest }) => Math.max(0, (gateway.now().getTime() - oldest) / 1000),
    });
  }

  /** All queues that are not empty, as of the last count. */
  get queues(): readonly QueueBacklog[] {
    return [...this.#backlogs.values()];
  }

  countOf(queue: ForwardQueue): number {
    return this.#backlogs.get(forwardQueueKey(queue))?.count ?? 0;
  }

  recordAdded(queue: ForwardQueue): void {
    this.#adjust(queue, 1);
  }

  recordRemoved(queue: ForwardQueue, packets: number): void {
    this.#adjust(queue, -packets);
  }

  /** Counts the packets if that is due. @throws Fault if the store cannot be read */
  refreshIfDue(): Promise<void> {
    return this.#counting.runIfDue();
  }

  /** @returns the time until the next count is due, in milliseconds */
  async #count(): Promise<number> {
    const began = performance.now();
    const backlogs = await readAllBacklogs(this.#gateway.store);
    this.#backlogs = new Map(backlogs.map((backlog) => [forwardQueueKey(backlog), backlog]));
    return Math.max(minCountIntervalMs, (performance.now() - began) * countTimeRatio);
  }

  #adjust({ organization, realm }: ForwardQueue, change: number): void {
    const key = forwardQueueKey({ organization, realm });
    const backlog = this.#backlogs.get(key) ?? {
      organization,
      realm,
      count: 0,
      oldest: this.#gateway.now().getTime(),
    };
    const count = Math.max(0, backlog.count + change);
    if (count === 0) this.#backlogs.delete(key);
    else this.#backlogs.set(key, { ...backlog, count });
  }

  #registerGauge({ name, help, valueOf }: BacklogGauge): void {
    const queues = () => this.queues;
    new Gauge({
      name,
      help,
      labelNames: ['organization', 'realm'],
      registers: [this.#gateway.metrics],
      collect() {
        this.reset();
        for (const backlog of queues())
          this.set({ organization: backlog.organization, realm: backlog.realm }, valueOf(backlog));
      },
    });
  }
}

interface BacklogGauge {
  readonly name: string;
  readonly help: string;
  readonly valueOf: (backlog: QueueBacklog) => number;
}
