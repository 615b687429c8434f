import { isSecretAttribute } from '../../aaa/policy/check-item.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { AttributeDefinition, Dictionary, Vendor } from '../../protocol/radius/dictionary.ts';
import { decodeAttributeValues } from '../../protocol/radius/attribute-codec.ts';
import { allAttributes, type Packet } from '../../protocol/radius/packet.ts';

export interface PrintableAttribute {
  readonly name: string;
  readonly value: string;
}

const struckOut = '***';
/** What must not be shown (RFC 2866 section 4.1). */
const neverShown: readonly number[] = [
  attributeType.userPassword,
  attributeType.chapPassword,
  attributeType.replyMessage,
  attributeType.state,
];

/**
 * Reads a packet out in the names of the dictionaries. What none of them has, and values that their type can not have, are
 * octets in hexadecimal.
 */
export function printableAttributes(packet: Packet, dictionary: Dictionary): PrintableAttribute[] {
  const types = [
    ...new Set(packet.attributeOffsets.map((start) => packet.octets.readUInt8(start))),
  ];
  return types.flatMap((type) =>
    type === attributeType.vendorSpecific
      ? ofVendors(packet, dictionary)
      : ofType(packet, type, dictionary),
  );
}

function ofType(packet: Packet, type: number, dictionary: Dictionary): PrintableAttribute[] {
  const raw = allAttributes(packet, type).map((octets) => octets.subarray(2));
  const definition = dictionary.attributesOfVendor(0)?.get(type);
  if (!definition) return raw.map((octets) => octetsOf(`Attr-${type}`, octets));
  if (isHidden(definition)) return raw.map(() => ({ name: definition.name, value: struckOut }));
  const values = decodeAttributeValues(packet, definition);
  if (values.length < raw.length) return raw.map((octets) => octetsOf(definition.name, octets));
  return values.map(({ text }) => ({ name: definition.name, value: text }));
}

function ofVendors(packet: Packet, dictionary: Dictionary): PrintableAttribute[] {
  const raw = allAttributes(packet, attributeType.vendorSpecific).map((octets) =>
    octets.subarray(2),
  );
  return [...new Set(raw.map(vendorOf))].flatMap((vendor) => {
    const ofVendor = raw.filter((octets) => vendorOf(octets) === vendor);
    const definitions = vendor === 0 ? undefined : dictionary.attributesOfVendor(vendor);
    const known = inside(ofVendor, definitions).flatMap((definition) => named(packet, definition));
    return known.length > 0 ? known : ofVendor.map((octets) => octetsOf('Vendor-Specific', octets));
  });
}

/** Definitions of the attributes that a vendor's octets may hold. */
function inside(
  raw: readonly Buffer[],
  definitions?: ReadonlyMap<number, AttributeDefinition>,
): AttributeDefinition[] {
  const [any] = definitions?.values() ?? [];
  if (!definitions || !any?.vendor) return [];
  const sizes = any.vendor;
  const types = new Set(raw.flatMap((octets) => typesIn(octets.subarray(vendorOctets), sizes)));
  return [...types].flatMap((type) => definitions.get(type) ?? []);
}

const vendorOctets = 4;

/** @returns 0 where there is no room for a vendor's number and anything after it */
function vendorOf(octets: Buffer): number {
  return octets.length > vendorOctets ? octets.readUInt32BE(0) : 0;
}

function typesIn(
  octets: Buffer,
  { typeOctets, lengthOctets }: Pick<Vendor, 'typeOctets' | 'lengthOctets'>,
): number[] {
  const types: number[] = [];
  const header = typeOctets + lengthOctets;
  for (let at = 0; at + header <= octets.length;) {
    types.push(octets.readUIntBE(at, typeOctets));
    const length =
      lengthOctets === 0 ? octets.length - at : octets.readUIntBE(at + typeOctets, lengthOctets);
    at += Math.max(header, length);
  }
  return types;
}

function named(packet: Packet, definition: AttributeDefinition): PrintableAttribute[] {
  const { name } = definition;
  return decodeAttributeValues(packet, definition).map(({ text }) => ({
    name,
    value: isHidden(definition) ? struckOut : text,
  }));
}

function isHidden({ name, type, vendor, encryption }: AttributeDefinition): boolean {
  return (
    encryption > 0 || (vendor === null && neverShown.includes(type)) || isSecretAttribute(name)
  );
}

function octetsOf(name: string, octets: Buffer): PrintableAttribute {
  return { name, value: `0x${octets.toString('hex')}` };
}
