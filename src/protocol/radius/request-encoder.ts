import { randomBytes } from 'node:crypto';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import {
  digestOctets,
  hmacMd5,
  md5,
  secretOctets,
  blankMessageAuthenticator,
} from './authenticator.ts';
import { packetCode, headerOctets, maxPacketOctets } from './packet.ts';
import type { OutboundRequest } from './server-transport.ts';

interface Addressee {
  readonly identifier: number;
  readonly secret: Secret;
}

/**
 * Writes a request to another RADIUS server. The authenticator of an Access-Request or Status-Server is random, and
 * Message-Authenticator is its first attribute; that of an Accounting-Request is a digest, which signs it.
 *
 * @throws Fault `invalid` where the attributes do not fit into a packet
 * @see    RFC 2865 section 3, RFC 2866 section 3, RFC 3579 section 3.2; first: CVE-2024-3596
 */
export function encodeRequest(
  question: Pick<OutboundRequest, 'code' | 'encodeAttributes'>,
  { identifier, secret }: Addressee,
): Buffer {
  const isAccounting = question.code === packetCode.accountingRequest;
  const authenticator = isAccounting ? Buffer.alloc(digestOctets) : randomBytes(digestOctets);
  const attributes = question.encodeAttributes({ secret, authenticator });
  const header = Buffer.concat([Buffer.from([question.code, identifier, 0, 0]), authenticator]);
  const request = Buffer.concat([
    header,
    ...(isAccounting ? [] : [blankMessageAuthenticator]),
    attributes,
  ]);
  if (request.length > maxPacketOctets)
    throw new Fault('invalid', `attributes of ${attributes.length} octets fit into no packet`);
  request.writeUInt16BE(request.length, 2);
  if (isAccounting) md5([request, secretOctets(secret)]).copy(request, 4);
  else hmacMd5(request, secret).copy(request, headerOctets + 2);
  return request;
}

/** Codes that answer a request, by its own. */
export const replyCodesByRequest: ReadonlyMap<number, readonly number[]> = new Map([
  [
    packetCode.accessRequest,
    [packetCode.accessAccept, packetCode.accessReject, packetCode.accessChallenge],
  ],
  [packetCode.accountingRequest, [packetCode.accountingResponse]],
  [packetCode.statusServer, [packetCode.accessAccept, packetCode.accountingResponse]],
]);
