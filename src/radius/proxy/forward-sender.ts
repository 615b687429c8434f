import { setTimeout as sleep } from 'node:timers/promises';
import {
  readQueuedPackets,
  readQueuePage,
  deleteQueuedPackets,
  type QueuedPacket,
  type QueueEntry,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { packetCode } from '../../protocol/radius/packet.ts';
import type { VerifiedReply } from '../../protocol/radius/server-transport.ts';
import { WakeUp, runPeriodically } from '../../runtime/periodic-task.ts';
import { ForwardQueueLease } from '../../aaa/proxy/forward-queue-lease.ts';
import { encodeForwardedAccounting, isAcknowledgedReply } from './forwarded-accounting-request.ts';
import type { UpstreamPool } from './upstream-pool.ts';
import { PacketBackoff } from './packet-backoff.ts';
import type { Upstream } from './upstream.ts';

/** What became of a packet that was sent. */
export type SendOutcome = 'acknowledged' | 'no_answer' | 'wrong_answer' | 'failed';

export interface SenderContext {
  readonly gateway: Gateway;
  /** Names this gateway among those that share the store, the same after every restart. */
  readonly owner: string;
  readonly pool: UpstreamPool;
  onOutcome(sent: SendOutcome, receiver: Upstream): void;
  onRemoved(packets: number): void;
}

/** Sessions that are told of at a time. */
const mostUnderWay = 128;
/** A packet is never given up; after this it is sent anew, with a new Acct-Delay-Time, and maybe to somebody else. */
const patienceMs = 15_000;
const page = 256;
const mostRemoved = 1_000;
const msBetweenLooks = 100;
const msBetweenClaims = 1_000;

/**
 * Sends what waits in one queue, and takes out what was acknowledged. A session's next packet goes out after the removal
 * of the one before has been committed, so after a crash at most the last of each session is told twice.
 */
export class ForwardSender {
  readonly #queue: ForwardQueue;
  readonly #means: SenderContext;
  readonly #claim: ForwardQueueLease;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<number>();
  readonly #rests = new PacketBackoff();
  readonly #loop: Promise<void>;
  #acknowledged: number[] = [];
  #removing: Promise<void> | null = null;
  /** Where the search beyond the oldest packets goes on. */
  #position = 0;
  readonly #bell = new WakeUp();

  constructor(queue: ForwardQueue, means: SenderContext) {
    this.#queue = queue;
    this.#means = means;
    this.#claim = new ForwardQueueLease(means.gateway, queue, means.owner);
    this.#loop = runPeriodically(() => this.#turn(), {
      ...{ signal: this.#stop.signal, intervalMs: msBetweenClaims, wakeUp: this.#bell },
      ...{
        log: means.gateway.log.child({ ...queue }),
        failureMessage: 'waiting accounting can not be read',
      },
    });
  }

  /** Sends nothing more; what is under way is not waited for, and stays in the queue until it is acknowledged. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await this.#removing;
    await this.#claim.release().catch(() => undefined);
  }

  /** @returns how long nothing is to be done unless something happens, in milliseconds */
  async #turn(): Promise<number> {
    if (!(await this.#claim.acquire())) return msBetweenClaims;
    return (await this.#sendSome()) ? 0 : msBetweenLooks;
  }

  /** @returns whether there may be more that can be sent at once */
  async #sendSome(): Promise<boolean> {
    const oldest = await this.#marks(0);
    const isOpen = this.#begin(await this.#chosen(oldest));
    if (!isOpen || oldest.length < page || this.#room <= 0) return false;
    return this.#sendLater(Math.max(this.#position, oldest.at(-1)?.id ?? 0));
  }

  /** What is oldest may all wait for something: the rest is looked through as well, bit by bit. */
  async #sendLater(after: number): Promise<boolean> {
    const later = await this.#marks(after);
    const isEnd = later.length < page;
    this.#position = isEnd ? 0 : (later.at(-1)?.id ?? 0);
    return this.#begin(await this.#chosen(later)) && this.#room > 0 && !isEnd;
  }

  get #room(): number {
    return mostUnderWay - this.#underWay.size;
  }

  #marks(after: number): Promise<readonly QueueEntry[]> {
    return readQueuePage(this.#means.gateway.store, this.#queue, { after, limit: page });
  }

  #chosen(marks: readonly QueueEntry[]): Promise<readonly QueuedPacket[]> {
    const isDue = ({ id, isSendable }: QueueEntry) =>
      isSendable && !this.#underWay.has(id) && !this.#rests.isBackingOff(id);
    const due = marks.filter(isDue).slice(0, Math.max(0, this.#room));
    return readQueuedPackets(
      this.#means.gateway.store,
      due.map(({ id }) => id),
    );
  }

  /** @returns false: nobody can be told now of some of them */
  #begin(packets: readonly QueuedPacket[]): boolean {
    const { pool } = this.#means;
    const { signal } = this.#stop;
    let areAllTold = true;
    for (const packet of packets) {
      const receiver = this.#claim.isHeld && !signal.aborted && pool.select(packet);
      areAllTold &&= Boolean(receiver);
      if (!receiver) continue;
      this.#underWay.add(packet.id);
      void this.#send(packet, receiver);
    }
    return areAllTold;
  }

  async #send(packet: QueuedPacket, receiver: Upstream): Promise<void> {
    const began = performance.now();
    const sent = await this.#ask(packet, receiver);
    if (sent === 'acknowledged') {
      if (this.#means.pool.recordReply(receiver)) this.#back(receiver);
      this.#rests.forget(packet.id);
      this.#acknowledged.push(packet.id);
      this.#removing ??= this.#remove().finally(() => (this.#removing = null));
    } else {
      if (!this.#stop.signal.aborted && this.#means.pool.recordTimeout(receiver, began))
        this.#means.gateway.log.warn(
          { ...this.#queue, upstream: receiver.row.name },
          'an upstream does not acknowledge accounting',
        );
      this.#rests.recordFailure(packet.id);
      this.#underWay.delete(packet.id);
    }
  }

  async #ask(packet: QueuedPacket, receiver: Upstream): Promise<SendOutcome> {
    const means = this.#means;
    const { gateway } = means;
    const attributes = encodeForwardedAccounting(packet, {
      now: gateway.now(),
      stripRealm: receiver.row.stripsRealm,
    });
    const question = { code: packetCode.accountingRequest, encodeAttributes: () => attributes };
    const { signal } = this.#stop;
    try {
      const answer = await receiver.sendRequest('acct', question, patienceMs);
      const sent = outcomeOf(answer, attributes);
      means.onOutcome(sent, receiver);
      return sent;
    } catch (error) {
      if (signal.aborted) return 'failed';
      means.onOutcome('failed', receiver);
      if (!asFault(error))
        gateway.log.error(
          { err: error, upstream: receiver.row.name },
          'accounting can not be sent',
        );
      return 'failed';
    }
  }

  #back({ row }: Upstream): void {
    this.#rests.reset();
    this.#means.gateway.log.info(
      { ...this.#queue, upstream: row.name },
      'an upstream acknowledges accounting again',
    );
  }

  /** Takes out what has been acknowledged meanwhile, many at a time, until nothing is left of it. */
  async #remove(): Promise<void> {
    // What is acknowledged in this turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#acknowledged.length > 0) {
      const ids = this.#acknowledged.slice(0, mostRemoved);
      try {
        await deleteQueuedPackets(this.#means.gateway.store, ids);
      } catch {
        // The store says so elsewhere. They stay out of the way: nobody is told twice of what was acknowledged.
        if (this.#stop.signal.aborted) return;
        await sleep(msBetweenClaims, undefined, { signal: this.#stop.signal }).catch(
          () => undefined,
        );
        continue;
      }
      this.#acknowledged = this.#acknowledged.slice(ids.length);
      for (const id of ids) this.#underWay.delete(id);
      this.#means.onRemoved(ids.length);
      this.#bell.trigger();
    }
  }
}

function outcomeOf(answer: VerifiedReply | null, sent: Buffer): SendOutcome {
  if (!answer) return 'no_answer';
  return isAcknowledgedReply(answer.packet, sent) ? 'acknowledged' : 'wrong_answer';
}
