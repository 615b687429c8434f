import type { Secret } from '../../contract/secret.ts';
import { attributeType } from './attribute-type.ts';
import { hmacMd5, md5, secretOctets, blankMessageAuthenticator } from './authenticator.ts';
import {
  allAttributes,
  authenticatorOf,
  headerOctets,
  maxPacketOctets,
  type Packet,
} from './packet.ts';

export interface ReplyFields {
  readonly code: number;
  readonly request: Packet;
  readonly secret: Secret;
  /** True for a reply with a Message-Authenticator, which is its first attribute. */
  readonly isSigned: boolean;
  /** Encoded attributes; default: no attributes. */
  readonly attributes?: Buffer | undefined;
}

/**
 * Encodes the reply to a request: Message-Authenticator first if it is signed, then the request's Proxy-States, then the
 * attributes.
 *
 * @returns a packet, longer than 4096 octets if the attributes do not fit
 * @see     RFC 2865 section 3, RFC 2866 section 4.2, RFC 3579 section 3.2; order: CVE-2024-3596
 */
export function encodeReply(fields: ReplyFields): Buffer {
  const { code, request, secret, isSigned } = fields;
  const attributes = replyAttributes(fields);
  const reply = Buffer.allocUnsafe(headerOctets + attributes.length);
  reply.writeUInt8(code, 0);
  reply.writeUInt8(request.identifier, 1);
  reply.writeUInt16BE(reply.length, 2);
  // Both digests are computed over the authenticator of the request.
  reply.set(authenticatorOf(request), 4);
  reply.set(attributes, headerOctets);
  if (isSigned) reply.set(hmacMd5(reply, secret), headerOctets + 2);
  reply.set(md5([reply, secretOctets(secret)]), 4);
  return reply;
}

const none = Buffer.alloc(0);

function replyAttributes({ request, isSigned, attributes = none }: ReplyFields): Buffer {
  const proxyStates = allAttributes(request, attributeType.proxyState);
  if (!isSigned && proxyStates.length === 0) return attributes;
  return Buffer.concat([
    ...(isSigned ? [blankMessageAuthenticator] : []),
    ...proxyStates,
    attributes,
  ]);
}

/** Returns in words that attributes are too long for the reply to a request; null: they fit. */
export function excessOf(attributes: Buffer, request: Packet): string | null {
  const octetsLeft = countReplyOctetsLeft(request);
  return attributes.length > octetsLeft
    ? `the reply attributes have ${attributes.length} octets, ${octetsLeft} fit`
    : null;
}

/** Counts the octets that a reply has left for attributes, after header, Message-Authenticator and Proxy-States. */
export function countReplyOctetsLeft(request: Packet): number {
  const added = [blankMessageAuthenticator, ...allAttributes(request, attributeType.proxyState)];
  return added.reduce((left, { length }) => left - length, maxPacketOctets - headerOctets);
}
