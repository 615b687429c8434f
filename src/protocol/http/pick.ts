import { isRecord } from '../../contract/fields.ts';
import type { HttpPick } from './schema.ts';

/** Limit of the entries that are looked at: four megabytes of short ones would hold the event loop for a second. */
const maxEntries = 65_536;

/** The value at a place of a reply, or the reason why it is missing. */
export type Picked =
  { readonly value: string | number | bigint | boolean } | { readonly fault: string };

/**
 * Returns the part of a JSON document that a pointer names (RFC 6901); undefined if it does not exist.
 *
 * @see RFC 6901 section 4
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let part = document;
  for (const token of pointer.split('/').slice(1))
    part = memberOf(part, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return part;
}

function memberOf(part: unknown, name: string): unknown {
  if (Array.isArray(part)) return /^(0|[1-9]\d*)$/.test(name) ? part[Number(name)] : undefined;
  return isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined;
}

/** Picks a value from a JSON document: at a place, in the entry with certain members, or computed from all entries. */
export function pickValue(document: unknown, pick: HttpPick): Picked {
  const { at = '', value = '' } = pick;
  const part = resolvePointer(document, at);
  const isEntry = pick.find === undefined && pick.reduce === undefined;
  if (part === undefined || (part === null && !isEntry))
    return { fault: `the reply has no value at ${JSON.stringify(at)}` };
  return isEntry ? scalarAt(part, value, at) : pickFromEntries(entriesOf(part), pick);
}

function pickFromEntries(
  all: readonly unknown[],
  { at = '', find, value = '', reduce }: HttpPick,
): Picked {
  if (all.length > maxEntries)
    return { fault: `the reply has more than ${maxEntries} entries at ${JSON.stringify(at)}` };
  const entries = find === undefined ? all : all.filter((entry) => matchesEntry(entry, find));
  if (reduce === 'count') return { value: entries.length };
  if (reduce !== undefined) return reduceEntries(entries, value, reduce);
  const [entry] = entries;
  return entry === undefined
    ? { fault: `the reply has no entry with ${JSON.stringify(find)} at ${JSON.stringify(at)}` }
    : scalarAt(entry, value, at);
}

function scalarAt(part: unknown, pointer: string, at: string): Picked {
  const value = resolvePointer(part, pointer);
  const place = JSON.stringify(`${at}${pointer}`);
  if (value === undefined) return { fault: `the reply has no value at ${place}` };
  return isScalar(value)
    ? { value }
    : { fault: `the reply has ${value === null ? 'null' : 'more than one value'} at ${place}` };
}

/** True for a value that is neither null, a list nor an object. */
export function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function entriesOf(part: unknown): readonly unknown[] {
  if (Array.isArray(part)) return part;
  return isRecord(part) ? Object.values(part) : [];
}

/** Returns true if an entry has all members; values are compared as text, since many devices write all of them as text. */
export function matchesEntry(entry: unknown, wanted: NonNullable<HttpPick['find']>): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const found = name.startsWith('/') ? resolvePointer(entry, name) : memberOf(entry, name);
    return isScalar(found) && String(found) === String(value);
  });
}

const noEntries = { fault: 'the reply has no entries' };

function reduceEntries(
  entries: readonly unknown[],
  pointer: string,
  reduce: 'sum' | 'mean' | 'max' | 'list' | 'lines',
): Picked {
  const values = entries.map((entry) => resolvePointer(entry, pointer)).filter(isScalar);
  if (reduce === 'list') return { value: [...new Set(values.map(String))].join(', ') };
  if (reduce === 'lines')
    return values.length === 0 ? noEntries : { value: values.map(String).join('\n') };
  const numbers = values.map(Number);
  if (numbers.some((number) => !Number.isFinite(number)))
    return { fault: `the reply has a value at ${JSON.stringify(pointer)} that is not a number` };
  return reduceNumbers(numbers, reduce);
}

/** Returns one value of numbers. */
export function reduceNumbers(
  numbers: readonly number[],
  reduce: 'count' | 'sum' | 'mean' | 'max',
): Picked {
  if (reduce === 'count') return { value: numbers.length };
  const sum = numbers.reduce((one, other) => one + other, 0);
  if (reduce === 'sum') return { value: sum };
  if (numbers.length === 0) return noEntries;
  if (reduce === 'mean') return { value: Math.round((sum / numbers.length) * 100) / 100 };
  return { value: numbers.reduce((one, other) => Math.max(one, other)) };
}

/**
 * Parses JSON; integers beyond 2^53 - 1 are exact, as bigint.
 *
 * @throws SyntaxError; RangeError for a document that is nested too deeply
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, ...rest: readonly unknown[]) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const [context] = rest;
    const source = isRecord(context) ? context['source'] : undefined;
    return typeof source === 'string' && /^-?\d{1,40}$/.test(source) ? BigInt(source) : value;
  });
}
