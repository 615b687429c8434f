import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { attributeType } from './attribute-type.ts';
import { hmacMd5, md5, secretOctets, blankMessageAuthenticator } from './authenticator.ts';
import { errorCauseAttributeType } from './error-cause.ts';
import { firstInteger, headerOctets, maxPacketOctets } from './packet.ts';
import { readReply, type ReplyDropReason } from './reply-verifier.ts';

/*
 * Disconnect and CoA (RFC 5176), of which the gateway is the client: it asks, the NAS acknowledges or refuses.
 */

export type DynamicRequestKind = 'disconnect' | 'coa';

/** What is sent for each kind, and the two answers to it. */
const codes: Readonly<
  Record<
    DynamicRequestKind,
    { readonly request: number; readonly ack: number; readonly nak: number }
  >
> = {
  disconnect: { request: 40, ack: 41, nak: 42 },
  coa: { request: 43, ack: 44, nak: 45 },
};

/** Codes of what answers a Disconnect-Request or CoA-Request. */
export const dynamicReplyCodes: ReadonlySet<number> = new Set(
  Object.values(codes).flatMap(({ ack, nak }) => [ack, nak]),
);

export interface DynamicRequest {
  readonly kind: DynamicRequestKind;
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
export function encodeDynamicRequest({
  kind,
  identifier,
  attributes,
  at,
  secret,
}: DynamicRequest): Buffer {
  const header = Buffer.alloc(headerOctets);
  const packet = Buffer.concat([header, blankMessageAuthenticator, timestamp(at), attributes]);
  if (packet.length > maxPacketOctets)
    throw new Fault('invalid', `attributes of ${attributes.length} octets fit into no packet`);
  packet.writeUInt8(codes[kind].request, 0);
  packet.writeUInt8(identifier, 1);
  packet.writeUInt16BE(packet.length, 2);
  hmacMd5(packet, secret).copy(packet, headerOctets + 2);
  md5([packet, secretOctets(secret)]).copy(packet, 4);
  return packet;
}

function timestamp(at: Date): Buffer {
  const octets = Buffer.from([attributeType.eventTimestamp, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.floor(at.getTime() / 1000) >>> 0, 2);
  return octets;
}

export interface DynamicReply {
  readonly isAcknowledged: boolean;
  readonly errorCause: number | null;
}

/** What a datagram is measured by: the request that it may be the answer to. */
interface Outstanding {
  readonly kind: DynamicRequestKind;
  /** As it was sent. */
  readonly request: Buffer;
  readonly secret: Secret;
}

/**
 * Reads the answer to a request. One without Message-Authenticator is right as well: RFC 5176 leaves it to the NAS.
 *
 * @param datagram  with the identifier of the request, from the NAS that was asked
 * @returns         the answer, or why it is none and must be dropped
 * @see             RFC 5176 sections 2.3 and 3.4
 */
export function readDynamicReply(
  datagram: Buffer,
  { kind, request, secret }: Outstanding,
): DynamicReply | ReplyDropReason {
  const { ack, nak } = codes[kind];
  const packet = readReply(datagram, {
    request,
    secret,
    codes: [ack, nak],
    requiresMessageAuthenticator: false,
  });
  if (typeof packet === 'string') return packet;
  return {
    isAcknowledged: packet.code === ack,
    errorCause: firstInteger(packet, errorCauseAttributeType),
  };
}
