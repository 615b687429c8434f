import type { SentAttributes } from '../aaa/attributes.ts';
import type { LiveSession } from '../aaa/live-session.ts';
import { Fault } from '../errors.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { digestOctets } from '../protocol/radius/authenticator.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import { encodeNamed, isCovered } from '../protocol/radius/named.ts';
import { attributesIn } from '../protocol/radius/packet.ts';
import { encodeAttribute } from '../protocol/radius/vendor.ts';
import { Secret } from '../secret.ts';

/** By what a NAS is told itself and the session, in this order. */
const identifying = [
  ...[attribute.nasIpAddress, attribute.nasIpv6Address, attribute.nasIdentifier],
  ...[attribute.userName, attribute.acctSessionId, attribute.callingStationId],
];

/**
 * Which NAS and which session, in the very octets in which the NAS last named them. No more than that: to a NAS every
 * attribute is mandatory, and one that it does not know makes it refuse the request. So the address of the station is
 * sent only where the NAS gave nothing else to know the station by.
 *
 * @see RFC 5176 section 3
 */
export function identification(session: LiveSession): Buffer {
  const said = attributesOf(session.attributes);
  const found = identifying.map((type) => said(type) ?? told(session, type));
  const station = said(attribute.callingStationId) ? null : said(attribute.framedIpAddress);
  return Buffer.concat([...found, station].filter((octets) => octets !== null));
}

/** Looks an attribute up in those of the last accounting packet, as they were kept: with type and length. */
function attributesOf(kept: Uint8Array | null): (type: number) => Buffer | null {
  const found = attributesIn(kept ?? Buffer.alloc(0));
  return (type) => found.find(([first]) => first === type) ?? null;
}

/** What an earlier packet told of the session and the last one did not. */
function told({ username, acctsessionid, callingstationid }: LiveSession, type: number): Buffer | null {
  const known = new Map([
    [attribute.userName, username],
    [attribute.acctSessionId, acctsessionid],
    [attribute.callingStationId, callingstationid],
  ] as [number, string | null][]);
  const value = Buffer.from(known.get(type) ?? '');
  return value.length > 0 ? encodeAttribute(type, value) : null;
}

/**
 * What a CoA gives a session.
 *
 * @throws Fault `invalid` where an attribute is not known, its value does not fit, or it can not stand in a CoA
 */
export function encodeAttributes(attributes: SentAttributes, dictionary: Dictionary): Buffer {
  return Buffer.concat(attributes.map((given) => encoded(given, dictionary)));
}

/** A value that is hidden is so by the authenticator of a request, which in a CoA comes of the values themselves. */
function encoded({ attribute: name, value }: SentAttributes[number], dictionary: Dictionary): Buffer {
  const octets = isCovered(dictionary, name)
    ? 'its value is hidden, which a CoA can not do'
    : encodeNamed(dictionary, { name, value }, nothingHidden);
  if (typeof octets !== 'string') return octets;
  throw Fault.field('attributes', `${name}: ${octets}.`);
}

const nothingHidden = { secret: new Secret(''), authenticator: Buffer.alloc(digestOctets) };
