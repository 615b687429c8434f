import { sql, type Selectable } from 'kysely';
import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import { groupBy } from '../../runtime/group-by.ts';
import { claimRows, prepareTimedClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import type { Tables } from '../../contract/tables.ts';
import { groupNotices, readNotices, type AlertNotice } from './alert-notice.ts';
import { readEvents } from './event-notice.ts';
import { callWebhook, reasonOf } from './webhook-request.ts';
import { sendMail } from './mail.ts';
import { sendSyslog } from './syslog.ts';

const intervalMs = 2000;
const maxPerRun = 32;
/** Alerts of one mail or call. */
const maxPerGroup = 500;
const timeoutMs = 20_000;
/** A gateway that dies while it sends holds a delivery no longer than this. */
const leaseMs = 60_000;
const maxAttempts = 12;
const backoff = { initialMs: 10_000, maxMs: 3_600_000 };

type Delivery = Selectable<Tables['delivery']>;

const claimDue = prepareTimedClaim<Delivery>(
  {
    table: 'delivery',
    candidates: sql`
    select id from delivery where state = 'pending'
      and (next_try <= ${namedParameter('now')} or next_try > ${namedParameter('wrong')})
    order by next_try, id limit ${maxPerRun}`,
    set: sql`next_try = ${namedParameter('until')}`,
    returning: sql`*`,
  },
  leaseMs,
);

/** Deliveries that one mail or call sends. */
interface Group {
  /** The same at each attempt. */
  readonly id: string;
  readonly first: Delivery;
  readonly deliveries: readonly Delivery[];
}

/**
 * Sends queued deliveries: at least once, with backoff, given up after twelve attempts in about five hours. The alerts of a
 * receiver that wait when the first of them is due are sent together, and stay together at later attempts.
 */
export class DeliveryTask {
  readonly #gateway: Gateway;
  readonly #deliveries: Counter<'channel' | 'outcome'>;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#deliveries = new Counter({
      name: 'gatehouse_alert_deliveries_total',
      help: 'Attempts to deliver alerts and events, by channel and outcome (delivered, failed, dead)',
      labelNames: ['channel', 'outcome'],
      registers: [gateway.metrics],
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'alert deliveries',
      intervalMs,
      failureMessage: `alerts: cannot read the queue of deliveries; retrying every ${intervalMs / 1000} s`,
      run: async () => ((await this.run()) >= maxPerRun ? 0 : undefined),
    };
  }

  /** Sends the due deliveries. @returns how many */
  async run(): Promise<number> {
    const { now, config } = this.#gateway;
    // A time that is further away than the longest delay was written by a clock that was wrong.
    const longestMs = Math.max(2 * backoff.maxMs, 1000 * config.alerts.group_seconds);
    const due = await claimDue(this.#gateway, { wrong: now().getTime() + longestMs });
    const claimed = this.#groups ? await this.#withCompanions(due) : due;
    await Promise.all(this.#groupsOf(claimed).map((group) => this.#deliver(group)));
    return claimed.length;
  }

  /** True if alerts wait for others. */
  get #groups(): boolean {
    return this.#gateway.config.alerts.group_seconds > 0;
  }

  /** Claims the deliveries that go with those that are due: of the same receiver, or of a group that was sent before. */
  async #withCompanions(due: readonly Delivery[]): Promise<readonly Delivery[]> {
    const claimed = new Map(due.map((delivery) => [delivery.id, delivery]));
    const until = this.#gateway.now().getTime() + leaseMs;
    const waitMs = 1000 * this.#gateway.config.alerts.group_seconds;
    for (const { channel, webhook, batch } of new Map(
      due.filter(isGrouped).map((one) => [receiverOf(one), one]),
    ).values()) {
      // One that another gateway has claimed has another time.
      const sameBatch =
        batch === null
          ? sql`batch is null and next_try = created_at + ${waitMs}`
          : sql`batch = ${batch}`;
      const found = await claimRows<Delivery>(this.#gateway.store, {
        table: 'delivery',
        candidates: sql`
          select id from delivery where state = 'pending' and alert is not null and channel = ${channel}
            and coalesce(webhook, 0) = ${webhook ?? 0} and ${sameBatch} order by id limit ${maxPerGroup}`,
        set: sql`next_try = ${until}`,
        returning: sql`*`,
      });
      for (const delivery of found) claimed.set(delivery.id, delivery);
    }
    return [...claimed.values()].toSorted((a, b) => a.id - b.id);
  }

  #groupsOf(claimed: readonly Delivery[]): readonly Group[] {
    const groups = groupBy(claimed, (one) =>
      this.#groups && isGrouped(one) ? receiverOf(one) : String(one.id),
    );
    return [...groups.values()].flatMap((deliveries) => {
      const [first] = deliveries;
      return first ? [{ id: first.batch ?? first.event, first, deliveries }] : [];
    });
  }

  async #deliver(group: Group): Promise<void> {
    const { channel, attempts, id, webhook } = group.first;
    try {
      const step = { name: `alert by ${channel}`, timeoutMs };
      await this.#gateway.watchdog.run(step, (signal) => this.#send(group, signal));
      this.#deliveries.inc({ channel, outcome: 'delivered' });
      const delivered_at = this.#gateway.now().getTime();
      // What was sent about persons is not kept.
      const outcome = { state: 'delivered', delivered_at, last_error: null, events: null } as const;
      await this.#settle(group, outcome);
    } catch (error) {
      const reason = reasonOf(error);
      const isDead = attempts + 1 >= maxAttempts;
      this.#deliveries.inc({ channel, outcome: isDead ? 'dead' : 'failed' });
      this.#gateway.log.warn(
        { delivery: id, channel, webhook, reason, isDead },
        'alerts: a delivery failed',
      );
      await this.#settle(group, { state: isDead ? 'dead' : 'pending', last_error: reason });
    }
  }

  async #send(group: Group, signal: AbortSignal): Promise<void> {
    const { channel, webhook, events } = group.first;
    if (events !== null) {
      const notice = readEvents(group.first, events);
      return callWebhook(this.#gateway, { webhook, notice }, signal);
    }
    const notices = await readNotices(this.#gateway, group.deliveries);
    const [first] = notices;
    // The alerts were deleted.
    if (!first) return;
    if (channel === 'mail')
      return sendMail(this.#gateway.config, { id: group.id, notices }, signal);
    if (channel === 'syslog') return sendSyslog(this.#gateway.config, first, signal);
    const notice = noticeOf(group.id, first, notices);
    return callWebhook(this.#gateway, { webhook, notice }, signal);
  }

  async #settle(
    { id, first: { attempts }, deliveries }: Group,
    outcome: {
      readonly state: 'pending' | 'delivered' | 'dead';
      readonly last_error: string | null;
      readonly delivered_at?: number;
      readonly events?: null;
    },
  ): Promise<void> {
    const at = this.#gateway.now().getTime();
    const next_try =
      outcome.state === 'pending' ? at + Math.round(backoffDelay(attempts + 1, backoff)) : null;
    const ids = deliveries.map((delivery) => delivery.id);
    const query = this.#gateway.store.db
      .updateTable('delivery')
      .set({ ...outcome, attempts: attempts + 1, next_try, batch: id })
      .where('id', 'in', ids)
      .where('state', '=', 'pending');
    await this.#gateway.store.write([query]);
  }
}

function noticeOf(id: string, first: AlertNotice, notices: readonly AlertNotice[]) {
  return notices.length === 1 ? { ...first, id } : groupNotices(id, notices);
}

/** True for a delivery that waits for others: syslog takes each alert for itself, and a call of events has several. */
function isGrouped({ channel, events }: Delivery): boolean {
  return channel !== 'syslog' && events === null;
}

/** Returns the key of the deliveries that are sent together. */
function receiverOf({ channel, webhook, batch }: Delivery): string {
  return [channel, webhook, batch].join(' ');
}
