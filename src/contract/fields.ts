import { isIP } from 'node:net';
import { Type, type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';

/* The field types of the APIs, each with its JSON form and its validation. */

interface Words {
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** Marks the type of a field if its column type does not follow from its JSON type. Exists in types only. */
export interface StoredAs<Kind extends string> {
  readonly '~stored': Kind;
}

function stored<V, Kind extends string>(schema: TSchema): TUnsafe<V> & StoredAs<Kind> {
  // The mark is never read at run time.
  return Type.Unsafe<V>(schema) as TUnsafe<V> & StoredAs<Kind>;
}

/** Milliseconds since 1970 in the store, RFC 3339 in UTC in JSON. */
export const dateTime = (words: Words = {}) =>
  stored<string, 'time'>({ type: 'string', format: 'date-time', ...words });

/** An id assigned by the gateway. */
export const id = () =>
  stored<number, 'id'>({ type: 'integer', minimum: 1, description: 'assigned by the gateway' });

/** The id of another row. */
export const reference = (to: string) => Type.Integer({ minimum: 1, description: `id of ${to}` });

export const name = (words: Words = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^(?=\\s*\\S)[^/\\u0000-\\u001f]*$',
    description: 'text that is not blank, without slashes and control characters',
    ...words,
  });

export const text = (words: Words = {}) => Type.String({ maxLength: 4000, ...words });

export const languagePattern = '[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?';

/** A language, with its region where that matters: `de`, `pt-BR`. */
export const languageCode = (words: Words = {}) =>
  Type.String({ pattern: `^${languagePattern}$`, 'x-extension': true, ...words });

/** A secret: given in bodies, sealed in the store, never shown. */
export const secret = (words: Words = {}) =>
  stored<string | null, 'sealed'>({
    type: ['string', 'null'],
    maxLength: 16_384,
    writeOnly: true,
    ...words,
  });

/** A secret that is never null. */
export const requiredSecret = (words: Words = {}) =>
  stored<string, 'sealed'>({ type: 'string', maxLength: 16_384, writeOnly: true, ...words });

/** An object that holds secrets: given in bodies, sealed as a whole, never shown. */
export const secretObject = (schema: TSchema) =>
  stored<object | null, 'sealed'>({ ...schema, type: ['object', 'null'], writeOnly: true });

/** Seconds between two polls of a device. */
export const pollInterval = (words: Words) =>
  Type.Integer({ minimum: 1, maximum: 86_400, ...words });

/** 64 bits: a number while it is exact, above 2^53 - 1 a string of digits. */
export const counter = (words: Words = {}) =>
  stored<number | string | null, 'counter'>({
    type: ['integer', 'string', 'null'],
    description: 'a string of digits above 2^53 - 1',
    ...words,
  });

export const address = (words: Words = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 253,
    format: 'host',
    description: 'an IPv4 or IPv6 address, or a host name',
    ...words,
  });

/** A list of networks, an extension; kept and shown in their canonical spelling. */
export const networkList = (words: Words = {}) =>
  Type.Array(Type.String({ maxLength: 64, format: 'network' }), {
    maxItems: 256,
    uniqueItems: true,
    'x-extension': true,
    ...words,
  });

/** The name of a time zone, an extension. */
export const timeZone = (words: Words = {}) =>
  Type.String({ maxLength: 64, format: 'time-zone', 'x-extension': true, ...words });

/** A MAC address: any usual spelling in bodies and queries, `AA:BB:CC:DD:EE:FF` kept and shown. */
export const mac = (words: Words = {}) =>
  Type.String({
    maxLength: 32,
    format: 'mac',
    description: 'a MAC address in any usual spelling',
    ...words,
  });

/**
 * Pattern of a URL after `://` that has no username and password, which those would see who may see the URL. Some readers of
 * URLs skip further slashes.
 */
export const withoutLogin = '(?![/\\\\]*[^/\\\\?#\\s]*@)';

/** Octets; for columns only. */
export const bytes = () => stored<Uint8Array, 'bytes'>({ type: 'string' });

