import type { AttributeDefinition, Dictionary } from './dictionary.ts';
import { dataTypes } from './data-type.ts';
import { allAttributes, type Packet } from './packet.ts';
import { hideValue, hideSaltedValue, type HidingKey } from './attribute-hiding.ts';
import { encodeAttribute, encodeVendorAttribute, readVendorValues } from './vendor-specific.ts';

/* Encodes and decodes attributes by their dictionary names and data types. */

/** A decoded value as text, and its octets. */
export interface DecodedValue {
  readonly text: string;
  readonly octets: Buffer;
}

interface Assignment {
  /** Attribute name, optionally with a tag: `Tunnel-Type:1` (RFC 2868). */
  readonly name: string;
  readonly value: string;
}

const maxTag = 31;

/** Splits an attribute name from its tag; null if the tag is invalid. */
function splitTag(name: string): { readonly name: string; readonly tag: number } | null {
  const [bare = '', tag = '0', ...rest] = name.split(':');
  return /^\d{1,2}$/.test(tag) && Number(tag) <= maxTag && rest.length === 0
    ? { name: bare, tag: Number(tag) }
    : null;
}

/** Finds the definition of an attribute name, with or without a tag. */
export function findAttributeDefinition(
  dictionary: Dictionary,
  name: string,
): AttributeDefinition | undefined {
  return dictionary.find(splitTag(name)?.name ?? name);
}

/** True if the value is hidden on the wire, and so must not be shown. */
export function isHiddenAttribute(dictionary: Dictionary, name: string): boolean {
  return (findAttributeDefinition(dictionary, name)?.encryption ?? 0) > 0;
}

/** Reason why an attribute cannot be encoded: its name or its value is invalid. */
export interface DictionaryFault {
  readonly part: 'attribute' | 'value';
  readonly reason: string;
}

/**
 * Encodes an attribute of a reply.
 *
 * @returns its octets, or the reason why it cannot be encoded
 */
export function encodeNamedAttribute(
  dictionary: Dictionary,
  assignment: Assignment,
  key: HidingKey,
): Buffer | string {
  const read = readAssignment(dictionary, assignment);
  if ('reason' in read) return read.reason;
  const { definition, tag } = read;
  return (
    framed(definition, withTag(hidden(read.octets, definition, key), definition, tag)) ?? tooLong
  );
}

/** Checks an attribute that is encoded later. @returns null: it can be encoded */
export function checkNamedAttribute(
  dictionary: Pick<Dictionary, 'find'>,
  assignment: Assignment,
): DictionaryFault | null {
  const read = readAssignment(dictionary, assignment);
  if ('reason' in read) return read;
  const { definition, octets, tag } = read;
  return framed(definition, withTag(octets, definition, tag))
    ? null
    : { part: 'value', reason: tooLong };
}

const tooLong = 'the value is too long';

interface Read {
  readonly definition: AttributeDefinition;
  readonly octets: Buffer;
  readonly tag: number;
}

function readAssignment(
  dictionary: Pick<Dictionary, 'find'>,
  { name, value }: Assignment,
): Read | DictionaryFault {
  const tagged = splitTag(name);
  const definition = tagged && dictionary.find(tagged.name);
  if (!definition) return { part: 'attribute', reason: 'no dictionary has this attribute' };
  const { tag } = tagged;
  if (tag > 0 && !definition.hasTag)
    return { part: 'attribute', reason: 'the attribute takes no tag' };
  if (definition.encryption > 2)
    return { part: 'attribute', reason: "its encryption is Ascend's own" };
  const octets = octetsOf(definition, value);
  if (octets) return { definition, octets, tag };
  return {
    part: 'value',
    reason: `${JSON.stringify(masked(definition, value))} is no value of type ${definition.dataType}`,
  };
}

/** Masks a value that is hidden on the wire. */
function masked({ encryption }: AttributeDefinition, value: string): string {
  return encryption > 0 ? '***' : value;
}

/** Decodes the values of an attribute in a packet, in order, leaving out values that its data type cannot decode. */
export function decodeAttributeValues(
  packet: Packet,
  definition: AttributeDefinition,
): DecodedValue[] {
  const { vendor, type } = definition;
  const values = vendor
    ? readVendorValues(packet, vendor.number, { type, sizes: vendor })
    : allAttributes(packet, type).map((octets) => octets.subarray(2));
  return values.flatMap((octets) => readValue(definition, withoutTag(octets, definition)) ?? []);
}

/** Parses text as a value of an attribute; null if it is not one. */
export function parseAttributeValue(
  definition: AttributeDefinition,
  text: string,
): DecodedValue | null {
  const octets = octetsOf(definition, text);
  return octets && readValue(definition, octets);
}

function readValue(
  { dataType, namesByValue }: AttributeDefinition,
  octets: Buffer,
): DecodedValue | null {
  const text = dataTypes[dataType]?.decode(octets) ?? null;
  return text === null ? null : { text: namesByValue.get(Number(text)) ?? text, octets };
}

/** Encodes a value, which may be given by its name. */
function octetsOf({ dataType, valuesByName }: AttributeDefinition, text: string): Buffer | null {
  const number = valuesByName.get(text.toLowerCase());
  return dataTypes[dataType]?.encode(number === undefined ? text : String(number)) ?? null;
}

function hidden(octets: Buffer, { encryption }: AttributeDefinition, key: HidingKey): Buffer {
  if (encryption === 0) return octets;
  return encryption === 1 ? hideValue(octets, key) : hideSaltedValue(octets, key);
}

/**
 * Adds a tag: it replaces the first octet of an integer, and precedes any other value. Untagged text has no tag octet,
 * unless it is hidden.
 *
 * @see RFC 2868 section 3
 */
function withTag(
  octets: Buffer,
  { hasTag, dataType, encryption }: AttributeDefinition,
  tag: number,
): Buffer {
  if (!hasTag) return octets;
  if (dataType === 'integer') return Buffer.concat([Buffer.from([tag]), octets.subarray(1)]);
  return tag > 0 || encryption > 0 ? Buffer.concat([Buffer.from([tag]), octets]) : octets;
}

function withoutTag(octets: Buffer, { hasTag, dataType }: AttributeDefinition): Buffer {
  if (!hasTag || octets.length === 0) return octets;
  if (dataType === 'integer') return Buffer.concat([Buffer.from([0]), octets.subarray(1)]);
  return octets.readUInt8(0) <= maxTag ? octets.subarray(1) : octets;
}

function framed({ vendor, type }: AttributeDefinition, value: Buffer): Buffer | null {
  return vendor ? encodeVendorAttribute({ vendor, type, value }) : encodeAttribute(type, value);
}
