import { hash } from 'node:crypto';
import { attributeType } from '../src/protocol/radius/attribute-type.ts';

/** A request whose identifier is its position, and the check of its answer. */
export interface Exchange {
  readonly request: Buffer;
  isAnsweredBy(reply: Buffer): boolean;
}

const headerOctets = 20;
const noAuthenticator = Buffer.alloc(16);
const nasCount = 200;
const userCount = 1000;

export interface Sessions {
  readonly sessions: number;
  /** Prefix of the session ids: each run has its own sessions. */
  readonly name: string;
  readonly secret: string;
}

/** A Start, an Interim-Update and a Stop. */
export const packetsOfSession = 3;

/** Octets that a session has received at its Stop. */
export const octetsAtStop = 2_000_000;

/** Builds the Starts of all sessions, then all Interim-Updates, then all Stops, before the measurement starts. */
export function exchangesOf({ sessions, name, secret }: Sessions): Exchange[] {
  const begun = Math.floor(Date.now() / 1000) - 3600;
  const packets = stages.flatMap((stage) =>
    Array.from({ length: sessions }, (_, number) => [...session(name, number), ...stage(begun)]),
  );
  return packets.map((attributes, position) =>
    exchange(attributes, position % 256, Buffer.from(secret)),
  );
}

/** Attributes of a session that a NAS sends in each packet. */
function session(name: string, number: number): Buffer[] {
  const [nas, user] = [number % nasCount, number % userCount];
  const mac = number.toString(16).padStart(6, '0').toUpperCase().replace(/..\B/g, '$&-');
  return [
    text(attributeType.acctSessionId, `${name}-${number}`),
    text(attributeType.userName, `user${user}@example.net`),
    address(attributeType.nasIpAddress, [198, 18, 0, nas]),
    text(attributeType.nasIdentifier, `ap-${nas}.example.net`),
    integer(attributeType.nasPort, number % 4096),
    integer(attributeType.nasPortType, 19),
    integer(attributeType.serviceType, 2),
    address(attributeType.framedIpAddress, [10, number >> 16, (number >> 8) & 255, number & 255]),
    text(
      attributeType.calledStationId,
      `02-00-5E-00-00-${nas.toString(16).padStart(2, '0').toUpperCase()}:Guests`,
    ),
    text(attributeType.callingStationId, `02-00-5E-${mac}`),
    text(attributeType.connectInfo, 'CONNECT 866Mbps 802.11ac'),
    integer(attributeType.acctAuthentic, 1),
    integer(attributeType.acctDelayTime, 0),
  ];
}

/** Attributes that it adds to the Start, the Interim-Update and the Stop. */
const stages: readonly ((begun: number) => Buffer[])[] = [
  (begun) => [
    integer(attributeType.acctStatusType, 1),
    integer(attributeType.eventTimestamp, begun),
  ],
  (begun) => [
    integer(attributeType.acctStatusType, 3),
    integer(attributeType.eventTimestamp, begun + 600),
    ...used(600, 1_000_000),
  ],
  (begun) => [
    integer(attributeType.acctStatusType, 2),
    integer(attributeType.eventTimestamp, begun + 1200),
    ...used(1200, octetsAtStop),
    integer(attributeType.acctTerminateCause, 1),
  ],
];

function used(seconds: number, octets: number): Buffer[] {
  return [
    integer(attributeType.acctSessionTime, seconds),
    integer(attributeType.acctInputOctets, octets),
    integer(attributeType.acctOutputOctets, 10 * octets),
    integer(attributeType.acctInputGigawords, 0),
    integer(attributeType.acctOutputGigawords, 0),
  ];
}

/** @see RFC 2866 section 3 for both authenticators */
function exchange(attributes: readonly Buffer[], identifier: number, secret: Buffer): Exchange {
  const request = Buffer.concat([
    Buffer.from([4, identifier, 0, 0]),
    noAuthenticator,
    ...attributes,
  ]);
  request.writeUInt16BE(request.length, 2);
  md5(request, secret).copy(request, 4);
  const reply = Buffer.concat([
    Buffer.from([5, identifier, 0, headerOctets]),
    request.subarray(4, headerOctets),
  ]);
  md5(reply, secret).copy(reply, 4);
  return { request, isAnsweredBy: (given) => given.equals(reply) };
}

function md5(packet: Buffer, secret: Buffer): Buffer {
  return Buffer.from(hash('md5', Buffer.concat([packet, secret]), 'hex'), 'hex');
}

export function text(type: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([type, 2 + value.length]), Buffer.from(value)]);
}

export function integer(type: number, value: number): Buffer {
  const octets = Buffer.from([type, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(value, 2);
  return octets;
}

export function address(type: number, octets: readonly number[]): Buffer {
  return Buffer.from([type, 6, ...octets]);
}
