import { attributeType } from './attribute-type.ts';
import { unknownVendor, type Vendor } from './attribute-definition.ts';
import { allAttributes, type Packet } from './packet.ts';

/** Maximum octets of a value: the length of an attribute is one octet. */
export const maxValueOctets = 253;
export const vendorOctets = 4;

/** Octets of type, length and continuation in the attributes of a vendor. */
export type VendorForm = Pick<Vendor, 'typeOctets' | 'lengthOctets' | 'hasContinuation'>;

const defaultForm: VendorForm = unknownVendor(0);

/** The bit of the octet behind the length: the value goes on in the next attribute. */
export const moreFlag = 0x80;

/** Encodes an attribute. @returns null if the value is too long */
export function encodeAttribute(type: number, value: Buffer): Buffer | null {
  return value.length > maxValueOctets
    ? null
    : Buffer.concat([Buffer.from([type, 2 + value.length]), value]);
}

interface VendorAttribute {
  readonly vendor: Pick<Vendor, 'number'> & Partial<VendorForm>;
  readonly type: number;
  readonly value: Buffer;
}

/**
 * Encodes an attribute of a vendor, alone in its Vendor-Specific. A vendor with continuation has several of them for a
 * long value.
 *
 * @returns null if the value is too long
 * @see     RFC 2865 section 5.26
 */
export function encodeVendorAttribute({ vendor, type, value }: VendorAttribute): Buffer | null {
  const form = { ...defaultForm, ...vendor };
  const parts = form.hasContinuation ? splitValue(value, maxContinuedOctets) : [value];
  const encoded = parts.map((part, index) =>
    encodeVendorPart(
      { vendor: { ...form, number: vendor.number }, type, value: part },
      index < parts.length - 1,
    ),
  );
  return encoded.some((octets) => octets === null)
    ? null
    : Buffer.concat(encoded.filter((octets) => octets !== null));
}

const continuedHeader = 3;
const maxContinuedOctets = maxValueOctets - vendorOctets - continuedHeader;

/** Splits a value into parts of a size; an empty value is one empty part. */
export function splitValue(value: Buffer, size: number): Buffer[] {
  const parts = [value.subarray(0, size)];
  for (let at = size; at < value.length; at += size) parts.push(value.subarray(at, at + size));
  return parts;
}

function encodeVendorPart(
  { vendor, type, value }: VendorAttribute & { readonly vendor: VendorForm },
  isContinued: boolean,
): Buffer | null {
  const { typeOctets, lengthOctets, hasContinuation } = vendor;
  if (type >= 256 ** typeOctets) return null;
  const length = headerOctetsOf(vendor) + value.length;
  if (length + vendorOctets > maxValueOctets) return null;
  const header = Buffer.alloc(vendorOctets + headerOctetsOf(vendor));
  header.writeUInt32BE(vendor.number);
  header.writeUIntBE(type, vendorOctets, typeOctets);
  if (lengthOctets > 0) header.writeUIntBE(length, vendorOctets + typeOctets, lengthOctets);
  if (hasContinuation && isContinued) header[header.length - 1] = moreFlag;
  return encodeAttribute(attributeType.vendorSpecific, Buffer.concat([header, value]));
}

function headerOctetsOf({ typeOctets, lengthOctets, hasContinuation }: VendorForm): number {
  return typeOctets + lengthOctets + (hasContinuation ? 1 : 0);
}

/** Returns the values of a vendor's attribute, in order; malformed ones are skipped. */
export function readVendorValues(
  packet: Packet,
  vendor: number,
  { type, form = defaultForm }: VendorAttributeKey,
): Buffer[] {
  return allAttributes(packet, attributeType.vendorSpecific)
    .map((octets) => octets.subarray(2))
    .filter((octets) => octets.length > vendorOctets && octets.readUInt32BE(0) === vendor)
    .flatMap((octets) => parseVendorAttributes(octets, form))
    .filter((found) => found.type === type)
    .map(({ value }) => value);
}

interface VendorAttributeKey {
  readonly type: number;
  readonly form?: VendorForm;
}

export interface VendorAttributeParts {
  readonly type: number;
  readonly value: Buffer;
  /** True if the value goes on in the next attribute of the packet. */
  readonly isContinued: boolean;
}

/** Splits the value of a Vendor-Specific into the vendor's attributes, as views; a malformed rest is skipped. */
export function parseVendorAttributes(value: Buffer, form: VendorForm): VendorAttributeParts[] {
  return splitVendorSpecific(value, form).attributes;
}

export interface SplitVendorSpecific {
  readonly attributes: VendorAttributeParts[];
  /** Malformed octets behind the attributes. */
  readonly rest: Buffer;
}

/** Splits the value of a Vendor-Specific. */
export function splitVendorSpecific(value: Buffer, form: VendorForm): SplitVendorSpecific {
  const octets = value.subarray(vendorOctets);
  const attributes: VendorAttributeParts[] = [];
  const header = headerOctetsOf(form);
  let at = 0;
  while (at + header <= octets.length) {
    const length = lengthAt(octets, at, form);
    if (length < header || at + length > octets.length) break;
    attributes.push({
      type: octets.readUIntBE(at, form.typeOctets),
      value: octets.subarray(at + header, at + length),
      isContinued: form.hasContinuation && ((octets[at + header - 1] ?? 0) & moreFlag) !== 0,
    });
    at += length;
  }
  return { attributes, rest: octets.subarray(at) };
}

function lengthAt(octets: Buffer, at: number, { typeOctets, lengthOctets }: VendorForm): number {
  return lengthOctets === 0 ? octets.length - at : octets.readUIntBE(at + typeOctets, lengthOctets);
}
