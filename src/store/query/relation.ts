import { sql, type RawBuilder } from 'kysely';
import type { Dialect, Resource } from '../../contract/resource.ts';
import type { Engine, Store } from '../store.ts';
import { isWriteOnly } from './row-serialization.ts';

/** Expressions that the engines write differently in a relation. */
export const dialects: Readonly<Record<Engine, Dialect>> = {
  sqlite: {
    jsonObject: (members) => `json_object(${members})`,
    jsonList: (expression) => `json_group_array(${expression})`,
    json: (column) => `json(${column})`,
    decimal: (column, places) =>
      `case when ${column} is not null then printf('%.${places}f', ${column}) end`,
  },
  postgres: {
    jsonObject: (members) => `json_build_object(${members})`,
    jsonList: (expression) => `json_agg(${expression})`,
    json: (column) => `cast(${column} as json)`,
    decimal: (column, places) => `${column}::numeric(12, ${places})::text`,
  },
};

const relationsByEngine: Readonly<Record<Engine, WeakMap<Resource, RawBuilder<unknown>>>> = {
  sqlite: new WeakMap(),
  postgres: new WeakMap(),
};

/**
 * Returns what a resource is read from: its table, or its relation as a subquery. No view is stored, so gateways of
 * different versions can share a PostgreSQL. Both engines plan the subquery as they plan a view.
 */
export function relationOf(
  { engine }: Pick<Store, 'engine'>,
  resource: Resource,
): RawBuilder<unknown> {
  const known = relationsByEngine[engine].get(resource);
  if (known) return known;
  const relation = resource.relation
    ? sql`(${sql.raw(resource.relation(dialects[engine], (alias) => ownColumns(resource, alias)))}) as ${sql.ref(resource.name)}`
    : sql.table(resource.name);
  relationsByEngine[engine].set(resource, relation);
  return relation;
}

function ownColumns(resource: Resource, alias: string): string {
  return Object.keys(resource.schema.properties)
    .filter((name) => isOwnColumn(resource, name))
    .map((name) => `${alias}."${name}"`)
    .join(', ');
}

/** True for a column of the table that is a field, has its type and is not a secret. */
export function isOwnColumn(resource: Resource, name: string): boolean {
  const { schema, computed = [], columns = {} } = resource;
  const field = schema.properties[name];
  return (
    field !== undefined && !computed.includes(name) && !(name in columns) && !isWriteOnly(field)
  );
}

/** True if a resource's table alone decides which rows some terms select, and their order. */
export function isOfTable(of: Resource, terms: readonly { readonly column: string }[]): boolean {
  if (of.relation === undefined) return true;
  return of.extendsTable === true && terms.every(({ column }) => isOwnColumn(of, column));
}
