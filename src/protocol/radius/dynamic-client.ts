import type { Secret } from '../../secret.ts';
import { encodeDynamicRequest, readDynamicReply, type DynamicKind } from './dynamic-authorization.ts';
import type { Dropped } from './request-socket.ts';
import { RequestSockets } from './request-sockets.ts';
import { usualRetransmission, type Retransmission } from './retransmission.ts';

export interface DynamicQuestion {
  readonly kind: DynamicKind;
  /** An IP address: no name is looked up. */
  readonly address: string;
  readonly port: number;
  readonly secret: Secret;
  readonly attributes: Buffer;
  readonly at: Date;
  readonly signal: AbortSignal;
}

export interface DynamicOutcome {
  readonly outcome: 'acknowledged' | 'refused' | 'no_answer';
  readonly errorCause: number | null;
  /** Datagrams sent. */
  readonly tries: number;
  readonly ms: number;
}

interface Options {
  /** Addresses of this machine to send from, the first of a family; `0.0.0.0`, `::` or none: the kernel chooses. */
  readonly hosts: readonly string[];
  readonly retransmission?: Retransmission;
  /** Told of every datagram that was no answer. */
  readonly dropped?: Dropped;
}

/**
 * Asks NASes to end or change sessions.
 *
 * @see RFC 5176
 */
export class DynamicClient {
  readonly #sockets: RequestSockets;
  readonly #retransmission: Retransmission;

  constructor({ hosts, dropped, retransmission = usualRetransmission }: Options) {
    this.#sockets = new RequestSockets({ hosts, dropped, what: 'CoA and Disconnect' });
    this.#retransmission = retransmission;
  }

  /**
   * @returns what came of it: no answer is an outcome, too
   * @throws Fault `overloaded` too many requests are outstanding; `unavailable` no socket can be opened;
   *   `invalid` the attributes fit into no packet; the reason of the signal
   */
  async ask(question: DynamicQuestion): Promise<DynamicOutcome> {
    const { kind, address, port, secret, signal } = question;
    const { answer, ...effort } = await this.#sockets.ask({
      ...{ address, port, signal, retransmission: this.#retransmission },
      request(identifier) {
        const request = encodeDynamicRequest({ ...question, identifier });
        return { request, read: (datagram: Buffer) => readDynamicReply(datagram, { kind, request, secret }) };
      },
    });
    if (!answer) return { outcome: 'no_answer', errorCause: null, ...effort };
    return { outcome: answer.isAcknowledged ? 'acknowledged' : 'refused', errorCause: answer.errorCause, ...effort };
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }
}
