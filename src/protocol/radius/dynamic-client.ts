import type { Secret } from '../../secret.ts';
import {
  encodeDynamicRequest,
  readDynamicReply,
  type DynamicRequestKind,
} from './dynamic-authorization.ts';
import type { OnReplyDropped } from './request-socket.ts';
import { RequestSocketPool } from './request-socket-pool.ts';
import { defaultRetransmission, type Retransmission } from './retransmission.ts';

export interface DynamicRequestOptions {
  readonly kind: DynamicRequestKind;
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
  readonly onDropped?: OnReplyDropped;
}

/**
 * Asks NASes to end or change sessions.
 *
 * @see RFC 5176
 */
export class DynamicClient {
  readonly #sockets: RequestSocketPool;
  readonly #retransmission: Retransmission;

  constructor({ hosts, onDropped, retransmission = defaultRetransmission }: Options) {
    this.#sockets = new RequestSocketPool({ hosts, onDropped, requestName: 'CoA and Disconnect' });
    this.#retransmission = retransmission;
  }

  /**
   * @returns what came of it: no answer is an outcome, too
   * @throws Fault `overloaded` too many requests are outstanding; `unavailable` no socket can be opened;
   *   `invalid` the attributes fit into no packet; the reason of the signal
   */
  async sendRequest(question: DynamicRequestOptions): Promise<DynamicOutcome> {
    const { kind, address, port, secret, signal } = question;
    const { reply, ...effort } = await this.#sockets.sendRequest({
      ...{ address, port, signal, retransmission: this.#retransmission },
      encode(identifier) {
        const request = encodeDynamicRequest({ ...question, identifier });
        return {
          request,
          read: (datagram: Buffer) => readDynamicReply(datagram, { kind, request, secret }),
        };
      },
    });
    if (!reply) return { outcome: 'no_answer', errorCause: null, ...effort };
    return {
      outcome: reply.isAcknowledged ? 'acknowledged' : 'refused',
      errorCause: reply.errorCause,
      ...effort,
    };
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }
}
