import { Type } from 'typebox';
import type { Role } from '../contract/caller.ts';
import type { Resource } from '../contract/resource.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { listEndpoint } from './list/list-endpoint.ts';
import {
  createResource,
  deleteResource,
  retrieveResource,
  updateResource,
} from './resource-access.ts';
import { fieldSchema, readableSchema } from './resource-schema.ts';
import { createEndpoint, replaceEndpoint, updateEndpoint } from './write-endpoints.ts';

export type Verb = 'list' | 'create' | 'retrieve' | 'replace' | 'update' | 'destroy';

export const allVerbs: readonly Verb[] = [
  'list',
  'create',
  'retrieve',
  'replace',
  'update',
  'destroy',
];

/** The path of a resource, and the path parameter that names one row. */
export interface CrudMount {
  readonly path: string;
  readonly key: string;
  readonly isExtension?: boolean;
  /** Roles that may read it, if more than the default. */
  readonly readers?: readonly Role[];
}

/**
 * Returns the ordinary endpoints of a resource. It takes no hooks: an endpoint that must behave
 * differently is declared by hand.
 */
export function crud(
  resource: Resource,
  verbs: readonly Verb[],
  mount: CrudMount = { path: resource.name, key: resource.key },
): Endpoint[] {
  const { path, isExtension = false } = mount;
  const writes = {
    resource,
    path,
    key: mount.key,
    isExtension,
    create: createResource,
    update: updateResource,
  };
  const byVerb: Readonly<Record<Verb, () => Endpoint>> = {
    list: () => listEndpoint({ resource, path, isExtension, ...readers(mount) }),
    create: () => createEndpoint(writes),
    retrieve: () => retrieveEndpoint(resource, mount),
    replace: () => replaceEndpoint(writes),
    update: () => updateEndpoint(writes),
    destroy: () => destroyEndpoint(resource, mount),
  };
  return verbs.map((verb) => byVerb[verb]());
}

function retrieveEndpoint(resource: Resource, mount: CrudMount): Endpoint {
  const { path, key, isExtension = false } = mount;
  return endpoint({
    method: 'GET',
    path: `/${path}/{${key}}/`,
    summary: `Get ${resource.title}`,
    params: Type.Object({ [key]: fieldSchema(resource, key) }),
    reply: readableSchema(resource),
    isExtension,
    hasEtag: true,
    ...readers(mount),
    handle: ({ gateway, caller, params }) =>
      retrieveResource({ resource, gateway, caller }, [key, params[key]]),
  });
}

function destroyEndpoint(resource: Resource, mount: CrudMount): Endpoint {
  const { path, key, isExtension = false } = mount;
  return endpoint({
    method: 'DELETE',
    path: `/${path}/{${key}}/`,
    summary: `Delete ${resource.title}`,
    params: Type.Object({ [key]: fieldSchema(resource, key) }),
    reply: Type.Null(),
    status: 204,
    isExtension,
    hasEtag: true,
    handle: ({ gateway, caller, params, ifMatch }) =>
      deleteResource({ resource, gateway, caller, ifMatch }, [key, params[key]]),
  });
}

function readers(mount: CrudMount): { roles?: readonly Role[] } {
  return mount.readers ? { roles: mount.readers } : {};
}
