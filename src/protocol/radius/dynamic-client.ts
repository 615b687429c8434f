import type { Secret } from '../../contract/secret.ts';
import {
  dynamicOutcome,
  encodeDynamicRequest,
  readDynamicReply,
  type DynamicOutcome,
  type DynamicRequestKind,
} from './dynamic-authorization.ts';
import type { OnReplyDropped } from './request-socket.ts';
import { RequestSocketPool } from './request-socket-pool.ts';
import { defaultRetransmission, type Retransmission } from './retransmission.ts';

export interface DynamicRequestOptions {
  readonly kind: DynamicRequestKind;
  /** IP address; host names are not resolved. */
  readonly address: string;
  readonly port: number;
  readonly secret: Secret;
  readonly attributes: Buffer;
  readonly at: Date;
  /** Time limit for the reply, if shorter than the retransmission schedule. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

interface DynamicClientOptions {
  /** Source addresses: the first of a family is used. `0.0.0.0`, `::` or no address of the family: the kernel chooses. */
  readonly hosts: readonly string[];
  readonly retransmission?: Retransmission;
  /** Called with every datagram that is dropped because it is not a valid reply. */
  readonly onDropped?: OnReplyDropped;
}

/**
 * Dynamic Authorization Client over UDP: sends Disconnect-Requests and CoA-Requests to NASes.
 *
 * @see RFC 5176
 */
export class DynamicClient {
  readonly #sockets: RequestSocketPool;
  readonly #retransmission: Retransmission;

  constructor({ hosts, onDropped, retransmission = defaultRetransmission }: DynamicClientOptions) {
    this.#sockets = new RequestSocketPool({ hosts, onDropped, requestName: 'CoA and Disconnect' });
    this.#retransmission = retransmission;
  }

  /**
   * Sends a request, with retransmissions, and waits for the reply.
   *
   * @returns the outcome; `no_answer` if no reply arrived in time
   * @throws Fault `overloaded` too many requests are pending; `unavailable` no socket can be opened;
   *   `invalid` the attributes do not fit into a packet; the reason of the signal
   */
  async sendRequest(options: DynamicRequestOptions): Promise<DynamicOutcome> {
    const { kind, address, port, secret, signal, timeoutMs = Infinity } = options;
    const retransmission = {
      ...this.#retransmission,
      timeoutMs: Math.min(timeoutMs, this.#retransmission.timeoutMs),
    };
    const { reply, ...effort } = await this.#sockets.sendRequest({
      address,
      port,
      signal,
      retransmission,
      encode(identifier) {
        const request = encodeDynamicRequest({ ...options, identifier });
        return {
          request,
          read: (datagram: Buffer) => readDynamicReply(datagram, { kind, request, secret }),
        };
      },
    });
    return dynamicOutcome(reply, effort);
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }
}
