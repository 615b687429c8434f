import { Counter } from 'prom-client';
import { keyOf, type ForwardBacklog } from '../aaa/forward-backlog.ts';
import { dropSome, hasUpstream, type Queue } from '../aaa/forward-queue.ts';
import type { Gateway } from '../gateway.ts';
import { takeTurns } from '../turns.ts';
import type { ForwardAccounting } from './forward-accounting.ts';
import { queuesServed } from './forward-queues.ts';
import { Receivers } from './forward-receivers.ts';
import { PortalAccounting } from './portal-accounting.ts';
import type { Upstreams } from './upstreams.ts';
import { ForwardSender, type SenderMeans } from './forward-sender.ts';

export interface Forwarding {
  /** Sends nothing more; what is not acknowledged waits for the next start. */
  stop(): Promise<void>;
}

export interface ForwardingMeans {
  readonly gateway: Gateway;
  /** Names this gateway among those that share the store, the same after every restart. */
  readonly owner: string;
  readonly upstreams: Upstreams;
  readonly backlog: ForwardBacklog;
  readonly forward: ForwardAccounting;
}

interface Serving {
  readonly receivers: Receivers;
  readonly sender: ForwardSender;
}

const msBetweenLooks = 1_000;
/** For so long something waits for an upstream that is no more: it may be on its way to being another one. */
const msForNobody = 86_400_000;

/** Tells upstreams of accounting: what waits in the queues of those that there are now. */
export function startForwarding(means: ForwardingMeans): Forwarding {
  return new Forwarder(means);
}

class Forwarder implements Forwarding {
  readonly #means: ForwardingMeans;
  readonly #serving = new Map<string, Serving>();
  readonly #stop = new AbortController();
  readonly #sent: Counter<'upstream' | 'outcome'>;
  readonly #portal: PortalAccounting;
  readonly #loop: Promise<void>;

  constructor(means: ForwardingMeans) {
    this.#means = means;
    this.#sent = new Counter({
      name: 'gatehouse_forward_sent_total',
      help: 'accounting packets that were sent to an upstream, by what became of them',
      labelNames: ['upstream', 'outcome'],
      registers: [means.gateway.metrics],
    });
    this.#portal = new PortalAccounting(means.gateway, means.backlog);
    const words = 'upstreams of accounting can not be read; those known stay';
    this.#loop = takeTurns(() => this.#look(), { signal: this.#stop.signal, ms: msBetweenLooks, log: means.gateway.log, words });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#portal.stop();
    await this.#loop;
    await Promise.all([...this.#serving.values()].map(({ sender }) => sender.stop()));
  }

  async #look(): Promise<void> {
    const served = queuesServed(this.#means.upstreams);
    for (const { queue, by } of served.values()) this.#serve(queue).set(by);
    for (const [key, { sender }] of this.#serving) {
      if (served.has(key)) continue;
      this.#serving.delete(key);
      await sender.stop();
    }
    await this.#means.backlog.look();
    await this.#dropAbandoned();
  }

  #serve(queue: Queue): Receivers {
    const known = this.#serving.get(keyOf(queue));
    if (known) return known.receivers;
    const receivers = new Receivers();
    const { gateway, owner, backlog } = this.#means;
    const means: SenderMeans = {
      ...{ gateway, owner, receivers },
      note: (outcome, { row }) => {
        this.#sent.inc({ upstream: row.name, outcome });
      },
      removed: (packets) => {
        backlog.removed(queue, packets);
      },
    };
    this.#serving.set(keyOf(queue), { receivers, sender: new ForwardSender(queue, means) });
    return receivers;
  }

  async #dropAbandoned(): Promise<void> {
    const { backlog, gateway, forward } = this.#means;
    const before = new Date(gateway.now().getTime() - msForNobody);
    for (const queue of backlog.queues) {
      if (queue.oldest >= before.getTime() || (await hasUpstream(gateway.store, queue))) continue;
      const packets = await dropSome(gateway.store, queue, before);
      backlog.removed(queue, packets);
      if (packets > 0) forward.abandoned(queue, packets);
    }
  }
}
