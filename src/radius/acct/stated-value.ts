import {
  decodeFirst,
  decodeInterfaceId,
  decodeIpv4,
  decodeIpv6,
  decodeIpv6Prefix,
  firstText,
  type Packet,
} from '../../protocol/radius/packet.ts';

/*
 * Many NASes send an attribute also when they have no value for it: an address of zeros in a Stop, an empty text. Such a value
 * states nothing, and must not replace a known one.
 */

/** RFC 2865 section 5.8: the two highest addresses ask for an address, and are none. */
const noIpv4: readonly (string | null)[] = ['0.0.0.0', '255.255.255.254', '255.255.255.255'];
const noIpv6: readonly (string | null)[] = ['::'];
const noInterfaceId: readonly (string | null)[] = ['0:0:0:0'];
const noPrefix = /^::\/(?:0|64|128)$/;
const noText = /^[\s\0]*$|^(?:\\x00)+$/;
/** A MAC address of zeros, in any spelling, with or without an SSID. */
const noStation = /^(?:00[-:.]?){5}00(?::.*)?$/;

/** Returns the first IPv4 address of a type; null if it is absent, of another size, or no address. */
export function statedIpv4(packet: Packet, type: number): string | null {
  return unless(noIpv4, decodeFirst(packet, type, decodeIpv4));
}

/** Returns the first IPv6 address of a type; null as `statedIpv4`. */
export function statedIpv6(packet: Packet, type: number): string | null {
  return unless(noIpv6, decodeFirst(packet, type, decodeIpv6));
}

/** Returns the first IPv6 prefix of a type; null if it is absent, malformed, or of zeros. */
export function statedPrefix(packet: Packet, type: number): string | null {
  const prefix = decodeFirst(packet, type, decodeIpv6Prefix);
  return prefix === null || noPrefix.test(prefix) ? null : prefix;
}

/** Returns the first interface id of a type; null if it is absent, of another size, or zero. */
export function statedInterfaceId(packet: Packet, type: number): string | null {
  return unless(noInterfaceId, decodeFirst(packet, type, decodeInterfaceId));
}

/** Returns the first text of a type; null if it is absent, or has blanks only. */
export function statedText(packet: Packet, type: number): string | null {
  return textUnless(noText, firstText(packet, type));
}

/** Returns the first station id of a type; null if it is absent, blank, or a MAC address of zeros. */
export function statedStation(packet: Packet, type: number): string | null {
  return textUnless(noStation, statedText(packet, type));
}

function unless(none: readonly (string | null)[], value: string | null): string | null {
  return none.includes(value) ? null : value;
}

function textUnless(none: RegExp, text: string | null): string | null {
  return text === null || none.test(text) ? null : text;
}
