import { Type, type TObject, type TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import type { Condition } from '../store/query/resource-query.ts';
import type { Caller } from './auth.ts';
import { csvStream } from './csv.ts';
import { endpoint, type Call, type Endpoint, type Role } from './endpoint.ts';
import { filterConditions, listQuerySchema, requestedOrder } from './filter.ts';
import { fetchPage, pageSchema } from './page.ts';
import { scopeOfCaller } from './resource-access.ts';
import { readableSchema } from './resource-schema.ts';

export type QueryValues = Readonly<Record<string, unknown>>;
export type ListItem = Readonly<Record<string, unknown>>;

/** The list of a resource, and what it has beyond the filters of the resource. */
export interface ListDefinition {
  readonly resource: Resource;
  readonly path?: string;
  readonly summary?: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** What those parameters mean. */
  readonly where?: (query: QueryValues, caller: Caller) => readonly Condition[];
  /** What is shown in place of the rows found; `again` finds the same page once more, as it is by then. */
  readonly mapItems?: (
    items: readonly ListItem[],
    call: Call,
    again: () => Promise<readonly ListItem[]>,
  ) => Shown | Promise<Shown>;
  /** What an item is, where `finish` adds to it. */
  readonly reply?: TObject;
  readonly roles?: readonly Role[];
  readonly extension?: boolean;
  /** True: given as CSV as well, rows as they are kept. */
  readonly csv?: boolean;
}

type Shown = readonly ListItem[];

/** GET of a list: scope, filters, order, paging. */
export function listEndpoint({
  resource,
  path = resource.name,
  query,
  where,
  mapItems,
  csv,
  reply,
  ...row
}: ListDefinition): Endpoint {
  const known = listQuerySchema(resource);
  return endpoint({
    ...{
      method: 'GET',
      path: `/${path}/`,
      summary: `List ${resource.plural}`,
      reply: pageSchema(reply ?? readableSchema(resource)),
      ...row,
    },
    query: query
      ? Type.Object({ ...known.properties, ...query }, { additionalProperties: false })
      : known,
    async handle(call) {
      const { gateway, caller, query: asked, url, wantsCsv } = call;
      const more = where?.(asked, caller) ?? [];
      const selection = {
        scope: scopeOfCaller(resource, caller),
        where: [...filterConditions(resource, asked), ...more],
      };
      if (csv && wantsCsv) return csvStream(gateway.store, resource, selection);
      const ask = () =>
        fetchPage({
          store: gateway.store,
          resource,
          selection,
          query: asked,
          url,
          order: requestedOrder(asked),
        });
      const found = await ask();
      if (!mapItems) return found;
      return {
        ...found,
        results: await mapItems(found.results, call, async () => (await ask()).results),
      };
    },
  });
}
