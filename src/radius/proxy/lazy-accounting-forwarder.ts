import { sql } from 'kysely';
import { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import type { Gateway } from '../../gateway.ts';
import { ForwardQueueWriter } from './forward-queue-writer.ts';
import { takesAccounting } from './queue-selection.ts';
import type { AccountingForwarder } from './accounting-forwarder.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

/** Accounting for others: what is written down for them, and, once there is anything to tell anybody, who tells it. */
export class LazyAccountingForwarder {
  readonly queueWriter: ForwardQueueWriter;
  readonly #gateway: Gateway;
  readonly #owner: string;
  readonly #upstreams: UpstreamRegistry;
  readonly #backlog: ForwardBacklog;
  #forwarding: Promise<AccountingForwarder> | null = null;
  #isStopped = false;

  /** @param owner  names this gateway among those that share the store, the same after every restart */
  constructor(gateway: Gateway, upstreams: UpstreamRegistry, owner: string) {
    this.#gateway = gateway;
    this.#owner = owner;
    this.#upstreams = upstreams;
    this.#backlog = new ForwardBacklog(gateway);
    this.queueWriter = new ForwardQueueWriter(gateway, { upstreams, backlog: this.#backlog });
  }

  /** Goes on with what was left. @throws Fault where the store can not be read */
  async resume(): Promise<void> {
    if (await hasLeft(this.#gateway)) this.#begin();
  }

  /** Once there is an upstream to be told of anything, it is. */
  startIfNeeded(): void {
    if (this.#upstreams.all.some(takesAccounting)) this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const forwarding = await this.#forwarding;
    await forwarding?.stop();
  }

  #begin(): void {
    if (this.#isStopped) return;
    const means = {
      ...{ gateway: this.#gateway, owner: this.#owner, upstreams: this.#upstreams },
      ...{ backlog: this.#backlog, queueWriter: this.queueWriter },
    };
    this.#forwarding ??= import('./accounting-forwarder.ts').then((loaded) =>
      loaded.startAccountingForwarder(means),
    );
  }
}

/** Whether there is something to go on with. */
async function hasLeft({ store }: Gateway): Promise<boolean> {
  const query = sql`select 1 where exists (select 1 from aaa_forward) or exists (select 1 from aaa_portal_session)`;
  return (await query.execute(store.db)).rows.length > 0;
}
