import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { tenantOf, type CallerScope } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { isNumeric, isTime, typesOf } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import type { KeysetPosition, Order } from '../../store/query/keyset.ts';
import { listByKeyset } from '../../store/query/keyset-page.ts';
import { listInOrder } from '../../store/query/resource-query.ts';
import { countRows } from '../../store/query/row-count.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import { resolveNameFilters, type Selection } from '../../store/query/selection.ts';
import type { Store } from '../../store/store.ts';
import type { RequestAddress } from '../endpoint.ts';
import { readBoundedRows } from './bounded-rows.ts';
import { defaultLimit, maxPageSize } from './filter.ts';

/*
 * The pages of a list. `next` and `previous` continue at the key of a row. A walk shows each row that exists throughout exactly
 * once, even if other rows are inserted and deleted.
 */

/** Returns the schema of a page of a list. */
export function pageSchema(item: TObject): TObject {
  const link = Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'absolute URL of that page; null at the end of the list',
  });
  return Type.Object({
    count: Type.Integer(),
    count_is_estimate: Type.Optional(
      Type.Boolean({
        'x-extension': true,
        description:
          'present and true if counting stopped early: the list may have more rows than `count`',
      }),
    ),
    next: link,
    previous: link,
    results: Type.Array(item),
  });
}

interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** A request for a page of a resource's rows. */
interface PageRequest<T extends TObject> {
  readonly store: Store;
  readonly resource: Resource<T>;
  readonly selection: Selection;
  /** The requested order of a list by offset; null: the resource's own. */
  readonly order: Order | null;
  readonly query: PageQuery;
  readonly address: RequestAddress;
}

/**
 * Reads a page of a resource's rows: from an offset, or from the row that a cursor names.
 *
 * @throws Fault `not_found` for a cursor of another list or order; `invalid` for a cursor together with an offset
 */
export async function fetchPage<T extends TObject>(given: PageRequest<T>) {
  const request = { ...given, query: withoutEmptyCursor(given.query) };
  const { store, resource, address, query } = request;
  if (query.cursor !== undefined && query.offset) throw cursorWithOffset();
  const selection =
    resource.paging === 'cursor'
      ? await resolveNameFilters(store, resource, request.selection)
      : request.selection;
  const page = await readPage({ ...request, selection });
  // A list of one page is counted by reading it: no count, and on SQLite no read worker with the memory that it takes.
  const isFirst = query.cursor === undefined;
  const isWhole = isFirst && page.next === null && page.previous === null;
  const counted = isWhole
    ? { count: page.rows.length, isEstimate: false }
    : await countRows(store, resource, selection);
  const results: (Static<T> & Row)[] = page.rows.map((row) => serializeRow(resource, row));
  return {
    count: counted.count,
    ...(counted.isEstimate && { count_is_estimate: true }),
    next: page.next && pageLink(address, page.next),
    previous: page.previous && pageLink(address, page.previous),
    results,
  };
}

/** Returns a query whose cursor is not empty: a form that leaves it empty asks for the first page. */
function withoutEmptyCursor({ cursor, ...others }: PageQuery): PageQuery {
  return cursor === undefined || cursor === '' ? others : { ...others, cursor };
}

/** A request of a caller for a page of a list. */
interface ListCall extends Pick<PageRequest<TObject>, 'query' | 'address'> {
  readonly gateway: Pick<PageRequest<TObject>, 'store'>;
  readonly caller: CallerScope;
}

/** Reads the page that a request asks for, of the rows that its caller may see, in the order of the resource. */
export function fetchOwnPage<T extends TObject>(
  resource: Resource<T>,
  where: Selection['where'],
  { gateway: { store }, caller, query, address }: ListCall,
) {
  const selection = { scope: caller.organizations, tenant: tenantOf(caller), where };
  return fetchPage({ store, resource, selection, query, address, order: null });
}

export function cursorWithOffset(): Fault {
  return Fault.field('cursor', 'Cannot be combined with `offset`.');
}

/** Returns how many rows a page has. */
export function pageSize(limit: number | undefined): number {
  return Math.min(limit ?? defaultLimit, maxPageSize);
}

type LinkParameters = Readonly<Record<string, string>>;

interface PageRows {
  readonly rows: readonly Row[];
  /** Query parameters of the neighbouring pages; null at the end of the list. */
  readonly next: LinkParameters | null;
  readonly previous: LinkParameters | null;
}

