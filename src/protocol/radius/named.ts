import type { Definition, Dictionary } from './dictionary.ts';
import { kinds } from './kind.ts';
import { all, type Packet } from './packet.ts';
import { hidden, salted, type Cover } from './password.ts';
import { encodeAttribute, encodeVendorAttribute, vendorValues } from './vendor.ts';

/* Attributes by the names of the dictionaries: in words here, in octets on the wire. */

/** A value as its type has it: in words, and in octets. */
export interface NamedValue {
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
  return /^\d{1,2}$/.test(tag) && Number(tag) <= highestTag && rest.length === 0 ? { name: bare, tag: Number(tag) } : null;
}

/** The attribute that a name means, whatever its tag. */
export function findNamed(dictionary: Dictionary, name: string): Definition | undefined {
  return dictionary.find(splitTag(name)?.name ?? name);
}

/** Whether a value of it must not be shown: it is hidden on the wire. */
export function isCovered(dictionary: Dictionary, name: string): boolean {
  return (findNamed(dictionary, name)?.encryption ?? 0) > 0;
}

/** Why an attribute can not be written: because of its name, or of its value. */
export interface NamedFault {
  readonly part: 'attribute' | 'value';
  readonly why: string;
}

/**
 * Writes an attribute of a reply.
 *
 * @returns its octets, or in words why it can not be written
 */
export function encodeNamed(dictionary: Dictionary, assignment: Assignment, cover: Cover): Buffer | string {
  const read = readAssignment(dictionary, assignment);
  if ('why' in read) return read.why;
  const { definition, tag } = read;
  return framed(definition, withTag(covered(read.octets, definition, cover), definition, tag)) ?? tooLong;
}

/** What is wrong with an attribute that is to be written later; null: nothing. */
export function namedFault(dictionary: Pick<Dictionary, 'find'>, assignment: Assignment): NamedFault | null {
  const read = readAssignment(dictionary, assignment);
  if ('why' in read) return read;
  const { definition, octets, tag } = read;
  return framed(definition, withTag(octets, definition, tag)) ? null : { part: 'value', why: tooLong };
}

const tooLong = 'the value is too long';

interface Read {
  readonly definition: Definition;
  readonly octets: Buffer;
  readonly tag: number;
}

function readAssignment(dictionary: Pick<Dictionary, 'find'>, { name, value }: Assignment): Read | NamedFault {
  const said = splitTag(name);
  const definition = said && dictionary.find(said.name);
  if (!definition) return { part: 'attribute', why: 'no dictionary has this attribute' };
  const { tag } = said;
  if (tag > 0 && !definition.hasTag) return { part: 'attribute', why: 'the attribute takes no tag' };
  if (definition.encryption > 2) return { part: 'attribute', why: "its encryption is Ascend's own" };
  const octets = octetsOf(definition, value);
  if (octets) return { definition, octets, tag };
  return { part: 'value', why: `${JSON.stringify(shown(definition, value))} is no value of type ${definition.kind}` };
}

/** What the operator may see of a value. */
function shown({ encryption }: Definition, value: string): string {
  return encryption > 0 ? '***' : value;
}

/** Values of an attribute in a packet, in order; one that its type can not have is left out. */
export function namedValues(packet: Packet, definition: Definition): NamedValue[] {
  const { vendor, type } = definition;
  const values = vendor
    ? vendorValues(packet, vendor.number, { type, sizes: vendor })
    : all(packet, type).map((octets) => octets.subarray(2));
  return values.flatMap((octets) => readValue(definition, withoutTag(octets, definition)) ?? []);
}

/** Words as a value of an attribute; null where they are none. */
export function valueOf(definition: Definition, words: string): NamedValue | null {
  const octets = octetsOf(definition, words);
  return octets && readValue(definition, octets);
}

function readValue({ kind, names }: Definition, octets: Buffer): NamedValue | null {
  const text = kinds[kind]?.read(octets) ?? null;
  return text === null ? null : { text: names.get(Number(text)) ?? text, octets };
}

/** A value that has a name may be said by it. */
function octetsOf({ kind, numbers }: Definition, words: string): Buffer | null {
  const number = numbers.get(words.toLowerCase());
  return kinds[kind]?.write(number === undefined ? words : String(number)) ?? null;
}

function covered(octets: Buffer, { encryption }: Definition, cover: Cover): Buffer {
  if (encryption === 0) return octets;
  return encryption === 1 ? hidden(octets, cover) : salted(octets, cover);
}

/**
 * A tag takes the first octet of a number, and stands before anything else. Text without one goes without that octet,
 * except where it is hidden.
 *
 * @see RFC 2868 section 3
 */
function withTag(octets: Buffer, { hasTag, kind, encryption }: Definition, tag: number): Buffer {
  if (!hasTag) return octets;
  if (kind === 'integer') return Buffer.concat([Buffer.from([tag]), octets.subarray(1)]);
  return tag > 0 || encryption > 0 ? Buffer.concat([Buffer.from([tag]), octets]) : octets;
}

function withoutTag(octets: Buffer, { hasTag, kind }: Definition): Buffer {
  if (!hasTag || octets.length === 0) return octets;
  if (kind === 'integer') return Buffer.concat([Buffer.from([0]), octets.subarray(1)]);
  return octets.readUInt8(0) <= highestTag ? octets.subarray(1) : octets;
}

function framed({ vendor, type }: Definition, value: Buffer): Buffer | null {
  return vendor ? encodeVendorAttribute({ vendor, type, value }) : encodeAttribute(type, value);
}
