import { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import { hasQueuedPackets } from '../../aaa/proxy/forward-queue.ts';
import { hasUnreportedSessions } from '../../aaa/session/portal-accounting-record.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { ForwardQueueWriter } from './forward-queue-writer.ts';
import { takesAccounting } from './queue-selection.ts';
import type { AccountingForwarder } from './accounting-forwarder.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

const serveIntervalMs = 1_000;
const portalIntervalMs = 500;

/** Queues accounting packets for upstreams. The code that sends them is loaded when it is first needed. */
export class LazyAccountingForwarder {
  readonly queueWriter: ForwardQueueWriter;
  readonly #gateway: Gateway;
  readonly #owner: string;
  readonly #upstreams: UpstreamRegistry;
  readonly #backlog: ForwardBacklog;
  #forwarder: Promise<AccountingForwarder> | null = null;
  readonly #wakeUp: WakeUp;
  #isStopped = false;

  /** @param owner  identifies this gateway among the gateways on the store, the same after every restart */
  constructor(gateway: Gateway, upstreams: UpstreamRegistry, owner: string) {
    this.#gateway = gateway;
    this.#wakeUp = new WakeUp(gateway.clock);
    this.#owner = owner;
    this.#upstreams = upstreams;
    this.#backlog = new ForwardBacklog(gateway);
    this.queueWriter = new ForwardQueueWriter(gateway, { upstreams, backlog: this.#backlog });
  }

  /** Periodic tasks that send accounting; idle until a packet is queued or an upstream handles accounting. */
  get tasks(): readonly PeriodicTask[] {
    return [
      {
        name: 'accounting forwarding',
        intervalMs: serveIntervalMs,
        wakeUp: this.#wakeUp,
        failureMessage: 'RADIUS proxy: cannot read the accounting queues; serving the known ones',
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

  /** Starts forwarding if an earlier run has left packets or sessions. @throws Fault if the store cannot be read */
  async resume(): Promise<void> {
    const { store } = this.#gateway;
    if ((await hasQueuedPackets(store)) || (await hasUnreportedSessions(store))) this.#start();
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
