import { attributeType } from './attribute-type.ts';
import type { AttributeDefinition, Dictionary } from './dictionary.ts';
import {
  allAttributes,
  attributeAt,
  authenticatorOf,
  hasAttribute,
  type Packet,
} from './packet.ts';
import { rehideValue, rehideSaltedValue, type HidingKeyChange } from './attribute-hiding.ts';
import { parseVendorAttributes, encodeAttribute, vendorOctets } from './vendor-specific.ts';

/*
 * Attributes of packets that a proxy forwards (RFC 2865 section 2.3). They keep their order and octets, except attributes that
 * are valid between two neighbours only.
 */

interface ProxyOptions extends HidingKeyChange {
  readonly dictionary: Dictionary;
}

interface RequestProxyOptions extends ProxyOptions {
  /** Replaces the User-Name of the request; null: it stays. */
  readonly userName: Buffer | null;
  /** Value of the Proxy-State that is added as the last attribute; the reply returns it. */
  readonly proxyState: Buffer;
}

/**
 * Builds the attributes of a proxied request. Message-Authenticator is omitted, since the transport adds its own. A CHAP
 * challenge that was implied by the Request Authenticator becomes a CHAP-Challenge.
 */
export function proxiedRequestAttributes(
  packet: Packet,
  { userName, proxyState, ...options }: RequestProxyOptions,
): Buffer {
  const newUserName = userName && encodeAttribute(attributeType.userName, userName);
  const kept = packet.attributeOffsets
    .filter((start) => packet.octets[start] !== attributeType.messageAuthenticator)
    .map((start) => attributeAt(packet, start))
    .map((octets) =>
      newUserName && octets[0] === attributeType.userName
        ? newUserName
        : rehideAttribute(octets, options),
    );
  return Buffer.concat([
    ...kept,
    impliedChallenge(packet),
    encodeAttribute(attributeType.proxyState, proxyState) ?? empty,
  ]);
}

/**
 * Builds the attributes of the reply to a proxied request. Message-Authenticator and Proxy-State are omitted: both are added
 * when the reply is encoded for the client.
 */
export function proxiedReplyAttributes(packet: Packet, options: ProxyOptions): Buffer {
  const omitted: readonly (number | undefined)[] = [
    attributeType.messageAuthenticator,
    attributeType.proxyState,
  ];
  const kept = packet.attributeOffsets.filter((start) => !omitted.includes(packet.octets[start]));
  return Buffer.concat(kept.map((start) => rehideAttribute(attributeAt(packet, start), options)));
}

const empty = Buffer.alloc(0);

/** Encodes the challenge of a CHAP request without CHAP-Challenge: its Request Authenticator (RFC 2865 section 2.2). */
function impliedChallenge(packet: Packet): Buffer {
  const isImplied =
    hasAttribute(packet, attributeType.chapPassword) &&
    !hasAttribute(packet, attributeType.chapChallenge);
  return isImplied
    ? (encodeAttribute(attributeType.chapChallenge, authenticatorOf(packet)) ?? empty)
    : empty;
}

/** Hides a hidden value with the key of the next hop; other attributes stay as they are. The length does not change. */
function rehideAttribute(octets: Buffer, { dictionary, ...keys }: ProxyOptions): Buffer {
  if (octets[0] === attributeType.vendorSpecific)
    return rehideVendorSpecific(octets, { dictionary, ...keys });
  const definition = dictionary.attributesOfVendor(0)?.get(octets[0] ?? 0);
  if (!isHidden(definition)) return octets;
  return Buffer.concat([octets.subarray(0, 2), rehide(octets.subarray(2), definition, keys)]);
}

function rehideVendorSpecific(octets: Buffer, { dictionary, ...keys }: ProxyOptions): Buffer {
  const value = octets.subarray(2);
  const number = value.length > vendorOctets ? value.readUInt32BE(0) : 0;
  const vendor = dictionary.vendor(number);
  if (!vendor) return octets;
  const definitions = dictionary.attributesOfVendor(number);
  const copy = Buffer.from(octets);
  for (const attribute of parseVendorAttributes(copy.subarray(2), vendor)) {
    const definition = definitions?.get(attribute.type);
    // A part of a value cannot be encrypted again without its other parts.
    if (isHidden(definition) && !attribute.isContinued)
      attribute.value.set(rehide(attribute.value, definition, keys));
  }
  return copy;
}

function isHidden(definition: AttributeDefinition | undefined): definition is AttributeDefinition {
  return definition?.encryption === 1 || definition?.encryption === 2;
}

function rehide(
  value: Buffer,
  { encryption, hasTag }: AttributeDefinition,
  keys: HidingKeyChange,
): Buffer {
  const tagOctets = hasTag ? 1 : 0;
  const rehideUntagged = encryption === 1 ? rehideValue : rehideSaltedValue;
  return Buffer.concat([
    value.subarray(0, tagOctets),
    rehideUntagged(value.subarray(tagOctets), keys),
  ]);
}

/** True if a request carries a Proxy-State of that value: the proxy that uses it has forwarded the request before. */
export function hasProxyState(packet: Packet, proxyState: Buffer): boolean {
  return allAttributes(packet, attributeType.proxyState).some((octets) =>
    octets.subarray(2).equals(proxyState),
  );
}
