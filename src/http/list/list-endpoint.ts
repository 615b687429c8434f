import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Caller, Role } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { extension, isNumeric, isTime } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import type { KeysetPosition, Order } from '../../store/query/keyset.ts';
import { listByKeyset } from '../../store/query/keyset-page.ts';
import { listByOffset } from '../../store/query/resource-query.ts';
import { countRows } from '../../store/query/row-count.ts';
import { resolveNameFilters, type Condition, type Selection } from '../../store/query/selection.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import type { Store } from '../../store/store.ts';
import { conditionsOfCaller, scopeOfCaller } from '../authentication.ts';
import { readBoundedRows } from './bounded-rows.ts';
import { csvMediaType, csvStream } from './csv.ts';
import { endpoint, type Call, type Endpoint, type RequestAddress } from '../endpoint.ts';
import {
  defaultLimit,
  filterConditions,
  listQuerySchema,
  maxPageSize,
  namedFilters,
  pagingParameters,
  requestedOrder,
  resolveNames,
} from './filter.ts';
import { maySeeSecrets } from '../masking.ts';
import { readableSchema } from '../resource-schema.ts';

export type { Condition } from '../../store/query/selection.ts';

export type QueryValues = Readonly<Record<string, unknown>>;
export type ListItem<T extends TObject = TObject> = Static<T> & Row;

/** The list of a resource, and what it offers beyond the filters of the resource. */
export interface ListDefinition<T extends TObject = TObject> {
  readonly resource: Resource<T>;
  readonly path?: string;
  readonly summary?: string;
  /** Query parameters beyond the filters of the resource. */
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Returns the conditions that those parameters set. */
  readonly where?: ((query: QueryValues, caller: Caller) => readonly Condition[]) | undefined;
  /** Returns what the list shows for the items of a page; `reload` reads the page again. */
  readonly mapItems?: (
    items: readonly ListItem<T>[],
    call: Call,
    reload: () => Promise<readonly ListItem<T>[]>,
  ) => Shown | Promise<Shown>;
  /** The schema of an item that `mapItems` adds fields to. */
  readonly reply?: TObject;
  readonly roles?: readonly Role[];
  readonly isExtension?: boolean;
  /**
   * True if a list by offset pages by `cursor` as well, in its own order: `next` leads to what follows the last row,
   * whatever has changed since.
   */
  readonly canResume?: boolean;
  /** True if the list is available as CSV as well, all pages at once and without `mapItems`. */
  readonly csv?: boolean;
}

type Shown = readonly Readonly<Record<string, unknown>>[];

/** Declares the GET of a list: scope, filters, order and paging. */
export function listEndpoint<T extends TObject>(definition: ListDefinition<T>): Endpoint {
  const { resource, path = resource.name, summary = `List ${resource.plural}` } = definition;
  const { query, where, mapItems, reply, roles, isExtension = false, csv, canResume } = definition;
  const named = namedFilters(resource);
  const known = canResume ? withCursor(listQuerySchema(resource)) : listQuerySchema(resource);
  return endpoint({
    method: 'GET',
    path: `/${path}/`,
    summary,
    query: query
      ? Type.Object({ ...known.properties, ...query }, { additionalProperties: false })
      : known,
    reply: pageSchema(reply ?? readableSchema(resource)),
    ...(roles && { roles }),
    isExtension,
    mediaTypes: csv ? [csvMediaType] : [],
    async handle(call) {
      const { gateway, caller, address, mediaType } = call;
      const values = named.length === 0 ? call.query : await resolveNames(named, call.query, call);
      const selection = selectionOf({ resource, where }, { caller, query: values });
      if (csv && mediaType === csvMediaType)
        return csvStream(gateway.store, resource, {
          selection,
          masksSecrets: !maySeeSecrets(caller),
        });
      const order = requestedOrder(values);
      const byCursor = canResume ? resumes(values) : resource.paging === 'cursor';
      const { store } = gateway;
      const read = () =>
        fetchPage({ store, resource, selection, query: values, address, order, byCursor });
      const page = await read();
      if (!mapItems) return page;
      const reload = async () => (await read()).results;
      return { ...page, results: await mapItems(page.results, call, reload) };
    },
  });
}

function withCursor(query: TObject): TObject {
  const { cursor } = pagingParameters.cursor;
  return Type.Object(
    { ...query.properties, cursor: Type.Optional(extension(cursor)) },
    { additionalProperties: false },
  );
}

/** True for a page by cursor of a list that has both. @throws Fault `invalid` for a cursor with another order or offset */
function resumes({ cursor, offset, ordering }: QueryValues): boolean {
  const isByOffset = (typeof offset === 'number' && offset > 0) || ordering !== undefined;
  if (cursor !== undefined && isByOffset)
    throw Fault.field('cursor', 'Cannot be combined with `offset` or `ordering`.');
  return !isByOffset;
}

/** Returns the rows that a request for a list selects, of those that its caller may see. */
export function selectionOf<T extends TObject>(
  { resource, where }: Pick<ListDefinition<T>, 'resource'> & Pick<Partial<ListDefinition>, 'where'>,
  { caller, query }: Pick<Call, 'caller' | 'query'>,
): Selection {
  return {
    scope: scopeOfCaller(resource, caller),
    where: [
      ...conditionsOfCaller(resource, caller),
      ...filterConditions(resource, query),
      ...(where?.(query, caller) ?? []),
    ],
  };
}

