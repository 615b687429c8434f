import {
  filterRuleType,
  isExtendedType,
  isLongExtendedType,
  unknownVendor,
  vendorSpecificType,
  type AttributeDefinition,
} from './attribute-definition.ts';
import type { Dictionary } from './dictionary.ts';
import { attributeAt, type Packet } from './packet.ts';
import {
  moreFlag,
  splitVendorSpecific,
  vendorOctets,
  type VendorAttributeParts,
} from './vendor-specific.ts';

/* Takes packets apart into values: the opposite of attribute-frame.ts. */

/** A value in a packet. */
export interface FoundValue {
  readonly number: readonly number[];
  /** Undefined: no dictionary has the attribute. */
  readonly definition: AttributeDefinition | undefined;
  readonly octets: Buffer;
  /** True if the attribute has values in it, but is malformed, so that its octets are given. */
  readonly isMalformed: boolean;
}

type Definitions = Pick<Dictionary, 'attributesOfVendor' | 'vendor'>;

/**
 * Returns the values of a packet, in order. Values of TLVs, of vendors and of extended attributes are given one by one, and
 * a value that continues in further attributes is given whole. Where the octets of a form are malformed, they are the value
 * of the attribute around them.
 */
export function valuesIn(packet: Packet, dictionary: Definitions): FoundValue[] {
  return new Walk(packet, dictionary).read();
}

class Walk {
  readonly #attributes: readonly Buffer[];
  readonly #dictionary: Definitions;
  readonly #found: FoundValue[] = [];
  #hasFilterRules = false;

  constructor(packet: Packet, dictionary: Definitions) {
    this.#attributes = packet.attributeOffsets.map((offset) => attributeAt(packet, offset));
    this.#dictionary = dictionary;
  }

  read(): FoundValue[] {
    for (let at = 0; at < this.#attributes.length;) at += this.#readAt(at);
    return this.#found;
  }

  /** Reads the attribute at a position. @returns how many attributes it takes */
  #readAt(at: number): number {
    const type = this.#typeAt(at);
    if (type === vendorSpecificType) return this.#readVendorSpecific(at);
    const definition = this.#dictionary.attributesOfVendor(0)?.get(type);
    if (isExtendedType(type)) return this.#readExtended(at, definition);
    if (type === filterRuleType) return this.#readFilterRules();
    if (definition?.isConcatenated === true) return this.#readRow(at, definition);
    this.#add([type], definition, this.#valueAt(at));
    return 1;
  }

