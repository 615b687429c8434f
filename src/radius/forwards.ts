import { sql } from 'kysely';
import { ForwardBacklog } from '../aaa/forward-backlog.ts';
import { ForwardQueues } from '../aaa/forward-queues.ts';
import type { Gateway } from '../gateway.ts';
import { ForwardAccounting } from './forward-accounting.ts';
import type { Forwarding } from './forwarding.ts';

/** Accounting for others: what is written down for them, and, once there is anything to tell anybody, who tells it. */
export class Forwards {
  readonly forward: ForwardAccounting;
  readonly #gateway: Gateway;
  readonly #owner: string;
  readonly #queues: ForwardQueues;
  readonly #backlog: ForwardBacklog;
  #forwarding: Promise<Forwarding> | null = null;
  #isStopped = false;

  /** @param owner  names this gateway among those that share the store, the same after every restart */
  constructor(gateway: Gateway, owner: string) {
    this.#gateway = gateway;
    this.#owner = owner;
    this.#queues = new ForwardQueues(gateway.store);
    this.#backlog = new ForwardBacklog(gateway);
    this.forward = new ForwardAccounting(gateway, { queues: this.#queues, backlog: this.#backlog });
  }

  /**
   * Takes over who is to be told, before anything is recorded.
   *
   * @throws Fault where the store can not be read
   */
  async open(): Promise<void> {
    await this.#queues.look();
    if (await hasLeft(this.#gateway)) this.#begin();
  }

  /** Looks whether anything has changed; once there is an upstream, it is told. */
  async look(): Promise<void> {
    await this.#queues.look();
    if (!this.#queues.isEmpty || this.#queues.isPortalTold) this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const forwarding = await this.#forwarding;
    await forwarding?.stop();
  }

  #begin(): void {
    if (this.#isStopped) return;
    const means = { gateway: this.#gateway, owner: this.#owner, backlog: this.#backlog, forward: this.forward };
    this.#forwarding ??= import('./forwarding.ts').then((loaded) => loaded.startForwarding(means));
  }
}

/** Whether there is something to go on with. */
async function hasLeft({ store }: Gateway): Promise<boolean> {
  const query = sql`select 1 where exists (select 1 from aaa_forward) or exists (select 1 from aaa_portal_session)`;
  return (await query.execute(store.db)).rows.length > 0;
}
