import { Fault } from '../../errors.ts';
import {
  dynamicReplyCodes,
  encodeDynamicRequest,
  readDynamicReply,
} from './dynamic-authorization.ts';
import type { DynamicReply, DynamicRequest } from './dynamic-authorization.ts';
import type { DynamicOutcome } from './dynamic-client.ts';
import type { ReplyDropReason } from './reply-verifier.ts';
import { radsecSecret } from './server-transport.ts';

const identifiers = 256;

export interface ReverseCoaRequest extends Pick<DynamicRequest, 'kind' | 'attributes' | 'at'> {
  /** For the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Outstanding {
  readonly read: (octets: Buffer) => DynamicReply | ReplyDropReason;
  readonly give: (reply: DynamicReply | null) => void;
}

/**
 * CoA and Disconnect to a client over TLS, by the connection that it has made to us. Their identifiers are not those of the
 * client's own requests, which go the other way. Nothing is sent again: what was written arrives, or the connection ends.
 *
 * @see draft-ietf-radext-reverse-coa, RFC 6613 section 2.6.1
 */
export class ReverseCoaClient {
  readonly #send: (request: Buffer) => void;
  /** Not in use, the one that has rested longest first. */
  readonly #free = Array.from({ length: identifiers }, (_, identifier) => identifier);
  readonly #outstanding = new Map<number, Outstanding>();
  /** Identifiers of requests that were given up: an answer that comes late is not that to the next request. */
  readonly #abandoned = new Set<number>();

  constructor(send: (request: Buffer) => void) {
    this.#send = send;
  }

  get outstandingCount(): number {
    return this.#outstanding.size;
  }

  /**
   * @returns what came of it; no answer within the patience, or before the connection ended, is an outcome, too
   * @throws Fault `overloaded` too many requests are outstanding; `invalid` the attributes fit into no packet; the reason
   *   of the signal
   */
  async sendRequest(question: ReverseCoaRequest): Promise<DynamicOutcome> {
    question.signal.throwIfAborted();
    const began = performance.now();
    const identifier = this.#free.shift();
    if (identifier === undefined)
      throw new Fault('overloaded', `${identifiers} CoA and Disconnect requests are outstanding`);
    try {
      const reply = await this.#exchange(question, identifier);
      question.signal.throwIfAborted();
      const effort = { tries: 1, ms: Math.round(performance.now() - began) };
      if (!reply) return { outcome: 'no_answer', errorCause: null, ...effort };
      return {
        outcome: reply.isAcknowledged ? 'acknowledged' : 'refused',
        errorCause: reply.errorCause,
        ...effort,
      };
    } finally {
      this.#outstanding.delete(identifier);
      this.#free.push(identifier);
    }
  }

  /** Whether there is a request that octets may be the answer to. */
  isExpectedReply(octets: Buffer): boolean {
    return dynamicReplyCodes.has(octets[0] ?? 0) && this.#outstanding.has(octets[1] ?? -1);
  }

  /**
   * Takes what is expected.
   *
   * @returns why it is no answer; null: it is, or is one that came too late
   */
  receiveReply(octets: Buffer): ReplyDropReason | null {
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
  cancelOutstanding(): void {
    for (const { give } of [...this.#outstanding.values()]) give(null);
  }

  async #exchange(question: ReverseCoaRequest, identifier: number): Promise<DynamicReply | null> {
    const { kind, signal, timeoutMs } = question;
    const request = encodeDynamicRequest({ ...question, identifier, secret: radsecSecret });
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
      const timer = setTimeout(abandon, timeoutMs);
      signal.addEventListener('abort', abandon, { once: true });
      const read = (octets: Buffer) =>
        readDynamicReply(octets, { kind, request, secret: radsecSecret });
      this.#outstanding.set(identifier, { read, give });
      this.#send(request);
    });
  }
}
