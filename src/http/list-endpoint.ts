import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Caller, Role } from '../caller.ts';
import type { Resource } from '../resource.ts';
import type { Condition } from '../store/query/resource-query.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { csvStream } from './csv.ts';
import { endpoint, type Call, type Endpoint } from './endpoint.ts';
import { filterConditions, listQuerySchema, requestedOrder } from './filter.ts';
import { fetchPage, pageSchema } from './page.ts';
import { scopeOfCaller } from './resource-access.ts';
import { readableSchema } from './resource-schema.ts';

export type { Condition } from '../store/query/resource-query.ts';

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
  readonly where?: (query: QueryValues, caller: Caller) => readonly Condition[];
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
  /** True if the list is available as CSV as well, all pages at once and without `mapItems`. */
  readonly csv?: boolean;
}

type Shown = readonly Readonly<Record<string, unknown>>[];

/** Declares the GET of a list: scope, filters, order and paging. */
export function listEndpoint<T extends TObject>(definition: ListDefinition<T>): Endpoint {
  const { resource, path = resource.name, summary = `List ${resource.plural}` } = definition;
  const { query, where, mapItems, reply, roles, isExtension = false, csv } = definition;
  const known = listQuerySchema(resource);
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
    async handle(call) {
      const { gateway, caller, query: values, url, wantsCsv } = call;
      const selection = {
        scope: scopeOfCaller(resource, caller),
        where: [...filterConditions(resource, values), ...(where?.(values, caller) ?? [])],
      };
      if (csv && wantsCsv) return csvStream(gateway.store, resource, selection);
      const order = requestedOrder(values);
      const read = () =>
        fetchPage({ store: gateway.store, resource, selection, query: values, url, order });
      const page = await read();
      if (!mapItems) return page;
      const reload = async () => (await read()).results;
      return { ...page, results: await mapItems(page.results, call, reload) };
    },
  });
}
