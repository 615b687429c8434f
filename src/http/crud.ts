import { Type, type TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { endpoint, type Endpoint, type Role } from './endpoint.ts';
import { listEndpoint } from './list-endpoint.ts';
import {
  updateResource,
  createResource,
  createResources,
  deleteResource,
  retrieveResource,
} from './resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from './resource-schema.ts';

export type Verb = 'list' | 'create' | 'retrieve' | 'replace' | 'update' | 'destroy';

export const allVerbs: readonly Verb[] = [
  'list',
  'create',
  'retrieve',
  'replace',
  'update',
  'destroy',
];

/** Where a resource is mounted, which path parameter names one of it, and which of its verbs the published interface lacks. */
export interface CrudMount {
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
export function crud(
  of: Resource,
  verbs: readonly Verb[],
  at: CrudMount = { path: of.name, key: of.key },
): Endpoint[] {
  const rows = { ...rowsOfMany(of, at), ...rowsOfOne(of, at) };
  return verbs.map((verb) => rows[verb]());
}

type Rows<V extends Verb> = Readonly<Record<V, () => Endpoint>>;

function rowsOfMany(of: Resource, at: CrudMount): Rows<'list' | 'create'> {
  const path = `/${at.path}/`;
  const reply = readableSchema(of);
  const extension = at.extension ?? false;
  const bulk = at.bulk ?? false;
  const created: TSchema = bulk ? Type.Union([reply, Type.Array(reply)]) : reply;
  return {
    list: () => listEndpoint({ resource: of, path: at.path, extension, csv: bulk, ...readers(at) }),
    create: () =>
      endpoint({
        ...{
          method: 'POST',
          path,
          summary: `Create ${of.title}`,
          body: writableSchema(of),
          reply: created,
          extension,
          bulk,
        },
        handle: ({ gateway, caller, body }) =>
          Array.isArray(body)
            ? createResources({ resource: of, gateway, caller }, body as Row[])
            : createResource({ resource: of, gateway, caller }, body),
      }),
  };
}

function rowsOfOne(
  of: Resource,
  at: CrudMount,
): Rows<'retrieve' | 'replace' | 'update' | 'destroy'> {
  const params = Type.Object({ [at.key]: fieldSchema(of, at.key) });
  const common = {
    path: `/${at.path}/{${at.key}}/`,
    params,
    reply: readableSchema(of),
    extension: at.extension ?? false,
    hasEtag: true,
  };
  const body = writableSchema(of);
  return {
    retrieve: () =>
      endpoint({
        ...{ method: 'GET', summary: `Get ${of.title}`, ...common, ...readers(at) },
        handle: ({ gateway, caller, params }) =>
          retrieveResource({ resource: of, gateway, caller }, [at.key, params[at.key]]),
      }),
    replace: () =>
      endpoint({
        ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...common },
        handle: ({ gateway, caller, params, body, ifMatch }) =>
          updateResource(
            { resource: of, gateway, caller, ifMatch },
            [at.key, params[at.key]],
            completeReplacement(of, body),
          ),
      }),
    update: () =>
      endpoint({
        ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...common },
        handle: ({ gateway, caller, params, body, ifMatch }) =>
          updateResource(
            { resource: of, gateway, caller, ifMatch },
            [at.key, params[at.key]],
            body,
          ),
      }),
    destroy: () =>
      endpoint({
        ...{
          method: 'DELETE',
          summary: `Delete ${of.title}`,
          ...common,
          reply: Type.Null(),
          status: 204,
        },
        handle: ({ gateway, caller, params, ifMatch }) =>
          deleteResource({ resource: of, gateway, caller, ifMatch }, [at.key, params[at.key]]),
      }),
  };
}

function readers(at: CrudMount): { roles?: readonly Role[] } {
  return at.readers ? { roles: at.readers } : {};
}
