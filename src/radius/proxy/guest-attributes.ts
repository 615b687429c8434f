import { isIPv4 } from 'node:net';
import type { UpstreamLogin } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { dataTypes } from '../../protocol/radius/data-type.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';

/** Service-Type of users who log in at a web page, as hotspots send it (RFC 2865 section 5.6). */
const loginServiceType = 1;

/** Encodes what upstreams are sent of a guest and its device, as a NAS would. */
export function encodeGuest({
  username,
  nas,
  called,
  station,
  ip,
}: Pick<UpstreamLogin, 'username' | 'nas' | 'called' | 'station' | 'ip'>): Buffer {
  return Buffer.concat([
    text(attributeType.userName, username),
    text(attributeType.nasIdentifier, nas),
    text(attributeType.calledStationId, called),
    text(attributeType.callingStationId, station),
    framedAddress(ip),
    integer(attributeType.serviceType, loginServiceType),
  ]);
}

const maxTextOctets = 253;

export function text(type: number, value: string): Buffer {
  return encodeAttribute(type, Buffer.from(value).subarray(0, maxTextOctets)) ?? Buffer.alloc(0);
}

export function integer(type: number, value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return encodeAttribute(type, octets) ?? octets;
}

function framedAddress(ip: string): Buffer {
  const [type, dataType] = isIPv4(ip)
    ? ([attributeType.framedIpAddress, dataTypes['ipaddr']] as const)
    : ([attributeType.framedIpv6Address, dataTypes['ipv6addr']] as const);
  const octets = dataType?.encode(ip);
  return (octets && encodeAttribute(type, octets)) ?? Buffer.alloc(0);
}
