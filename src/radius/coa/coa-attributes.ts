import type { AuthorizationAttributes } from '../../aaa/policy/attribute-lists.ts';
import type { LiveSession } from '../../aaa/coa/live-session.ts';
import { Fault } from '../../errors.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { digestOctets } from '../../protocol/radius/authenticator.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { encodeNamedAttribute, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { splitAttributes } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { Secret } from '../../secret.ts';

/** By what a NAS is told itself and the session, in this order. */
const identifying = [
  ...[attributeType.nasIpAddress, attributeType.nasIpv6Address, attributeType.nasIdentifier],
  ...[attributeType.userName, attributeType.acctSessionId, attributeType.callingStationId],
];

/**
 * Which NAS and which session, in the very octets in which the NAS last named them. No more than that: to a NAS every
 * attribute is mandatory, and one that it does not know makes it refuse the request. So the address of the station is
 * sent only where the NAS gave nothing else to know the station by.
 *
 * @see RFC 5176 section 3
 */
export function encodeIdentification(session: LiveSession): Buffer {
  const said = attributesOf(session.attributes);
  const found = identifying.map((type) => said(type) ?? told(session, type));
  const station = said(attributeType.callingStationId) ? null : said(attributeType.framedIpAddress);
  return Buffer.concat([...found, station].filter((octets) => octets !== null));
}

/** Looks an attribute up in those of the last accounting packet, as they were kept: with type and length. */
function attributesOf(kept: Uint8Array | null): (type: number) => Buffer | null {
  const found = splitAttributes(kept ?? Buffer.alloc(0));
  return (type) => found.find(([first]) => first === type) ?? null;
}

/** What an earlier packet told of the session and the last one did not. */
function told(
  { username, acctsessionid, callingstationid }: LiveSession,
  type: number,
): Buffer | null {
  const known = new Map<number, string | null>([
    [attributeType.userName, username],
    [attributeType.acctSessionId, acctsessionid],
    [attributeType.callingStationId, callingstationid],
  ]);
  const value = Buffer.from(known.get(type) ?? '');
  return value.length > 0 ? encodeAttribute(type, value) : null;
}

/**
 * What a CoA gives a session.
 *
 * @throws Fault `invalid` where an attribute is not known, its value does not fit, or it can not stand in a CoA
 */
export function encodeCoaAttributes(
  attributes: AuthorizationAttributes,
  dictionary: Dictionary,
): Buffer {
  return Buffer.concat(attributes.map((given) => encoded(given, dictionary)));
}

/** A value that is hidden is so by the authenticator of a request, which in a CoA comes of the values themselves. */
function encoded(
  { attribute: name, value }: AuthorizationAttributes[number],
  dictionary: Dictionary,
): Buffer {
  const octets = isHiddenAttribute(dictionary, name)
    ? 'its value is hidden, which a CoA can not do'
    : encodeNamedAttribute(dictionary, { name, value }, nothingHidden);
  if (typeof octets !== 'string') return octets;
  throw Fault.field('attributes', `${name}: ${octets}.`);
}

const nothingHidden = { secret: new Secret(''), authenticator: Buffer.alloc(digestOctets) };
