import {
  checkAccountingMessageAuthenticator,
  isRequestAuthentic,
} from '../../protocol/radius/authenticator.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { decodeFirst, decodeIpv4, decodeIpv6, type Packet } from '../../protocol/radius/packet.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';
import type { Client } from './clients.ts';
import type { VerifyDropReason } from './drop-reason.ts';
import type { Peer } from './received-packet.ts';
import type { RequestResult } from './reply-table.ts';

/** A verified Accounting-Request, as far as its record needs it: of a listener, or of the spool. */
export interface ReceivedAccounting {
  readonly packet: Packet;
  readonly client: Pick<
    Client,
    'id' | 'organization' | 'formattedServes' | 'name' | 'names' | 'isNetwork'
  >;
  readonly peer: Pick<Peer, 'address'>;
  readonly receivedAt: Date;
}

/** A packet of a known client. */
export interface RadiusRequest extends ReceivedAccounting {
  readonly client: Client;
  /** The same object for all packets of a RadSec connection. */
  readonly peer: Peer;
}

/** A result with the encoded attributes of its reply. */
export interface ServiceReply {
  readonly result: RequestResult;
  readonly attributes: Buffer;
}

/** Serves one type of packet. */
export interface PacketService<R = RequestResult> {
  /** Verifies the authenticity of a request, before it is cached or served. @returns null: it is authentic */
  verify(request: RadiusRequest): VerifyDropReason | null;
  /** @throws if the request cannot be served now: no reply is sent, and the client retransmits */
  serve(request: RadiusRequest): Promise<R>;
}

/** Verifies packets with a digest as authenticator: Accounting-Request, CoA and Disconnect (RFC 2866, RFC 5176). */
export function verifyRequestAuthenticator({
  packet,
  client,
}: RadiusRequest): VerifyDropReason | null {
  if (!isRequestAuthentic(packet, client.secret)) return 'authenticator';
  return checkAccountingMessageAuthenticator(packet, client.secret) === 'wrong'
    ? 'message_authenticator'
    : null;
}

/** Returns the address of the NAS: NAS-IPv6-Address or NAS-IP-Address, else the source address. */
export function nasAddressOf(request: Pick<ReceivedAccounting, 'packet' | 'peer'>): string {
  const { packet } = request;
  return (
    decodeFirst(packet, attributeType.nasIpv6Address, decodeIpv6) ??
    decodeFirst(packet, attributeType.nasIpAddress, decodeIpv4) ??
    sourceOf(request)
  );
}

/** Returns the source address of a request, as it is stored. */
export function sourceOf({ peer }: Pick<ReceivedAccounting, 'peer'>): string {
  return normalizeIpAddress(peer.address);
}
