import { Secret } from '../../contract/secret.ts';
import type { Packet } from './packet.ts';
import type { HidingKey } from './attribute-hiding.ts';

/** The fixed shared secret of RADIUS over TLS (RFC 6614 section 2.3). */
export const radsecSecret = new Secret('radsec');

/** A request to a home server. */
export interface OutboundRequest {
  /** Access-Request, Accounting-Request or Status-Server. */
  readonly code: number;
  /**
   * Encodes the attributes but for Message-Authenticator, which the transport puts first.
   *
   * @param key  secret and Request Authenticator of the request, used to hide values
   */
  encodeAttributes(key: HidingKey): Buffer;
  readonly signal: AbortSignal;
}

/** Transport to a home server, over UDP or TLS. Requests do not wait for each other. */
export interface ServerTransport {
  /** Shared secret, used to hide values in replies. */
  readonly secret: HidingKey['secret'];
  /**
   * Sends a request, with the retransmissions of the transport, and waits for its reply.
   *
   * @returns the verified reply; null without a reply in time
   * @throws Fault `overloaded` too many requests are pending; `unreachable` there is no connection now; the reason of
   *   the signal
   */
  sendRequest(request: OutboundRequest): Promise<VerifiedReply | null>;
  close(): Promise<void>;
}

export interface VerifiedReply {
  readonly packet: Packet;
  /** Request Authenticator of the request, used to hide values in the reply. */
  readonly requestAuthenticator: Buffer;
}
