import { Readable } from 'node:stream';
import type { EventKind, EventRequest } from '../../gateway/gateway.ts';
import type { Clock } from '../../runtime/clock.ts';
import { formatPosition, type Position } from './event.ts';
import type { DescribedEvent } from './event-details.ts';

/** Why the gateway ends a stream; `detail` of the last event says it in words. */
export type EndReason = 'slow_reader' | 'unauthenticated' | 'forbidden' | 'shutdown' | 'time';

const details: Readonly<Record<EndReason, string>> = {
  slow_reader:
    'The reader takes events more slowly than they happen. Connect again with Last-Event-ID.',
  unauthenticated: 'The token is no longer valid.',
  forbidden: 'The role of the token may no longer read these events.',
  shutdown: 'The gateway stops. Connect again with Last-Event-ID.',
  time: 'The time that was asked for is over.',
};

/** Octets that wait for a reader; the octets of an event are shared by all its readers. */
const maxWaitingOctets = 1024 * 1024;
/** Above it the replay of older events waits. */
const highWaterMark = 64 * 1024;
/** Time limit for a reader to take a page of older events. */
const takeMs = 30_000;
/** Time limit for a reader to take its last event. */
const endMs = 10_000;
/** Time after which a client connects again. */
const retryMs = 3000;

/** Organizations and kinds that a reader may see. */
export interface Scope {
  readonly organizations: ReadonlySet<number>;
  readonly kinds: ReadonlySet<EventKind>;
}

/** An event as a reader gets it. */
export interface SentEvent extends DescribedEvent {
  readonly octets: Buffer;
}

/** Writes an event once for all readers. @see WHATWG HTML section 9.2.6 */
export function serializeEvent(described: DescribedEvent): SentEvent {
  const { event, kind, content } = described;
  const id = formatPosition(event);
  return {
    ...described,
    octets: Buffer.from(
      `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify({ id, ...content })}\n\n`,
    ),
  };
}

/** The stream of one request. */
export class EventReader {
  readonly stream: Readable;
  readonly request: EventRequest;
  /** End of the stream, in the clock's `monotonicMs`. */
  readonly endsAt: number;
  scope: Scope;
  /** False while older events are replayed. */
  isLive = false;
  #isEnded = false;
  #drained: () => void = () => undefined;
  readonly #clock: Clock;
  readonly #onEnd: (reason: EndReason) => void;

  constructor(
    request: EventRequest,
    scope: Scope,
    { clock, onEnd }: { readonly clock: Clock; readonly onEnd: (reason: EndReason) => void },
  ) {
    this.request = request;
    this.scope = scope;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.endsAt = clock.monotonicMs() + 1000 * (request.seconds ?? Infinity);
    const drained = () => {
      this.#drained();
    };
    this.stream = new Readable({ highWaterMark, read: drained });
    this.stream.on('error', () => undefined).once('close', drained);
  }

  get isEnded(): boolean {
    return this.#isEnded || this.stream.destroyed;
  }

  /** Sends the position that the stream begins at, and the head of the reply with it. */
  begin(position: Position): void {
    this.#push(Buffer.from(`retry: ${retryMs}\nid: ${formatPosition(position)}\n\n`));
  }

  /** Says that events are missing: the reader has to read the lists. */
  reset(lastEventId: string): void {
    const detail = `Events after ${JSON.stringify(lastEventId.slice(0, 40))} are no longer kept. Read the lists again.`;
    this.#push(Buffer.from(`event: reset\ndata: ${JSON.stringify({ detail })}\n\n`));
  }

  /** Sends the position as a comment does: an id without data is no event. */
  beat(position: Position): void {
    this.#push(Buffer.from(`:\nid: ${formatPosition(position)}\n\n`));
  }

  /** Sends an event, if the reader may see it. @returns false: it did not want it, or is cut off */
  send({ event, kind, octets }: SentEvent): boolean {
    const { organizations, kinds } = this.scope;
    if (!kinds.has(kind) || !organizations.has(event.organization)) return false;
    return this.#push(octets);
  }

  /** Resolves when the reader takes more, or is gone; a reader that exceeds its time limit is disconnected. */
  async drain(): Promise<void> {
    const timer = this.#clock.setTimer(takeMs, () => {
      this.end('slow_reader');
    });
    while (!this.isEnded && this.stream.readableLength > highWaterMark)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    timer.cancel();
  }

  /** Ends the stream with an event that says why; a reader that does not take it is cut off. */
  end(reason: EndReason): void {
    if (this.isEnded) return;
    this.#isEnded = true;
    this.#onEnd(reason);
    const content = JSON.stringify({ reason, detail: details[reason] });
    this.stream.push(Buffer.from(`event: end\ndata: ${content}\n\n`));
    this.stream.push(null);
    this.#drained();
    const timer = this.#clock.setTimer(endMs, () => this.stream.destroy()).unref();
    this.stream.once('close', timer.cancel);
  }

  #push(octets: Buffer): boolean {
    if (this.isEnded) return false;
    if (this.stream.readableLength + octets.length > maxWaitingOctets) {
      this.end('slow_reader');
      return false;
    }
    this.stream.push(octets);
    return true;
  }
}
