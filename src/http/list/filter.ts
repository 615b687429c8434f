import { Type, type TObject, type TSchema } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  canonicalMac,
  extension,
  hasFormat,
  isNumeric,
  isTime,
  macSpellings,
  parseTime,
  typesOf,
  nonNullable,
} from '../../contract/fields.ts';
import type { Filter, Reference, Resource } from '../../contract/resource.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import type { Order } from '../../store/query/keyset.ts';
import type { Condition } from '../../store/query/selection.ts';
import { findReferenced, type ReferenceContext } from '../reference/reference.ts';
import { coerceText } from '../request-validation.ts';
import { fieldSchema } from '../resource-schema.ts';
import { oncePer } from '../../runtime/cache.ts';

export const defaultLimit = 20;
export const maxPageSize = 1000;

const limit = Type.Integer({
  minimum: 1,
  default: defaultLimit,
  description: `rows of a page; a greater value is taken as ${maxPageSize}`,
});

const cursor = Type.String({ maxLength: 4000, description: 'from `next` or `previous`' });

/** Query parameters of a list, by the paging of its resource. */
export const pagingParameters = {
  offset: {
    limit: Type.Optional(limit),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'rows before the page; to walk through a list, follow `next`',
      }),
    ),
    cursor: Type.Optional(extension(cursor)),
  },
  cursor: { limit: Type.Optional(limit), cursor: Type.Optional(cursor) },
} as const;

type Query = Readonly<Record<string, unknown>>;

/** Returns the schema of the query parameters of a resource's list. */
export function listQuerySchema(of: Resource): TObject {
  const filters = Object.entries(filtersOf(of)).map(([name, filter]): [string, TSchema] => [
    name,
    Type.Optional(filter.isExtension ? extension(schemaOf(of, filter)) : schemaOf(of, filter)),
  ]);
  const columns = lookupsOf(of);
  const ordering = Type.Optional(
    extension(Type.Enum(columns.flatMap((column) => [column, `-${column}`]))),
  );
  return Type.Object(
    {
      ...pagingParameters[of.paging],
      ...(of.paging === 'offset' && columns.length > 0 && { ordering }),
      ...Object.fromEntries(filters),
    },
    { additionalProperties: false },
  );
}

/** Returns the conditions of a validated query. @throws Fault `invalid` naming the parameter */
export function filterConditions(of: Resource, query: Query): Condition[] {
  return Object.entries(filtersOf(of))
    .filter(([name]) => query[name] !== undefined)
    .map(([name, filter]) => {
      const { column, operator } = filter;
      const isStation = of.stations?.includes(column) === true;
      if (operator === 'in') {
        const list = listOf(of, { name, column }, String(query[name]));
        return { column, operator, value: isStation ? list.flatMap(spellingsOf) : list };
      }
      if (operator === '=' && isStation)
        return { column, operator: 'in', value: spellingsOf(query[name]) };
      const value = comparable(schemaOf(of, filter), query[name]);
      const converted = typeof value === 'number' ? filter.comparedAs?.(value) : undefined;
      return { column, operator, value: converted ?? value };
    });
}

/** Returns a MAC address in every spelling of a NAS; another text as it is. */
function spellingsOf(value: unknown): readonly unknown[] {
  const mac = typeof value === 'string' ? canonicalMac(value) : null;
  return mac === null ? [value] : [...new Set([value, ...macSpellings(mac)])];
}

/** Returns the references of the filters of a resource that take the slug of another row as well as its id. */
export function namedFilters(of: Resource): readonly NamedFilter[] {
  return Object.entries(filtersOf(of)).flatMap(([name, filter]) => {
    const reference = slugReference(of, filter);
    return reference ? [{ name, reference, isList: filter.operator === 'in' }] : [];
  });
}

interface NamedFilter {
  readonly name: string;
  readonly reference: Reference;
  /** True: its value is a list, separated by commas. */
  readonly isList: boolean;
}

/** Returns a validated query with ids instead of slugs. @throws Fault `invalid` naming the parameter */
export async function resolveNames<Q extends Query>(
  named: readonly NamedFilter[],
  query: Q,
  by: ReferenceContext,
): Promise<Q> {
  const ids: Record<string, unknown> = {};
  for (const { name, reference, isList } of named) {
    const given = query[name];
    if (typeof given !== 'string') continue;
    const found = (text: string) => findReferenced(name, { reference, given: text }, by);
    ids[name] = isList ? await idsOf(name, given, found) : await found(given);
  }
  return { ...query, ...ids };
}

