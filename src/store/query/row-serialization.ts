import type { Static, TObject, TSchema } from 'typebox';
import {
  canonicalMac,
  hasFormat,
  isRecord,
  formatTime,
  isTime,
  parseTime,
  typesOf,
} from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { Secret } from '../../contract/secret.ts';
import type { Vault } from '../vault.ts';
import { oncePer } from '../../runtime/cache.ts';

export type Row = Record<string, unknown>;

type Show = (value: unknown) => unknown;

/** Serializes a stored row for the APIs: only the fields of the schema, no secrets. */
export function serializeRow<T extends TObject>(of: Resource<T>, row: Row): Static<T> & Row {
  const item: Row = {};
  for (const [field, show] of shows(of)) {
    const value = row[field];
    item[field] = value === null || value === undefined ? null : show(value);
  }
  return item as Static<T> & Row;
}

/** Returns every field but the write-only ones. */
export function readableFields(of: Resource): readonly string[] {
  return shows(of).map(([field]) => field);
}

/** Serializers of the fields of each resource, built once and not for each row. */
const shows = oncePer((of: Resource): readonly (readonly [field: string, show: Show])[] => {
  const fields = Object.entries<TSchema>(of.schema.properties).filter(
    ([, schema]) => !isWriteOnly(schema),
  );
  return fields.map(([field, schema]) => [field, showOf(schema)] as const);
});

/** Converts the fields of a body to columns: times to milliseconds, booleans to 0 and 1, objects to JSON text, secrets sealed. */
export function deserializeFields(of: Resource, fields: Row, vault: Vault): Row {
  const row: Row = {};
  for (const [field, value] of Object.entries(fields)) {
    const schema = of.schema.properties[field];
    row[field] =
      schema && isWriteOnly(schema)
        ? sealed(value, { vault, place: `${of.name}.${field}` })
        : kept(schema, value);
  }
  return row;
}

export function isWriteOnly(schema: TSchema): boolean {
  return 'writeOnly' in schema && schema.writeOnly === true;
}

function showOf(schema: TSchema): Show {
  if (isTime(schema)) return (value) => (typeof value === 'number' ? formatTime(value) : value);
  const types = typesOf(schema);
  if (types.includes('object') || types.includes('array')) return showJson();
  if (types.includes('boolean')) return (value) => value === 1;
  return (value) => (typeof value === 'bigint' ? value.toString() : value);
}

const mostParsed = 1000;
const longestParsed = 250;

/** Returns a parser with a cache: the rows of a list mostly hold the same short texts. Shared values are frozen. */
function showJson(): Show {
  const parsed = new Map<string, unknown>();
  return (value) => {
    if (typeof value !== 'string') return value;
    if (value.length > longestParsed) {
      const long: unknown = JSON.parse(value);
      return long;
    }
    if (parsed.has(value)) return parsed.get(value);
    if (parsed.size >= mostParsed) parsed.clear();
    const shared: unknown = JSON.parse(value, (_name, part: unknown) => Object.freeze(part));
    parsed.set(value, shared);
    return shared;
  };
}

function kept(schema: TSchema | undefined, value: unknown): unknown {
  if (schema && typeof value === 'string') return keptText(schema, value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (schema && Array.isArray(value)) return JSON.stringify(keptList(schema, value));
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function keptList(schema: TSchema, values: readonly unknown[]): readonly unknown[] {
  const items = 'items' in schema && isRecord(schema.items) ? schema.items : null;
  if (items?.format !== 'network') return values;
  return values.map((value) =>
    typeof value === 'string' ? (canonicalNetwork(value) ?? value) : value,
  );
}

function keptText(schema: TSchema, value: string): unknown {
  if (isTime(schema)) return parseTime(value);
  if (hasFormat(schema, 'network')) return canonicalNetwork(value) ?? value;
  return hasFormat(schema, 'mac') ? canonicalMac(value) : value;
}

function sealed(
  value: unknown,
  at: { readonly vault: Vault; readonly place: string },
): string | null {
  if (value === null || value === undefined) return null;
  return at.vault.seal(
    new Secret(typeof value === 'string' ? value : JSON.stringify(value)),
    at.place,
  );
}