async function readPage<T extends TObject>(request: PageRequest<T>): Promise<PageRows> {
  const { resource, query } = request;
  const size = pageSize(query.limit);
  const order = request.order ?? resource.order;
  const from = query.cursor === undefined ? null : decodeCursor(resource, order, query.cursor);
  const { rows, hasMore } = await readRows(request, { order, from, size });
  const limit = String(size);
  const offset = query.offset ?? 0;
  const { next, previous } = neighbours(rows, {
    hasMore,
    isFirst: from === null && offset === 0,
    isBackwards: from?.isBackwards ?? false,
  });
  const beforeNothing = { limit, offset: String(Math.max(0, offset - size)) };
  return {
    rows,
    next: next && { limit, cursor: encodeCursor(request, next, false) },
    previous: previous
      ? { limit, cursor: encodeCursor(request, previous, true) }
      : offset > 0
        ? beforeNothing
        : null,
  };
}

interface Place {
  /** True if rows follow in the direction of reading. */
  readonly hasMore: boolean;
  /** True for the page that begins the list. */
  readonly isFirst: boolean;
  readonly isBackwards: boolean;
}

/** Returns the rows at which the next and the previous page continue; null at the end of the list. */
export function neighbours<R>(rows: readonly R[], { hasMore, isFirst, isBackwards }: Place) {
  const hasNext = isBackwards || hasMore;
  const hasPrevious = isBackwards ? hasMore : !isFirst;
  return {
    next: (hasNext ? rows.at(-1) : null) ?? null,
    previous: (hasPrevious ? rows[0] : null) ?? null,
  };
}

interface Start {
  readonly order: Order;
  readonly from: KeysetPosition | null;
  readonly size: number;
}

async function readRows<T extends TObject>(
  { store, resource, selection, query }: PageRequest<T>,
  { order, from, size }: Start,
) {
  const isBackwards = from?.isBackwards ?? false;
  const list = resource.paging === 'cursor' ? listByKeyset : listInOrder;
  const { rows, hasMore } = await readBoundedRows({ of: resource, size }, async (before, limit) => {
    const last = before.at(-1);
    const start = last ? { ...keyOf(resource, order, last), isBackwards } : from;
    const offset = start === null ? (query.offset ?? 0) : 0;
    const part = await list(store, resource, { ...selection, limit, order, from: start, offset });
    return isBackwards ? part.toReversed() : part;
  });
  return { rows: isBackwards ? rows.toReversed() : rows, hasMore };
}

/** Returns the position of a row in an order. */
function keyOf(of: Resource, { column }: Order, row: Row): Omit<KeysetPosition, 'isBackwards'> {
  return { value: row[column], key: row[of.key] };
}

/** Returns the cursor of the rows after a row, or before it. An order that the request names is part of it. */
function encodeCursor<T extends TObject>(
  { resource: { key, order: own }, order }: PageRequest<T>,
  row: Row,
  isBackwards: boolean,
): string {
  const value = row[(order ?? own).column];
  const stored = typeof value === 'bigint' ? String(value) : value;
  const named = order === null ? [] : [`${order.column} ${order.direction}`];
  return Buffer.from(JSON.stringify([stored, row[key], isBackwards, ...named])).toString(
    'base64url',
  );
}

/** @throws Fault `not_found` for a text that is not a cursor of this list in this order */
function decodeCursor(of: Resource, order: Order, text: string): KeysetPosition {
  const { column, direction } = order;
  try {
    const decoded: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const parts: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    const [value, key, isBackwards, named] = parts;
    const isOfOrder = order === of.order || named === `${column} ${direction}`;
    if (
      isOfOrder &&
      isStoredType(of, column, value) &&
      isStoredType(of, of.key, key) &&
      typeof isBackwards === 'boolean'
    )
      return { value, key, isBackwards };
  } catch {
    // Not JSON: the same reply as for any other text that is not a cursor of this list.
  }
  throw new Fault('not_found', 'Invalid cursor');
}

/** True if a value has the type that the store keeps for a column. A column without a field is a computed rank. */
function isStoredType({ schema }: Resource, column: string, value: unknown): boolean {
  const field: TSchema = schema.properties[column] ?? { type: 'integer' };
  const types = typesOf(field);
  if (value === null) return types.includes('null');
  if (types.includes('number')) return Number.isFinite(value);
  if (types.includes('boolean') || isNumeric(field) || isTime(field))
    return Number.isSafeInteger(value) || isLongInteger(field, value);
  return typeof value === 'string' && !value.includes('\0');
}

/** True for an integer beyond 2^53, which a counter shows as text. */
function isLongInteger(field: TSchema, value: unknown): boolean {
  return typesOf(field).includes('string') && /^\d{16,18}$/.test(String(value));
}

/** Returns the address of another page of the same list. */
export function pageLink(
  { origin, path, query }: RequestAddress,
  parameters: LinkParameters,
): string {
  const asked = new URLSearchParams(query);
  for (const name of ['cursor', 'offset']) asked.delete(name);
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value);
  return `${origin()}${path}?${asked.toString()}`;
}
