import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  createDefinition,
  vendorPrefix,
  type AttributeDefinition,
  type Vendor,
} from './attribute-definition.ts';
import { nameRank, type AttributeTable } from './attribute-table.ts';
import { dataTypes } from './data-type.ts';

/*
 * Parser of FreeRADIUS dictionaries: ATTRIBUTE, VALUE, VENDOR, BEGIN-VENDOR, END-VENDOR, BEGIN-TLV, END-TLV and $INCLUDE.
 */

interface Value {
  readonly where: string;
  readonly rank: number;
  readonly attribute: string;
  readonly name: string;
  readonly number: number;
}

/** The state of the parser. */
class Reading {
  readonly table: AttributeTable;
  readonly values: Value[] = [];
  readonly skipped = new Set<string>();
  /** Types of the TLVs that surround the next attribute. */
  readonly tlvs: (readonly number[])[] = [];
  vendor: Vendor | null = null;
  depth = 0;

  constructor(table: AttributeTable) {
    this.table = table;
  }
}

interface Line {
  readonly file: string;
  readonly where: string;
  readonly words: readonly string[];
}

/**
 * Reads the dictionaries of a folder into a table: the file `dictionary` with its includes, else all files whose names
 * begin so. Of two definitions of a name the last one counts.
 *
 * @throws Error if a line is invalid: file, line, reason
 */
