import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { attributeType } from './attribute-type.ts';
import { hmacMd5, md5, secretOctets, blankMessageAuthenticator } from './authenticator.ts';
import { errorCauseAttributeType } from './error-cause.ts';
import { firstInteger, headerOctets, maxPacketOctets, packetCode } from './packet.ts';
import { readReply, type ReplyDropReason } from './reply-verifier.ts';

/*
 * Disconnect and CoA (RFC 5176). The gateway is the Dynamic Authorization Client; the NAS replies with an ACK or a NAK.
 */

export type DynamicRequestKind = 'disconnect' | 'coa';

/** The packet codes of a request and of the two replies to it. */
const codes: Readonly<
  Record<
    DynamicRequestKind,
    { readonly request: number; readonly ack: number; readonly nak: number }
  >
> = {
  disconnect: {
    request: packetCode.disconnectRequest,
    ack: packetCode.disconnectAck,
    nak: packetCode.disconnectNak,
  },
  coa: {
    request: packetCode.coaRequest,
    ack: packetCode.coaAck,
    nak: packetCode.coaNak,
  },
};

/** Codes of the replies to a Disconnect-Request or CoA-Request. */
export const dynamicReplyCodes: ReadonlySet<number> = new Set(
  Object.values(codes).flatMap(({ ack, nak }) => [ack, nak]),
);

export interface DynamicRequest {
  readonly kind: DynamicRequestKind;
  readonly identifier: number;
  /** Encoded attributes: the identification of NAS and session, and in a CoA the changes. */
  readonly attributes: Buffer;
  readonly at: Date;
  readonly secret: Secret;
}

/**
 * Encodes a Disconnect-Request or CoA-Request: Message-Authenticator, Event-Timestamp, then the given attributes. Both
 * digests count the Request Authenticator as zeros; the Message-Authenticator is computed first.
 *
 * @throws Fault `invalid` if the attributes do not fit into a packet
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
  const packet = Buffer.concat([header, blankMessageAuthenticator, eventTimestamp(at), attributes]);
  if (packet.length > maxPacketOctets)
    throw new Fault(
      'invalid',
      `attributes of ${attributes.length} octets do not fit into a packet`,
    );
  packet.writeUInt8(codes[kind].request, 0);
  packet.writeUInt8(identifier, 1);
  packet.writeUInt16BE(packet.length, 2);
  hmacMd5(packet, secret).copy(packet, headerOctets + 2);
  md5([packet, secretOctets(secret)]).copy(packet, 4);
  return packet;
}

function eventTimestamp(at: Date): Buffer {
  const octets = Buffer.from([attributeType.eventTimestamp, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.floor(at.getTime() / 1000) >>> 0, 2);
  return octets;
}

export interface DynamicReply {
  readonly isAcknowledged: boolean;
  readonly errorCause: number | null;
}

/** The request that a datagram may be the reply to. */
interface PendingRequest {
  readonly kind: DynamicRequestKind;
  /** The request as it was sent. */
  readonly request: Buffer;
  readonly secret: Secret;
}

/**
 * Reads the reply to a request. A Message-Authenticator is optional in it (RFC 5176 section 3.4).
 *
 * @param datagram  from the NAS that the request was sent to, with the identifier of the request
 * @returns         the reply, or the reason to drop the datagram
 * @see             RFC 5176 sections 2.3 and 3.4
 */
export function readDynamicReply(
  datagram: Buffer,
  { kind, request, secret }: PendingRequest,
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

/** Outcome of a Disconnect or CoA. */
export interface DynamicOutcome {
  readonly outcome: 'acknowledged' | 'refused' | 'no_answer';
  readonly errorCause: number | null;
  /** Packets sent. */
  readonly tries: number;
  readonly ms: number;
}

/** Builds the outcome of an exchange. @param reply  null: no reply in time */
export function dynamicOutcome(
  reply: DynamicReply | null,
  effort: Pick<DynamicOutcome, 'tries' | 'ms'>,
): DynamicOutcome {
  if (!reply) return { outcome: 'no_answer', errorCause: null, ...effort };
  return {
    outcome: reply.isAcknowledged ? 'acknowledged' : 'refused',
    errorCause: reply.errorCause,
    ...effort,
  };
}
