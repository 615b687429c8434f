import type { Packet } from '../../protocol/radius/packet.ts';
import {
  checkAccountingMessageAuthenticator,
  isRequestAuthentic,
  type MessageAuthenticatorCheck,
} from '../../protocol/radius/authenticator.ts';
import type { Peer } from './received-packet.ts';
import type { Client } from './clients.ts';
import type { RequestResult } from './reply-table.ts';

/** A packet of a known client. */
export interface RadiusRequest {
  readonly packet: Packet;
  readonly client: Client;
  /** Over TLS the same object for all packets of a connection. */
  readonly peer: Peer;
  /** Address that it came from, as it is stored. */
  readonly source: string;
  readonly receivedAt: Date;
}

/** Why a packet is not answered. */
export type VerifyDropReason =
  | 'authenticator'
  | 'message_authenticator'
  | 'message_authenticator_missing'
  | 'proxy_state'
  | 'loop';

/** A result, and what the reply says beside it: attributes as they are sent. */
export interface ServiceReply {
  readonly result: RequestResult;
  readonly attributes: Buffer;
}

/** What is done with one type of packet. */
export interface PacketService<R = RequestResult> {
  /** Whether the packet is what it claims to be; runs before anything is remembered of it. */
  verify(request: RadiusRequest): VerifyDropReason | null;
  /** @throws where it can not be done now: there is no answer then, and the client repeats */
  serve(request: RadiusRequest): Promise<R>;
}

export function requireSigned(signature: MessageAuthenticatorCheck): VerifyDropReason | null {
  if (signature === 'valid') return null;
  return signature === 'absent' ? 'message_authenticator_missing' : 'message_authenticator';
}

/** Of packets whose authenticator is a digest over them: Accounting-Request, CoA and Disconnect (RFC 2866, RFC 5176). */
export function verifyRequestAuthenticator({
  packet,
  client,
}: RadiusRequest): VerifyDropReason | null {
  if (!isRequestAuthentic(packet, client.secret)) return 'authenticator';
  return checkAccountingMessageAuthenticator(packet, client.secret) === 'wrong'
    ? 'message_authenticator'
    : null;
}
