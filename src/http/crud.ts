import { Type } from 'typebox';
import type { Resource } from '../resource.ts';
import { endpoint, type Endpoint, type Role } from './endpoint.ts';
import { conditions, listQuery, orderOf } from './filter.ts';
import { page, pageOf } from './page.ts';
import { change, create, destroy, retrieve, scopeOf } from './resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from './resource-schema.ts';

export type Verb = 'list' | 'create' | 'retrieve' | 'replace' | 'update' | 'destroy';

export const everyVerb: readonly Verb[] = ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'];

/** Where a resource is mounted, which path parameter names one of it, and which of its verbs the published interface lacks. */
export interface Place {
  readonly path: string;
  readonly key: string;
  readonly extension?: boolean;
  /** Whose tokens may read it, where that is more than the usual. */
  readonly readers?: readonly Role[];
}

/**
 * The ordinary endpoints of a resource, as ordinary rows. It takes no hooks: a row that must behave differently is
 * written out by hand instead.
 */
export function crud(of: Resource, verbs: readonly Verb[], at: Place = { path: of.name, key: of.key }): Endpoint[] {
  const rows = { ...rowsOfMany(of, at), ...rowsOfOne(of, at) };
  return verbs.map((verb) => rows[verb]());
}

type Rows<V extends Verb> = Readonly<Record<V, () => Endpoint>>;

function rowsOfMany(of: Resource, at: Place): Rows<'list' | 'create'> {
  const path = `/${at.path}/`;
  const reply = shownSchema(of);
  const extension = at.extension ?? false;
  return {
    list: () =>
      endpoint({
        ...{
          method: 'GET',
          path,
          summary: `List ${of.plural}`,
          query: listQuery(of),
          reply: pageOf(reply),
          extension,
          ...readers(at),
        },
        handle: ({ gateway, caller, query, url }) =>
          page({
            store: gateway.store,
            of,
            selection: { scope: scopeOf(of, caller), where: conditions(of, query) },
            query,
            url,
            order: orderOf(query),
          }),
      }),
    create: () =>
      endpoint({
        ...{ method: 'POST', path, summary: `Create ${of.title}`, body: writableSchema(of), reply, extension },
        handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, body),
      }),
  };
}

function rowsOfOne(of: Resource, at: Place): Rows<'retrieve' | 'replace' | 'update' | 'destroy'> {
  const params = Type.Object({ [at.key]: fieldOf(of, at.key) });
  const common = { path: `/${at.path}/{${at.key}}/`, params, reply: shownSchema(of), extension: at.extension ?? false };
  const body = writableSchema(of);
  return {
    retrieve: () =>
      endpoint({
        ...{ method: 'GET', summary: `Get ${of.title}`, ...common, ...readers(at) },
        handle: ({ gateway, caller, params }) => retrieve({ of, gateway, caller }, [at.key, params[at.key]]),
      }),
    replace: () =>
      endpoint({
        ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...common },
        handle: ({ gateway, caller, params, body }) =>
          change({ of, gateway, caller }, [at.key, params[at.key]], replacement(of, body)),
      }),
    update: () =>
      endpoint({
        ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...common },
        handle: ({ gateway, caller, params, body }) => change({ of, gateway, caller }, [at.key, params[at.key]], body),
      }),
    destroy: () =>
      endpoint({
        ...{ method: 'DELETE', summary: `Delete ${of.title}`, ...common, reply: Type.Null(), status: 204 },
        handle: ({ gateway, caller, params }) => destroy({ of, gateway, caller }, [at.key, params[at.key]]),
      }),
  };
}

function readers(at: Place): { roles?: readonly Role[] } {
  return at.readers ? { roles: at.readers } : {};
}
