import { setTimeout as sleep } from 'node:timers/promises';
import { findForwards, marksAfter, removeForwards, type Forward, type Mark, type Queue } from '../aaa/forward-queue.ts';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { code } from '../protocol/radius/packet.ts';
import type { Answer } from '../protocol/radius/route.ts';
import { Bell, takeTurns } from '../turns.ts';
import { ForwardClaim } from './forward-claim.ts';
import { attributesToSend, isAcknowledged } from './forward-packet.ts';
import type { Receivers } from './forward-receivers.ts';
import { Rests } from './forward-rests.ts';
import type { Upstream } from './upstream.ts';

/** What became of a packet that was sent. */
export type Sent = 'acknowledged' | 'no_answer' | 'wrong_answer' | 'failed';

export interface SenderMeans {
  readonly gateway: Gateway;
  /** Names this gateway among those that share the store, the same after every restart. */
  readonly owner: string;
  readonly receivers: Receivers;
  note(sent: Sent, receiver: Upstream): void;
  removed(packets: number): void;
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
  readonly #queue: Queue;
  readonly #means: SenderMeans;
  readonly #claim: ForwardClaim;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<number>();
  readonly #rests = new Rests();
  readonly #loop: Promise<void>;
  #acknowledged: number[] = [];
  #removing: Promise<void> | null = null;
  /** Where the search beyond the oldest packets goes on. */
  #position = 0;
  readonly #bell = new Bell();

  constructor(queue: Queue, means: SenderMeans) {
    this.#queue = queue;
    this.#means = means;
    this.#claim = new ForwardClaim(means.gateway, queue, means.owner);
    this.#loop = takeTurns(() => this.#turn(), {
      ...{ signal: this.#stop.signal, ms: msBetweenClaims, bell: this.#bell },
      ...{ log: means.gateway.log.child({ ...queue }), words: 'waiting accounting can not be read' },
    });
  }

  /** Sends nothing more; what is under way is not waited for, and stays in the queue until it is acknowledged. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await this.#removing;
    await this.#claim.leave().catch(() => undefined);
  }

  /** @returns how long nothing is to be done unless something happens, in milliseconds */
  async #turn(): Promise<number> {
    if (!(await this.#claim.take())) return msBetweenClaims;
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

  #marks(after: number): Promise<readonly Mark[]> {
    return marksAfter(this.#means.gateway.store, this.#queue, { after, most: page });
  }

  #chosen(marks: readonly Mark[]): Promise<readonly Forward[]> {
    const isDue = ({ id, isNext }: Mark) => isNext && !this.#underWay.has(id) && !this.#rests.isResting(id);
    const due = marks.filter(isDue).slice(0, Math.max(0, this.#room));
    return findForwards(
      this.#means.gateway.store,
      due.map(({ id }) => id),
    );
  }

  /** @returns false: nobody can be told now of some of them */
  #begin(packets: readonly Forward[]): boolean {
    const { receivers } = this.#means;
    const { signal } = this.#stop;
    let areAllTold = true;
    for (const packet of packets) {
      const receiver = this.#claim.isHeld && !signal.aborted && receivers.choose(packet);
      areAllTold &&= Boolean(receiver);
      if (!receiver) continue;
      this.#underWay.add(packet.id);
      void this.#send(packet, receiver);
    }
    return areAllTold;
  }

  async #send(packet: Forward, receiver: Upstream): Promise<void> {
    const began = performance.now();
    const sent = await this.#ask(packet, receiver);
    if (sent === 'acknowledged') {
      if (this.#means.receivers.answered(receiver)) this.#back(receiver);
      this.#rests.end(packet.id);
      this.#acknowledged.push(packet.id);
      this.#removing ??= this.#remove().finally(() => (this.#removing = null));
    } else {
      if (!this.#stop.signal.aborted && this.#means.receivers.silent(receiver, began))
        this.#means.gateway.log.warn(
          { ...this.#queue, upstream: receiver.row.name },
          'an upstream does not acknowledge accounting',
        );
      this.#rests.begin(packet.id);
      this.#underWay.delete(packet.id);
    }
  }

  async #ask(packet: Forward, receiver: Upstream): Promise<Sent> {
    const means = this.#means;
    const { gateway } = means;
    const attributes = attributesToSend(packet, { now: gateway.now(), stripRealm: receiver.row.stripsRealm });
    const question = { code: code.accountingRequest, attributes: () => attributes };
    const { signal } = this.#stop;
    try {
      const answer = await receiver.ask('acct', question, patienceMs);
      const sent = outcomeOf(answer, attributes);
      means.note(sent, receiver);
      return sent;
    } catch (error) {
      if (signal.aborted) return 'failed';
      means.note('failed', receiver);
      if (!asFault(error)) gateway.log.error({ err: error, upstream: receiver.row.name }, 'accounting can not be sent');
      return 'failed';
    }
  }

  #back({ row }: Upstream): void {
    this.#rests.clear();
    this.#means.gateway.log.info({ ...this.#queue, upstream: row.name }, 'an upstream acknowledges accounting again');
  }

  /** Takes out what has been acknowledged meanwhile, many at a time, until nothing is left of it. */
  async #remove(): Promise<void> {
    // What is acknowledged in this turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#acknowledged.length > 0) {
      const ids = this.#acknowledged.slice(0, mostRemoved);
      try {
        await removeForwards(this.#means.gateway.store, ids);
      } catch {
        // The store says so elsewhere. They stay out of the way: nobody is told twice of what was acknowledged.
        if (this.#stop.signal.aborted) return;
        await sleep(msBetweenClaims, undefined, { signal: this.#stop.signal }).catch(() => undefined);
        continue;
      }
      this.#acknowledged = this.#acknowledged.slice(ids.length);
      for (const id of ids) this.#underWay.delete(id);
      this.#means.removed(ids.length);
      this.#bell.ring();
    }
  }
}

function outcomeOf(answer: Answer | null, sent: Buffer): Sent {
  if (!answer) return 'no_answer';
  return isAcknowledged(answer.packet, sent) ? 'acknowledged' : 'wrong_answer';
}
