import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import { attributeType, forbiddenInAccounting } from '../../protocol/radius/attribute-type.ts';
import type { AttributeDefinition, Dictionary, Vendor } from '../../protocol/radius/dictionary.ts';
import { decodeAttributeValues } from '../../protocol/radius/attribute-codec.ts';
import { allAttributes, type Packet } from '../../protocol/radius/packet.ts';

export interface PrintableAttribute {
  readonly name: string;
  readonly value: string;
}

const mask = '***';

/**
 * Decodes all attributes of a packet by their dictionary names, secrets masked. Unknown attributes and values that their
 * data type cannot decode are given in hexadecimal.
 */
export function printableAttributes(packet: Packet, dictionary: Dictionary): PrintableAttribute[] {
  const types = [
    ...new Set(packet.attributeOffsets.map((start) => packet.octets.readUInt8(start))),
  ];
  return types.flatMap((type) =>
    type === attributeType.vendorSpecific
      ? printVendors(packet, dictionary)
      : printType(packet, type, dictionary),
  );
}

function printType(packet: Packet, type: number, dictionary: Dictionary): PrintableAttribute[] {
  const raw = allAttributes(packet, type).map((octets) => octets.subarray(2));
  const definition = dictionary.attributesOfVendor(0)?.get(type);
  if (!definition) return raw.map((octets) => inHexadecimal(`Attr-${type}`, octets));
  if (isHidden(definition)) return raw.map(() => ({ name: definition.name, value: mask }));
  const values = decodeAttributeValues(packet, definition);
  if (values.length < raw.length)
    return raw.map((octets) => inHexadecimal(definition.name, octets));
  return values.map(({ text }) => ({ name: definition.name, value: text }));
}

function printVendors(packet: Packet, dictionary: Dictionary): PrintableAttribute[] {
  const raw = allAttributes(packet, attributeType.vendorSpecific).map((octets) =>
    octets.subarray(2),
  );
  return [...new Set(raw.map(vendorOf))].flatMap((vendor) => {
    const ofVendor = raw.filter((octets) => vendorOf(octets) === vendor);
    const definitions = vendor === 0 ? undefined : dictionary.attributesOfVendor(vendor);
    const known = definitionsIn(ofVendor, definitions).flatMap((definition) =>
      decodeNamed(packet, definition),
    );
    return known.length > 0
      ? known
      : ofVendor.map((octets) => inHexadecimal('Vendor-Specific', octets));
  });
}

/** Returns the definitions of the attributes in the octets of a vendor. */
function definitionsIn(
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

/** @returns 0 if the value is too short for a vendor number and an attribute */
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

function decodeNamed(packet: Packet, definition: AttributeDefinition): PrintableAttribute[] {
  const { name } = definition;
  return decodeAttributeValues(packet, definition).map(({ text }) => ({
    name,
    value: isHidden(definition) ? mask : text,
  }));
}

function isHidden({ name, type, vendor, encryption }: AttributeDefinition): boolean {
  return (
    encryption > 0 ||
    (vendor === null && forbiddenInAccounting.includes(type)) ||
    isSecretAttribute(name)
  );
}

function inHexadecimal(name: string, octets: Buffer): PrintableAttribute {
  return { name, value: `0x${octets.toString('hex')}` };
}
