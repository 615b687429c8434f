import { sql } from 'kysely';
import { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { ForwardQueueWriter } from './forward-queue-writer.ts';
import { takesAccounting } from './queue-selection.ts';
import type { AccountingForwarder } from './accounting-forwarder.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

const serveIntervalMs = 1_000;
const portalIntervalMs = 500;

/** Queues accounting records for upstreams, and loads the code that sends them when it is first needed. */
export class LazyAccountingForwarder {
  readonly queueWriter: ForwardQueueWriter;
  readonly #gateway: Gateway;
  readonly #owner: string;
  readonly #upstreams: UpstreamRegistry;
  readonly #backlog: ForwardBacklog;
  #forwarder: Promise<AccountingForwarder> | null = null;
  readonly #wakeUp: WakeUp;
  #isStopped = false;

  /** @param owner  names this gateway among those that share the store, the same after every restart */
  constructor(gateway: Gateway, upstreams: UpstreamRegistry, owner: string) {
    this.#gateway = gateway;
    this.#wakeUp = new WakeUp(gateway.clock);
    this.#owner = owner;
    this.#upstreams = upstreams;
    this.#backlog = new ForwardBacklog(gateway);
    this.queueWriter = new ForwardQueueWriter(gateway, { upstreams, backlog: this.#backlog });
  }

  /** The tasks that send accounting; they do nothing before there is something to send or an upstream to send it to. */
  get tasks(): readonly PeriodicTask[] {
    return [
      {
        name: 'accounting forwarding',
        intervalMs: serveIntervalMs,
        wakeUp: this.#wakeUp,
        failureMessage:
          'RADIUS proxy: cannot read the accounting queues; keeping the known upstreams',
        run: async () => {
          await (await this.#forwarder)?.serveQueues();
          return undefined;
        },
      },
      {
        name: 'portal accounting',
        intervalMs: portalIntervalMs,
        failureMessage: 'RADIUS proxy: cannot queue accounting of portal sessions; retrying',
        run: async () => {
          await (await this.#forwarder)?.queuePortalAccounting();
          return undefined;
        },
      },
    ];
  }

  /** Starts forwarding when an earlier run left packets or sessions. @throws Fault where the store cannot be read */
  async resume(): Promise<void> {
    if (await hasUnsentAccounting(this.#gateway)) this.#start();
  }

  /** Starts forwarding when the first upstream handles accounting. */
  startIfNeeded(): void {
    if (this.#upstreams.all.some(takesAccounting)) this.#start();
  }

  /** Puts changed upstreams in force now: otherwise their queues are served from the next periodic run on. */
  async applyUpstreams(): Promise<void> {
    this.startIfNeeded();
    await (await this.#forwarder)?.serveQueues();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const forwarder = await this.#forwarder;
    await forwarder?.stop();
  }

  #start(): void {
    if (this.#isStopped || this.#forwarder) return;
    const context = {
      gateway: this.#gateway,
      owner: this.#owner,
      upstreams: this.#upstreams,
      backlog: this.#backlog,
      queueWriter: this.queueWriter,
    };
    this.#forwarder = import('./accounting-forwarder.ts').then((loaded) =>
      loaded.createAccountingForwarder(context),
    );
    this.#wakeUp.trigger();
  }
}

async function hasUnsentAccounting({ store }: Gateway): Promise<boolean> {
  const query = sql`select 1 where exists (select 1 from aaa_forward) or exists (select 1 from aaa_portal_session)`;
  return (await query.execute(store.db)).rows.length > 0;
}
