import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import { conditionsOf, whereClause, type Selection } from './selection.ts';
import type { Row } from './row-serialization.ts';
import { orderByTerms, type Order } from './keyset.ts';
import { isOfTable, relationOf } from './relation.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../store.ts';
import { readPrepared } from './prepared-query.ts';

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

function compilable<R>(store: Store, query: RawBuilder<R>) {
  return { compile: () => query.compile(store.db) };
}
