import { createHmac, hash, randomBytes } from 'node:crypto';
import { packetCode } from '../src/protocol/radius/packet.ts';
import { attributeType } from '../src/protocol/radius/attribute-type.ts';
import { hideValue } from '../src/protocol/radius/attribute-hiding.ts';
import { Secret } from '../src/contract/secret.ts';
import { address, integer, text, type Exchange } from '../tools/accounting-packets.ts';

const headerOctets = 20;
const signatureOctets = 16;
const nasCount = 200;

export interface User {
  readonly username: string;
  readonly password: string;
}

export const usersOf = (count: number): User[] =>
  Array.from({ length: count }, (_, number) => ({
    username: `user${number}@example.net`,
    password: `secret of ${number}`,
  }));

/** Builds signed Access-Requests (PAP) of all users in turn before the measurement starts. */
export function accessOf(
  users: readonly User[],
  { count, secret }: { readonly count: number; readonly secret: string },
): Exchange[] {
  const shared = new Secret(secret);
  return Array.from({ length: count }, (_, position) => {
    const number = position % users.length;
    return exchange(
      Buffer.from([packetCode.accessRequest, position % 256, 0, 0]),
      shared,
      (authenticator) => [
        text(attributeType.userName, users[number]?.username ?? ''),
        password(users[number]?.password ?? '', shared, authenticator),
        ...nas(number),
      ],
    );
  });
}

function password(clear: string, secret: Secret, authenticator: Buffer): Buffer {
  const octets = hideValue(Buffer.from(clear), { secret, authenticator });
  return Buffer.concat([Buffer.from([attributeType.userPassword, 2 + octets.length]), octets]);
}

function nas(number: number): Buffer[] {
  const at = number % nasCount;
  const mac = number.toString(16).padStart(6, '0').toUpperCase().replace(/..\B/g, '$&-');
  return [
    address(attributeType.nasIpAddress, [198, 18, 0, at]),
    text(attributeType.nasIdentifier, `ap-${at}.example.net`),
    integer(attributeType.nasPort, number),
    integer(attributeType.nasPortType, 19),
    integer(attributeType.serviceType, 2),
    text(
      attributeType.calledStationId,
      `02-00-5E-00-00-${at.toString(16).padStart(2, '0').toUpperCase()}:Guests`,
    ),
    text(attributeType.callingStationId, `02-00-5E-${mac}`),
    text(attributeType.connectInfo, 'CONNECT 866Mbps 802.11ac'),
  ];
}

/** @see RFC 3579 section 3.2 for the signature, RFC 2865 section 3 for the Response Authenticator */
function exchange(
  header: Buffer,
  secret: Secret,
  attributes: (authenticator: Buffer) => readonly Buffer[],
): Exchange {
  const authenticator = randomBytes(signatureOctets);
  const signature = Buffer.from([
    attributeType.messageAuthenticator,
    2 + signatureOctets,
    ...Buffer.alloc(signatureOctets),
  ]);
  const request = Buffer.concat([header, authenticator, signature, ...attributes(authenticator)]);
  request.writeUInt16BE(request.length, 2);
  createHmac('md5', secret.reveal())
    .update(request)
    .digest()
    .copy(request, headerOctets + 2);
  return { request, isAnsweredBy: (reply) => isAccept(reply, authenticator, secret) };
}

function isAccept(reply: Buffer, authenticator: Buffer, secret: Secret): boolean {
  if (reply[0] !== packetCode.accessAccept) return false;
  const signed = [
    reply.subarray(0, 4),
    authenticator,
    reply.subarray(headerOctets),
    Buffer.from(secret.reveal()),
  ];
  return Buffer.from(hash('md5', Buffer.concat(signed), 'hex'), 'hex').equals(
    reply.subarray(4, headerOctets),
  );
}
