import {
  filterRuleType,
  isExtendedType,
  isLongExtendedType,
  type AttributeDefinition,
} from './attribute-definition.ts';
import {
  encodeAttribute,
  encodeVendorAttribute,
  maxValueOctets,
  moreFlag,
  splitValue,
} from './vendor-specific.ts';

/* Puts values into attributes: TLVs, extended attributes, attributes of vendors, and attributes in a row. */

/** A value with its place in a packet. */
export interface PlacedValue {
  readonly definition: AttributeDefinition;
  readonly octets: Buffer;
}

export const tooLong = 'the value is too long';

/**
 * Encodes values as attributes, in order. Values in a row that share a TLV are put into one, as FreeRADIUS does; all filter
 * rules follow the first one, since their receiver reads them as one text.
 *
 * @returns a value that is too long for its form, or the octets
 */
export function frameValues(values: readonly PlacedValue[]): Buffer | PlacedValue {
  const frames: Buffer[] = [];
  for (const group of groupsOf(gatherFilterRules(values))) {
    const [first] = group;
    const frame = frameGroup(group);
    if (!frame && first) return first;
    if (frame) frames.push(frame);
  }
  return Buffer.concat(frames);
}

function gatherFilterRules(values: readonly PlacedValue[]): readonly PlacedValue[] {
  const first = values.findIndex(isFilterRule);
  if (first < 0) return values;
  const others = (part: readonly PlacedValue[]) => part.filter((value) => !isFilterRule(value));
  return [
    ...values.slice(0, first),
    ...values.filter(isFilterRule),
    ...others(values.slice(first)),
  ];
}

function isFilterRule({ definition: { vendor, type } }: PlacedValue): boolean {
  return vendor === null && type === filterRuleType;
}

/** Splits values into groups of one attribute each; a group ends where the attribute is full. */
function groupsOf(values: readonly PlacedValue[]): PlacedValue[][] {
  const groups: PlacedValue[][] = [];
  for (const value of values) {
    const group = groups.at(-1);
    const isShared = group?.[0] && canShare(group[0], value) && frameGroup([...group, value]);
    if (isShared) group.push(value);
    else groups.push([value]);
  }
  return groups;
}

/** True if two values may be in one attribute: two filter rules, or members of one TLV. */
function canShare(first: PlacedValue, next: PlacedValue): boolean {
  if (isFilterRule(first) && isFilterRule(next)) return true;
  const outer = outerCount(first.definition);
  return (
    first.definition.number.length > outer &&
    next.definition.number.length > outer &&
    first.definition.number.slice(0, outer).join('.') ===
      next.definition.number.slice(0, outer).join('.')
  );
}

/** Counts the numbers that an attribute has before the types in its value. */
function outerCount({ number, vendor }: AttributeDefinition): number {
  if (vendor) return vendor.extension === null ? 3 : 4;
  return isExtendedType(number[0] ?? 0) ? 2 : 1;
}

function frameGroup(group: readonly PlacedValue[]): Buffer | null {
  const [first] = group;
  if (!first) return null;
  const { definition } = first;
  const value = isFilterRule(first)
    ? joinRules(group.map(({ octets }) => octets))
    : encodeMembers(membersOf(group, outerCount(definition)));
  return value && frameOuter(definition, value);
}

function joinRules(rules: readonly Buffer[]): Buffer {
  const separator = Buffer.alloc(1);
  return Buffer.concat(rules.flatMap((rule, index) => (index === 0 ? [rule] : [separator, rule])));
}

/** A value in a TLV; without numbers it is the value of the TLV itself. */
interface Member {
  readonly numbers: readonly number[];
  readonly octets: Buffer;
}

function membersOf(group: readonly PlacedValue[], outer: number): Member[] {
  return group.map(({ definition, octets }) => ({
    numbers: definition.number.slice(outer),
    octets,
  }));
}

/** Encodes members of a TLV (RFC 6929 section 2.3). @returns null if one is too long */
function encodeMembers(members: readonly Member[]): Buffer | null {
  const [only] = members;
  if (only?.numbers.length === 0) return only.octets;
  const encoded: Buffer[] = [];
  for (let at = 0; at < members.length;) {
    const end = endOfRun(members, at);
    const [type = 0] = members[at]?.numbers ?? [];
    const inner = members.slice(at, end).map(({ numbers, octets }) => ({
      numbers: numbers.slice(1),
      octets,
    }));
    const value = encodeMembers(inner);
    const octets = value && encodeTlv(type, value);
    if (!octets) return null;
    encoded.push(octets);
    at = end;
  }
  return Buffer.concat(encoded);
}

function encodeTlv(type: number, value: Buffer): Buffer | null {
  return type > 255 ? null : encodeAttribute(type, value);
}

/** Returns the end of the members from a position that are in one TLV; a value of its own is alone. */
function endOfRun(members: readonly Member[], start: number): number {
  const numbers = members[start]?.numbers ?? [];
  let end = start + 1;
  if (numbers.length < 2) return end;
  while (isInSame(members[end], numbers[0])) end += 1;
  return end;
}

function isInSame(member: Member | undefined, type: number | undefined): boolean {
  return (member?.numbers.length ?? 0) > 1 && member?.numbers[0] === type;
}

function frameOuter(definition: AttributeDefinition, value: Buffer): Buffer | null {
  const { vendor, number, type, isConcatenated } = definition;
  if (vendor && vendor.extension === null) return encodeVendorAttribute({ vendor, type, value });
  const [outer = 0, inner = 0] = number;
  if (isExtendedType(outer) && number.length > 1)
    return frameExtended(outer, inner, vendor ? evsValue(vendor.number, type, value) : value);
  const isSplit = isConcatenated || outer === filterRuleType;
  return isSplit ? frameInARow(outer, value) : encodeAttribute(outer, value);
}

/** Puts vendor and type before a value (RFC 6929 section 2.4). */
function evsValue(vendor: number, type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(vendor);
  header.writeUInt8(type, 4);
  return Buffer.concat([header, value]);
}

/** Encodes an extended attribute; a long one goes on in further attributes with the same two types. */
function frameExtended(outer: number, inner: number, value: Buffer): Buffer | null {
  if (inner > 255) return null;
  if (!isLongExtendedType(outer))
    return encodeAttribute(outer, Buffer.concat([Buffer.from([inner]), value]));
  const parts = splitValue(value, maxValueOctets - 2);
  return Buffer.concat(
    parts.map((part, index) => {
      const flags = index < parts.length - 1 ? moreFlag : 0;
      return Buffer.concat([Buffer.from([outer, 4 + part.length, inner, flags]), part]);
    }),
  );
}

function frameInARow(type: number, value: Buffer): Buffer {
  return Buffer.concat(
    splitValue(value, maxValueOctets).map((part) =>
      Buffer.concat([Buffer.from([type, 2 + part.length]), part]),
    ),
  );
}
