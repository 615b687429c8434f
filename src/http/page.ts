import { Type, type TObject, type TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import { isNumeric, isTime } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { serializeRow, type Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import {
  countRows,
  listByOffset,
  listByKeyset,
  type Order,
  type KeysetPosition,
  type Selection,
} from '../store/query/resource-query.ts';
import { fieldSchema } from './resource-schema.ts';

const defaultLimit = 20;
export const maxPageSize = 1000;

const limit = Type.Integer({
  minimum: 1,
  default: defaultLimit,
  description: `rows of a page; more than ${maxPageSize} is taken as ${maxPageSize}`,
});

/** The paging parameters of a list. */
export const pagingParameters = {
  offset: {
    limit: Type.Optional(limit),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  },
  cursor: {
    limit: Type.Optional(limit),
    cursor: Type.Optional(
      Type.String({ maxLength: 1000, description: 'from `next` or `previous`' }),
    ),
  },
} as const;

/** The envelope of a list. */
export function pageSchema(item: TObject): TObject {
  const link = Type.Unsafe<string | null>({ type: ['string', 'null'] });
  return Type.Object({
    count: Type.Integer(),
    count_is_estimate: Type.Optional(
      Type.Boolean({ description: 'present where there are more than `count`' }),
    ),
    next: link,
    previous: link,
    results: Type.Array(item),
  });
}

interface Asked {
  readonly store: Store;
  readonly resource: Resource;
  readonly selection: Selection;
  /** Of lists by offset: the order asked for, or null for the resource's own. */
  readonly order: Order | null;
  readonly query: { readonly limit?: number; readonly offset?: number; readonly cursor?: string };
  readonly url: URL;
}

/** A page of a resource's rows, by offset or by cursor as the resource says. */
export async function fetchPage(asked: Asked) {
  const size = Math.min(asked.query.limit ?? defaultLimit, maxPageSize);
  const [found, counted] = await Promise.all([
    asked.resource.paging === 'offset' ? offsetPage(asked, size) : cursorPage(asked, size),
    countRows(asked.store, asked.resource, asked.selection),
  ]);
  const results = found.rows.map((row) => serializeRow(asked.resource, row));
  return {
    count: counted.count,
    ...(counted.isEstimate && { count_is_estimate: true }),
    next: found.next && pageLink(asked.url, found.next),
    previous: found.previous && pageLink(asked.url, found.previous),
    results,
  };
}

interface Found {
  readonly rows: readonly Row[];
  /** Query parameters of the neighbouring pages. */
  readonly next: Readonly<Record<string, string>> | null;
  readonly previous: Readonly<Record<string, string>> | null;
}

async function offsetPage(
  { store, resource, selection, query, order }: Asked,
  size: number,
): Promise<Found> {
  const offset = query.offset ?? 0;
  const rows = await listByOffset(store, resource, {
    ...selection,
    limit: size + 1,
    offset,
    order,
  });
  return {
    rows: rows.slice(0, size),
    next: rows.length > size ? { limit: String(size), offset: String(offset + size) } : null,
    previous:
      offset > 0 ? { limit: String(size), offset: String(Math.max(0, offset - size)) } : null,
  };
}

async function cursorPage(
  { store, resource, selection, query }: Asked,
  size: number,
): Promise<Found> {
  const from = query.cursor === undefined ? null : decodeCursor(resource, query.cursor);
  const fetched = await listByKeyset(store, resource, { ...selection, limit: size + 1, from });
  const backwards = from?.isBackwards ?? false;
  const more = fetched.length > size;
  const rows = backwards ? fetched.slice(-size) : fetched.slice(0, size);
  const cursor = (row: Row | undefined, back: boolean) =>
    row
      ? {
          limit: String(size),
          cursor: encodeCursor({
            value: row[resource.order.column],
            key: row[resource.key],
            isBackwards: back,
          }),
        }
      : null;
  return {
    rows,
    next: backwards || more ? cursor(rows.at(-1), false) : null,
    previous: (backwards ? more : from !== null) ? cursor(rows[0], true) : null,
  };
}

function encodeCursor({ value, key, isBackwards }: KeysetPosition): string {
  return Buffer.from(JSON.stringify([value, key, isBackwards])).toString('base64url');
}

function decodeCursor(of: Resource, text: string): KeysetPosition {
  try {
    const [value, key, backwards] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as unknown[];
    if (
      isKept(fieldSchema(of, of.order.column), value) &&
      isKept(fieldSchema(of, of.key), key) &&
      typeof backwards === 'boolean'
    )
      return { value, key, isBackwards: backwards };
  } catch {
    // falls through to the same answer as any other text that we never gave out
  }
  throw new Fault('not_found', 'Invalid cursor');
}

/** Whether a value is of the kind that the store keeps for a field. */
function isKept(field: TSchema, value: unknown): boolean {
  if (isNumeric(field) || isTime(field)) return Number.isSafeInteger(value);
  return typeof value === 'string' && !value.includes('\0');
}

/** The address of another page of what a request asked for. */
export function pageLink(url: URL, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(url.search);
  for (const gone of ['cursor', 'offset']) query.delete(gone);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `${url.origin}${url.pathname}?${query.toString()}`;
}
