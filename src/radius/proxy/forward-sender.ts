import {
  readQueuedPackets,
  readQueuePage,
  deleteQueuedPackets,
  type QueuedPacket,
  type QueueEntry,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { packetCode } from '../../protocol/radius/packet.ts';
import type { VerifiedReply } from '../../protocol/radius/server-transport.ts';
import { WakeUp, runPeriodically } from '../../runtime/periodic-task.ts';
import { createForwardQueueLease } from '../../aaa/proxy/forward-queue-lease.ts';
import type { HeldLease } from '../../gateway/held-lease.ts';
import { encodeForwardedAccounting, isAcknowledgedReply } from './forwarded-accounting-request.ts';
import type { UpstreamPool } from './upstream-pool.ts';
import { PacketBackoff } from './packet-backoff.ts';
import type { Upstream } from './upstream.ts';

/** Outcome of sending a packet once. */
export type SendOutcome = 'acknowledged' | 'no_answer' | 'wrong_answer' | 'failed';

export interface SenderContext {
  readonly gateway: Gateway;
  /** Identifies this gateway among the gateways on the store, the same after every restart. */
  readonly owner: string;
  readonly pool: UpstreamPool;
  onOutcome(outcome: SendOutcome, upstream: Upstream): void;
  onRemoved(packets: number): void;
}

const maxInFlight = 128;
/** Then the packet is sent again with a new Acct-Delay-Time, perhaps to another upstream. */
const replyTimeoutMs = 15_000;
const pageSize = 256;
const maxRemovedPerWrite = 1_000;
const idleIntervalMs = 100;
const leaseRetryMs = 1_000;
const removeRetryMs = 1_000;

/**
 * Sends the packets of one queue and deletes acknowledged packets. The next packet of a session is sent after the deletion of
 * the previous packet has been committed, so a crash repeats at most the last packet of each session.
 */
export class ForwardSender {
  readonly #queue: ForwardQueue;
  readonly #context: SenderContext;
  readonly #lease: HeldLease;
  readonly #stop = new AbortController();
  readonly #inFlight = new Set<number>();
  readonly #backoff: PacketBackoff;
  readonly #loop: Promise<void>;
  readonly #wakeUp: WakeUp;
  #acknowledged: number[] = [];
  #removing: Promise<void> | null = null;
  /** Id after which the next page beyond the oldest packets starts. */
  #position = 0;

  constructor(queue: ForwardQueue, context: SenderContext) {
    const { gateway, owner } = context;
    this.#queue = queue;
    this.#context = context;
    this.#lease = createForwardQueueLease(gateway, queue, owner);
    this.#backoff = new PacketBackoff(gateway.clock);
    this.#wakeUp = new WakeUp(gateway.clock);
    this.#loop = runPeriodically(() => this.#run(), {
      signal: this.#stop.signal,
      intervalMs: leaseRetryMs,
      clock: gateway.clock,
      wakeUp: this.#wakeUp,
      log: gateway.log.child({ ...queue }),
      failureMessage: 'RADIUS proxy: cannot read queued accounting packets; retrying in 1 s',
    });
  }

  /** Stops sending. Packets in flight are not awaited; they stay in the queue until they are acknowledged. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await this.#removing;
    await this.#lease.release().catch(() => undefined);
  }

  /** @returns the delay until the next run, unless it is woken up before, in milliseconds */
  async #run(): Promise<number> {
    if (!(await this.#lease.acquire())) return leaseRetryMs;
    return (await this.#sendPages()) ? 0 : idleIntervalMs;
  }

  /** @returns true if more packets may be sendable immediately */
  async #sendPages(): Promise<boolean> {
    const oldest = await this.#readPage(0);
    const hasUpstream = this.#begin(await this.#selectDue(oldest));
    if (!hasUpstream || oldest.length < pageSize || this.#capacity <= 0) return false;
    return this.#sendLaterPage(Math.max(this.#position, oldest.at(-1)?.id ?? 0));
  }

  /** Sends from one page beyond the oldest packets, which may all be blocked or backing off. */
  async #sendLaterPage(after: number): Promise<boolean> {
    const page = await this.#readPage(after);
    const isLastPage = page.length < pageSize;
    this.#position = isLastPage ? 0 : (page.at(-1)?.id ?? 0);
    return this.#begin(await this.#selectDue(page)) && this.#capacity > 0 && !isLastPage;
  }

  get #capacity(): number {
    return maxInFlight - this.#inFlight.size;
  }

  #readPage(after: number): Promise<readonly QueueEntry[]> {
    return readQueuePage(this.#context.gateway.store, this.#queue, { after, limit: pageSize });
  }

  #selectDue(page: readonly QueueEntry[]): Promise<readonly QueuedPacket[]> {
    const isDue = ({ id, isSendable }: QueueEntry) =>
      isSendable && !this.#inFlight.has(id) && !this.#backoff.isBackingOff(id);
    const due = page.filter(isDue).slice(0, Math.max(0, this.#capacity));
    return readQueuedPackets(
      this.#context.gateway.store,
      due.map(({ id }) => id),
    );
  }

  /** Sends packets. @returns false if no upstream is available for some of them */
  #begin(packets: readonly QueuedPacket[]): boolean {
    const { pool } = this.#context;
    const { signal } = this.#stop;
    let areAllSent = true;
    for (const packet of packets) {
      const upstream = this.#lease.isHeld && !signal.aborted && pool.select(packet);
      areAllSent &&= Boolean(upstream);
      if (!upstream) continue;
      this.#inFlight.add(packet.id);
      void this.#send(packet, upstream);
    }
    return areAllSent;
  }

  async #send(packet: QueuedPacket, upstream: Upstream): Promise<void> {
    const { gateway, pool } = this.#context;
    const sentAt = gateway.clock.monotonicMs();
    const outcome = await this.#exchange(packet, upstream);
    if (outcome === 'acknowledged') {
      if (pool.recordReply(upstream)) this.#recordRecovery(upstream);
      this.#backoff.forget(packet.id);
      this.#acknowledged.push(packet.id);
      this.#removing ??= this.#removeAcknowledged();
    } else {
      if (!this.#stop.signal.aborted && pool.recordTimeout(upstream, sentAt))
        gateway.log.warn(
          { ...this.#queue, upstream: upstream.row.name },
          'RADIUS proxy: upstream does not acknowledge accounting; retrying with backoff',
        );
      this.#backoff.recordFailure(packet.id);
      this.#inFlight.delete(packet.id);
    }
  }

  async #exchange(packet: QueuedPacket, upstream: Upstream): Promise<SendOutcome> {
    const { gateway } = this.#context;
    const attributes = encodeForwardedAccounting(packet, {
      now: gateway.now(),
      stripRealm: upstream.row.stripsRealm,
    });
    const request = { code: packetCode.accountingRequest, encodeAttributes: () => attributes };
    try {
      const reply = await upstream.sendRequest('acct', request, replyTimeoutMs);
      const outcome = outcomeOf(reply, attributes);
      this.#context.onOutcome(outcome, upstream);
      return outcome;
    } catch (error) {
      if (this.#stop.signal.aborted) return 'failed';
      this.#context.onOutcome('failed', upstream);
      if (!asFault(error))
        gateway.log.error(
          { err: error, upstream: upstream.row.name },
          'RADIUS proxy: cannot send accounting; retrying with backoff',
        );
      return 'failed';
    }
  }

  #recordRecovery({ row }: Upstream): void {
    this.#backoff.reset();
    this.#context.gateway.log.info(
      { ...this.#queue, upstream: row.name },
      'RADIUS proxy: upstream acknowledges accounting again',
    );
  }

  /** Deletes acknowledged packets from the queue in batches, until all are deleted. */
  async #removeAcknowledged(): Promise<void> {
    try {
      // Packets that are acknowledged in the same turn of the event loop are deleted in one batch.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#acknowledged.length > 0) if (!(await this.#removeBatch())) return;
    } finally {
      // Cleared in the tick that emptied the queue, so a later acknowledgement starts a new run.
      this.#removing = null;
    }
  }

  /** @returns false: the sender stops, and the packets stay in the queue */
  async #removeBatch(): Promise<boolean> {
    const { gateway } = this.#context;
    const ids = this.#acknowledged.slice(0, maxRemovedPerWrite);
    try {
      await deleteQueuedPackets(gateway.store, ids);
    } catch {
      // The store logs the error. The packets stay in flight, so that they are not sent again.
      if (this.#stop.signal.aborted) return false;
      await gateway.clock.sleep(removeRetryMs, this.#stop.signal).catch(() => undefined);
      return true;
    }
    this.#acknowledged = this.#acknowledged.slice(ids.length);
    for (const id of ids) this.#inFlight.delete(id);
    this.#context.onRemoved(ids.length);
    this.#wakeUp.trigger();
    return true;
  }
}

function outcomeOf(reply: VerifiedReply | null, attributes: Buffer): SendOutcome {
  if (!reply) return 'no_answer';
  return isAcknowledgedReply(reply.packet, attributes) ? 'acknowledged' : 'wrong_answer';
}
