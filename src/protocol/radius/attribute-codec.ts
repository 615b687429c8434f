import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import {
  filterRuleType,
  parseNumberedName,
  type AttributeDefinition,
} from './attribute-definition.ts';
import { frameValues, tooLong, type PlacedValue } from './attribute-frame.ts';
import { hideValue, hideSaltedValue, type HidingKey } from './attribute-hiding.ts';
import { valuesIn } from './attribute-walk.ts';
import { dataTypes } from './data-type.ts';
import type { Dictionary } from './dictionary.ts';
import { allAttributes, type Packet } from './packet.ts';
import { readVendorValues } from './vendor-specific.ts';

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

/** An attribute of a list that cannot be encoded. */
export interface EncodingFault {
  readonly name: string;
  readonly reason: string;
}

/**
 * Encodes the attributes of a packet, in order; values of one TLV in a row share it.
 *
 * @returns their octets, or the first attribute that cannot be encoded
 */
export function encodeNamedAttributes(
  dictionary: Pick<Dictionary, 'find'>,
  assignments: readonly Assignment[],
  key: HidingKey,
): Buffer | EncodingFault {
  const names = new Map<PlacedValue, string>();
  for (const assignment of assignments) {
    const read = readAssignment(dictionary, assignment);
    if ('reason' in read) return { name: assignment.name, reason: read.reason };
    const { definition, octets, tag } = read;
    const value = {
      definition,
      octets: withTag(hidden(octets, definition, key), definition, tag),
    };
    names.set(value, assignment.name);
  }
  const framed = frameValues([...names.keys()]);
  return Buffer.isBuffer(framed) ? framed : { name: names.get(framed) ?? '', reason: tooLong };
}

/** Encodes one attribute. @returns its octets, or the reason why it cannot be encoded */
export function encodeNamedAttribute(
  dictionary: Pick<Dictionary, 'find'>,
  assignment: Assignment,
  key: HidingKey,
): Buffer | string {
  const encoded = encodeNamedAttributes(dictionary, [assignment], key);
  return Buffer.isBuffer(encoded) ? encoded : encoded.reason;
}

/** Checks an attribute that is encoded later. @returns null: it can be encoded */
export function checkNamedAttribute(
  dictionary: Pick<Dictionary, 'find'>,
  assignment: Assignment,
): DictionaryFault | null {
  const read = readAssignment(dictionary, assignment);
  if ('reason' in read) return read;
  const { definition, octets, tag } = read;
  return Buffer.isBuffer(frameValues([{ definition, octets: withTag(octets, definition, tag) }]))
    ? null
    : { part: 'value', reason: tooLong };
}

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
  const reason = whyNever(definition, tagged);
  if (reason !== null) return { part: 'attribute', reason };
  const octets = octetsOf(definition, value, parseNumberedName(tagged.name) !== null);
  if (octets) return { definition, octets, tag };
  return {
    part: 'value',
    reason: `${JSON.stringify(masked(definition, value))} is no value of type ${definition.dataType}`,
  };
}

/** Returns why an attribute cannot be encoded with any value; null: it can. */
function whyNever(
  definition: AttributeDefinition,
  { name, tag }: { readonly name: string; readonly tag: number },
): string | null {
  const isByNumber = parseNumberedName(name) !== null;
  if (tag > 0 && !definition.hasTag) return 'the attribute takes no tag';
  if (definition.encryption > 2) return "its encryption is Ascend's own";
  if (definition.dataType === 'vsa' && !isByNumber) return 'use its number, Attr-26';
  return whyOtherName(definition, name);
}

/** Returns why an attribute needs its name, and no other one; null: it does not. */
function whyOtherName(definition: AttributeDefinition, name: string): string | null {
  // By its name an attribute is masked wherever it is shown, and refused where the gateway itself sets it.
  const ownName = ownNames.get(definition.number.join('.'));
  if (ownName !== undefined && ownName !== name.toLowerCase())
    return `the gateway knows it as ${ownName}`;
  const isSecret = definition.encryption > 0 || isSecretAttribute(definition.name);
  return isSecret && parseNumberedName(name) !== null
    ? `its values are secret: use its name, ${definition.name}`
    : null;
}

/** Attributes that the gateway itself sets, which no other name may set. */
const ownNames: ReadonlyMap<string, string> = new Map([
  ['24', 'state'],
  ['25', 'class'],
  ['33', 'proxy-state'],
  ['79', 'eap-message'],
  ['80', 'message-authenticator'],
  ['26.311.2', 'ms-chap-error'],
  ['26.311.7', 'ms-mppe-encryption-policy'],
  ['26.311.8', 'ms-mppe-encryption-types'],
  ['26.311.12', 'ms-chap-mppe-keys'],
  ['26.311.16', 'ms-mppe-send-key'],
  ['26.311.17', 'ms-mppe-recv-key'],
  ['26.311.26', 'ms-chap2-success'],
]);

/** Masks a value that is hidden on the wire. */
function masked({ encryption }: AttributeDefinition, value: string): string {
  return encryption > 0 ? '***' : value;
}

/** Decodes the values of an attribute in a packet, in order, leaving out values that its data type cannot decode. */
export function decodeAttributeValues(
  packet: Packet,
  definition: AttributeDefinition,
  dictionary: Dictionary,
): DecodedValue[] {
  return octetsIn(packet, definition, dictionary).flatMap(
    (octets) => decodeAttributeValue(definition, octets) ?? [],
  );
}

/** Decodes a value of an attribute; null if its data type cannot. */
export function decodeAttributeValue(
  definition: AttributeDefinition,
  octets: Buffer,
): DecodedValue | null {
  return readValue(definition, withoutTag(octets, definition));
}

function octetsIn(
  packet: Packet,
  definition: AttributeDefinition,
  dictionary: Dictionary,
): Buffer[] {
  const { vendor, type, number } = definition;
  if (!isOneAttribute(definition)) {
    const wanted = number.join('.');
    return valuesIn(packet, dictionary)
      .filter((found) => !found.isMalformed && found.number.join('.') === wanted)
      .map(({ octets }) => octets);
  }
  return vendor
    ? readVendorValues(packet, vendor.number, { type, form: vendor })
    : allAttributes(packet, type).map((octets) => octets.subarray(2));
}

/** True if each value is alone in an attribute, or in a Vendor-Specific. */
function isOneAttribute({ vendor, number, type, isConcatenated }: AttributeDefinition): boolean {
  if (isConcatenated || vendor?.hasContinuation === true) return false;
  return vendor ? number.length === 3 : number.length === 1 && type !== filterRuleType;
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

/** Encodes a value, which may be given by its name, or as octets if the attribute is given by its number. */
function octetsOf(
  { dataType, valuesByName }: AttributeDefinition,
  text: string,
  isByNumber = false,
): Buffer | null {
  if (isByNumber && /^0x/i.test(text)) return dataTypes['octets']?.encode(text) ?? null;
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
