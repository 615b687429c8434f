import { attributeType } from './attribute-type.ts';
import type { Dictionary } from './dictionary.ts';
import { splitAttributes } from './packet.ts';
import { parseVendorAttributes, vendorOctets } from './vendor-specific.ts';

/** Returns the numbers of what an attribute has in it: `27`, `26.14988.8`. */
export function numbersIn(octets: Buffer, dictionary: Dictionary): readonly string[] {
  const type = String(octets[0]);
  if (octets[0] !== attributeType.vendorSpecific || octets.length < 2 + vendorOctets) return [type];
  const number = octets.readUInt32BE(2);
  const vendor = dictionary.vendor(number);
  const inner = vendor ? parseVendorAttributes(octets.subarray(2), vendor) : [];
  const numbers = inner.map((attribute) => `${type}.${number}.${attribute.type}`);
  return numbers.length > 0 ? numbers : [`${type}.${number}`];
}

/** Returns the attributes that have other numbers. A Vendor-Specific with further attributes stays. */
export function withoutNumbers(
  attributes: Buffer,
  numbers: ReadonlySet<string>,
  dictionary: Dictionary,
): readonly Buffer[] {
  return splitAttributes(attributes).filter(
    (octets) => !numbersIn(octets, dictionary).every((number) => numbers.has(number)),
  );
}
