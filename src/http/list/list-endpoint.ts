import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { tenantOf, type Caller, type Role } from '../../contract/caller.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Condition, Selection } from '../../store/query/selection.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { conditionsOfCaller, scopeOfCaller } from '../authentication.ts';
import { csvMediaType, csvStream } from './csv.ts';
import { endpoint, type Call, type Endpoint } from '../endpoint.ts';
import {
  filterConditions,
  listQuerySchema,
  namedFilters,
  requestedOrder,
  resolveNames,
} from './filter.ts';
import { maySeeSecrets } from '../masking.ts';
import { fetchPage, pageSchema } from './page.ts';
import { readableSchema } from '../resource-schema.ts';

export type { Condition } from '../../store/query/selection.ts';

export type QueryValues = Readonly<Record<string, unknown>>;
export type ListItem<T extends TObject = TObject> = Static<T> & Row;

/** The list of a resource, with its parameters beyond the filters of the resource. */
export interface ListDefinition<T extends TObject = TObject> {
  readonly resource: Resource<T>;
  readonly path?: string;
  readonly summary?: string;
  /** Query parameters beyond the filters of the resource. */
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Returns the conditions that those parameters set. */
  readonly where?: ((query: QueryValues, caller: Caller) => readonly Condition[]) | undefined;
  /** Maps the items of a page to the shown ones; `reload` reads the page again. */
  readonly mapItems?: (
    items: readonly ListItem<T>[],
    call: Call,
    reload: () => Promise<readonly ListItem<T>[]>,
  ) => Shown | Promise<Shown>;
  /** The schema of an item that `mapItems` adds fields to. */
  readonly reply?: TObject;
  readonly roles?: readonly Role[];
  readonly isExtension?: boolean;
  /** True if the list is available as CSV as well, as a whole and without `mapItems`; default: it has no `mapItems`. */
  readonly csv?: boolean;
}

type Shown = readonly Readonly<Record<string, unknown>>[];

/** Declares the GET of a list: scope, filters, order and paging. */
export function listEndpoint<T extends TObject>(definition: ListDefinition<T>): Endpoint {
  const { resource, path = resource.name, summary = `List ${resource.plural}` } = definition;
  const { query, where, mapItems, reply, roles, isExtension = false } = definition;
  const { csv = mapItems === undefined } = definition;
  const named = namedFilters(resource);
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
      const { store } = gateway;
      const read = () => fetchPage({ store, resource, selection, query: values, address, order });
      const page = await read();
      if (!mapItems) return page;
      const reload = async () => (await read()).results;
      return { ...page, results: await mapItems(page.results, call, reload) };
    },
  });
}

/** Returns the selection of a request for a list, limited to rows that its caller may see. */
export function selectionOf<T extends TObject>(
  { resource, where }: Pick<ListDefinition<T>, 'resource'> & Pick<Partial<ListDefinition>, 'where'>,
  { caller, query }: Pick<Call, 'caller' | 'query'>,
): Selection {
  return {
    scope: scopeOfCaller(resource, caller),
    tenant: tenantOf(caller),
    where: [
      ...conditionsOfCaller(resource, caller),
      ...filterConditions(resource, query),
      ...(where?.(query, caller) ?? []),
    ],
  };
}
