import { sql, type Selectable } from 'kysely';
import { Counter } from 'prom-client';
import { asFault } from '../../contract/errors.ts';
import { formatTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import { prepareTimedClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import type { Tables } from '../../contract/tables.ts';
import { callWebhook } from './webhook-request.ts';
import { sendMail } from './mail.ts';
import { sendSyslog } from './syslog.ts';

const intervalMs = 2000;
const maxPerRun = 32;
const timeoutMs = 20_000;
/** A gateway that dies while it sends holds a delivery no longer than this. */
const leaseMs = 60_000;
const maxAttempts = 12;
const backoff = { initialMs: 10_000, maxMs: 3_600_000 };

type Delivery = Selectable<Tables['alert_delivery']>;

const claimDue = prepareTimedClaim<Delivery>(
  {
    table: 'alert_delivery',
    candidates: sql`
    select id from alert_delivery where state = 'pending' and next_try <= ${namedParameter('now')}
    order by next_try, id limit ${maxPerRun}`,
    set: sql`next_try = ${namedParameter('until')}`,
    returning: sql`*`,
  },
  leaseMs,
);

/** Notice of a change of an alert, as receivers get it. */
export interface AlertNotice {
  /** The same at each attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly type: string;
  readonly datetime: string;
  readonly message: string;
  readonly user: string | null;
  readonly alert: {
    readonly id: string;
    readonly rule: string;
    readonly kind: string;
    readonly severity: string;
    readonly device: number | null;
    readonly device_name: string | null;
    readonly subject: string;
    readonly value: number | null;
    readonly threshold: number | null;
    readonly started_at: string;
    readonly fired_at: string;
  };
}

/** Sends queued deliveries: at least once, with backoff, given up after twelve attempts in about five hours. */
export class DeliveryTask {
  readonly #gateway: Gateway;
  readonly #deliveries: Counter<'channel' | 'outcome'>;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#deliveries = new Counter({
      name: 'gatehouse_alert_deliveries_total',
      help: 'Attempts to deliver alerts, by channel and outcome (delivered, failed, dead)',
      labelNames: ['channel', 'outcome'],
      registers: [gateway.metrics],
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'alert deliveries',
      intervalMs,
      failureMessage: `alerts: cannot read the queue of deliveries; retrying every ${intervalMs / 1000} s`,
      run: async () => ((await this.run()) === maxPerRun ? 0 : undefined),
    };
  }

  /** Sends the due deliveries. @returns how many */
  async run(): Promise<number> {
    const claimed = await claimDue(this.#gateway);
    await Promise.all(claimed.map((delivery) => this.#deliver(delivery)));
    return claimed.length;
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { channel, attempts } = delivery;
    try {
      const step = { name: `alert by ${channel}`, timeoutMs };
      await this.#gateway.watchdog.run(step, (signal) => this.#send(delivery, signal));
      this.#deliveries.inc({ channel, outcome: 'delivered' });
      const delivered_at = this.#gateway.now().getTime();
      await this.#settle(delivery, { state: 'delivered', delivered_at, last_error: null });
    } catch (error) {
      const reason = asFault(error)?.message ?? (error instanceof Error ? error.message : 'failed');
      const isDead = attempts + 1 >= maxAttempts;
      this.#deliveries.inc({ channel, outcome: isDead ? 'dead' : 'failed' });
      this.#gateway.log.warn(
        { delivery: delivery.id, channel, webhook: delivery.webhook, reason, isDead },
        'alerts: a delivery failed',
      );
      await this.#settle(delivery, { state: isDead ? 'dead' : 'pending', last_error: reason });
    }
  }

  async #send(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const notice = await this.#noticeOf(delivery);
    if (delivery.channel === 'mail') return sendMail(this.#gateway.config, notice, signal);
    if (delivery.channel === 'syslog') return sendSyslog(this.#gateway.config, notice, signal);
    return callWebhook(this.#gateway, { webhook: delivery.webhook, notice }, signal);
  }

  async #settle(
    { id, attempts }: Delivery,
    outcome: {
      readonly state: 'pending' | 'delivered' | 'dead';
      readonly last_error: string | null;
      readonly delivered_at?: number;
    },
  ): Promise<void> {
    const at = this.#gateway.now().getTime();
    const next_try =
      outcome.state === 'pending' ? at + Math.round(backoffDelay(attempts + 1, backoff)) : null;
    const query = this.#gateway.store.db
      .updateTable('alert_delivery')
      .set({ ...outcome, attempts: attempts + 1, next_try })
      .where('id', '=', id)
      .where('state', '=', 'pending');
    await this.#gateway.store.write([query]);
  }

  async #noticeOf({ alert, event, alert_state, message, user, created_at }: Delivery) {
    const found = await this.#gateway.store.db
      .selectFrom('alert as a')
      .leftJoin('inventory_device as d', 'd.id', 'a.device')
      .selectAll('a')
      .select('d.name as device_name')
      .where('a.id', '=', alert)
      .executeTakeFirstOrThrow();
    const { id, kind, severity, device, device_name, subject, value, threshold } = found;
    const notice: AlertNotice = {
      id: event,
      type: `alert.${alert_state}`,
      datetime: formatTime(created_at),
      message,
      user,
      alert: {
        id,
        rule: found.rule_name,
        kind,
        severity,
        device,
        device_name,
        subject,
        value,
        threshold,
        started_at: formatTime(found.started_at),
        fired_at: formatTime(found.fired_at),
      },
    };
    return notice;
  }
}
