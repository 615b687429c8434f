import type { Static, TObject, TSchema } from 'typebox';
import { canonicalMac, parseTime } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { Secret } from '../secret.ts';
import type { Vault } from '../vault.ts';

export type Row = Record<string, unknown>;

/** A stored row as the APIs show it: only the fields of the schema, no secrets. */
export function toItem<T extends TObject>(of: Resource<T>, row: Row): Static<T> & Row {
  const item: Row = {};
  for (const [field, schema] of Object.entries(of.schema.properties)) {
    if (!isWriteOnly(schema)) item[field] = shown(schema, row[field]);
  }
  return item as Static<T> & Row;
}

/** Fields of a body as columns: times as milliseconds, flags as 0 and 1, objects as JSON text, secrets sealed. */
export function toRow(of: Resource, fields: Row, vault: Vault): Row {
  const row: Row = {};
  for (const [field, value] of Object.entries(fields)) {
    const schema = of.schema.properties[field];
    row[field] = schema && isWriteOnly(schema) ? sealed(value, { vault, place: `${of.name}.${field}` }) : kept(schema, value);
  }
  return row;
}

export function isWriteOnly(schema: TSchema): boolean {
  return 'writeOnly' in schema && schema.writeOnly === true;
}

function shown(schema: TSchema, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isTime(schema)) return typeof value === 'number' ? new Date(value).toISOString() : value;
  if ((isOf(schema, 'object') || isOf(schema, 'array')) && typeof value === 'string') return JSON.parse(value) as unknown;
  if (isOf(schema, 'boolean')) return value === 1;
  return typeof value === 'bigint' ? value.toString() : value;
}

function kept(schema: TSchema | undefined, value: unknown): unknown {
  if (schema && typeof value === 'string') return keptText(schema, value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function keptText(schema: TSchema, value: string): unknown {
  if (isTime(schema)) return parseTime(value);
  return hasFormat(schema, 'mac') ? canonicalMac(value) : value;
}

function sealed(value: unknown, at: { readonly vault: Vault; readonly place: string }): string | null {
  if (value === null || value === undefined) return null;
  return at.vault.seal(new Secret(typeof value === 'string' ? value : JSON.stringify(value)), at.place);
}

function isTime(schema: TSchema): boolean {
  return hasFormat(schema, 'date-time');
}

function hasFormat(schema: TSchema, format: string): boolean {
  return 'format' in schema && schema.format === format;
}

function isOf(schema: TSchema, wanted: string): boolean {
  const type: unknown = 'type' in schema ? schema.type : undefined;
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}
