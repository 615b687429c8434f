import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../resource.ts';
import { matching, type Condition, type Scope, type Selection } from './condition.ts';
import { countOf, type Count } from './count.ts';
import type { Row } from './item.ts';
import { byIds } from './named.ts';
import { beyond, inOrder, ordering, sourceOf, type Order, type Page, type Position } from './order.ts';
import { compiled, mustChange, type Statement, type Store } from './store.ts';
import { walk } from './walk.ts';

export type { Condition, Order, Position, Scope, Selection };

/*
 * Statements over a resource's table, for the endpoints that are the same for every resource. The names of tables and
 * columns come from resources, never from requests; values are always bound.
 */

export async function findUpTo(store: Store, of: Resource, selection: Selection & { limit: number }): Promise<readonly Row[]> {
  return (await sql<Row>`select * from ${sourceOf(of)} where ${matching(selection)} limit ${selection.limit}`.execute(store.db))
    .rows;
}

/** Rows `offset` to `offset + limit` in the resource's order. */
export async function listByOffset(
  store: Store,
  of: Resource,
  page: Selection & { limit: number; offset: number; order: Order | null },
): Promise<readonly Row[]> {
  const query = sql<Row>`select * from ${sourceOf(of)} where ${matching(page)} order by ${ordering(of, page.order ?? of.order)} limit ${page.limit} offset ${page.offset}`;
  return (await query.execute(store.db)).rows;
}

/** The rows that follow a position; the index leads straight to it, so a page at depth costs what the first costs. */
export async function listFrom(store: Store, of: Resource, page: Page): Promise<readonly Row[]> {
  const selected = await byIds(store, of, page);
  const rows = store.engine === 'sqlite' ? await walk(store, of, selected) : await read(store, of, selected);
  return page.from?.backwards ? rows.toReversed() : rows;
}

/** Exact up to 10,000; above that, counting stops. */
export async function count(store: Store, of: Resource, selection: Selection): Promise<Count> {
  return countOf(store, of, await byIds(store, of, selection));
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

async function read(store: Store, of: Resource, page: Page): Promise<readonly Row[]> {
  const query = sql<Row>`select * from ${sourceOf(of)} where ${matching(page)} ${beyond(of, page.from)} order by ${inOrder(of, page)} limit ${page.limit}`;
  return (await query.execute(store.db)).rows;
}

function compilable<R>(store: Store, query: RawBuilder<R>) {
  return { compile: () => query.compile(store.db) };
}