/** Returns the schema of a page of a list. */
export function pageSchema(item: TObject): TObject {
  const link = Type.Unsafe<string | null>({ type: ['string', 'null'] });
  return Type.Object({
    count: Type.Integer(),
    count_is_estimate: Type.Optional(
      Type.Boolean({
        'x-extension': true,
        description: 'present, and true, if counting stopped: the list may have more than `count`',
      }),
    ),
    next: link,
    previous: link,
    results: Type.Array(item),
  });
}

/** A request for a page of a resource's rows. */
interface PageRequest<T extends TObject> {
  readonly store: Store;
  readonly resource: Resource<T>;
  readonly selection: Selection;
  /** The requested order of a list by offset; null: the resource's own. */
  readonly order: Order | null;
  /** Default: as the resource declares. */
  readonly byCursor?: boolean;
  readonly query: { readonly limit?: number; readonly offset?: number; readonly cursor?: string };
  readonly address: RequestAddress;
}

/** Reads a page of a resource's rows, by offset or by cursor as the resource declares. */
export async function fetchPage<T extends TObject>(request: PageRequest<T>) {
  const { store, resource, address, byCursor = resource.paging === 'cursor' } = request;
  const size = pageSize(request.query.limit);
  const selection = byCursor
    ? await resolveNameFilters(store, resource, request.selection)
    : request.selection;
  const selected = { ...request, selection };
  const page = await (byCursor ? readCursorPage(selected, size) : readOffsetPage(selected, size));
  // A list of one page is counted by reading it: no count, and on SQLite no read worker with the memory that it takes.
  const isFirst = request.query.cursor === undefined;
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

/** Returns how many rows a page has. */
export function pageSize(limit: number | undefined): number {
  return Math.min(limit ?? defaultLimit, maxPageSize);
}

type LinkParameters = Readonly<Record<string, string>>;

/** Returns the query parameters of the pages beside a page by offset, null where there is none. */
export function offsetLinks(at: {
  readonly limit: number;
  readonly offset: number;
  /** Rows of this page. */
  readonly shown: number;
  readonly hasMore: boolean;
}): { readonly next: LinkParameters | null; readonly previous: LinkParameters | null } {
  const { limit, offset, shown, hasMore } = at;
  const link = (start: number) => ({ limit: String(limit), offset: String(start) });
  return {
    next: hasMore ? link(offset + shown) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
  };
}

interface PageRows {
  readonly rows: readonly Row[];
  /** Query parameters of the pages beside it. */
  readonly next: Readonly<Record<string, string>> | null;
  readonly previous: Readonly<Record<string, string>> | null;
}

async function readOffsetPage<T extends TObject>(
  { store, resource, selection, query, order }: PageRequest<T>,
  size: number,
): Promise<PageRows> {
  const offset = query.offset ?? 0;
  const { rows, hasMore } = await readBoundedRows({ of: resource, size }, (before, limit) =>
    listByOffset(store, resource, {
      ...selection,
      limit,
      offset: offset + before.length,
      order,
    }),
  );
  return { rows, ...offsetLinks({ limit: size, offset, shown: rows.length, hasMore }) };
}

async function readCursorPage<T extends TObject>(
  { store, resource, selection, query }: PageRequest<T>,
  size: number,
): Promise<PageRows> {
  const from = query.cursor === undefined ? null : decodeCursor(resource, query.cursor);
  const backwards = from?.isBackwards ?? false;
  const position = (row: Row, isBackwards: boolean) => ({
    value: row[resource.order.column],
    key: row[resource.key],
    isBackwards,
  });
  const read = await readBoundedRows({ of: resource, size }, async (before, limit) => {
    const last = before.at(-1);
    const start = last ? position(last, backwards) : from;
    const part = await listByKeyset(store, resource, { ...selection, limit, from: start });
    return backwards ? part.toReversed() : part;
  });
  const { hasMore } = read;
  const rows = backwards ? read.rows.toReversed() : read.rows;
  const cursor = (row: Row | undefined, isBackwards: boolean) =>
    row ? { limit: String(size), cursor: encodeCursor(position(row, isBackwards)) } : null;
  return {
    rows,
    next: backwards || hasMore ? cursor(rows.at(-1), false) : null,
    previous: (backwards ? hasMore : from !== null) ? cursor(rows[0], true) : null,
  };
}

function encodeCursor({ value, key, isBackwards }: KeysetPosition): string {
  return Buffer.from(JSON.stringify([value, key, isBackwards])).toString('base64url');
}

function decodeCursor(of: Resource, text: string): KeysetPosition {
  const { schema, order } = of;
  try {
    const decoded: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const parts: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    const [value, key, isBackwards] = parts;
    if (
      isStoredType(schema.properties[order.column], value) &&
      isStoredType(schema.properties[of.key], key) &&
      typeof isBackwards === 'boolean'
    )
      return { value, key, isBackwards };
  } catch {
    // Not JSON: the same reply as for any other text that is not a cursor of this list.
  }
  throw new Fault('not_found', 'Invalid cursor');
}

/** True if a value has the type that the store keeps for a field. */
function isStoredType(field: TSchema | undefined, value: unknown): boolean {
  if (field === undefined) return false;
  if (isNumeric(field) || isTime(field)) return Number.isSafeInteger(value);
  return typeof value === 'string' && !value.includes('\0');
}

/** Returns the address of another page of the same list. */
export function pageLink(
  address: RequestAddress,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(address.query);
  for (const name of ['cursor', 'offset']) query.delete(name);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `${address.path}?${query.toString()}`;
}
