import { attributeType } from './attribute-type.ts';
import {
  allAttributes,
  attributeAt,
  firstValue,
  firstInteger,
  hasAttribute,
  headerOctets,
  type Packet,
} from './packet.ts';
import {
  decodeInterfaceId,
  decodeIpv4,
  decodeIpv6,
  decodeIpv6Prefix,
  decodeText,
} from './value-decoder.ts';

export type AccountingAttributes = ReturnType<typeof readAccountingAttributes>;

/** What accounting needs of an Accounting-Request; where an attribute but Class stands there twice, its first value counts. */
export function readAccountingAttributes(packet: Packet) {
  const integer = (type: number) => firstInteger(packet, type);
  const words = (type: number) => decodeText(firstValue(packet, type));
  return {
    status: integer(attributeType.acctStatusType),
    sessionId: words(attributeType.acctSessionId),
    multiSessionId: words(attributeType.acctMultiSessionId),
    userName: words(attributeType.userName),
    eventTimestamp: integer(attributeType.eventTimestamp),
    delayTime: integer(attributeType.acctDelayTime),
    classes: allAttributes(packet, attributeType.class).map((whole) => whole.subarray(2)),
    nasIpAddress: decodeIpv4(firstValue(packet, attributeType.nasIpAddress)),
    nasIpv6Address: decodeIpv6(firstValue(packet, attributeType.nasIpv6Address)),
    nasIdentifier: words(attributeType.nasIdentifier),
    nasPort: integer(attributeType.nasPort),
    nasPortId: words(attributeType.nasPortId),
    nasPortType: integer(attributeType.nasPortType),
    sessionTime: integer(attributeType.acctSessionTime),
    inputOctets: integer(attributeType.acctInputOctets),
    outputOctets: integer(attributeType.acctOutputOctets),
    inputGigawords: integer(attributeType.acctInputGigawords),
    outputGigawords: integer(attributeType.acctOutputGigawords),
    terminateCause: integer(attributeType.acctTerminateCause),
    authentic: integer(attributeType.acctAuthentic),
    serviceType: integer(attributeType.serviceType),
    framedProtocol: integer(attributeType.framedProtocol),
    framedIpAddress: decodeIpv4(firstValue(packet, attributeType.framedIpAddress)),
    framedIpv6Address: decodeIpv6(firstValue(packet, attributeType.framedIpv6Address)),
    framedIpv6Prefix: decodeIpv6Prefix(firstValue(packet, attributeType.framedIpv6Prefix)),
    framedInterfaceId: decodeInterfaceId(firstValue(packet, attributeType.framedInterfaceId)),
    delegatedIpv6Prefix: decodeIpv6Prefix(firstValue(packet, attributeType.delegatedIpv6Prefix)),
    calledStationId: words(attributeType.calledStationId),
    callingStationId: words(attributeType.callingStationId),
    connectInfo: words(attributeType.connectInfo),
  };
}

/** What an Accounting-Request must not carry (RFC 2866 section 4.1); a client that sends it is answered all the same. */
const unwanted: readonly number[] = [
  attributeType.userPassword,
  attributeType.chapPassword,
  attributeType.replyMessage,
  attributeType.state,
];

/** The attributes as they came, octet for octet, except that those which must not be there have lost their values. */
export function storableAttributes(packet: Packet): Buffer {
  if (!unwanted.some((type) => hasAttribute(packet, type)))
    return packet.octets.subarray(headerOctets);
  return Buffer.concat(
    packet.attributeOffsets.map((start) => withoutUnwanted(attributeAt(packet, start))),
  );
}

function withoutUnwanted(octets: Buffer): Buffer {
  const type = octets[0] ?? 0;
  return unwanted.includes(type) ? Buffer.from([type, 2]) : octets;
}
