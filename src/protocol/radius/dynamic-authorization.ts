import { createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { attribute } from './attribute.ts';
import { digestOctets, hmac, md5, octetsOf } from './authenticator.ts';
import { errorCauseType } from './error-cause.ts';
import { all, authenticatorOf, first, headerOctets, largestPacket, readPacket, type Packet } from './packet.ts';
import { integer } from './value.ts';

/*
 * Disconnect and CoA (RFC 5176), of which the gateway is the client: it asks, the NAS acknowledges or refuses.
 */

export type DynamicKind = 'disconnect' | 'coa';

/** What is sent for each kind, and the two answers to it. */
const codes: Readonly<Record<DynamicKind, { readonly request: number; readonly ack: number; readonly nak: number }>> = {
  disconnect: { request: 40, ack: 41, nak: 42 },
  coa: { request: 43, ack: 44, nak: 45 },
};

export interface DynamicRequest {
  readonly kind: DynamicKind;
  readonly identifier: number;
  /** Encoded: which NAS and which session, and of a CoA what changes. */
  readonly attributes: Buffer;
  readonly at: Date;
  readonly secret: Secret;
}

/**
 * Writes a Disconnect-Request or CoA-Request: Message-Authenticator, Event-Timestamp, then what is given. Both digests
 * are taken over zeros where the authenticator will be, the Message-Authenticator's first.
 *
 * @throws Fault `invalid` where the attributes do not fit into a packet
 * @see    RFC 5176 sections 2.3, 3.4 and 6.3
 */
export function encodeDynamicRequest({ kind, identifier, attributes, at, secret }: DynamicRequest): Buffer {
  const header = Buffer.alloc(headerOctets);
  const packet = Buffer.concat([header, unsigned, timestamp(at), attributes]);
  if (packet.length > largestPacket) throw new Fault('invalid', `attributes of ${attributes.length} octets fit into no packet`);
  packet.writeUInt8(codes[kind].request, 0);
  packet.writeUInt8(identifier, 1);
  packet.writeUInt16BE(packet.length, 2);
  hmac(packet, secret).copy(packet, headerOctets + 2);
  md5([packet, octetsOf(secret)]).copy(packet, 4);
  return packet;
}

const unsigned = Buffer.from([attribute.messageAuthenticator, 2 + digestOctets, ...Buffer.alloc(digestOctets)]);

function timestamp(at: Date): Buffer {
  const octets = Buffer.from([attribute.eventTimestamp, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.floor(at.getTime() / 1000) >>> 0, 2);
  return octets;
}

export interface DynamicReply {
  readonly isAcknowledged: boolean;
  readonly errorCause: number | null;
}

/** What a datagram is measured by: the request that it may be the answer to. */
export interface Outstanding {
  readonly kind: DynamicKind;
  /** As it was sent. */
  readonly request: Buffer;
  readonly secret: Secret;
}

/** Why a datagram is no answer. */
export type Foreign = 'malformed' | 'code' | 'authenticator' | 'message_authenticator';

/**
 * Reads the answer to a request.
 *
 * @param datagram  with the identifier of the request, from the NAS that was asked
 * @returns         the answer, or why it is none and must be dropped
 * @see             RFC 5176 sections 2.3 and 3.4
 */
export function readDynamicReply(datagram: Buffer, { kind, request, secret }: Outstanding): DynamicReply | Foreign {
  const packet = readPacket(datagram);
  if (typeof packet === 'string') return 'malformed';
  const { ack, nak } = codes[kind];
  if (packet.code !== ack && packet.code !== nak) return 'code';
  const asked = request.subarray(4, headerOctets);
  if (!isAuthenticReply(packet, { asked, secret })) return 'authenticator';
  if (!isSignedRight(packet, { asked, secret })) return 'message_authenticator';
  return { isAcknowledged: packet.code === ack, errorCause: integer(first(packet, errorCauseType)) };
}

interface Proof {
  /** Authenticator of the request. */
  readonly asked: Buffer;
  readonly secret: Secret;
}

function isAuthenticReply(packet: Packet, { asked, secret }: Proof): boolean {
  const { octets } = packet;
  const digest = md5([octets.subarray(0, 4), asked, octets.subarray(headerOctets), octetsOf(secret)]);
  return timingSafeEqual(digest, authenticatorOf(packet));
}

/** Absent is right as well: RFC 5176 leaves the Message-Authenticator of an answer to the NAS. */
function isSignedRight(packet: Packet, { asked, secret }: Proof): boolean {
  const [found, second] = all(packet, attribute.messageAuthenticator);
  if (!found) return true;
  if (second || found.length !== 2 + digestOctets) return false;
  const { octets } = packet;
  const start = (packet.firstOf[attribute.messageAuthenticator] ?? 0) + 2;
  const digest = createHmac('md5', octetsOf(secret))
    .update(octets.subarray(0, 4))
    .update(asked)
    .update(octets.subarray(headerOctets, start))
    .update(Buffer.alloc(digestOctets))
    .update(octets.subarray(start + digestOctets))
    .digest();
  return timingSafeEqual(digest, found.subarray(2));
}
