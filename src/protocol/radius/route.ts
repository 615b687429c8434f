import { Secret } from '../../secret.ts';
import type { Packet } from './packet.ts';
import type { Cover } from './password.ts';

/** What both sides share over TLS (RFC 6614 section 2.3). */
export const radsec = new Secret('radsec');

/** A request to another RADIUS server. */
export interface Question {
  /** Access-Request, Accounting-Request or Status-Server. */
  readonly code: number;
  /**
   * Attributes as they are sent, but for Message-Authenticator: the way puts it first. Values that are hidden are hidden by
   * `cover`, the secret and authenticator of the request that is being made.
   */
  attributes(cover: Cover): Buffer;
  readonly signal: AbortSignal;
}

/** A way to another RADIUS server, over UDP or TLS. Each question waits for itself. */
export interface Route {
  /** What the other side and we share: replies are read by it. */
  readonly secret: Cover['secret'];
  /**
   * Sends a request, again as the way demands, and waits for its reply.
   *
   * @returns the reply, authentic, with the authenticator that the request had; null where none came in time
   * @throws Fault `overloaded` too many requests are outstanding; `unreachable` there is no way there now; the reason of
   *   the signal
   */
  ask(question: Question): Promise<Answer | null>;
  close(): Promise<void>;
}

export interface Answer {
  readonly packet: Packet;
  /** Of the request: values in the reply are hidden by it. */
  readonly requestAuthenticator: Buffer;
}
