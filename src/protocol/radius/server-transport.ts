import { Secret } from '../../secret.ts';
import type { Packet } from './packet.ts';
import type { HidingKey } from './attribute-hiding.ts';

/** What both sides share over TLS (RFC 6614 section 2.3). */
export const radsecSecret = new Secret('radsec');

/** A request to another RADIUS server. */
export interface OutboundRequest {
  /** Access-Request, Accounting-Request or Status-Server. */
  readonly code: number;
  /**
   * Attributes as they are sent, but for Message-Authenticator: the way puts it first. Values that are hidden are hidden by
   * `cover`, the secret and authenticator of the request that is being made.
   */
  encodeAttributes(cover: HidingKey): Buffer;
  readonly signal: AbortSignal;
}

/** A way to another RADIUS server, over UDP or TLS. Each question waits for itself. */
export interface ServerTransport {
  /** What the other side and we share: replies are read by it. */
  readonly secret: HidingKey['secret'];
  /**
   * Sends a request, again as the way demands, and waits for its reply.
   *
   * @returns the reply, authentic, with the authenticator that the request had; null where none came in time
   * @throws Fault `overloaded` too many requests are outstanding; `unreachable` there is no way there now; the reason of
   *   the signal
   */
  sendRequest(question: OutboundRequest): Promise<VerifiedReply | null>;
  close(): Promise<void>;
}

export interface VerifiedReply {
  readonly packet: Packet;
  /** Of the request: values in the reply are hidden by it. */
  readonly requestAuthenticator: Buffer;
}
