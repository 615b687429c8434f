import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import { forbiddenInAccounting } from '../../protocol/radius/attribute-type.ts';
import { numberedName } from '../../protocol/radius/attribute-definition.ts';
import type { AttributeDefinition, Dictionary } from '../../protocol/radius/dictionary.ts';
import { decodeAttributeValue } from '../../protocol/radius/attribute-codec.ts';
import { valuesIn, type FoundValue } from '../../protocol/radius/attribute-walk.ts';
import type { Packet } from '../../protocol/radius/packet.ts';
import { splitVendorSpecific, vendorOctets } from '../../protocol/radius/vendor-specific.ts';

export interface PrintableAttribute {
  readonly name: string;
  readonly value: string;
}

const mask = '***';

/**
 * Decodes all attributes of a packet by their dictionary names, in order, secrets masked. Attributes without a name, and
 * malformed ones, are given by number, as in `Attr-26.2011.2`, with their octets in hexadecimal; values that their
 * data type cannot decode keep their name.
 */
export function printableAttributes(packet: Packet, dictionary: Dictionary): PrintableAttribute[] {
  return valuesIn(packet, dictionary).map((found) =>
    found.isMalformed ? printMalformed(found, dictionary) : print(found),
  );
}

function print({ number, definition, octets }: FoundValue): PrintableAttribute {
  if (!definition) return inHexadecimal(number, octets);
  const { name } = definition;
  if (isHidden(definition)) return { name, value: mask };
  const decoded = decodeAttributeValue(definition, octets);
  return { name, value: decoded?.text ?? inHexadecimal(number, octets).value };
}

/** Prints the octets of a malformed attribute, unless they may have a secret in them. */
function printMalformed(found: FoundValue, dictionary: Dictionary): PrintableAttribute {
  const secret = definitionsIn(found, dictionary).find(hasHidden);
  return secret ? { name: secret.name, value: mask } : inHexadecimal(found.number, found.octets);
}

/** Returns the definitions of the attributes that may be in a malformed one. */
function definitionsIn(
  { definition, octets }: FoundValue,
  dictionary: Dictionary,
): readonly AttributeDefinition[] {
  if (!definition) return definitionsOfVendor(octets, dictionary);
  const { children, dataType } = definition;
  if (dataType === 'tlv') return [...children.values()];
  const child = children.get(dataType === 'evs' ? vendorOf(octets) : (octets[0] ?? 0));
  return child ? [child] : [];
}

function vendorOf(octets: Buffer): number {
  return octets.length > vendorOctets ? octets.readUInt32BE(0) : 0;
}

function definitionsOfVendor(octets: Buffer, dictionary: Dictionary): AttributeDefinition[] {
  const number = vendorOf(octets);
  const vendor = dictionary.vendor(number);
  if (!vendor) return [];
  const { attributes, rest } = splitVendorSpecific(octets, vendor);
  const types = attributes.map(({ type }) => type);
  if (rest.length >= vendor.typeOctets) types.push(rest.readUIntBE(0, vendor.typeOctets));
  const definitions = dictionary.attributesOfVendor(number);
  return types.map((type) => definitions?.get(type)).filter((known) => known !== undefined);
}

function hasHidden(definition: AttributeDefinition): boolean {
  return isHidden(definition) || [...definition.children.values()].some(hasHidden);
}

function inHexadecimal(number: readonly number[], octets: Buffer): PrintableAttribute {
  return { name: numberedName(number), value: `0x${octets.toString('hex')}` };
}

function isHidden({ name, type, vendor, encryption }: AttributeDefinition): boolean {
  return (
    encryption > 0 ||
    (vendor === null && forbiddenInAccounting.includes(type)) ||
    isSecretAttribute(name)
  );
}