export function readDictionaries(folder: string, table: AttributeTable): void {
  const reading = new Reading(table);
  for (const file of filesOf(folder)) readFile(file, reading);
  for (const value of reading.values.sort((one, other) => one.rank - other.rank))
    addValue(value, reading);
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
  'BEGIN-TLV': beginTlv,
  'END-TLV': endTlv,
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
function readAttribute({ file, where, words }: Line, reading: Reading): void {
  const [, name, number, type, ...flags] = words;
  if (name === undefined || number === undefined || type === undefined)
    throw new Error(`${where}: expected ATTRIBUTE, name, number, type`);
  const written = type.toLowerCase().replace(/\[\d+\]$/, '');
  const dataType = newerNames[written] ?? written;
  if (!(dataType in dataTypes))
    throw new Error(`${where}: ${type}: expected a type: ${Object.keys(dataTypes).join(', ')}`);
  const path = [
    ...(reading.tlvs.at(-1) ?? []),
    ...number.split('.').map((digits) => numberOf(digits, where)),
  ];
  const vendor = reading.vendor;
  const definition = { name, path, dataType, vendor, ...readFlags(flags, where, reading) };
  // Internal attributes of FreeRADIUS, such as Cleartext-Password, have numbers that a packet cannot carry.
  if (definition.vendor === null && path.some((part) => part > 255))
    reading.skipped.add(name.toLowerCase());
  else reading.table.add(createDefinition(definition), rankOf(file));
}

/**
 * Returns the rank of the names in a file of FreeRADIUS, so that its order of files does not matter: files with names that
 * newer ones have replaced come last, and of two RFCs the newer one comes first.
 */
function rankOf(file: string): number {
  const name = basename(file);
  if (/\.(compat|illegal|conflict)$/.test(name)) return nameRank.alias;
  const rfc = /\.rfc(\d+)$/.exec(name)?.[1];
  return rfc === undefined ? nameRank.site : nameRank.shipped + Number(rfc) / 100_000;
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

/** Flags that do not affect the encoding. */
const ignoredFlags = new Set(['array', 'virtual', 'internal', 'secret']);

type Flags = Pick<AttributeDefinition, 'hasTag' | 'isConcatenated' | 'encryption'> & {
  readonly vendor?: Vendor;
};

function readFlags(words: readonly string[], where: string, reading: Reading): Flags {
  const flags = words
    .join(',')
    .split(',')
    .filter((flag) => flag !== '');
  let found: Flags = { hasTag: false, isConcatenated: false, encryption: 0 };
  for (const flag of flags) {
    const encryption = /^encrypt=([0-3])$/.exec(flag)?.[1];
    const vendor = reading.table.vendorNamed(flag);
    if (flag === 'has_tag') found = { ...found, hasTag: true };
    else if (flag === 'concat') found = { ...found, isConcatenated: true };
    else if (encryption !== undefined) found = { ...found, encryption: Number(encryption) };
    else if (vendor) found = { ...found, vendor };
    else if (!ignoredFlags.has(flag))
      throw new Error(`${where}: ${flag}: expected has_tag, encrypt=1, encrypt=2 or a vendor`);
  }
  return found;
}

/** VALUE attribute name number */
function readValue({ file, where, words }: Line, reading: Reading): void {
  const [, attribute, name, number] = words;
  if (attribute === undefined || name === undefined || number === undefined)
    throw new Error(`${where}: expected VALUE, attribute, name, number`);
  reading.values.push({
    where,
    rank: rankOf(file),
    attribute,
    name,
    number: numberOf(number, where),
  });
}

/** Adds a value name after all files are read, since it may precede its attribute. */
function addValue(
  { where, rank, attribute, name, number }: Value,
  { table, skipped }: Reading,
): void {
  const definition = table.find(attribute);
  if (!definition && !skipped.has(attribute.toLowerCase()))
    throw new Error(`${where}: there is no attribute ${attribute}`);
  definition?.valuesByName.set(name.toLowerCase(), number);
  if (rank > nameRank.alias || definition?.namesByValue.has(number) !== true)
    definition?.namesByValue.set(number, name);
}

/** VENDOR name number [format=t,l] */
function readVendor({ where, words }: Line, reading: Reading): void {
  const [, name, number, format = 'format=1,1'] = words;
  const sizes = /^format=([124]),([012])(,c)?$/.exec(format);
  if (name === undefined || number === undefined || !sizes)
    throw new Error(`${where}: expected VENDOR, name, number, and format=1,1 or the like`);
  const [, type, length, continuation] = sizes;
  reading.table.addVendor({
    name,
    number: numberOf(number, where),
    typeOctets: Number(type),
    lengthOctets: Number(length),
    hasContinuation: continuation !== undefined,
    extension: null,
  });
}

/** BEGIN-VENDOR name [format=Extended-Vendor-Specific-N] */
function beginVendor({ where, words: [, name = '', format] }: Line, reading: Reading): void {
  const vendor = reading.table.vendorNamed(name);
  if (!vendor) throw new Error(`${where}: there is no vendor ${name}`);
  if (reading.vendor) throw new Error(`${where}: ${reading.vendor.name} has no END-VENDOR before`);
  const extended = /^(?:format|parent)=Extended-Vendor-Specific-([1-6])$/i.exec(format ?? '')?.[1];
  if (format !== undefined && extended === undefined)
    throw new Error(`${where}: ${format}: expected format=Extended-Vendor-Specific-1 to 6`);
  reading.vendor =
    extended === undefined ? vendor : { ...vendor, extension: firstExtension + Number(extended) };
}

const firstExtension = 240;

function endVendor({ where, words: [, name = ''] }: Line, reading: Reading): void {
  if (reading.vendor?.name.toLowerCase() !== name.toLowerCase())
    throw new Error(`${where}: ${name} has no BEGIN-VENDOR before`);
  reading.vendor = null;
}

function beginTlv({ where, words: [, name = ''] }: Line, reading: Reading): void {
  const tlv = reading.table.find(name);
  if (tlv?.dataType !== 'tlv') throw new Error(`${where}: there is no tlv ${name}`);
  reading.tlvs.push(tlv.number.slice(vendorPrefix(tlv.vendor).length));
}

function endTlv({ where, words: [, name = ''] }: Line, reading: Reading): void {
  if (!reading.tlvs.pop()) throw new Error(`${where}: ${name} has no BEGIN-TLV before`);
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
