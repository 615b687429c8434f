import { sql, type RawBuilder } from 'kysely';
import type { Filter, Resource } from '../resource.ts';
import type { Row } from './item.ts';
import { compiled, mustChange, type Statement, type Store } from './store.ts';

/*
 * Statements over a resource's table, for the endpoints that are the same for every resource. The names of tables and
 * columns come from resources, never from requests; values are always bound.
 */

/** Rows that a caller may see: those of these organizations, or all. */
export type Scope = readonly number[] | 'all';

export interface Condition {
  readonly column: string;
  readonly operator: Filter['operator'];
  readonly value: unknown;
}

export interface Selection {
  readonly scope: Scope;
  readonly where: readonly Condition[];
}

/** A place in an ordered list: after (or before) the row with this value and this key. */
export interface Position {
  readonly value: unknown;
  readonly key: unknown;
  readonly backwards: boolean;
}

/** By what a list goes; the key decides between equals. */
export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

const exactCountUpTo = 10_000;

export async function findUpTo(store: Store, of: Resource, selection: Selection & { limit: number }): Promise<readonly Row[]> {
  return (await sql<Row>`select * from ${source(of)} where ${matching(selection)} limit ${selection.limit}`.execute(store.db))
    .rows;
}

/** Rows `offset` to `offset + limit` in the resource's order. */
export async function listByOffset(
  store: Store,
  of: Resource,
  page: Selection & { limit: number; offset: number; order: Order | null },
): Promise<readonly Row[]> {
  const query = sql<Row>`select * from ${source(of)} where ${matching(page)} order by ${ordering(of, page.order ?? of.order)} limit ${page.limit} offset ${page.offset}`;
  return (await query.execute(store.db)).rows;
}

/** The rows that follow a position; the index leads straight to it, so a page at depth costs what the first costs. */
export async function listFrom(
  store: Store,
  of: Resource,
  page: Selection & { limit: number; from: Position | null },
): Promise<readonly Row[]> {
  const backwards = page.from?.backwards ?? false;
  const query = sql<Row>`select * from ${source(of)} where ${matching(page)} ${beyond(of, page.from)} order by ${ordering(of, backwards ? reversed(of.order) : of.order)} limit ${page.limit}`;
  const { rows } = await query.execute(store.db);
  return backwards ? rows.toReversed() : rows;
}

/** Exact up to 10,000; above that, counting stops. */
export async function count(store: Store, of: Resource, selection: Selection): Promise<{ count: number; isEstimate: boolean }> {
  const counted = sql`select 1 from ${source(of)} where ${matching(selection)} limit ${exactCountUpTo + 1}`;
  const [row] = await store.long(
    compilable(store, sql<{ count: number }>`select count(*) as count from (${counted}) as counted`),
  );
  const found = row?.count ?? 0;
  return { count: Math.min(found, exactCountUpTo), isEstimate: found > exactCountUpTo };
}

/** @returns a statement whose RETURNING gives the new row's key */
export function insert(store: Store, of: Resource, row: Row): Statement {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  return compiled(
    compilable(store, sql`insert into ${sql.table(of.name)} (${columns}) values (${values}) returning ${sql.ref(of.key)}`),
  );
}

export function update(store: Store, of: Resource, change: Selection & { row: Row }): Statement {
  const assignments = sql.join(Object.entries(change.row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  return mustChange(compilable(store, sql`update ${sql.table(of.name)} set ${assignments} where ${matching(change)}`).compile());
}

export function remove(store: Store, of: Resource, selection: Selection): Statement {
  return mustChange(compilable(store, sql`delete from ${sql.table(of.name)} where ${matching(selection)}`).compile());
}

function source(of: Resource): RawBuilder<unknown> {
  return sql.table(of.view ?? of.name);
}

function matching({ scope, where }: Selection): RawBuilder<unknown> {
  const conditions = where.map(condition);
  if (scope !== 'all') conditions.push(scope.length > 0 ? sql`organization in (${sql.join(scope)})` : sql`1 = 0`);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`;
}

function condition({ column, operator, value }: Condition): RawBuilder<unknown> {
  const left = sql.ref(column);
  switch (operator) {
    case '=':
      return sql`${left} = ${value}`;
    case '>=':
      return sql`${left} >= ${value}`;
    case '<=':
      return sql`${left} <= ${value}`;
    case 'contains':
      return sql`lower(${left}) like ${`%${String(value)
        .toLowerCase()
        .replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
    case 'in':
      return sql`${left} in (${sql.join(value as readonly unknown[])})`;
    case 'is null':
      return value === 1 ? sql`${left} is null` : sql`${left} is not null`;
  }
}

function ordering(of: Resource, order: Order): RawBuilder<unknown> {
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`;
  const column = sql.ref(order.column);
  return order.column === of.key ? sql`${column} ${direction}` : sql`${column} ${direction}, ${sql.ref(of.key)} ${direction}`;
}

function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

function beyond(of: Resource, from: Position | null): RawBuilder<unknown> {
  if (!from) return sql``;
  const isAfter = (of.order.direction === 'asc') === !from.backwards;
  return sql`and (${sql.ref(of.order.column)}, ${sql.ref(of.key)}) ${isAfter ? sql`>` : sql`<`} (${from.value}, ${from.key})`;
}

function compilable<R>(store: Store, query: RawBuilder<R>) {
  return { compile: () => query.compile(store.db) };
}
