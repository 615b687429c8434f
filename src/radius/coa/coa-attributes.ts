import type { AuthorizationAttributes } from '../../aaa/policy/attribute-lists.ts';
import type { LiveSession } from '../../aaa/coa/live-session.ts';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { digestOctets } from '../../protocol/radius/authenticator.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { encodeNamedAttributes, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
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
 * only if there is no Calling-Station-Id, and the operator of the NAS only if a proxy is between.
 *
 * @see RFC 5176 section 3, RFC 8559 section 3.2
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
  const parts = [...identification, framedAddress, ...operatorOf(session.attributes)];
  return Buffer.concat(parts.filter((octets) => octets !== null));
}

/** Type and extended type of Operator-NAS-Identifier (RFC 8559 section 3.4). */
const operatorNas = [241, 8] as const;

/** Returns what a proxy routes by: the operator, and its name for the NAS. A NAS itself may refuse to read them. */
function operatorOf(stored: Uint8Array | null): readonly Buffer[] {
  const attributes = splitAttributes(stored ?? Buffer.alloc(0));
  if (!attributes.some(([type]) => type === attributeType.proxyState)) return [];
  return attributes.filter(
    ([type, , extendedType]) =>
      type === attributeType.operatorName ||
      (type === operatorNas[0] && extendedType === operatorNas[1]),
  );
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
  const items = attributes.map(({ attribute: name, value }) => ({ name, value }));
  const hidden = items.find(({ name }) => isHiddenAttribute(dictionary, name));
  // Values are hidden by the Request Authenticator, which in a CoA is a digest of the attributes.
  const encoded = hidden
    ? { name: hidden.name, reason: 'its value is hidden, which is not possible in a CoA' }
    : encodeNamedAttributes(dictionary, items, unusedKey);
  if (Buffer.isBuffer(encoded)) return encoded;
  throw Fault.field('attributes', `${encoded.name}: ${encoded.reason}.`);
}

const unusedKey = { secret: new Secret(''), authenticator: Buffer.alloc(digestOctets) };
