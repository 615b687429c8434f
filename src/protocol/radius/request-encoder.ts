import { randomBytes } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import {
  digestOctets,
  hmacMd5,
  md5,
  secretOctets,
  blankMessageAuthenticator,
} from './authenticator.ts';
import { packetCode, headerOctets, maxPacketOctets } from './packet.ts';
import type { OutboundRequest } from './server-transport.ts';

interface RequestEnvelope {
  readonly identifier: number;
  readonly secret: Secret;
}

/**
 * Encodes a request to a home server. The Request Authenticator of an Access-Request or Status-Server is random, and
 * Message-Authenticator is its first attribute; the Request Authenticator of an Accounting-Request is a digest, which signs the packet.
 *
 * @throws Fault `invalid` if the attributes do not fit into a packet
 * @see    RFC 2865 section 3, RFC 2866 section 3, RFC 3579 section 3.2; first attribute: CVE-2024-3596
 */
export function encodeRequest(
  outbound: Pick<OutboundRequest, 'code' | 'encodeAttributes'>,
  { identifier, secret }: RequestEnvelope,
): Buffer {
  const isAccounting = outbound.code === packetCode.accountingRequest;
  const authenticator = isAccounting ? Buffer.alloc(digestOctets) : randomBytes(digestOctets);
  const attributes = outbound.encodeAttributes({ secret, authenticator });
  const header = Buffer.concat([Buffer.from([outbound.code, identifier, 0, 0]), authenticator]);
  const request = Buffer.concat([
    header,
    ...(isAccounting ? [] : [blankMessageAuthenticator]),
    attributes,
  ]);
  if (request.length > maxPacketOctets)
    throw new Fault(
      'invalid',
      `attributes of ${attributes.length} octets do not fit into a packet`,
    );
  request.writeUInt16BE(request.length, 2);
  if (isAccounting) md5([request, secretOctets(secret)]).copy(request, 4);
  else hmacMd5(request, secret).copy(request, headerOctets + 2);
  return request;
}

/** Returns the packet codes that are replies to a request. */
export function replyCodesOf(requestCode: number): readonly number[] {
  return replyCodes.get(requestCode) ?? [];
}

const replyCodes: ReadonlyMap<number, readonly number[]> = new Map([
  [
    packetCode.accessRequest,
    [packetCode.accessAccept, packetCode.accessReject, packetCode.accessChallenge],
  ],
  [packetCode.accountingRequest, [packetCode.accountingResponse]],
  [packetCode.statusServer, [packetCode.accessAccept, packetCode.accountingResponse]],
]);

/** A Status-Server without attributes of its own (RFC 5997 section 3). */
export const statusServerRequest: Pick<OutboundRequest, 'code' | 'encodeAttributes'> = {
  code: packetCode.statusServer,
  encodeAttributes: () => Buffer.alloc(0),
};
