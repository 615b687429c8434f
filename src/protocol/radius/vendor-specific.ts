import { attributeType } from './attribute-type.ts';
import type { Vendor } from './dictionary-file.ts';
import { allAttributes, type Packet } from './packet.ts';

/** Maximum octets of a value: the length of an attribute is one octet. */
export const maxValueOctets = 253;
const vendorOctets = 4;
const defaultSizes = { typeOctets: 1, lengthOctets: 1 };

/** Encodes an attribute. @returns null if the value is too long */
export function encodeAttribute(type: number, value: Buffer): Buffer | null {
  return value.length > maxValueOctets
    ? null
    : Buffer.concat([Buffer.from([type, 2 + value.length]), value]);
}

interface VendorAttribute {
  readonly vendor: Pick<Vendor, 'number' | 'typeOctets' | 'lengthOctets'>;
  readonly type: number;
  readonly value: Buffer;
}

/**
 * Encodes an attribute of a vendor, alone in its Vendor-Specific.
 *
 * @returns null if the value is too long
 * @see     RFC 2865 section 5.26
 */
export function encodeVendorAttribute({ vendor, type, value }: VendorAttribute): Buffer | null {
  const { typeOctets, lengthOctets } = vendor;
  const header = Buffer.alloc(vendorOctets + typeOctets + lengthOctets);
  const length = typeOctets + lengthOctets + value.length;
  if (length + vendorOctets > maxValueOctets) return null;
  header.writeUInt32BE(vendor.number);
  header.writeUIntBE(type, vendorOctets, typeOctets);
  if (lengthOctets > 0) header.writeUIntBE(length, vendorOctets + typeOctets, lengthOctets);
  return encodeAttribute(attributeType.vendorSpecific, Buffer.concat([header, value]));
}

/** Returns the values of a vendor's attribute, in order; malformed ones are skipped. */
export function readVendorValues(
  packet: Packet,
  vendor: number,
  { type, sizes = defaultSizes }: VendorAttributeKey,
): Buffer[] {
  return allAttributes(packet, attributeType.vendorSpecific)
    .map((octets) => octets.subarray(2))
    .filter((octets) => octets.length > vendorOctets && octets.readUInt32BE(0) === vendor)
    .flatMap((octets) => parseVendorAttributes(octets, sizes))
    .filter((found) => found.type === type)
    .map(({ value }) => value);
}

interface VendorAttributeKey {
  readonly type: number;
  readonly sizes?: Pick<Vendor, 'typeOctets' | 'lengthOctets'>;
}

/** Splits the value of a Vendor-Specific into the vendor's attributes, as views; a malformed rest is skipped. */
export function parseVendorAttributes(
  value: Buffer,
  { typeOctets, lengthOctets }: Pick<Vendor, 'typeOctets' | 'lengthOctets'>,
): { readonly type: number; readonly value: Buffer }[] {
  const octets = value.subarray(vendorOctets);
  const found: { readonly type: number; readonly value: Buffer }[] = [];
  const header = typeOctets + lengthOctets;
  for (let at = 0; at + header <= octets.length;) {
    const length =
      lengthOctets === 0 ? octets.length - at : octets.readUIntBE(at + typeOctets, lengthOctets);
    if (length < header || at + length > octets.length) return found;
    found.push({
      type: octets.readUIntBE(at, typeOctets),
      value: octets.subarray(at + header, at + length),
    });
    at += length;
  }
  return found;
}
