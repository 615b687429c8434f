import { Type, type TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import type { Row } from '../store/item.ts';
import { endpoint, type Endpoint, type Role } from './endpoint.ts';
import { listing } from './list.ts';
import { change, create, createAll, destroy, retrieve } from './resource-rows.ts';
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
  /** True: a list may be had as CSV, and created from a list or CSV. */
  readonly bulk?: boolean;
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
  const bulk = at.bulk ?? false;
  const created: TSchema = bulk ? Type.Union([reply, Type.Array(reply)]) : reply;
  return {
    list: () => listing({ of, path: at.path, extension, csv: bulk, ...readers(at) }),
    create: () =>
      endpoint({
        ...{ method: 'POST', path, summary: `Create ${of.title}`, body: writableSchema(of), reply: created, extension, bulk },
        handle: ({ gateway, caller, body }) =>
          Array.isArray(body) ? createAll({ of, gateway, caller }, body as Row[]) : create({ of, gateway, caller }, body),
      }),
  };
}

function rowsOfOne(of: Resource, at: Place): Rows<'retrieve' | 'replace' | 'update' | 'destroy'> {
  const params = Type.Object({ [at.key]: fieldOf(of, at.key) });
  const common = {
    path: `/${at.path}/{${at.key}}/`,
    params,
    reply: shownSchema(of),
    extension: at.extension ?? false,
    isOne: true,
  };
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
        handle: ({ gateway, caller, params, body, ifMatch }) =>
          change({ of, gateway, caller, ifMatch }, [at.key, params[at.key]], replacement(of, body)),
      }),
    update: () =>
      endpoint({
        ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...common },
        handle: ({ gateway, caller, params, body, ifMatch }) =>
          change({ of, gateway, caller, ifMatch }, [at.key, params[at.key]], body),
      }),
    destroy: () =>
      endpoint({
        ...{ method: 'DELETE', summary: `Delete ${of.title}`, ...common, reply: Type.Null(), status: 204 },
        handle: ({ gateway, caller, params, ifMatch }) => destroy({ of, gateway, caller, ifMatch }, [at.key, params[at.key]]),
      }),
  };
}

function readers(at: Place): { roles?: readonly Role[] } {
  return at.readers ? { roles: at.readers } : {};
}
