import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../resource.ts';
import type { Selection } from './condition.ts';

/** By what a list goes; the key decides between equals. */
export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** A place in an ordered list: after (or before) the row with this value and this key. */
export interface Position {
  readonly value: unknown;
  readonly key: unknown;
  readonly backwards: boolean;
}

/** Rows that follow a place, or the first ones. */
export interface Page extends Selection {
  readonly limit: number;
  readonly from: Position | null;
}

export function sourceOf(of: Resource): RawBuilder<unknown> {
  return sql.table(of.view ?? of.name);
}

export function ordering(of: Resource, order: Order): RawBuilder<unknown> {
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`;
  const column = sql.ref(order.column);
  return order.column === of.key ? sql`${column} ${direction}` : sql`${column} ${direction}, ${sql.ref(of.key)} ${direction}`;
}

/** The order in which a page is read: backwards, if it goes backwards from its place. */
export function inOrder(of: Resource, { from }: Page): RawBuilder<unknown> {
  return ordering(of, from?.backwards ? reversed(of.order) : of.order);
}

function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** To be added to what is true of a page's rows. */
export function beyond(of: Resource, from: Position | null): RawBuilder<unknown> {
  if (!from) return sql``;
  const isAfter = (of.order.direction === 'asc') === !from.backwards;
  return sql`and (${sql.ref(of.order.column)}, ${sql.ref(of.key)}) ${isAfter ? sql`>` : sql`<`} (${from.value}, ${from.key})`;
}
