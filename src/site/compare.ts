import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { isWriteOnly, toItem, toRow, type Row } from '../store/item.ts';
import type { Vault } from '../vault.ts';
import type { Change, FieldChange, ListChange } from './change.ts';
import type { IdOf } from './id-of.ts';
import { passwordChange } from './password.ts';
import type { Wanted } from './resolve.ts';
import { organizations } from './section.ts';
import type { Stored } from './stored.ts';

/** What a comparison looks at beside the object. */
export interface Beside {
  readonly stored: Stored;
  readonly vault: Vault;
  readonly idOf: IdOf;
}

interface Difference {
  readonly shown: FieldChange;
  readonly row: Row;
}

const hidden = '***';

/** What has to be done so that the store has an object as the file has it; null: nothing. */
export async function compare(wanted: Wanted, beside: Beside): Promise<Change | null> {
  const { section, stored, isAbsent } = wanted;
  if (isAbsent) return stored && { kind: 'remove', wanted, fields: [], row: {}, list: null };
  const own = ownFields(wanted).flatMap(([field, value]) => difference(wanted, { field, value }, beside) ?? []);
  const password = section.more ? await passwordChange(wanted, beside.vault) : [];
  const list = listChange(wanted);
  const all = [...own, ...password];
  if (stored && all.length === 0 && !list) return null;
  return {
    kind: stored ? 'change' : 'create',
    wanted,
    fields: [...all.map(({ shown }) => shown), ...(list ? [shownList(wanted, list)] : [])].filter(isWorthShowing(wanted)),
    row: Object.assign(stored ? {} : firstValues(wanted, beside), ...all.map(({ row }) => row)) as Row,
    list,
  };
}

function ownFields({ section, fields, links }: Wanted): [string, unknown][] {
  const { list, more = {} } = section;
  return Object.entries({ ...fields, ...links }).filter(([field]) => field !== list?.field && !(field in more));
}

/** A new object's title says its name and its organization. */
function isWorthShowing({ section, stored }: Wanted) {
  return ({ field }: FieldChange) => stored !== null || (field !== section.key && field !== 'organization');
}

function firstValues({ section }: Wanted, { vault }: Beside): Row {
  const { list } = section;
  const fields = Object.entries(section.initial).filter(([field]) => field !== list?.field);
  return toRow(section.of, Object.fromEntries(fields), vault);
}

interface Field {
  readonly field: string;
  readonly value: unknown;
}

function difference(wanted: Wanted, { field, value }: Field, beside: Beside): Difference | null {
  if (field in wanted.links) return linkDifference(wanted, field, beside);
  const { section, stored } = wanted;
  const schema = section.of.schema.properties[field];
  if (!schema) throw new Error(`${section.table} has no field ${field}`);
  if (isWriteOnly(schema)) return secretDifference(wanted, { field, value }, beside);
  const row = toRow(section.of, { [field]: value }, beside.vault);
  const to = toItem(section.of, row)[field];
  const from = stored && toItem(section.of, stored)[field];
  if (stored && isSame(schema, from, to)) return null;
  return { shown: { field, from: stored && JSON.stringify(from), to: JSON.stringify(to) }, row };
}

function secretDifference({ section, stored }: Wanted, { field, value }: Field, { vault }: Beside): Difference | null {
  if (stored && isSameSecret(value, opened(stored[field], `${section.table}.${field}`, vault))) return null;
  const shown = { field, from: stored && shownSecret(stored[field]), to: shownSecret(value) };
  return { shown, row: toRow(section.of, { [field]: value }, vault) };
}

function linkDifference(wanted: Wanted, field: string, { stored, idOf }: Beside): Difference | null {
  const naming = wanted.section.references[field] ?? organizations;
  const to = wanted.links[field] ?? null;
  const from = wanted.stored && stored.identityOf(naming.table, wanted.stored[field]);
  if (wanted.stored && from === to) return null;
  const shown = { field, from: wanted.stored && JSON.stringify(from), to: JSON.stringify(to) };
  return { shown, row: { [field]: to === null ? null : idOf(naming, to) } };
}

/** A coordinate may be kept as a number and given as text. */
function isSame(schema: TSchema, from: unknown, to: unknown): boolean {
  const isNumber = 'type' in schema && Array.isArray(schema.type) && schema.type.includes('number');
  return isDeepStrictEqual(from, to) || (isNumber && from !== null && to !== null && Number(from) === Number(to));
}

function opened(sealed: unknown, place: string, vault: Vault): string | null | undefined {
  if (typeof sealed !== 'string') return null;
  try {
    return vault.open(sealed, place).reveal();
  } catch {
    return undefined; // sealed with a key that is lost: it has to be given again
  }
}

function isSameSecret(given: unknown, kept: string | null | undefined): boolean {
  if (given === null || kept === null || kept === undefined) return given === kept;
  return typeof given === 'string' ? given === kept : isDeepStrictEqual(given, JSON.parse(kept));
}

function shownSecret(value: unknown): string {
  return value === null || value === undefined ? 'null' : hidden;
}

function listChange({ section, fields, stored }: Wanted): ListChange | null {
  const wanted = section.list && fields[section.list.field];
  if (!section.list || !Array.isArray(wanted)) return null;
  const after = wanted as readonly string[];
  const before = (stored?.[section.list.field] ?? []) as readonly string[];
  const added = notIn(before, after);
  const gone = notIn(after, before);
  return added.length + gone.length > 0 ? { added, gone } : null;
}

function notIn(known: readonly string[], list: readonly string[]): string[] {
  const set = new Set(known);
  return list.filter((entry) => !set.has(entry));
}

const mostShown = 10;

function shownList({ section }: Wanted, { added, gone }: ListChange): FieldChange {
  return { field: section.list?.field ?? '', from: null, to: [...signed('+', added), ...signed('-', gone)].join(' ') };
}

function signed(sign: string, entries: readonly string[]): string[] {
  const more = entries.length - mostShown;
  return [...entries.slice(0, mostShown).map((entry) => `${sign}${entry}`), ...(more > 0 ? [`${sign}${more} more`] : [])];
}
