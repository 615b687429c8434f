import {
  createDefinition,
  isExtendedType,
  numberedName,
  unknownVendor,
  vendorSpecificType,
  type AttributeDefinition,
  type Vendor,
} from './attribute-definition.ts';
import type { Dictionary } from './dictionary.ts';

type Definitions = Pick<Dictionary, 'attributesOfVendor' | 'vendor'>;

/**
 * Returns the definition of the attribute with a number: that of a dictionary, else one with octets as its value.
 *
 * @returns undefined: no packet can carry such a number
 */
export function definitionByNumber(
  number: readonly number[],
  dictionary: Definitions,
): AttributeDefinition | undefined {
  const [outer = 0, ...inner] = number;
  if (outer === vendorSpecificType && inner.length > 0) return ofVendor(inner, dictionary);
  return follow(dictionary.attributesOfVendor(0)?.get(outer), inner) ?? unknownOfRfc(number);
}

function unknownOfRfc(number: readonly number[]): AttributeDefinition | undefined {
  const [outer = 0, inner] = number;
  const isPossible = outer > 0 && outer <= 255 && (inner === undefined || isExtendedType(outer));
  if (!isPossible) return undefined;
  return inner === vendorSpecificType && number.length > 2
    ? ofEvs(number)
    : unknown(number, { vendor: null, path: number });
}

function follow(
  start: AttributeDefinition | undefined,
  path: readonly number[],
): AttributeDefinition | undefined {
  let found = start;
  for (const type of path) found = found?.children.get(type);
  return found;
}

function ofVendor(
  [vendorNumber = 0, ...path]: readonly number[],
  dictionary: Definitions,
): AttributeDefinition | undefined {
  const vendor = dictionary.vendor(vendorNumber) ?? unknownVendor(vendorNumber);
  const [type = 0, ...inner] = path;
  const isPossible = path.length > 0 && type < 256 ** vendor.typeOctets;
  if (!isVendorNumber(vendorNumber) || !isPossible) return undefined;
  return (
    follow(dictionary.attributesOfVendor(vendorNumber)?.get(type), inner) ??
    unknown([vendorSpecificType, vendorNumber, ...path], { vendor, path })
  );
}

function ofEvs(number: readonly number[]): AttributeDefinition | undefined {
  const [extension = 0, , vendorNumber = 0, ...path] = number;
  if (!isVendorNumber(vendorNumber) || path.length === 0) return undefined;
  return unknown(number, { vendor: { ...unknownVendor(vendorNumber), extension }, path });
}

/** A vendor has three octets, in four of which the first one is zero (RFC 2865 section 5.26). */
function isVendorNumber(number: number): boolean {
  return number > 0 && number <= 0xffffff;
}

function unknown(
  number: readonly number[],
  place: { readonly vendor: Vendor | null; readonly path: readonly number[] },
): AttributeDefinition | undefined {
  const { path } = place;
  const isPossible = path.slice(1).every((part) => part > 0 && part <= 255);
  return isPossible
    ? createDefinition({ name: numberedName(number), dataType: 'octets', ...place })
    : undefined;
}