/** Derives a field that may be null. */
export function nullable<T extends TSchema>(schema: T) {
  const choices = choicesOf(schema);
  const type = 'type' in schema ? schema.type : 'object';
  const allowed = choices ? { enum: [...choices, null] } : { type: [type, 'null'] };
  return stored<Static<T> | null, StoredKind<T>>({ ...schema, ...allowed });
}

type StoredKind<T extends TSchema> = T extends StoredAs<infer Kind> ? Kind : 'plain';

/** The same field or parameter, which the published interface lacks: the documents mark it so. */
export function extension<T extends TSchema>(schema: T) {
  return stored<Static<T>, StoredKind<T>>({ ...schema, 'x-extension': true });
}

/** The same field, where it may not: text in a URL is never null. */
export function nonNullable(schema: TSchema): TSchema {
  const types = typesOf(schema);
  if (!types.includes('null')) return schema;
  const choices = choicesOf(schema)?.filter((choice) => choice !== null);
  return Type.Unsafe({
    ...schema,
    type: types.find((type) => type !== 'null'),
    ...(choices && { enum: choices }),
  });
}

/** Returns the values of an `enum`; null for a schema without one. */
function choicesOf(schema: TSchema): readonly unknown[] | null {
  return 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : null;
}

/** True for the schema of an object with named properties. */
export function isObjectSchema(schema: TSchema): schema is TObject {
  return 'properties' in schema;
}

/** True for a JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the keys of a table that is written out in code. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  // Object.keys gives `string[]`, since a value may have more keys than its type; a literal table has not.
  return Object.keys(table) as K[];
}

/** True for a list of strings. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** The JSON types that a field may have. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function typesOf(schema: TSchema): readonly unknown[] {
  return 'type' in schema ? [schema.type].flat() : [];
}

/** True if a value may be null. */
export function isNullable(schema: TSchema): boolean {
  return typesOf(schema).includes('null') || choicesOf(schema)?.includes(null) === true;
}

export function isNumeric(schema: TSchema): boolean {
  return typesOf(schema).some((type) => type === 'integer' || type === 'number');
}

export function isTime(schema: TSchema): boolean {
  return hasFormat(schema, 'date-time');
}

export function hasFormat(schema: TSchema, format: string): boolean {
  return 'format' in schema && schema.format === format;
}

/**
 * A point in time as the APIs take it: `2026-01-31`, `2026-01-31 12:00:00`, with `T`, with `Z` or an offset; without one, UTC.
 *
 * @returns milliseconds since 1970; null for other text
 */
export function parseTime(text: string): number | null {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text,
    );
  if (!match) return null;
  const [, day = '', clock = '00:00', zone = 'Z'] = match;
  const at = Date.parse(`${day}T${clock}${zone}`);
  if (Number.isNaN(at) || at < firstTime || at > lastTime) return null;
  // 2026-02-30 would quietly become 2 March
  return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2)) ? at : null;
}

/** True for a text with the form of a date alone, as `parseTime` takes it. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** True if a point in time, as `parseTime` takes it, states `Z` or an offset. */
export function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
}

