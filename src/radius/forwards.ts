import { sql } from 'kysely';
import { ForwardBacklog } from '../aaa/forward-backlog.ts';
import type { Gateway } from '../gateway.ts';
import { ForwardAccounting } from './forward-accounting.ts';
import { isTold } from './forward-queues.ts';
import type { Forwarding } from './forwarding.ts';
import type { Upstreams } from './upstreams.ts';

/** Accounting for others: what is written down for them, and, once there is anything to tell anybody, who tells it. */
export class Forwards {
  readonly forward: ForwardAccounting;
  readonly #gateway: Gateway;
  readonly #owner: string;
  readonly #upstreams: Upstreams;
  readonly #backlog: ForwardBacklog;
  #forwarding: Promise<Forwarding> | null = null;
  #isStopped = false;

  /** @param owner  names this gateway among those that share the store, the same after every restart */
  constructor(gateway: Gateway, upstreams: Upstreams, owner: string) {
    this.#gateway = gateway;
    this.#owner = owner;
    this.#upstreams = upstreams;
    this.#backlog = new ForwardBacklog(gateway);
    this.forward = new ForwardAccounting(gateway, { upstreams, backlog: this.#backlog });
  }

  /** Goes on with what was left. @throws Fault where the store can not be read */
  async open(): Promise<void> {
    if (await hasLeft(this.#gateway)) this.#begin();
  }

  /** Once there is an upstream to be told of anything, it is. */
  look(): void {
    if (this.#upstreams.all.some(isTold)) this.#begin();
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
      ...{ backlog: this.#backlog, forward: this.forward },
    };
    this.#forwarding ??= import('./forwarding.ts').then((loaded) => loaded.startForwarding(means));
  }
}

/** Whether there is something to go on with. */
async function hasLeft({ store }: Gateway): Promise<boolean> {
  const query = sql`select 1 where exists (select 1 from aaa_forward) or exists (select 1 from aaa_portal_session)`;
  return (await query.execute(store.db)).rows.length > 0;
}
