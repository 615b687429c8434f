import { Fault } from '../../errors.ts';
import { dynamicAnswers, encodeDynamicRequest, readDynamicReply } from './dynamic-authorization.ts';
import type { DynamicReply, DynamicRequest } from './dynamic-authorization.ts';
import type { DynamicOutcome } from './dynamic-client.ts';
import type { Foreign } from './reply-check.ts';
import { radsec } from './route.ts';

const identifiers = 256;

export interface ReverseQuestion extends Pick<DynamicRequest, 'kind' | 'attributes' | 'at'> {
  /** For the answer. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

interface Outstanding {
  readonly read: (octets: Buffer) => DynamicReply | Foreign;
  readonly give: (reply: DynamicReply | null) => void;
}

/**
 * CoA and Disconnect to a client over TLS, by the connection that it has made to us. Their identifiers are not those of the
 * client's own requests, which go the other way. Nothing is sent again: what was written arrives, or the connection ends.
 *
 * @see draft-ietf-radext-reverse-coa, RFC 6613 section 2.6.1
 */
export class ReverseRequests {
  readonly #send: (request: Buffer) => void;
  /** Not in use, the one that has rested longest first. */
  readonly #free = Array.from({ length: identifiers }, (_, identifier) => identifier);
  readonly #outstanding = new Map<number, Outstanding>();
  /** Identifiers of requests that were given up: an answer that comes late is not that to the next request. */
  readonly #abandoned = new Set<number>();

  constructor(send: (request: Buffer) => void) {
    this.#send = send;
  }

  get outstanding(): number {
    return this.#outstanding.size;
  }

  /**
   * @returns what came of it; no answer within the patience, or before the connection ended, is an outcome, too
   * @throws Fault `overloaded` too many requests are outstanding; `invalid` the attributes fit into no packet; the reason
   *   of the signal
   */
  async ask(question: ReverseQuestion): Promise<DynamicOutcome> {
    question.signal.throwIfAborted();
    const began = performance.now();
    const identifier = this.#free.shift();
    if (identifier === undefined) throw new Fault('overloaded', `${identifiers} CoA and Disconnect requests are outstanding`);
    try {
      const reply = await this.#exchange(question, identifier);
      question.signal.throwIfAborted();
      const effort = { tries: 1, ms: Math.round(performance.now() - began) };
      if (!reply) return { outcome: 'no_answer', errorCause: null, ...effort };
      return { outcome: reply.isAcknowledged ? 'acknowledged' : 'refused', errorCause: reply.errorCause, ...effort };
    } finally {
      this.#outstanding.delete(identifier);
      this.#free.push(identifier);
    }
  }

  /** Whether there is a request that octets may be the answer to. */
  expects(octets: Buffer): boolean {
    return dynamicAnswers.has(octets[0] ?? 0) && this.#outstanding.has(octets[1] ?? -1);
  }

  /**
   * Takes what is expected.
   *
   * @returns why it is no answer; null: it is, or is one that came too late
   */
  receive(octets: Buffer): Foreign | null {
    const identifier = octets.readUInt8(1);
    const outstanding = this.#outstanding.get(identifier);
    const reply = outstanding?.read(octets) ?? null;
    if (typeof reply !== 'string') {
      this.#abandoned.delete(identifier);
      outstanding?.give(reply);
      return null;
    }
    return reply !== 'malformed' && this.#abandoned.delete(identifier) ? null : reply;
  }

  /** What is outstanding gets no answer any more. */
  end(): void {
    for (const { give } of [...this.#outstanding.values()]) give(null);
  }

  async #exchange(question: ReverseQuestion, identifier: number): Promise<DynamicReply | null> {
    const { kind, signal, patienceMs } = question;
    const request = encodeDynamicRequest({ ...question, identifier, secret: radsec });
    return new Promise((resolve) => {
      const give = (reply: DynamicReply | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        resolve(reply);
      };
      const abandon = () => {
        this.#abandoned.add(identifier);
        give(null);
      };
      const timer = setTimeout(abandon, patienceMs);
      signal.addEventListener('abort', abandon, { once: true });
      const read = (octets: Buffer) => readDynamicReply(octets, { kind, request, secret: radsec });
      this.#outstanding.set(identifier, { read, give });
      this.#send(request);
    });
  }
}
