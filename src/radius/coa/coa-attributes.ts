import type { AuthorizationAttributes } from '../../aaa/policy/attribute-lists.ts';
import type { LiveSession } from '../../aaa/coa/live-session.ts';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { digestOctets } from '../../protocol/radius/authenticator.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { encodeNamedAttribute, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { splitAttributes } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { Secret } from '../../contract/secret.ts';

/** Identification attributes of NAS and session, in the order of sending. */
const identificationTypes = [
  attributeType.nasIpAddress,
  attributeType.nasIpv6Address,
  attributeType.nasIdentifier,
  attributeType.userName,
  attributeType.acctSessionId,
  attributeType.callingStationId,
];

/**
 * Encodes the identification of NAS and session, with the octets of the last accounting packet. It is kept short: a NAS
 * treats every attribute as mandatory and refuses a request with an unsupported attribute. Framed-IP-Address is added
 * only if there is no Calling-Station-Id.
 *
 * @see RFC 5176 section 3
 */
export function encodeIdentification(
  session: LiveSession,
  types: readonly number[] = identificationTypes,
): Buffer {
  const lastSent = attributeLookup(session.attributes);
  const identification = types.map((type) => lastSent(type) ?? storedAttribute(session, type));
  const framedAddress = lastSent(attributeType.callingStationId)
    ? null
    : lastSent(attributeType.framedIpAddress);
  return Buffer.concat([...identification, framedAddress].filter((octets) => octets !== null));
}

/**
 * Encodes the identification without User-Name, for a NAS that does not find a session of MAC authentication by it: hostapd
 * keeps the name of 802.1X only.
 *
 * @returns null: the name is more than the address of the device, or the session has no other identification
 */
export function encodeUnnamedIdentification(session: LiveSession): Buffer | null {
  const name = attributeLookup(session.attributes)(attributeType.userName)?.toString('latin1', 2);
  const mac = canonicalMac(session.callingstationid ?? '');
  const isMac = mac !== null && canonicalMac(name ?? session.username ?? '') === mac;
  const unnamed = identificationTypes.filter((type) => type !== attributeType.userName);
  return isMac ? encodeIdentification(session, unnamed) : null;
}

/** Returns a function that finds an attribute of a stored packet by its type, with its type and length octets. */
function attributeLookup(stored: Uint8Array | null): (type: number) => Buffer | null {
  const attributes = splitAttributes(stored ?? Buffer.alloc(0));
  return (type) => attributes.find(([first]) => first === type) ?? null;
}

/** Encodes an attribute that an earlier accounting packet contained and the last one did not. */
function storedAttribute(
  { username, acctsessionid, callingstationid }: LiveSession,
  type: number,
): Buffer | null {
  const values = new Map<number, string | null>([
    [attributeType.userName, username],
    [attributeType.acctSessionId, acctsessionid],
    [attributeType.callingStationId, callingstationid],
  ]);
  const value = Buffer.from(values.get(type) ?? '');
  return value.length > 0 ? encodeAttribute(type, value) : null;
}

/**
 * Encodes the attributes that a CoA changes.
 *
 * @throws Fault `invalid` if an attribute is unknown, its value is invalid, or it cannot be sent in a CoA
 */
export function encodeCoaAttributes(
  attributes: AuthorizationAttributes,
  dictionary: Dictionary,
): Buffer {
  return Buffer.concat(attributes.map((attribute) => encodeCoaAttribute(attribute, dictionary)));
}

/** Values are hidden by the Request Authenticator, which in a CoA is a digest of the attributes: hidden ones are refused. */
function encodeCoaAttribute(
  { attribute: name, value }: AuthorizationAttributes[number],
  dictionary: Dictionary,
): Buffer {
  const octets = isHiddenAttribute(dictionary, name)
    ? 'its value is hidden, which is not possible in a CoA'
    : encodeNamedAttribute(dictionary, { name, value }, unusedKey);
  if (typeof octets !== 'string') return octets;
  throw Fault.field('attributes', `${name}: ${octets}.`);
}

const unusedKey = { secret: new Secret(''), authenticator: Buffer.alloc(digestOctets) };
