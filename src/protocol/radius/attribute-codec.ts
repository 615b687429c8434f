import type { AttributeDefinition, Dictionary } from './dictionary.ts';
import { dataTypes } from './data-type.ts';
import { allAttributes, type Packet } from './packet.ts';
import { hideValue, hideSaltedValue, type HidingKey } from './attribute-hiding.ts';
import { encodeAttribute, encodeVendorAttribute, readVendorValues } from './vendor-specific.ts';

/* Attributes by the names of the dictionaries: in words here, in octets on the wire. */

/** A value as its type has it: in words, and in octets. */
export interface DecodedValue {
  readonly text: string;
  readonly octets: Buffer;
}

interface Assignment {
  /** `Tunnel-Type:1`: with a tag (RFC 2868). */
  readonly name: string;
  readonly value: string;
}

const highestTag = 31;

/** A name apart from its tag; null where the tag is none. */
function splitTag(name: string): { readonly name: string; readonly tag: number } | null {
  const [bare = '', tag = '0', ...rest] = name.split(':');
  return /^\d{1,2}$/.test(tag) && Number(tag) <= highestTag && rest.length === 0
    ? { name: bare, tag: Number(tag) }
    : null;
}

/** The attribute that a name means, whatever its tag. */
export function findAttributeDefinition(
  dictionary: Dictionary,
  name: string,
): AttributeDefinition | undefined {
  return dictionary.find(splitTag(name)?.name ?? name);
}

/** Whether a value of it must not be shown: it is hidden on the wire. */
export function isHiddenAttribute(dictionary: Dictionary, name: string): boolean {
  return (findAttributeDefinition(dictionary, name)?.encryption ?? 0) > 0;
}

/** Why an attribute can not be written: because of its name, or of its value. */
export interface DictionaryFault {
  readonly part: 'attribute' | 'value';
  readonly reason: string;
}

/**
 * Writes an attribute of a reply.
 *
 * @returns its octets, or in words why it can not be written
 */
export function encodeNamedAttribute(
  dictionary: Dictionary,
  assignment: Assignment,
  cover: HidingKey,
): Buffer | string {
  const read = readAssignment(dictionary, assignment);
  if ('reason' in read) return read.reason;
  const { definition, tag } = read;
  return (
    framed(definition, withTag(covered(read.octets, definition, cover), definition, tag)) ?? tooLong
  );
}

/** What is wrong with an attribute that is to be written later; null: nothing. */
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
  const said = splitTag(name);
  const definition = said && dictionary.find(said.name);
  if (!definition) return { part: 'attribute', reason: 'no dictionary has this attribute' };
  const { tag } = said;
  if (tag > 0 && !definition.hasTag)
    return { part: 'attribute', reason: 'the attribute takes no tag' };
  if (definition.encryption > 2)
    return { part: 'attribute', reason: "its encryption is Ascend's own" };
  const octets = octetsOf(definition, value);
  if (octets) return { definition, octets, tag };
  return {
    part: 'value',
    reason: `${JSON.stringify(shown(definition, value))} is no value of type ${definition.dataType}`,
  };
}

/** What the operator may see of a value. */
function shown({ encryption }: AttributeDefinition, value: string): string {
  return encryption > 0 ? '***' : value;
}

/** Values of an attribute in a packet, in order; one that its type can not have is left out. */
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

/** Words as a value of an attribute; null where they are none. */
export function parseAttributeValue(
  definition: AttributeDefinition,
  words: string,
): DecodedValue | null {
  const octets = octetsOf(definition, words);
  return octets && readValue(definition, octets);
}

function readValue(
  { dataType, namesByValue }: AttributeDefinition,
  octets: Buffer,
): DecodedValue | null {
  const text = dataTypes[dataType]?.decode(octets) ?? null;
  return text === null ? null : { text: namesByValue.get(Number(text)) ?? text, octets };
}

/** A value that has a name may be said by it. */
function octetsOf({ dataType, valuesByName }: AttributeDefinition, words: string): Buffer | null {
  const number = valuesByName.get(words.toLowerCase());
  return dataTypes[dataType]?.encode(number === undefined ? words : String(number)) ?? null;
}

function covered(octets: Buffer, { encryption }: AttributeDefinition, cover: HidingKey): Buffer {
  if (encryption === 0) return octets;
  return encryption === 1 ? hideValue(octets, cover) : hideSaltedValue(octets, cover);
}

/**
 * A tag takes the first octet of a number, and stands before anything else. Text without one goes without that octet,
 * except where it is hidden.
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
  return octets.readUInt8(0) <= highestTag ? octets.subarray(1) : octets;
}

function framed({ vendor, type }: AttributeDefinition, value: Buffer): Buffer | null {
  return vendor ? encodeVendorAttribute({ vendor, type, value }) : encodeAttribute(type, value);
}
