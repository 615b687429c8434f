import { isRecord } from '../../contract/fields.ts';
import { nameRows, type NamedNumber, type NamedRows } from '../named-rows.ts';
import { isScalar, matchesEntry, resolvePointer } from './pick.ts';
import type { HttpRows } from './reply-schema.ts';
import type { HttpPick } from './schema.ts';

/** Limit of the rows of a value, as for a column over SNMP. */
const maxRows = 4_096;
/** Limit of the entries that are looked at: four megabytes of short ones would hold the event loop for seconds. */
const maxEntries = 16_384;
/** Limit in characters of a text that is a number, or has one. */
const maxNumberLength = 64;

type Scalar = string | number | bigint | boolean;

interface RowsPick extends HttpPick {
  readonly rows: HttpRows;
}

/** An entry of a list or an object, by the name that it has there or in a member of its own. */
export interface Entry {
  readonly name: string | undefined;
  readonly part: unknown;
  /** Pointer to it. */
  readonly place: string;
}

interface EntryQuery {
  readonly place: string;
  readonly name?: string | readonly string[] | undefined;
  readonly find?: HttpPick['find'];
}

type Failed = { readonly fault: string };

/** Returns the entries of a list or object that have certain members, or the fault that the place has no list. */
export function entriesIn(
  part: unknown,
  { place, name, find }: EntryQuery,
): readonly Entry[] | Failed {
  if (!Array.isArray(part) && !isRecord(part))
    return { fault: `the reply has neither a list nor an object at ${JSON.stringify(place)}` };
  const size = Array.isArray(part) ? part.length : Object.keys(part).length;
  if (size > maxEntries)
    return { fault: `the reply has more than ${maxEntries} entries at ${JSON.stringify(place)}` };
  const taken = new Set<string>();
  return Object.entries<unknown>(part)
    .filter(([, one]) => find === undefined || matchesEntry(one, find))
    .map(([key, one]) => ({
      name: name === undefined ? keyOf(part, key) : nameIn(one, [name].flat(), taken),
      part: one,
      place: `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    }));
}

/** A position in a list is no name: another entry has it tomorrow. */
function keyOf(part: object, key: string): string | undefined {
  return isRecord(part) ? key : undefined;
}

/** Returns the first name that no entry before has, so that access points of the same name differ by another member. */
function nameIn(part: unknown, places: readonly string[], taken: Set<string>): string | undefined {
  const names = places
    .map((place) => resolvePointer(part, place))
    .filter(isScalar)
    .map(String)
    .filter(Boolean);
  const name = names.find((one) => !taken.has(one)) ?? names[0];
  if (name !== undefined) taken.add(name);
  return name;
}

/**
 * Returns the numbers of the entries at a place by name, or the reason why they are missing.
 *
 * @param convert  returns the number or text in a value, such as a part of a text; undefined: not found
 */
export function pickRows(
  document: unknown,
  pick: RowsPick,
  convert: (value: Scalar) => Scalar | undefined,
): NamedRows | Failed {
  const { at = '', value = '', rows } = pick;
  const entries = rowsIn(document, pick);
  if ('fault' in entries) return entries;
  if (entries.length > maxRows)
    return { fault: `the reply has more than ${maxRows} rows at ${JSON.stringify(at)}` };
  const named = entries.flatMap((entry) => numbersOf(entry, pick, convert));
  const inner = rows.inner === undefined ? '' : `${rows.inner.at}/*`;
  const place = JSON.stringify(`${at}/*${inner}${value}`);
  return nameRows(named) ?? { fault: `the reply has no number with a name at ${place}` };
}

function rowsIn(
  document: unknown,
  { at = '', find, rows: { name, inner } }: RowsPick,
): readonly Entry[] | Failed {
  const outer = entriesIn(resolvePointer(document, at), { place: at, name, find });
  if ('fault' in outer || inner === undefined) return outer;
  const found: Entry[] = [];
  for (const entry of outer) {
    const part = resolvePointer(entry.part, inner.at);
    // An access point that is away has no radios.
    if (part === undefined || part === null) continue;
    const entries = entriesIn(part, { place: `${entry.place}${inner.at}`, name: inner.name });
    if ('fault' in entries) return entries;
    for (const one of entries) found.push({ ...one, name: joined(entry.name, one.name) });
    if (found.length > maxRows) break;
  }
  return found;
}

function joined(outer: string | undefined, inner: string | undefined): string | undefined {
  return outer === undefined || inner === undefined ? undefined : `${outer} ${inner}`;
}

function numbersOf(
  { name, part }: Entry,
  { value = '', rows: { plus = [], count = false } }: RowsPick,
  convert: (value: Scalar) => Scalar | undefined,
): readonly NamedNumber[] {
  const [first, ...others] = [value, ...plus].map((place) => {
    const found = resolvePointer(part, place);
    if (count)
      return Array.isArray(found) || isRecord(found) ? Object.keys(found).length : undefined;
    const isShort = isScalar(found) && String(found).length <= maxNumberLength;
    return isShort ? exactNumber(convert(found)) : undefined;
  });
  if (name === undefined || first === undefined) return [];
  const added = others.filter((one) => one !== undefined);
  if (added.length === 0) return [{ name, value: first }];
  return [{ name, value: added.reduce<number>((sum, one) => sum + Number(one), Number(first)) }];
}

/** Returns a number, which many devices write as text; integers of 64 bits are exact. */
function exactNumber(value: Scalar | undefined): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^[+-]?\d+$/.test(text)) return integerOf(text);
  return /^[+-]?\d+\.\d+$/.test(text) ? Number(text) : undefined;
}

function integerOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number + 0 : BigInt(text);
}
