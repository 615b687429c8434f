import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dataTypes } from './data-type.ts';

/*
 * Parser of FreeRADIUS dictionaries: ATTRIBUTE, VALUE, VENDOR, BEGIN-VENDOR, END-VENDOR and $INCLUDE. Nested attributes,
 * which only version 3 has, are skipped: their names cannot be used, and do no harm.
 */

/** The definition of an attribute. */
export interface AttributeDefinition {
  readonly name: string;
  readonly vendor: Vendor | null;
  readonly type: number;
  /** A key of `dataTypes`. */
  readonly dataType: string;
  readonly hasTag: boolean;
  /** 0: not encrypted, 1: as User-Password, 2: with a salt, as Tunnel-Password, 3: proprietary to Ascend. */
  readonly encryption: number;
  /** Value names in lower case, and values by number. */
  readonly valuesByName: Map<string, number>;
  readonly namesByValue: Map<number, string>;
}

export interface Vendor {
  readonly name: string;
  readonly number: number;
  /** Octets of type and length in its attributes. */
  readonly typeOctets: number;
  readonly lengthOctets: number;
}

interface Value {
  readonly where: string;
  readonly attribute: string;
  readonly name: string;
  readonly number: number;
}

/** The state of the parser. */
class Reading {
  /** Definitions by name in lower case. */
  readonly attributes = new Map<string, AttributeDefinition>();
  readonly vendors = new Map<string, Vendor>();
  readonly values: Value[] = [];
  readonly skipped = new Set<string>();
  vendor: Vendor | null = null;
  depth = 0;
}

interface Line {
  readonly file: string;
  readonly where: string;
  readonly words: readonly string[];
}

/**
 * Reads the dictionaries of folders: the file `dictionary` with its includes, else all files whose names begin so. Of
 * two definitions of a name the last one counts.
 *
 * @returns attributes by name in lower case
 * @throws  Error if a line is invalid: file, line, reason
 */
export function readDictionaries(
  folders: readonly string[],
): ReadonlyMap<string, AttributeDefinition> {
  const reading = new Reading();
  for (const folder of folders) for (const file of filesOf(folder)) readFile(file, reading);
  for (const value of reading.values) addValue(value, reading);
  return reading.attributes;
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^dictionary(\.[\w.-]*[\w-])?$/.test(name));
  return (names.includes('dictionary') ? ['dictionary'] : names.sort()).map((name) =>
    join(folder, name),
  );
}

const maxDepth = 16;

