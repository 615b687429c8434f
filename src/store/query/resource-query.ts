import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import { conditionsOf, whereClause, type Selection } from './selection.ts';
import type { Row } from './row-serialization.ts';
import {
  anyKeysetPredicate,
  anyOrder,
  reversed,
  type KeysetPosition,
  type Order,
} from './keyset.ts';
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

/** Rows in an order: after a position, or from an offset. */
interface OrderedPage extends Selection {
  readonly limit: number;
  readonly offset: number;
  readonly order: Order;
  /** The rows after it are read, or before it, in the same order; null: from the offset. */
  readonly from: KeysetPosition | null;
}

/** Returns the rows of a page in their order, or in reverse order before a position. */
export async function listInOrder(
  store: Store,
  of: Resource,
  page: OrderedPage,
): Promise<readonly Row[]> {
  const { limit, offset, from } = page;
  const order = from?.isBackwards ? reversed(page.order) : page.order;
  const isNull = from?.value === null;
  const rows = await readPrepared<Row>(store, of, {
    kind: `list ${order.column} ${order.direction} ${from === null ? '' : `after ${isNull}`}`,
    parts: [conditionsOf(page)],
    values: from ? { limit, value: from.value, key: from.key } : { limit, offset },
    build: ([where = []], bind) => {
      const after =
        from && sql`and ${anyKeysetPredicate(of, order, { ...boundPosition(bind), isNull })}`;
      const selected = sql`where ${whereClause({ scope: 'all', where })} ${after ?? sql``}`;
      const ordered = sql`order by ${anyOrder(store.engine, of, order)}`;
      const part = sql`${selected} ${ordered} limit ${bind('limit')} ${from ? sql`` : sql`offset ${bind('offset')}`}`;
      return of.relation !== undefined && isOfTable(of, [order, ...where])
        ? sql`select * from ${relationOf(store, of)} where ${sql.ref(of.key)} in (select ${sql.ref(of.key)} from ${sql.table(of.name)} ${part}) ${ordered}`
        : sql`select * from ${relationOf(store, of)} ${part}`;
    },
  });
  return from?.isBackwards ? rows.toReversed() : rows;
}

function boundPosition(bind: (name: string) => unknown) {
  return { value: bind('value'), key: bind('key') };
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
