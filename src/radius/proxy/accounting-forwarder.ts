import { Counter } from 'prom-client';
import { forwardQueueKey, type ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import {
  deleteExpiredPackets,
  queueHasUpstream,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import type { Gateway } from '../../gateway.ts';
import type { ForwardQueueWriter } from './forward-queue-writer.ts';
import { groupUpstreamsByQueue } from './queue-selection.ts';
import { UpstreamPool } from './upstream-pool.ts';
import { PortalAccounting } from './portal-accounting.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';
import { ForwardSender, type SenderContext } from './forward-sender.ts';

export interface AccountingForwarder {
  /** Serves the queues of the current upstreams, and drops queues that have had no upstream for a day. */
  serveQueues(): Promise<void>;
  /** Queues accounting records for sessions of the captive portal. */
  queuePortalAccounting(): Promise<void>;
  /** Sends nothing more; what is not acknowledged waits for the next start. */
  stop(): Promise<void>;
}

export interface ForwarderContext {
  readonly gateway: Gateway;
  /** Names this gateway among those that share the store, the same after every restart. */
  readonly owner: string;
  readonly upstreams: UpstreamRegistry;
  readonly backlog: ForwardBacklog;
  readonly queueWriter: ForwardQueueWriter;
}

interface Serving {
  readonly receivers: UpstreamPool;
  readonly sender: ForwardSender;
}

/** For so long something waits for an upstream that is no more: it may be on its way to being another one. */
const msForNobody = 86_400_000;

/** Sends queued accounting records to the upstreams that there are now. */
export function createAccountingForwarder(means: ForwarderContext): AccountingForwarder {
  return new Forwarder(means);
}

class Forwarder implements AccountingForwarder {
  readonly #means: ForwarderContext;
  readonly #serving = new Map<string, Serving>();
  #isStopped = false;
  readonly #sent: Counter<'upstream' | 'outcome'>;
  readonly #portal: PortalAccounting;

  constructor(means: ForwarderContext) {
    this.#means = means;
    this.#sent = new Counter({
      name: 'gatehouse_forward_sent_total',
      help: 'accounting packets that were sent to an upstream, by what became of them',
      labelNames: ['upstream', 'outcome'],
      registers: [means.gateway.metrics],
    });
    this.#portal = new PortalAccounting(means.gateway, means.backlog);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#serving.values()].map(({ sender }) => sender.stop()));
  }

  async queuePortalAccounting(): Promise<void> {
    if (!this.#isStopped) await this.#portal.run();
  }

  async serveQueues(): Promise<void> {
    if (this.#isStopped) return;
    const served = groupUpstreamsByQueue(this.#means.upstreams);
    for (const { queue, upstreams } of served.values()) this.#serve(queue).setMembers(upstreams);
    for (const [key, { sender }] of this.#serving) {
      if (served.has(key)) continue;
      this.#serving.delete(key);
      await sender.stop();
    }
    await this.#means.backlog.refreshIfDue();
    await this.#dropAbandoned();
  }

  #serve(queue: ForwardQueue): UpstreamPool {
    const known = this.#serving.get(forwardQueueKey(queue));
    if (known) return known.receivers;
    const receivers = new UpstreamPool();
    const { gateway, owner, backlog } = this.#means;
    const means: SenderContext = {
      ...{ gateway, owner, pool: receivers },
      onOutcome: (outcome, { row }) => {
        this.#sent.inc({ upstream: row.name, outcome });
      },
      onRemoved: (packets) => {
        backlog.recordRemoved(queue, packets);
      },
    };
    this.#serving.set(forwardQueueKey(queue), {
      receivers,
      sender: new ForwardSender(queue, means),
    });
    return receivers;
  }

  async #dropAbandoned(): Promise<void> {
    const { backlog, gateway, queueWriter } = this.#means;
    const before = new Date(gateway.now().getTime() - msForNobody);
    for (const queue of backlog.queues) {
      if (queue.oldest >= before.getTime() || (await queueHasUpstream(gateway.store, queue)))
        continue;
      const packets = await deleteExpiredPackets(gateway.store, queue, before);
      backlog.recordRemoved(queue, packets);
      if (packets > 0) queueWriter.recordAbandoned(queue, packets);
    }
  }
}