const maxSlugs = 100;

/** Returns a list of ids and slugs, separated by commas, with ids instead of slugs. @throws Fault `invalid` for too many slugs */
async function idsOf(
  name: string,
  list: string,
  find: (slug: string) => Promise<number>,
): Promise<string> {
  const parts = list.split(',');
  const slugs = [...new Set(parts.filter((part) => !/^\d+$/.test(part)))];
  if (slugs.length > maxSlugs) throw Fault.field(name, `More than ${maxSlugs} names.`);
  const ids = new Map<string, string>();
  for (const slug of slugs) ids.set(slug, String(await find(slug)));
  return parts.map((part) => ids.get(part) ?? part).join(',');
}

function slugReference(of: Resource, { column, operator }: Filter): Reference | null {
  const reference = ['=', 'in'].includes(operator) ? of.references[column] : undefined;
  return reference?.slug === undefined ? null : reference;
}

/** Returns the order that a query requests, null for the resource's own. */
export function requestedOrder(query: Query): Order | null {
  if (typeof query.ordering !== 'string') return null;
  return query.ordering.startsWith('-')
    ? { column: query.ordering.slice(1), direction: 'desc' }
    : { column: query.ordering, direction: 'asc' };
}

/** Returns the columns that the resource offers lookups for. */
function lookupsOf(of: Resource): readonly string[] {
  return of.lookups ?? [];
}

type Filters = Readonly<Record<string, Filter>>;

/** Returns the filters of a resource and the lookups of its columns: `column`, `__gte`, `__lte`, `__in`, `__icontains`, `__isnull`. */
export const filtersOf = oncePer((of: Resource): Filters => ({
  ...Object.fromEntries(lookupsOf(of).flatMap((column) => lookups(of, column))),
  ...of.filters,
}));

function lookups(of: Resource, column: string): [string, Filter][] {
  const field = fieldSchema(of, column);
  const isOrdered = isNumeric(field) || isTime(field);
  const isFree = isText(field) && !('enum' in field);
  const schema = nonNullable(field);
  const list = Type.String({ maxLength: 4000, description: 'values, separated by commas' });
  const text = Type.String({ maxLength: 255 });
  const candidates: readonly ([string, Filter] | null)[] = [
    [column, { column, operator: '=', schema }],
    [`${column}__in`, { column, operator: 'in', schema: list }],
    [`${column}__isnull`, { column, operator: 'is null', schema: Type.Boolean() }],
    isOrdered ? [`${column}__gte`, { column, operator: '>=', schema }] : null,
    isOrdered ? [`${column}__lte`, { column, operator: '<=', schema }] : null,
    isFree ? [`${column}__icontains`, { column, operator: 'contains', schema: text }] : null,
  ];
  return candidates
    .filter((candidate) => candidate !== null)
    .map(([name, filter]) => [name, { ...filter, isExtension: true }]);
}

function listOf(
  of: Resource,
  at: { readonly name: string; readonly column: string },
  text: string,
): unknown[] {
  const field = fieldSchema(of, at.column);
  return text.split(',').map((part) => {
    const value = comparable(field, coerceText(field, part));
    if (value === null || (typeof value === 'string') !== isText(field))
      throw Fault.field(at.name, `Not valid: ${JSON.stringify(part)}.`);
    return value;
  });
}

function schemaOf(of: Resource, filter: Filter): TSchema {
  const field = withoutPattern(filter.schema ?? fieldSchema(of, filter.column));
  const slug = slugReference(of, filter)?.slug;
  if (slug === undefined) return field;
  if (filter.operator === 'in')
    return { ...field, description: `values, separated by commas; id or ${slug}` };
  const types = [...new Set([...typesOf(field), 'string'])];
  return Type.Unsafe({ ...field, type: types, maxLength: 255, description: `id or ${slug}` });
}

/** Returns a schema without its pattern: a row may have a value that may no longer be written. */
function withoutPattern(field: TSchema): TSchema {
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keyword !== 'pattern'));
}

/** True if the store keeps a field as text. */
function isText(field: TSchema): boolean {
  return typesOf(field).includes('string') && !isNumeric(field) && !isTime(field);
}

/** Converts a value to its form in the store: times in milliseconds, booleans as 0 and 1. */
function comparable(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return value;
  if (isTime(schema)) return parseTime(value);
  if (hasFormat(schema, 'network')) return canonicalNetwork(value) ?? value;
  return hasFormat(schema, 'mac') ? canonicalMac(value) : value;
}
