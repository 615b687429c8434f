import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../resource.ts';
import {
  conditionsOf,
  whereClause,
  type Condition,
  type Scope,
  type Selection,
} from './where-clause.ts';
import { countCached, type RowCount } from './row-count.ts';
import type { Row } from './row-serialization.ts';
import { resolveNameFilters } from './name-filter.ts';
import {
  keysetPredicate,
  pageOrder,
  orderByTerms,
  type Order,
  type KeysetPage,
  type KeysetPosition,
} from './keyset.ts';
import { isOfTable, relationOf } from './relation.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../store.ts';
import { withoutConstantConditions } from './access-path.ts';
import { readPrepared } from './prepared-query.ts';
import { readKeysetPage } from './keyset-page.ts';

export { resolveNameFilters };
export type { Condition, Order, KeysetPosition, Scope, Selection };

/*
 * Statements over a resource's table, for the endpoints that are the same for every resource. The names of tables and
 * columns come from resources, never from requests; values are always bound.
 */

export function selectUpTo(
  store: Store,
  of: Resource,
  selection: Selection & { limit: number },
): Promise<readonly Row[]> {
  return readPrepared<Row>(store, of, {
    kind: 'rows',
    parts: [conditionsOf(selection)],
    values: { limit: selection.limit },
    build: ([where = []], bind) =>
      sql`select * from ${relationOf(store, of)} where ${whereClause({ scope: 'all', where })} limit ${bind('limit')}`,
  });
}

/** Rows `offset` to `offset + limit` in the resource's order. */
export function listByOffset(
  store: Store,
  of: Resource,
  page: Selection & { limit: number; offset: number; order: Order | null },
): Promise<readonly Row[]> {
  const order = page.order ?? of.order;
  const { limit, offset } = page;
  return readPrepared<Row>(store, of, {
    kind: `list ${order.column} ${order.direction}`,
    parts: [conditionsOf(page)],
    values: { limit, offset },
    build: ([where = []], bind) => {
      const part = sql`where ${whereClause({ scope: 'all', where })} order by ${orderByTerms(of, order)} limit ${bind('limit')} offset ${bind('offset')}`;
      return of.relation !== undefined && isOfTable(of, [order, ...where])
        ? sql`select * from ${relationOf(store, of)} where ${sql.ref(of.key)} in (select ${sql.ref(of.key)} from ${sql.table(of.name)} ${part}) order by ${orderByTerms(of, order)}`
        : sql`select * from ${relationOf(store, of)} ${part}`;
    },
  });
}

/** The rows that follow a position; the index leads straight to it, so a page at depth costs what the first costs. */
export async function listByKeyset(
  store: Store,
  of: Resource,
  page: KeysetPage,
): Promise<readonly Row[]> {
  const selected = await resolveNameFilters(store, of, withoutConstantConditions(of, page));
  const rows =
    store.engine === 'sqlite'
      ? await readKeysetPage(store, of, selected)
      : await read(store, of, selected);
  return page.from?.isBackwards ? rows.toReversed() : rows;
}

/** Exact up to 10,000; above that, counting stops. */
export async function countRows(
  store: Store,
  of: Resource,
  selection: Selection,
): Promise<RowCount> {
  return countCached(
    store,
    of,
    await resolveNameFilters(store, of, withoutConstantConditions(of, selection)),
  );
}

/** @returns a statement whose RETURNING gives the new row's key */
export function buildInsert(store: Store, of: Resource, row: Row): Statement {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  return compileStatement(
    compilable(
      store,
      sql`insert into ${sql.table(of.name)} (${columns}) values (${values}) returning ${sql.ref(of.key)}`,
    ),
  );
}

/** The column of a row's last change, and the time of a change in milliseconds since 1970. */
export interface ChangeStamp {
  readonly column: string;
  readonly now: number;
}

/**
 * Returns the new value of a column of last changes: now, or a millisecond more than before if the clock
 * has not moved on. Two states of a row never have the same, so that a statement can ask for one of them.
 */
export function nextStamp({ column, now }: ChangeStamp): RawBuilder<number> {
  const ref = sql.ref(column);
  return sql<number>`case when ${ref} >= ${now} then ${ref} + 1 else ${now} end`;
}

export function buildUpdate(
  store: Store,
  of: Resource,
  change: Selection & { readonly row: Row; readonly stamp?: ChangeStamp | null },
): Statement {
  const { stamp } = change;
  const assignments = sql.join([
    ...Object.entries(change.row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(stamp ? [sql`${sql.ref(stamp.column)} = ${nextStamp(stamp)}`] : []),
  ]);
  return mustChange(
    compilable(
      store,
      sql`update ${sql.table(of.name)} set ${assignments} where ${whereClause(change)}`,
    ).compile(),
  );
}

export function buildDelete(store: Store, of: Resource, selection: Selection): Statement {
  return mustChange(
    compilable(
      store,
      sql`delete from ${sql.table(of.name)} where ${whereClause(selection)}`,
    ).compile(),
  );
}

async function read(store: Store, of: Resource, page: KeysetPage): Promise<readonly Row[]> {
  const query = sql<Row>`select * from ${relationOf(store, of)} where ${whereClause(page)} ${keysetPredicate(of, page.from)} order by ${pageOrder(of, page)} limit ${page.limit}`;
  return (await query.execute(store.db)).rows;
}

function compilable<R>(store: Store, query: RawBuilder<R>) {
  return { compile: () => query.compile(store.db) };
}
