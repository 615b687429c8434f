import { Type, type TObject, type TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import type { Condition } from '../store/table.ts';
import type { Caller } from './auth.ts';
import { csvStream } from './csv.ts';
import { endpoint, type Call, type Endpoint, type Role } from './endpoint.ts';
import { conditions, listQuery, orderOf } from './filter.ts';
import { page, pageOf } from './page.ts';
import { scopeOf } from './resource-rows.ts';
import { shownSchema } from './resource-schema.ts';

export type Query = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, unknown>>;

/** The list of a resource, and what it has beyond the filters of the resource. */
export interface Listing {
  readonly of: Resource;
  readonly path?: string;
  readonly summary?: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** What those parameters mean. */
  readonly where?: (query: Query, caller: Caller) => readonly Condition[];
  /** What is shown in place of the rows found; `again` finds the same page once more, as it is by then. */
  readonly finish?: (items: readonly Item[], call: Call, again: () => Promise<readonly Item[]>) => Shown | Promise<Shown>;
  /** What an item is, where `finish` adds to it. */
  readonly reply?: TObject;
  readonly roles?: readonly Role[];
  readonly extension?: boolean;
  /** True: given as CSV as well, rows as they are kept. */
  readonly csv?: boolean;
}

type Shown = readonly Item[];

/** GET of a list: scope, filters, order, paging. */
export function listing({ of, path = of.name, query, where, finish, csv, reply, ...row }: Listing): Endpoint {
  const known = listQuery(of);
  return endpoint({
    ...{ method: 'GET', path: `/${path}/`, summary: `List ${of.plural}`, reply: pageOf(reply ?? shownSchema(of)), ...row },
    query: query ? Type.Object({ ...known.properties, ...query }, { additionalProperties: false }) : known,
    async handle(call) {
      const { gateway, caller, query: asked, url, wantsCsv } = call;
      const more = where?.(asked, caller) ?? [];
      const selection = { scope: scopeOf(of, caller), where: [...conditions(of, asked), ...more] };
      if (csv && wantsCsv) return csvStream(gateway.store, of, selection);
      const ask = () => page({ store: gateway.store, of, selection, query: asked, url, order: orderOf(asked) });
      const found = await ask();
      if (!finish) return found;
      return { ...found, results: await finish(found.results, call, async () => (await ask()).results) };
    },
  });
}
