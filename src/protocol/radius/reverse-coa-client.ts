import { Fault } from '../../contract/errors.ts';
import {
  dynamicOutcome,
  dynamicReplyCodes,
  encodeDynamicRequest,
  readDynamicReply,
  type DynamicOutcome,
  type DynamicReply,
  type DynamicRequest,
} from './dynamic-authorization.ts';
import { identifierCount, IdentifierPool } from './identifier-pool.ts';
import { PendingReply } from './pending-reply.ts';
import type { ReplyDropReason } from './reply-verifier.ts';
import { radsecSecret } from './server-transport.ts';

export interface ReverseCoaRequest extends Pick<DynamicRequest, 'kind' | 'attributes' | 'at'> {
  /** Time to wait for the reply. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface PendingRequest {
  readonly read: (octets: Buffer) => DynamicReply | ReplyDropReason;
  readonly reply: PendingReply<DynamicReply>;
}

/**
 * Sends CoA and Disconnect to a RadSec client over the connection that it has opened (reverse CoA). Its identifiers are
 * independent of the client's own requests. Requests are not retransmitted: TLS delivers them, or the connection ends.
 *
 * @see draft-ietf-radext-reverse-coa, RFC 6613 section 2.6.1
 */
export class ReverseCoaClient {
  readonly #send: (request: Buffer) => void;
  readonly #identifiers = new IdentifierPool();
  readonly #pending = new Map<number, PendingRequest>();
  /** Identifiers of requests that timed out; a late reply must not count for a later request. */
  readonly #abandoned = new Set<number>();

  /** @param send  writes a packet to the connection */
  constructor(send: (request: Buffer) => void) {
    this.#send = send;
  }

  get outstandingCount(): number {
    return this.#pending.size;
  }

  /**
   * Sends a request and waits for the reply.
   *
   * @returns the outcome; `no_answer` if no reply arrives in time or the connection ends before
   * @throws Fault `overloaded` all identifiers are in use; `invalid` the attributes do not fit into a packet; the reason
   *   of the signal
   */
  async sendRequest(options: ReverseCoaRequest): Promise<DynamicOutcome> {
    options.signal.throwIfAborted();
    const began = performance.now();
    const identifier = this.#identifiers.take();
    if (identifier === undefined)
      throw new Fault('overloaded', `${identifierCount} CoA and Disconnect requests are pending`);
    try {
      const reply = await this.#exchange(options, identifier);
      return dynamicOutcome(reply, { tries: 1, ms: Math.round(performance.now() - began) });
    } finally {
      this.#pending.delete(identifier);
      this.#identifiers.release(identifier);
    }
  }

  /** True if the packet may be the reply to a pending request. */
  isExpectedReply(octets: Buffer): boolean {
    return dynamicReplyCodes.has(octets[0] ?? 0) && this.#pending.has(octets[1] ?? -1);
  }

  /**
   * Receives an expected reply.
   *
   * @returns the reason why it is not valid; null: it is, or it is the late reply to a request that timed out
   */
  receiveReply(octets: Buffer): ReplyDropReason | null {
    const identifier = octets.readUInt8(1);
    const pending = this.#pending.get(identifier);
    const reply = pending?.read(octets) ?? null;
    if (typeof reply !== 'string') {
      this.#abandoned.delete(identifier);
      pending?.reply.settle(reply);
      return null;
    }
    return reply !== 'malformed' && this.#abandoned.delete(identifier) ? null : reply;
  }

  /** Ends all pending requests without reply. */
  cancelOutstanding(): void {
    for (const { reply } of [...this.#pending.values()]) reply.settle(null);
  }

  async #exchange(
    { kind, attributes, at, timeoutMs, signal }: ReverseCoaRequest,
    identifier: number,
  ): Promise<DynamicReply | null> {
    const secret = radsecSecret;
    const request = encodeDynamicRequest({ kind, identifier, attributes, at, secret });
    const reply = new PendingReply<DynamicReply>();
    const read = (octets: Buffer) => readDynamicReply(octets, { kind, request, secret });
    this.#pending.set(identifier, { read, reply });
    this.#send(request);
    try {
      return await reply.wait(timeoutMs, signal);
    } finally {
      if (!reply.isSettled) this.#abandoned.add(identifier);
    }
  }
}
