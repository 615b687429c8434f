import { attribute } from './attribute.ts';
import type { Definition, Dictionary } from './dictionary.ts';
import { all, attributeAt, authenticatorOf, has, type Packet } from './packet.ts';
import { rehidden, resalted, type Covers } from './password.ts';
import { attributesInside, encodeAttribute } from './vendor.ts';

/*
 * What a proxy makes of packets that it passes on (RFC 2865 section 2.3): attributes stay in order and octet for octet as
 * they are, but for those that say something between two neighbours only.
 */

interface Passing extends Covers {
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
export function forwardedAttributes(packet: Packet, { userName, proxyState, ...passing }: Forwarding): Buffer {
  const own = userName && encodeAttribute(attribute.userName, userName);
  const kept = packet.starts
    .filter((start) => packet.octets[start] !== attribute.messageAuthenticator)
    .map((start) => attributeAt(packet, start))
    .map((octets) => (own && octets[0] === attribute.userName ? own : passedOn(octets, passing)));
  return Buffer.concat([...kept, impliedChallenge(packet), encodeAttribute(attribute.proxyState, proxyState) ?? nothing]);
}

/**
 * Attributes of another server's reply as they go back. Left out are Message-Authenticator, which we make, and
 * Proxy-States, which are ours or those that the client has sent.
 */
export function returnedAttributes(packet: Packet, passing: Passing): Buffer {
  const left: readonly (number | undefined)[] = [attribute.messageAuthenticator, attribute.proxyState];
  const kept = packet.starts.filter((start) => !left.includes(packet.octets[start]));
  return Buffer.concat(kept.map((start) => passedOn(attributeAt(packet, start), passing)));
}

const nothing = Buffer.alloc(0);

/** RFC 2865 section 2.2: without CHAP-Challenge it is the authenticator, which is another one from here on. */
function impliedChallenge(packet: Packet): Buffer {
  const isImplied = has(packet, attribute.chapPassword) && !has(packet, attribute.chapChallenge);
  return isImplied ? (encodeAttribute(attribute.chapChallenge, authenticatorOf(packet)) ?? nothing) : nothing;
}

/** Hides anew what is hidden by secret and authenticator; all else is left alone. Lengths do not change. */
function passedOn(octets: Buffer, { dictionary, ...covers }: Passing): Buffer {
  if (octets[0] === attribute.vendorSpecific) return passedOnVendor(octets, { dictionary, ...covers });
  const definition = dictionary.ofVendor(0)?.get(octets[0] ?? 0);
  if (!isHidden(definition)) return octets;
  return Buffer.concat([octets.subarray(0, 2), hiddenAnew(octets.subarray(2), definition, covers)]);
}

function passedOnVendor(octets: Buffer, { dictionary, ...covers }: Passing): Buffer {
  const value = octets.subarray(2);
  const definitions = value.length > 4 ? dictionary.ofVendor(value.readUInt32BE(0)) : undefined;
  const sizes = definitions?.values().next().value?.vendor;
  if (!definitions || !sizes) return octets;
  const copy = Buffer.from(octets);
  for (const inside of attributesInside(copy.subarray(2), sizes)) {
    const definition = definitions.get(inside.type);
    if (isHidden(definition)) inside.value.set(hiddenAnew(inside.value, definition, covers));
  }
  return copy;
}

function isHidden(definition: Definition | undefined): definition is Definition {
  return definition?.encryption === 1 || definition?.encryption === 2;
}

function hiddenAnew(value: Buffer, { encryption, hasTag }: Definition, covers: Covers): Buffer {
  const tag = hasTag ? 1 : 0;
  const anew = encryption === 1 ? rehidden : resalted;
  return Buffer.concat([value.subarray(0, tag), anew(value.subarray(tag), covers)]);
}

/** Whether a request bears a Proxy-State of that value: it has been passed on by whoever uses it. */
export function bearsProxyState(packet: Packet, proxyState: Buffer): boolean {
  return all(packet, attribute.proxyState).some((octets) => octets.subarray(2).equals(proxyState));
}
