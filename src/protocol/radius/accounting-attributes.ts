import { attribute } from './attribute.ts';
import { all, attributeAt, first, firstInteger, has, headerOctets, type Packet } from './packet.ts';
import { interfaceId, ipv4, ipv6, ipv6Prefix, text } from './value.ts';

export type AccountingAttributes = ReturnType<typeof accountingAttributes>;

/** What accounting needs of an Accounting-Request; where an attribute but Class stands there twice, its first value counts. */
export function accountingAttributes(packet: Packet) {
  const integer = (type: number) => firstInteger(packet, type);
  const words = (type: number) => text(first(packet, type));
  return {
    status: integer(attribute.acctStatusType),
    sessionId: words(attribute.acctSessionId),
    multiSessionId: words(attribute.acctMultiSessionId),
    userName: words(attribute.userName),
    eventTimestamp: integer(attribute.eventTimestamp),
    delayTime: integer(attribute.acctDelayTime),
    classes: all(packet, attribute.class).map((whole) => whole.subarray(2)),
    nasIpAddress: ipv4(first(packet, attribute.nasIpAddress)),
    nasIpv6Address: ipv6(first(packet, attribute.nasIpv6Address)),
    nasIdentifier: words(attribute.nasIdentifier),
    nasPort: integer(attribute.nasPort),
    nasPortId: words(attribute.nasPortId),
    nasPortType: integer(attribute.nasPortType),
    sessionTime: integer(attribute.acctSessionTime),
    inputOctets: integer(attribute.acctInputOctets),
    outputOctets: integer(attribute.acctOutputOctets),
    inputGigawords: integer(attribute.acctInputGigawords),
    outputGigawords: integer(attribute.acctOutputGigawords),
    terminateCause: integer(attribute.acctTerminateCause),
    authentic: integer(attribute.acctAuthentic),
    serviceType: integer(attribute.serviceType),
    framedProtocol: integer(attribute.framedProtocol),
    framedIpAddress: ipv4(first(packet, attribute.framedIpAddress)),
    framedIpv6Address: ipv6(first(packet, attribute.framedIpv6Address)),
    framedIpv6Prefix: ipv6Prefix(first(packet, attribute.framedIpv6Prefix)),
    framedInterfaceId: interfaceId(first(packet, attribute.framedInterfaceId)),
    delegatedIpv6Prefix: ipv6Prefix(first(packet, attribute.delegatedIpv6Prefix)),
    calledStationId: words(attribute.calledStationId),
    callingStationId: words(attribute.callingStationId),
    connectInfo: words(attribute.connectInfo),
  };
}

/** What an Accounting-Request must not carry (RFC 2866 section 4.1); a client that sends it is answered all the same. */
const unwanted: readonly number[] = [attribute.userPassword, attribute.chapPassword, attribute.replyMessage, attribute.state];

/** The attributes as they came, octet for octet, except that those which must not be there have lost their values. */
export function attributesToKeep(packet: Packet): Buffer {
  if (!unwanted.some((type) => has(packet, type))) return packet.octets.subarray(headerOctets);
  return Buffer.concat(packet.starts.map((start) => withoutUnwanted(attributeAt(packet, start))));
}

function withoutUnwanted(octets: Buffer): Buffer {
  const type = octets[0] ?? 0;
  return unwanted.includes(type) ? Buffer.from([type, 2]) : octets;
}
