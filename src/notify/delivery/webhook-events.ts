import { randomUUID } from 'node:crypto';
import { findRelatives } from '../../organization/tree-query.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { splitList } from '../../runtime/split-list.ts';
import {
  compileStatement,
  mustChange,
  parseJsonColumn,
  type Statement,
} from '../../store/store.ts';
import { collectEvents } from '../event/collector.ts';
import { describeEvents, type DescribedEvent } from '../event/event-details.ts';
import {
  beginRecording,
  isReached,
  keepRecording,
  lingerMs,
  pageSize,
  readAfter,
  readState,
} from '../event/event-store.ts';
import { formatPosition, isBefore, type Position } from '../event/event.ts';
import type { EventContent } from './event-notice.ts';

const intervalMs = 2000;
/** Events of one call. */
const maxPerCall = 100;
/** Calls that wait for a webhook; of more, the oldest are given up. */
const maxWaiting = 1000;

interface Receiver {
  readonly id: number;
  readonly organization: number;
  readonly kinds: readonly string[];
  /** Null: it begins with the next event. */
  readonly position: Position | null;
}

type Context = Pick<Gateway, 'store' | 'clock' | 'now' | 'log'>;

/**
 * Queues the events of sessions, users, vouchers and operations for the webhooks that want them. The position of a webhook and
 * its calls are written together, so that each event is queued once, also if the gateway stops in between.
 */
export class WebhookEvents {
  readonly #gateway: Context;
  #keptUntil = 0;

  constructor(gateway: Context) {
    this.#gateway = gateway;
  }

  get task(): PeriodicTask {
    return {
      name: 'webhook events',
      intervalMs,
      failureMessage: `webhooks: cannot queue events; retrying every ${intervalMs / 1000} s`,
      run: async () => {
        await this.run();
        return undefined;
      },
    };
  }

  /** Queues what has happened since the last call. @throws Fault as the store does */
  async run(): Promise<void> {
    const receivers = await this.#readReceivers();
    if (receivers.length === 0) return;
    const latest = await this.#record(receivers);
    await collectEvents(this.#gateway.store, this.#gateway.now().getTime());
    for (const receiver of receivers) await this.#queueAll(receiver, latest);
  }

  async #readReceivers(): Promise<readonly Receiver[]> {
    const rows = await this.#gateway.store.db
      .selectFrom('webhook')
      .select(['id', 'organization', 'events', 'event_xid', 'event_id'])
      .where('is_active', '=', 1)
      .where('events', '<>', '["alert"]')
      .execute();
    return rows.map(({ id, organization, events, event_xid: xid, event_id }) => ({
      id,
      organization,
      // Alerts are queued where they change, by their severity.
      kinds: parseJsonColumn<readonly string[]>(events).filter((kind) => kind !== 'alert'),
      position: xid === null || event_id === null ? null : { xid, id: event_id },
    }));
  }

  /** Has events recorded while there are receivers. @returns the latest position, where a new receiver begins */
  async #record(receivers: readonly Receiver[]): Promise<Position | null> {
    const { store, clock, now } = this.#gateway;
    const at = now().getTime();
    const { is_recording } = await readState(store);
    const isNew = receivers.some(({ position }) => position === null);
    if (is_recording === 0 || isNew) {
      const pause = () => clock.sleep(20);
      return beginRecording(store, { now: at, pause });
    }
    if (at < this.#keptUntil) return null;
    await store.write([keepRecording(store, at + lingerMs)]);
    this.#keptUntil = at + lingerMs / 2;
    return null;
  }

  async #queueAll(receiver: Receiver, latest: Position | null): Promise<void> {
    const begin = await this.#beginOf(receiver, latest);
    if (begin === null) return;
    const { below } = await findRelatives(this.#gateway.store, receiver.organization);
    const organizations = new Set(below);
    for (let from = begin; ;) {
      const page = await readAfter(this.#gateway.store, from);
      const last = page.at(-1);
      if (!last) return;
      const to = { xid: last.xid, id: last.id };
      const described = await describeEvents(this.#gateway.store, page);
      const wanted = described.filter(
        ({ event, kind }) => receiver.kinds.includes(kind) && organizations.has(event.organization),
      );
      await this.#queue({ ...receiver, position: from }, { to, wanted });
      if (page.length < pageSize) return;
      from = to;
    }
  }

  /** Returns where a receiver goes on; null: it begins now. Events that are no longer kept are logged as lost. */
  async #beginOf(receiver: Receiver, latest: Position | null): Promise<Position | null> {
    const { store, log, now, clock } = this.#gateway;
    const { id, position } = receiver;
    const { floor_xid: xid, floor_id } = await readState(store);
    const isKept = position !== null && !isBefore(position, { xid, id: floor_id });
    if (position !== null && isKept && (await isReached(store, position))) return position;
    if (position !== null)
      log.warn({ webhook: id, position: formatPosition(position) }, 'webhooks: events are lost');
    const pause = () => clock.sleep(20);
    const to = latest ?? (await beginRecording(store, { now: now().getTime(), pause }));
    await store.write([this.#advance(id, to)]);
    return null;
  }

  async #queue(
    receiver: Receiver & { readonly position: Position },
    { to, wanted }: { readonly to: Position; readonly wanted: readonly DescribedEvent[] },
  ): Promise<void> {
    const { id, position } = receiver;
    const moved = mustChange(
      this.#gateway.store.db
        .updateTable('webhook')
        .set({ event_xid: to.xid, event_id: to.id })
        .where('id', '=', id)
        .where('event_xid', '=', position.xid)
        .where('event_id', '=', position.id),
    );
    const calls = splitList(wanted, maxPerCall).map((some) => this.#call(receiver, some));
    const dropped = calls.length > 0 ? [this.#giveUpOldest(id)] : [];
    await this.#gateway.store.write([moved, ...calls, ...dropped]);
  }

  #call({ id, organization }: Receiver, events: readonly DescribedEvent[]): Statement {
    const at = this.#gateway.now().getTime();
    const contents = events.map(({ event, content }): EventContent => ({
      id: formatPosition(event),
      ...content,
    }));
    return compileStatement(
      this.#gateway.store.db.insertInto('delivery').values({
        organization,
        channel: 'webhook',
        webhook: id,
        event: randomUUID(),
        message: describeCount(events),
        events: JSON.stringify(contents),
        state: 'pending',
        attempts: 0,
        next_try: at,
        created_at: at,
      }),
    );
  }

  /** Gives up the oldest calls of a webhook that has more than it may have: the queue is bounded. */
  #giveUpOldest(id: number): Statement {
    const { db } = this.#gateway.store;
    const waiting = db
      .selectFrom('delivery')
      .select('id')
      .where('webhook', '=', id)
      .where('state', '=', 'pending')
      .where('events', 'is not', null)
      .orderBy('id', 'desc')
      .offset(maxWaiting)
      .limit(maxWaiting);
    return compileStatement(
      db
        .updateTable('delivery')
        .set({ state: 'dead', next_try: null, last_error: `more than ${maxWaiting} calls wait` })
        .where('id', 'in', waiting),
    );
  }

  #advance(id: number, { xid, id: event_id }: Position): Statement {
    return compileStatement(
      this.#gateway.store.db
        .updateTable('webhook')
        .set({ event_xid: xid, event_id })
        .where('id', '=', id),
    );
  }
}

/** Counts events by kind: `3 session, 1 user`. */
function describeCount(events: readonly DescribedEvent[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}
