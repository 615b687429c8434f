import type { Packet } from '../protocol/radius/packet.ts';
import { accountingSignature, isAuthentic, type Signature } from '../protocol/radius/authenticator.ts';
import type { Peer } from './arrival.ts';
import type { Client } from './clients.ts';
import type { Result } from './outcome.ts';

/** A packet of a known client. */
export interface Request {
  readonly packet: Packet;
  readonly client: Client;
  /** Over TLS the same object for all packets of a connection. */
  readonly from: Peer;
  /** Address that it came from, as it is stored. */
  readonly source: string;
  readonly receivedAt: Date;
}

/** Why a packet is not answered. */
export type Refusal = 'authenticator' | 'message_authenticator' | 'message_authenticator_missing' | 'proxy_state' | 'loop';

/** A result, and what the reply says beside it: attributes as they are sent. */
export interface Served {
  readonly result: Result;
  readonly attributes: Buffer;
}

/** What is done with one type of packet. */
export interface Service<R = Result> {
  /** Whether the packet is what it claims to be; runs before anything is remembered of it. */
  verify(request: Request): Refusal | null;
  /** @throws where it can not be done now: there is no answer then, and the client repeats */
  serve(request: Request): Promise<R>;
}

export function requirePresent(signature: Signature): Refusal | null {
  if (signature === 'valid') return null;
  return signature === 'absent' ? 'message_authenticator_missing' : 'message_authenticator';
}

/** Of packets whose authenticator is a digest over them: Accounting-Request, CoA and Disconnect (RFC 2866, RFC 5176). */
export function verifyDigest({ packet, client }: Request): Refusal | null {
  if (!isAuthentic(packet, client.secret)) return 'authenticator';
  return accountingSignature(packet, client.secret) === 'wrong' ? 'message_authenticator' : null;
}