  #typeAt(at: number): number {
    return this.#attributes[at]?.[0] ?? 0;
  }

  #valueAt(at: number): Buffer {
    return this.#attributes[at]?.subarray(2) ?? Buffer.alloc(0);
  }

  #readRow(at: number, definition: AttributeDefinition): number {
    let end = at + 1;
    while (this.#typeAt(end) === definition.type) end += 1;
    const parts = this.#attributes.slice(at, end).map((octets) => octets.subarray(2));
    this.#add(definition.number, definition, Buffer.concat(parts));
    return end - at;
  }

  /** Reads all filter rules of the packet: their text is split anywhere (RFC 4849 section 2). */
  #readFilterRules(): number {
    if (this.#hasFilterRules) return 1;
    this.#hasFilterRules = true;
    const definition = this.#dictionary.attributesOfVendor(0)?.get(filterRuleType);
    const text = Buffer.concat(
      this.#attributes
        .filter((octets) => octets[0] === filterRuleType)
        .map((octets) => octets.subarray(2)),
    );
    for (const rule of splitAtNul(text)) this.#add([filterRuleType], definition, rule);
    return 1;
  }

  #readVendorSpecific(at: number): number {
    const value = this.#valueAt(at);
    const number = value.length > vendorOctets ? value.readUInt32BE(0) : 0;
    const vendor = this.#dictionary.vendor(number) ?? unknownVendor(number);
    const { attributes, rest } = splitVendorSpecific(value, vendor);
    if (number === 0 || rest.length > 0) {
      this.#addMalformed([vendorSpecificType], undefined, value);
      return 1;
    }
    const definitions = this.#dictionary.attributesOfVendor(number);
    for (const { type, value: octets } of attributes.slice(0, -1))
      if (octets.length > 0)
        this.#add([vendorSpecificType, number, type], definitions?.get(type), octets);
    return this.#readContinued(at, number, attributes.at(-1));
  }

  /** Reads the last attribute in a Vendor-Specific, which may continue in the next ones. */
  #readContinued(at: number, vendor: number, first: VendorAttributeParts | undefined): number {
    if (!first) return 1;
    const parts = [first.value];
    let last: VendorAttributeParts | undefined = first;
    while (last?.isContinued === true) {
      last = this.#continuationAt(at + parts.length, vendor, first.type);
      if (last) parts.push(last.value);
    }
    if (!last) {
      this.#addMalformed([vendorSpecificType], undefined, this.#valueAt(at));
      return 1;
    }
    const octets = Buffer.concat(parts);
    const definition = this.#dictionary.attributesOfVendor(vendor)?.get(first.type);
    if (octets.length > 0) this.#add([vendorSpecificType, vendor, first.type], definition, octets);
    return parts.length;
  }

  #continuationAt(at: number, vendor: number, type: number): VendorAttributeParts | undefined {
    const value = this.#valueAt(at);
    const form = this.#dictionary.vendor(vendor);
    const isSame =
      this.#typeAt(at) === vendorSpecificType &&
      value.length > vendorOctets &&
      value.readUInt32BE(0) === vendor;
    if (!isSame || !form) return undefined;
    const { attributes, rest } = splitVendorSpecific(value, form);
    const [only] = attributes;
    const isAlone = rest.length === 0 && attributes.length === 1;
    return isAlone && only?.type === type ? only : undefined;
  }

  #readExtended(at: number, definition: AttributeDefinition | undefined): number {
    const type = this.#typeAt(at);
    const value = this.#valueAt(at);
    const { octets, count } = isLongExtendedType(type)
      ? this.#longValueAt(at)
      : { octets: value.subarray(1), count: 1 };
    if (octets.length === 0) {
      this.#addMalformed([type], definition, value);
      return 1;
    }
    const inner = value[0] ?? 0;
    const child = definition?.children.get(inner);
    if (inner === vendorSpecificType) this.#addEvs([type, inner], child, octets);
    else this.#add([type, inner], child, octets);
    return count;
  }

  /**
   * Joins a long extended attribute: each part but the last one has the flag More (RFC 6929 section 2.2).
   *
   * @returns no octets if it is malformed
   */
  #longValueAt(at: number): { readonly octets: Buffer; readonly count: number } {
    const type = this.#typeAt(at);
    const parts: Buffer[] = [];
    for (let end = at; this.#typeAt(end) === type; end += 1) {
      const part = this.#valueAt(end);
      if (part.length < 2 || part[0] !== this.#valueAt(at)[0]) break;
      parts.push(part.subarray(2));
      if ((part.readUInt8(1) & moreFlag) === 0)
        return { octets: Buffer.concat(parts), count: parts.length };
    }
    return { octets: Buffer.alloc(0), count: 1 };
  }

  /** Adds an attribute of a vendor in an extended attribute: four octets of the vendor, one of the type, a value. */
  #addEvs(
    number: readonly number[],
    definition: AttributeDefinition | undefined,
    octets: Buffer,
  ): void {
    if (octets.length <= vendorOctets + 1 || octets[0] !== 0) {
      this.#addMalformed(number, definition, octets);
      return;
    }
    const vendor = octets.readUInt32BE(0);
    const type = octets.readUInt8(vendorOctets);
    const child = definition?.children.get(vendor)?.children.get(type);
    this.#add([...number, vendor, type], child, octets.subarray(vendorOctets + 1));
  }

  #add(
    number: readonly number[],
    definition: AttributeDefinition | undefined,
    octets: Buffer,
  ): void {
    if (definition?.dataType !== 'tlv') {
      this.#found.push({ number, definition, octets, isMalformed: false });
      return;
    }
    const members = splitTlvs(octets);
    if (!members) this.#addMalformed(number, definition, octets);
    else
      for (const { type, value } of members)
        this.#add([...number, type], definition.children.get(type), value);
  }

  #addMalformed(
    number: readonly number[],
    definition: AttributeDefinition | undefined,
    octets: Buffer,
  ): void {
    this.#found.push({ number, definition, octets, isMalformed: true });
  }
}

function splitAtNul(text: Buffer): Buffer[] {
  const rules: Buffer[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf(0, start);
    const rule = text.subarray(start, end < 0 ? text.length : end);
    if (rule.length > 0) rules.push(rule);
    start += rule.length + 1;
  }
  return rules;
}

/** Splits the value of a TLV; null if it is malformed. */
function splitTlvs(octets: Buffer): { readonly type: number; readonly value: Buffer }[] | null {
  const members: { readonly type: number; readonly value: Buffer }[] = [];
  let at = 0;
  while (at + 2 < octets.length) {
    const length = octets.readUInt8(at + 1);
    if (length <= 2 || at + length > octets.length) return null;
    members.push({ type: octets.readUInt8(at), value: octets.subarray(at + 2, at + length) });
    at += length;
  }
  return at === octets.length && at > 0 ? members : null;
}