/** RFC 3339 has years of four digits, in UTC as well. */
const firstTime = Date.parse('0000-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
let lastDay = { number: 0, text: '1970-01-01' };

/**
 * Milliseconds since 1970 as RFC 3339 in UTC, as `Date.toISOString` writes them. The rows of a page mostly share a
 * day, and a list has several times a row: this takes a sixth of the time.
 */
export function formatTime(at: number): string {
  const day = Math.floor(at / dayMs);
  if (day !== lastDay.number)
    lastDay = { number: day, text: new Date(at).toISOString().slice(0, -14) };
  const ms = at - day * dayMs;
  const part = (unit: number, most: number) => twoDigits[Math.floor(ms / unit) % most] ?? '';
  return `${lastDay.text}T${part(3_600_000, 24)}:${part(60_000, 60)}:${part(1000, 60)}.${String(ms % 1000).padStart(3, '0')}Z`;
}

const pair = '([0-9A-Fa-f]{2})';
/** Pairs of digits with or without a separator between them, as nearly all NASes write an address. */
const pairedMac = new RegExp(`^${[pair, pair, pair, pair, pair, pair].join('[-:. ]?')}$`);
const macCharacters = /^[-:. 0-9A-Fa-f]+$/;

/** @returns the usual spelling of a MAC address; null if the text is not a MAC address */
export function canonicalMac(text: string): string | null {
  const octets = pairedMac.exec(text)?.slice(1);
  if (octets) return octets.join(':').toUpperCase();
  if (!macCharacters.test(text)) return null;
  const digits = text.replaceAll(/[-:. ]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(digits) ? digits.replaceAll(/..(?!$)/g, '$&:') : null;
}

/** Notations of a MAC address that devices read and write, each by its example. */
export const macNotations = [
  'AA:BB:CC:DD:EE:FF',
  'aa:bb:cc:dd:ee:ff',
  'AA-BB-CC-DD-EE-FF',
  'aabb.ccdd.eeff',
  'aabbccddeeff',
] as const;
export type MacNotation = (typeof macNotations)[number];

/** Writes a MAC address in a notation. @param mac  canonical */
export function writeMac(mac: string, notation: MacNotation): string {
  let at = 0;
  const digits = mac.replaceAll(':', '');
  const text = notation.replaceAll(/[A-F]/gi, () => digits.charAt(at++));
  return notation === notation.toLowerCase() ? text.toLowerCase() : text;
}

/** Lists the spellings of a MAC address that vendors use. @param mac  canonical */
export function macSpellings(mac: string): readonly string[] {
  const digits = mac.replaceAll(':', '');
  const grouped = (size: number, separator: string) =>
    digits.match(new RegExp(`.{${size}}`, 'g'))?.join(separator) ?? digits;
  const upper = [mac, grouped(2, '-'), digits, grouped(4, '.'), grouped(4, '-'), grouped(6, '-')];
  return upper.flatMap((spelling) => [spelling, spelling.toLowerCase()]);
}

const label = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/;

type FormatCheck = (text: string) => boolean;

const formatChecks: Readonly<Record<string, FormatCheck>> = {
  date: (text) => isDate(text) && parseTime(`${text}T00:00:00Z`) !== null,
  'date-time': (text) => parseTime(text) !== null,
  host: (text) =>
    isIP(text) !== 0 ||
    (text.length <= 253 &&
      !/^[\d.]+$/.test(text) &&
      text.split('.').every((part) => label.test(part))),
  ip: (text) => isIP(text) !== 0,
  network: isNetwork,
  mac: (text) => canonicalMac(text) !== null,
  'time-zone': isTimeZone,
  username: (text) => !unseen.test(text) && text === text.normalize('NFC'),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

/**
 * Characters that nobody sees, or that change the order of others, so that two names look the same (RFC 8264 section 9): of
 * formatting, of variation, of private use, unassigned, and fillers.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;

/** Maximum length of a text of any format. */
const maxFormatLength = 255;

/** Validators of the `format` keyword. The length is checked first: some of them take time with it. */
export const formats: Readonly<Record<string, FormatCheck>> = Object.fromEntries(
  Object.entries(formatChecks).map(([format, fits]) => [
    format,
    (text: string) => text.length <= maxFormatLength && fits(text),
  ]),
);

/** An address, or an address with a prefix length; the store keeps its canonical form. */
function isNetwork(text: string): boolean {
  const [host = '', prefix, ...rest] = text.split('/');
  const version = isIP(host);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** An IANA name. Intl knows offsets such as `+01:00` as well, which have no change of clocks. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Descriptions of the formats for error messages. */
export const formatDescriptions: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
  host: 'an IPv4 or IPv6 address, or a host name',
  ip: 'an IPv4 or IPv6 address',
  network: 'an IPv4 or IPv6 address, or a network such as 192.0.2.0/24',
  mac: 'a MAC address such as AA:BB:CC:DD:EE:FF',
  'time-zone': 'the IANA name of a time zone, such as Europe/Berlin',
  username:
    'text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)',
  uuid: 'a UUID',
};
