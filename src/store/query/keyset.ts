import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
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

function reversed({ column, direction }: Order): Order {
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
