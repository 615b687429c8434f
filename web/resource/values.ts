import { timeZone } from '../app/format.ts';
import { textOf } from '../app/problem.ts';
import type { FieldSchema } from './resource-schema.ts';

/* Values of fields as they are entered, and as the API has them. */

/** An entry of a form: text, or on and off. */
export type Entry = string | boolean;
export type Entries = Readonly<Record<string, Entry>>;

/** Returns the entry that shows a value. */
export function entryOf(field: FieldSchema, value: unknown): Entry {
  if (field.type === 'boolean') return value === true;
  if (value === null || value === undefined) return '';
  if (field.format === 'date-time') return localTime(textOf(value));
  if (
    field.type === 'list' &&
    Array.isArray(value) &&
    value.every((one) => typeof one !== 'object')
  )
    return value.map(textOf).join('\n');
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  return textOf(value);
}

/** Returns the value of an entry. @throws SyntaxError if it should be JSON and is not */
export function valueOf(field: FieldSchema, entry: Entry): unknown {
  if (typeof entry === 'boolean') return entry;
  const text = entry.trim();
  if (text === '') return emptyValue(field);
  if (field.type === 'number') return numberOf(text);
  if (field.type === 'list') return text.startsWith('[') ? JSON.parse(text) : lines(text);
  if (field.type === 'object') return JSON.parse(text);
  // A secret may begin or end with a space.
  return field.isWriteOnly ? entry : text;
}

function emptyValue({ type, isNullable }: FieldSchema): unknown {
  if (type === 'list') return [];
  return isNullable ? null : '';
}

/** Numbers become numbers; the API explains what else is entered. */
function numberOf(text: string): unknown {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function lines(text: string): readonly unknown[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^\d+$/.test(line) ? Number(line) : line));
}

/** Returns a time as an input shows it, by the clocks of the site. */
function localTime(value: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone.value,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(value));
  return parts.replace(' ', 'T');
}
