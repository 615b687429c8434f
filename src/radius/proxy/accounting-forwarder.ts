import { Counter } from 'prom-client';
import type { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import {
  deleteExpiredPackets,
  forwardQueueKey,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import { queueHasUpstream } from '../../aaa/proxy/upstream-store.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ForwardQueueWriter } from './forward-queue-writer.ts';
import { groupUpstreamsByQueue } from './queue-selection.ts';
import { UpstreamPool } from './upstream-pool.ts';
import { PortalAccounting } from './portal-accounting.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';
import { ForwardSender } from './forward-sender.ts';

export interface AccountingForwarder {
  /** Serves the queues of the current upstreams, and drops queues that have had no upstream for a day. */
  serveQueues(): Promise<void>;
  /** Queues accounting records for sessions of the captive portal. */
  queuePortalAccounting(): Promise<void>;
  /** Stops sending; packets that are not acknowledged stay queued for the next start. */
  stop(): Promise<void>;
}

export interface ForwarderContext {
  readonly gateway: Gateway;
  /** Identifies this gateway among the gateways on the store, the same after every restart. */
  readonly owner: string;
  readonly upstreams: UpstreamRegistry;
  readonly backlog: ForwardBacklog;
  readonly queueWriter: ForwardQueueWriter;
}

interface ServedQueue {
  readonly pool: UpstreamPool;
  readonly sender: ForwardSender;
}

/** Time that a queue without upstream is kept: the upstream may be being replaced. */
const abandonedQueueTtlMs = 86_400_000;

/** Creates the forwarder, which sends queued accounting packets to the current upstreams. */
export function createAccountingForwarder(context: ForwarderContext): AccountingForwarder {
  return new QueueForwarder(context);
}

class QueueForwarder implements AccountingForwarder {
  readonly #context: ForwarderContext;
  readonly #served = new Map<string, ServedQueue>();
  readonly #sent: Counter<'upstream' | 'outcome'>;
  readonly #portal: PortalAccounting;
  #isStopped = false;

  constructor(context: ForwarderContext) {
    this.#context = context;
    this.#sent = new Counter({
      name: 'gatehouse_forward_sent_total',
      help: 'Accounting packets sent to an upstream, by outcome',
      labelNames: ['upstream', 'outcome'],
      registers: [context.gateway.metrics],
    });
    this.#portal = new PortalAccounting(context.gateway, context.backlog);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#served.values()].map(({ sender }) => sender.stop()));
  }

  async queuePortalAccounting(): Promise<void> {
    if (!this.#isStopped) await this.#portal.run();
  }

  async serveQueues(): Promise<void> {
    if (this.#isStopped) return;
    const queues = groupUpstreamsByQueue(this.#context.upstreams);
    for (const { queue, upstreams } of queues.values()) this.#poolOf(queue).setMembers(upstreams);
    for (const [key, { sender }] of this.#served) {
      if (queues.has(key)) continue;
      this.#served.delete(key);
      await sender.stop();
    }
    await this.#context.backlog.refreshIfDue();
    await this.#dropAbandonedQueues();
  }

  /** Returns the pool of a queue; starts a sender if the queue is new. */
  #poolOf(queue: ForwardQueue): UpstreamPool {
    const served = this.#served.get(forwardQueueKey(queue));
    if (served) return served.pool;
    const { gateway, owner, backlog } = this.#context;
    const pool = new UpstreamPool(gateway.clock);
    const sender = new ForwardSender(queue, {
      gateway,
      owner,
      pool,
      onOutcome: (outcome, { row }) => {
        this.#sent.inc({ upstream: row.name, outcome });
      },
      onRemoved: (packets) => {
        backlog.recordRemoved(queue, packets);
      },
    });
    this.#served.set(forwardQueueKey(queue), { pool, sender });
    return pool;
  }

  async #dropAbandonedQueues(): Promise<void> {
    const { backlog, gateway, queueWriter } = this.#context;
    const before = new Date(gateway.trustedClock.now().getTime() - abandonedQueueTtlMs);
    for (const queue of backlog.queues) {
      if (queue.oldest >= before.getTime() || (await queueHasUpstream(gateway.store, queue)))
        continue;
      const packets = await deleteExpiredPackets(gateway.store, queue, before);
      backlog.recordRemoved(queue, packets);
      if (packets > 0) queueWriter.recordAbandoned(queue, packets);
    }
  }
}
