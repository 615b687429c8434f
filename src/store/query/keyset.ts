import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../resource.ts';
import type { Selection } from './where-clause.ts';

/** By what a list goes; the key decides between equals. */
export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** A place in an ordered list: after (or before) the row with this value and this key. */
export interface KeysetPosition {
  readonly value: unknown;
  readonly key: unknown;
  readonly isBackwards: boolean;
}

/** Rows that follow a place, or the first ones. */
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

/** The order in which a page is read: backwards, if it goes backwards from its place. */
export function pageOrder(of: Resource, { from }: Pick<KeysetPage, 'from'>): RawBuilder<unknown> {
  return orderByTerms(of, from?.isBackwards ? reversed(of.order) : of.order);
}

function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** To be added to what is true of a page's rows. */
export function keysetPredicate(of: Resource, from: KeysetPosition | null): RawBuilder<unknown> {
  if (!from) return sql``;
  const isAfter = (of.order.direction === 'asc') === !from.isBackwards;
  return sql`and (${sql.ref(of.order.column)}, ${sql.ref(of.key)}) ${isAfter ? sql`>` : sql`<`} (${from.value}, ${from.key})`;
}