function readFile(file: string, reading: Reading): void {
  if (reading.depth >= maxDepth)
    throw new Error(`${file}: $INCLUDE goes deeper than ${maxDepth} files`);
  const outer = reading.vendor;
  const lines = readFileSync(file, 'latin1').split('\n');
  reading.depth += 1;
  for (const [index, line] of lines.entries()) {
    const words = line.replace(/#.*/, '').trim().split(/\s+/);
    if (words[0] !== '') readLine({ file, where: `${file}:${index + 1}`, words }, reading);
  }
  reading.depth -= 1;
  if (reading.vendor !== outer)
    throw new Error(`${file}: BEGIN-VENDOR ${reading.vendor?.name ?? ''} has no END-VENDOR`);
}

const keywords: Readonly<Record<string, (line: Line, reading: Reading) => void>> = {
  ATTRIBUTE: readAttribute,
  VALUE: readValue,
  VENDOR: readVendor,
  'BEGIN-VENDOR': beginVendor,
  'END-VENDOR': endVendor,
  $INCLUDE: include,
  '$INCLUDE-': include,
  FLAGS: () => undefined,
  'BEGIN-TLV': () => undefined,
  'END-TLV': () => undefined,
};

function readLine(line: Line, reading: Reading): void {
  const read = keywords[line.words[0]?.toUpperCase() ?? ''];
  if (!read)
    throw new Error(
      `${line.where}: ${line.words[0] ?? ''}: expected one of ${Object.keys(keywords).join(', ')}`,
    );
  read(line, reading);
}

/** ATTRIBUTE name number type [flags]; an octet count such as `octets[16]` is ignored. */
function readAttribute({ where, words }: Line, reading: Reading): void {
  const [, name, number, type, ...flags] = words;
  if (name === undefined || number === undefined || type === undefined)
    throw new Error(`${where}: expected ATTRIBUTE, name, number, type`);
  const written = type.toLowerCase().replace(/\[\d+\]$/, '');
  const kind = newerNames[written] ?? written;
  if (nested.has(kind) || /^[\d.]+\.[\d.]+$/.test(number)) {
    reading.skipped.add(name.toLowerCase());
    return;
  }
  if (!(kind in dataTypes))
    throw new Error(`${where}: ${type}: expected a type: ${Object.keys(dataTypes).join(', ')}`);
  const common = {
    name,
    type: numberOf(number, where),
    dataType: kind,
    valuesByName: new Map<string, number>(),
    namesByValue: new Map<number, string>(),
  };
  const definition = { ...common, vendor: reading.vendor, ...readFlags(flags, where, reading) };
  // Internal attributes of FreeRADIUS, such as Cleartext-Password, have numbers that a packet cannot carry.
  if (definition.vendor === null && definition.type > 255) {
    reading.skipped.add(name.toLowerCase());
    return;
  }
  reading.attributes.set(name.toLowerCase(), definition);
}

/** Names of types in newer dictionaries, for example in Debian 13. */
const newerNames: Readonly<Record<string, string>> = {
  bool: 'byte',
  int32: 'signed',
  uint8: 'byte',
  uint16: 'short',
  uint32: 'integer',
  uint64: 'integer64',
};

const nested = new Set([
  'tlv',
  'struct',
  'vsa',
  'evs',
  'extended',
  'long-extended',
  'abinary',
  'combo-ip',
]);
/** Flags that do not affect the encoding. */
const ignoredFlags = new Set(['array', 'concat', 'virtual', 'internal', 'secret']);

function readFlags(words: readonly string[], where: string, reading: Reading) {
  const flags = words
    .join(',')
    .split(',')
    .filter((flag) => flag !== '');
  let found: Pick<AttributeDefinition, 'hasTag' | 'encryption'> & { vendor?: Vendor } = {
    hasTag: false,
    encryption: 0,
  };
  for (const flag of flags) {
    const encryption = /^encrypt=([0-3])$/.exec(flag)?.[1];
    const vendor = reading.vendors.get(flag.toLowerCase());
    if (flag === 'has_tag') found = { ...found, hasTag: true };
    else if (encryption !== undefined) found = { ...found, encryption: Number(encryption) };
    else if (vendor) found = { ...found, vendor };
    else if (!ignoredFlags.has(flag))
      throw new Error(`${where}: ${flag}: expected has_tag, encrypt=1, encrypt=2 or a vendor`);
  }
  return found;
}

/** VALUE attribute name number */
function readValue({ where, words }: Line, reading: Reading): void {
  const [, attribute, name, number] = words;
  if (attribute === undefined || name === undefined || number === undefined)
    throw new Error(`${where}: expected VALUE, attribute, name, number`);
  reading.values.push({ where, attribute, name, number: numberOf(number, where) });
}

/** Adds a value name after all files are read, since it may precede its attribute. */
function addValue(
  { where, attribute, name, number }: Value,
  { attributes, skipped }: Reading,
): void {
  const definition = attributes.get(attribute.toLowerCase());
  if (!definition && !skipped.has(attribute.toLowerCase()))
    throw new Error(`${where}: there is no attribute ${attribute}`);
  definition?.valuesByName.set(name.toLowerCase(), number);
  definition?.namesByValue.set(number, name);
}

/** VENDOR name number [format=t,l] */
function readVendor({ where, words }: Line, reading: Reading): void {
  const [, name, number, format = 'format=1,1'] = words;
  const sizes = /^format=([124]),([012])(,c)?$/.exec(format);
  if (name === undefined || number === undefined || !sizes)
    throw new Error(`${where}: expected VENDOR, name, number, and format=1,1 or the like`);
  const [, type, length] = sizes;
  const vendor = {
    name,
    number: numberOf(number, where),
    typeOctets: Number(type),
    lengthOctets: Number(length),
  };
  reading.vendors.set(name.toLowerCase(), vendor);
}

function beginVendor({ where, words: [, name = ''] }: Line, reading: Reading): void {
  const vendor = reading.vendors.get(name.toLowerCase());
  if (!vendor) throw new Error(`${where}: there is no vendor ${name}`);
  if (reading.vendor) throw new Error(`${where}: ${reading.vendor.name} has no END-VENDOR before`);
  reading.vendor = vendor;
}

function endVendor({ where, words: [, name = ''] }: Line, reading: Reading): void {
  if (reading.vendor?.name.toLowerCase() !== name.toLowerCase())
    throw new Error(`${where}: ${name} has no BEGIN-VENDOR before`);
  reading.vendor = null;
}

/** Reads an included file, relative to the including one; with `$INCLUDE-` it may be missing. */
function include({ file, where, words: [keyword = '', name] }: Line, reading: Reading): void {
  if (name === undefined) throw new Error(`${where}: expected ${keyword} and a file`);
  try {
    readFile(resolve(dirname(file), name), reading);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
    if (keyword === '$INCLUDE')
      throw new Error(`${where}: there is no file ${name}`, { cause: error });
  }
}

function numberOf(digits: string, where: string): number {
  const number = /^(\d+|0x[\da-f]+)$/i.test(digits) ? Number(digits) : NaN;
  if (!(number >= 0 && number <= 0xffffffff))
    throw new Error(`${where}: ${digits}: expected a number`);
  return number;
}
