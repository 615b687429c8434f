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
import { parseVendorAttributes, encodeAttribute } from './vendor-specific.ts';

/*
 * What a proxy makes of packets that it passes on (RFC 2865 section 2.3): attributes stay in order and octet for octet as
 * they are, but for those that say something between two neighbours only.
 */

interface Passing extends HidingKeyChange {
  readonly dictionary: Dictionary;
}

interface Forwarding extends Passing {
  /** In place of the one that came. */
  readonly userName: Buffer | null;
  /** Put after all others; the reply brings it back. */
  readonly proxyState: Buffer;
}

/**
 * Attributes of a request as they go on to another server. Message-Authenticator is left out: whoever sends them makes
 * one. A challenge that was the authenticator of the request is said in so many words.
 */
export function proxiedRequestAttributes(
  packet: Packet,
  { userName, proxyState, ...passing }: Forwarding,
): Buffer {
  const own = userName && encodeAttribute(attributeType.userName, userName);
  const kept = packet.attributeOffsets
    .filter((start) => packet.octets[start] !== attributeType.messageAuthenticator)
    .map((start) => attributeAt(packet, start))
    .map((octets) =>
      own && octets[0] === attributeType.userName ? own : passedOn(octets, passing),
    );
  return Buffer.concat([
    ...kept,
    impliedChallenge(packet),
    encodeAttribute(attributeType.proxyState, proxyState) ?? nothing,
  ]);
}

/**
 * Attributes of another server's reply as they go back. Left out are Message-Authenticator, which we make, and
 * Proxy-States, which are ours or those that the client has sent.
 */
export function proxiedReplyAttributes(packet: Packet, passing: Passing): Buffer {
  const left: readonly (number | undefined)[] = [
    attributeType.messageAuthenticator,
    attributeType.proxyState,
  ];
  const kept = packet.attributeOffsets.filter((start) => !left.includes(packet.octets[start]));
  return Buffer.concat(kept.map((start) => passedOn(attributeAt(packet, start), passing)));
}

const nothing = Buffer.alloc(0);

/** RFC 2865 section 2.2: without CHAP-Challenge it is the authenticator, which is another one from here on. */
function impliedChallenge(packet: Packet): Buffer {
  const isImplied =
    hasAttribute(packet, attributeType.chapPassword) &&
    !hasAttribute(packet, attributeType.chapChallenge);
  return isImplied
    ? (encodeAttribute(attributeType.chapChallenge, authenticatorOf(packet)) ?? nothing)
    : nothing;
}

/** Hides anew what is hidden by secret and authenticator; all else is left alone. Lengths do not change. */
function passedOn(octets: Buffer, { dictionary, ...covers }: Passing): Buffer {
  if (octets[0] === attributeType.vendorSpecific)
    return passedOnVendor(octets, { dictionary, ...covers });
  const definition = dictionary.attributesOfVendor(0)?.get(octets[0] ?? 0);
  if (!isHidden(definition)) return octets;
  return Buffer.concat([octets.subarray(0, 2), hiddenAnew(octets.subarray(2), definition, covers)]);
}

function passedOnVendor(octets: Buffer, { dictionary, ...covers }: Passing): Buffer {
  const value = octets.subarray(2);
  const definitions =
    value.length > 4 ? dictionary.attributesOfVendor(value.readUInt32BE(0)) : undefined;
  const sizes = definitions?.values().next().value?.vendor;
  if (!definitions || !sizes) return octets;
  const copy = Buffer.from(octets);
  for (const inside of parseVendorAttributes(copy.subarray(2), sizes)) {
    const definition = definitions.get(inside.type);
    if (isHidden(definition)) inside.value.set(hiddenAnew(inside.value, definition, covers));
  }
  return copy;
}

function isHidden(definition: AttributeDefinition | undefined): definition is AttributeDefinition {
  return definition?.encryption === 1 || definition?.encryption === 2;
}

function hiddenAnew(
  value: Buffer,
  { encryption, hasTag }: AttributeDefinition,
  covers: HidingKeyChange,
): Buffer {
  const tag = hasTag ? 1 : 0;
  const anew = encryption === 1 ? rehideValue : rehideSaltedValue;
  return Buffer.concat([value.subarray(0, tag), anew(value.subarray(tag), covers)]);
}

/** Whether a request bears a Proxy-State of that value: it has been passed on by whoever uses it. */
export function hasProxyState(packet: Packet, proxyState: Buffer): boolean {
  return allAttributes(packet, attributeType.proxyState).some((octets) =>
    octets.subarray(2).equals(proxyState),
  );
}
