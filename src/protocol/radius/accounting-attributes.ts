import { attribute } from './attribute.ts';
import { all, attributeAt, first, headerOctets, type Packet } from './packet.ts';
import { integer, interfaceId, ipv4, ipv6, ipv6Prefix, text } from './value.ts';

export type AccountingAttributes = ReturnType<typeof accountingAttributes>;

/** What accounting needs of an Accounting-Request; where an attribute but Class stands there twice, its first value counts. */
export function accountingAttributes(packet: Packet) {
  return {
    status: integer(first(packet, attribute.acctStatusType)),
    sessionId: text(first(packet, attribute.acctSessionId)),
    multiSessionId: text(first(packet, attribute.acctMultiSessionId)),
    userName: text(first(packet, attribute.userName)),
    eventTimestamp: integer(first(packet, attribute.eventTimestamp)),
    delayTime: integer(first(packet, attribute.acctDelayTime)),
    classes: all(packet, attribute.class).map((whole) => whole.subarray(2)),
    ...nasAttributes(packet),
    ...counters(packet),
    ...linkAttributes(packet),
  };
}

function nasAttributes(packet: Packet) {
  return {
    nasIpAddress: ipv4(first(packet, attribute.nasIpAddress)),
    nasIpv6Address: ipv6(first(packet, attribute.nasIpv6Address)),
    nasIdentifier: text(first(packet, attribute.nasIdentifier)),
    nasPort: integer(first(packet, attribute.nasPort)),
    nasPortId: text(first(packet, attribute.nasPortId)),
    nasPortType: integer(first(packet, attribute.nasPortType)),
  };
}

function counters(packet: Packet) {
  return {
    sessionTime: integer(first(packet, attribute.acctSessionTime)),
    inputOctets: integer(first(packet, attribute.acctInputOctets)),
    outputOctets: integer(first(packet, attribute.acctOutputOctets)),
    inputGigawords: integer(first(packet, attribute.acctInputGigawords)),
    outputGigawords: integer(first(packet, attribute.acctOutputGigawords)),
    terminateCause: integer(first(packet, attribute.acctTerminateCause)),
  };
}

function linkAttributes(packet: Packet) {
  return {
    authentic: integer(first(packet, attribute.acctAuthentic)),
    serviceType: integer(first(packet, attribute.serviceType)),
    framedProtocol: integer(first(packet, attribute.framedProtocol)),
    framedIpAddress: ipv4(first(packet, attribute.framedIpAddress)),
    framedIpv6Address: ipv6(first(packet, attribute.framedIpv6Address)),
    framedIpv6Prefix: ipv6Prefix(first(packet, attribute.framedIpv6Prefix)),
    framedInterfaceId: interfaceId(first(packet, attribute.framedInterfaceId)),
    delegatedIpv6Prefix: ipv6Prefix(first(packet, attribute.delegatedIpv6Prefix)),
    calledStationId: text(first(packet, attribute.calledStationId)),
    callingStationId: text(first(packet, attribute.callingStationId)),
    connectInfo: text(first(packet, attribute.connectInfo)),
  };
}

/** What an Accounting-Request must not carry (RFC 2866 section 4.1); a client that sends it is answered all the same. */
const unwanted: readonly number[] = [attribute.userPassword, attribute.chapPassword, attribute.replyMessage, attribute.state];

/** The attributes as they came, octet for octet, except that those which must not be there have lost their values. */
export function attributesToKeep(packet: Packet): Buffer {
  if (unwanted.every((type) => packet.firstOf[type] === 0)) return packet.octets.subarray(headerOctets);
  return Buffer.concat(packet.starts.map((start) => withoutUnwanted(attributeAt(packet, start))));
}

function withoutUnwanted(octets: Buffer): Buffer {
  const type = octets[0] ?? 0;
  return unwanted.includes(type) ? Buffer.from([type, 2]) : octets;
}
