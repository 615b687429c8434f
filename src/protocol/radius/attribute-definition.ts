/** The definition of an attribute. */
export interface AttributeDefinition {
  readonly name: string;
  readonly vendor: Vendor | null;
  /** Its number from the outside to the inside: `[1]`, `[26, 2011, 2]`, `[241, 5, 1]`, `[245, 26, 11344, 1]`. */
  readonly number: readonly number[];
  /** Its first number behind the vendor. */
  readonly type: number;
  /** A key of `dataTypes`. */
  readonly dataType: string;
  readonly hasTag: boolean;
  /** True if a long value is split, and the values of attributes of this type in a row are one value. */
  readonly isConcatenated: boolean;
  /** 0: not encrypted, 1: as User-Password, 2: with a salt, as Tunnel-Password, 3: proprietary to Ascend. */
  readonly encryption: number;
  /** Value names in lower case, and values by number. */
  readonly valuesByName: Map<string, number>;
  readonly namesByValue: Map<number, string>;
  /** The attributes in its value by their type. */
  readonly children: ReadonlyMap<number, AttributeDefinition>;
}

export interface Vendor {
  readonly name: string;
  readonly number: number;
  /** Octets of type and length in its attributes. */
  readonly typeOctets: number;
  readonly lengthOctets: number;
  /** True if an octet behind the length says whether the value goes on in the next attribute, as in WiMAX. */
  readonly hasContinuation: boolean;
  /** Type of the extended attribute with its attributes (RFC 6929 section 2.4); null: Vendor-Specific. */
  readonly extension: number | null;
}

/** The type of Vendor-Specific, also within an extended attribute (RFC 6929 section 2.4). */
export const vendorSpecificType = 26;

/** Extended attributes (RFC 6929 sections 2.1 and 2.2), and whether they have an octet for More. */
const extendedTypes = { first: 241, firstLong: 245, last: 246 };

export function isExtendedType(type: number): boolean {
  return type >= extendedTypes.first && type <= extendedTypes.last;
}

export function isLongExtendedType(type: number): boolean {
  return type >= extendedTypes.firstLong && type <= extendedTypes.last;
}

/** Type of NAS-Filter-Rule, whose rules are one text with NUL between two rules (RFC 4849 section 2). */
export const filterRuleType = 92;

/** The form of vendors of which no dictionary is known (RFC 2865 section 5.26). */
export function unknownVendor(number: number): Vendor {
  return {
    name: '',
    number,
    typeOctets: 1,
    lengthOctets: 1,
    hasContinuation: false,
    extension: null,
  };
}

/** The numbers that precede the types of a vendor. */
export function vendorPrefix(vendor: Vendor | null): readonly number[] {
  if (!vendor) return [];
  const { extension, number } = vendor;
  return extension === null
    ? [vendorSpecificType, number]
    : [extension, vendorSpecificType, number];
}

/** Formats a number as in FreeRADIUS: `Attr-26.2011.2`. */
export function numberedName(number: readonly number[]): string {
  return `Attr-${number.join('.')}`;
}

const maxNumbers = 12;

/** Parses the number in a name such as `Attr-26.2011.2`; null if it is no such name. */
export function parseNumberedName(name: string): readonly number[] | null {
  const digits = /^attr-(\d{1,10}(?:\.\d{1,10})*)$/i.exec(name)?.[1];
  if (digits === undefined) return null;
  const number = digits.split('.').map(Number);
  return number.length <= maxNumbers ? number : null;
}

interface DefinitionFields {
  readonly name: string;
  readonly vendor: Vendor | null;
  /** Its numbers behind the vendor. */
  readonly path: readonly number[];
  readonly dataType: string;
  readonly hasTag?: boolean;
  readonly isConcatenated?: boolean;
  readonly encryption?: number;
}

/** Creates a definition without value names and children. */
export function createDefinition({
  path,
  hasTag = false,
  isConcatenated = false,
  encryption = 0,
  ...fields
}: DefinitionFields): AttributeDefinition {
  return {
    ...fields,
    hasTag,
    isConcatenated,
    encryption,
    number: [...vendorPrefix(fields.vendor), ...path],
    type: path[0] ?? 0,
    valuesByName: new Map(),
    namesByValue: new Map(),
    children: new Map(),
  };
}
