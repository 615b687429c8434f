import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import type { Engine } from '../store.ts';
import { isNeverNull } from './access-path.ts';
import type { Selection } from './selection.ts';

/** The order of a list; the key breaks ties. */
export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** A position in an ordered list: after (or before) the row with this value and key. */
export interface KeysetPosition {
  readonly value: unknown;
  readonly key: unknown;
  readonly isBackwards: boolean;
}

/** The rows behind a position, or the first rows. */
export interface KeysetPage extends Selection {
  readonly limit: number;
  readonly from: KeysetPosition | null;
  /** True for one of many pages in a row: none is read on the event loop. */
  readonly isStreamed?: boolean;
}

export function orderByTerms(of: Resource, order: Order): RawBuilder<unknown> {
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`;
  const column = sql.ref(order.column);
  return order.column === of.key
    ? sql`${column} ${direction}`
    : sql`${column} ${direction}, ${sql.ref(of.key)} ${direction}`;
}

/** Returns the reading order of a page: reversed for a page before its position. */
export function pageOrder(of: Resource, { from }: Pick<KeysetPage, 'from'>): RawBuilder<unknown> {
  return orderByTerms(of, from?.isBackwards ? reversed(of.order) : of.order);
}

export function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** Returns the condition for rows behind a position, to be appended to a WHERE clause. */
export function keysetPredicate(of: Resource, from: KeysetPosition | null): RawBuilder<unknown> {
  if (!from) return sql``;
  const isAfter = (of.order.direction === 'asc') === !from.isBackwards;
  const beyond = isAfter ? sql`>` : sql`<`;
  if (of.order.column === of.key) return sql`and ${sql.ref(of.key)} ${beyond} ${from.key}`;
  return sql`and (${sql.ref(of.order.column)}, ${sql.ref(of.key)}) ${beyond} (${from.value}, ${from.key})`;
}

/**
 * Returns the terms of ORDER BY for any column of a resource. Null is the lowest value, which SQLite assumes and PostgreSQL
 * has to be told.
 */
export function anyOrder(engine: Engine, of: Resource, order: Order): RawBuilder<unknown> {
  if (engine === 'sqlite' || isNeverNull(of, order.column)) return orderByTerms(of, order);
  const direction = order.direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  return sql`${sql.ref(order.column)} ${direction}, ${sql.ref(of.key)} ${sql.raw(order.direction)}`;
}

/** The values of a position in a prepared statement. */
interface BoundPosition {
  readonly value: unknown;
  readonly key: unknown;
  /** True if the row has no value in the column of the order. */
  readonly isNull: boolean;
}

/** Returns the condition for the rows after a position in `anyOrder`. */
export function anyKeysetPredicate(
  of: Resource,
  { column, direction }: Order,
  { value, key, isNull }: BoundPosition,
): RawBuilder<unknown> {
  const [left, ownKey] = [sql.ref(column), sql.ref(of.key)];
  const beyond = direction === 'asc' ? sql`>` : sql`<`;
  if (column === of.key) return sql`${ownKey} ${beyond} ${key}`;
  const afterNull = sql`${left} is null and ${ownKey} ${beyond} ${key}`;
  const afterValue = sql`(${left}, ${ownKey}) ${beyond} (${value}, ${key})`;
  if (isNeverNull(of, column)) return afterValue;
  if (direction === 'asc') return isNull ? sql`(${left} is not null or ${afterNull})` : afterValue;
  return isNull ? sql`(${afterNull})` : sql`(${afterValue} or ${left} is null)`;
}
