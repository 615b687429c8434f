import { Type, type TObject } from 'typebox';
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import type { ResourceAccess, ResourceKey } from './resource-access.ts';
import {
  completeReplacement,
  fieldSchema,
  ignoredFields,
  patchSchema,
  readableSchema,
  writableSchema,
} from './resource-schema.ts';

/** A resource whose rows are written by functions of its own. */
export interface WriteDefinition {
  readonly resource: Resource;
  /** The first word of its paths; the default is the name of the resource. */
  readonly path?: string;
  /** The column that the path names a row by; the default is `id`. */
  readonly key?: string;
  /** The schema of a reply; the default is the resource without its secrets. */
  readonly reply?: TObject;
  readonly isExtension?: boolean;
  readonly volatileFields?: readonly string[];
  readonly addedFields?: readonly string[];
  /** Creates a row. @returns the row as the API shows it */
  create(access: ResourceAccess, body: Row): Promise<Row>;
  /** Changes the fields of a row that a body has. @returns the row as the API shows it */
  update(access: ResourceAccess, key: ResourceKey, body: Row): Promise<Row>;
}

/** Returns the endpoints that write a resource: POST, PUT and PATCH. */
export function writeEndpoints(definition: WriteDefinition): Endpoint[] {
  return [createEndpoint(definition), replaceEndpoint(definition), updateEndpoint(definition)];
}

export function createEndpoint(definition: WriteDefinition): Endpoint {
  const { resource, path = resource.name, isExtension = false } = definition;
  return endpoint({
    method: 'POST',
    path: `/${path}/`,
    summary: `Create ${resource.title}`,
    body: writableSchema(resource),
    bodyOf: resource,
    reply: definition.reply ?? readableSchema(resource),
    ignoredFields: ignoredBy(definition),
    isExtension,
    handle: ({ gateway, caller, body }) => definition.create({ resource, gateway, caller }, body),
  });
}

/** A PUT sets a field that the body omits to its default; see `completeReplacement`. */
export function replaceEndpoint(definition: WriteDefinition): Endpoint {
  const { resource } = definition;
  const { key, ...common } = ofOne(definition);
  return endpoint({
    method: 'PUT',
    summary: `Replace ${resource.title}`,
    body: writableSchema(resource),
    ...common,
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      definition.update(
        { resource, gateway, caller, ifMatch },
        [key, params[key]],
        completeReplacement(resource, body),
      ),
  });
}

export function updateEndpoint(definition: WriteDefinition): Endpoint {
  const { resource } = definition;
  const { key, ...common } = ofOne(definition);
  return endpoint({
    method: 'PATCH',
    summary: `Change ${resource.title}`,
    body: patchSchema(writableSchema(resource)),
    ...common,
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      definition.update({ resource, gateway, caller, ifMatch }, [key, params[key]], body),
  });
}

function ignoredBy({ resource, reply, addedFields = [] }: WriteDefinition): readonly string[] {
  const shown = ignoredFields(writableSchema(resource), reply ?? readableSchema(resource));
  return [...shown, ...addedFields];
}

function ofOne({ resource, path = resource.name, key = 'id', ...definition }: WriteDefinition) {
  return {
    bodyOf: resource,
    ignoredFields: ignoredBy({ resource, ...definition }),
    addedFields: definition.addedFields ?? [],
    key,
    path: `/${path}/{${key}}/`,
    params: Type.Object({ [key]: fieldSchema(resource, key) }),
    reply: definition.reply ?? readableSchema(resource),
    isExtension: definition.isExtension ?? false,
    hasEtag: true,
    volatileFields: definition.volatileFields ?? [],
  };
}
