import type { Secret } from '../../secret.ts';
import { attributeType } from './attribute-type.ts';
import { hmacMd5, md5, secretOctets, blankMessageAuthenticator } from './authenticator.ts';
import { allAttributes, authenticatorOf, headerOctets, type Packet } from './packet.ts';

export interface ReplyFields {
  readonly code: number;
  readonly request: Packet;
  readonly secret: Secret;
  /** Carries a Message-Authenticator, as its first attribute. */
  readonly isSigned: boolean;
  /** Attributes as they are sent; left out: none. */
  readonly attributes?: Buffer | undefined;
}

/**
 * Writes the reply to a request: Message-Authenticator first where it is signed, then the request's Proxy-States, then
 * what it has to say.
 *
 * @returns a packet; longer than 4096 octets where that is too much
 * @see     RFC 2865 section 3, RFC 2866 section 4.2, RFC 3579 section 3.2; first: CVE-2024-3596
 */
export function encodeReply({
  code,
  request,
  secret,
  isSigned,
  attributes = nothing,
}: ReplyFields): Buffer {
  const proxyStates = allAttributes(request, attributeType.proxyState);
  const reply = Buffer.concat([
    header(code, request),
    ...(isSigned ? [blankMessageAuthenticator] : []),
    ...proxyStates,
    attributes,
  ]);
  reply.writeUInt16BE(reply.length, 2);
  if (isSigned) hmacMd5(reply, secret).copy(reply, headerOctets + 2);
  md5([reply, secretOctets(secret)]).copy(reply, 4);
  return reply;
}

const nothing = Buffer.alloc(0);

/** Holds the request's authenticator until the reply's own is known: both digests are taken over it. */
function header(code: number, request: Packet): Buffer {
  return Buffer.concat([Buffer.from([code, request.identifier, 0, 0]), authenticatorOf(request)]);
}
