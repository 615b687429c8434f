import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { updateResource, createResource } from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import { connectionProfile as of } from '../inventory/device/connection-profile.ts';
import { checkConnectionServices } from '../inventory/device/connection-service.ts';

const params = Type.Object({ id: fieldSchema(of, 'id') });
const body = writableSchema(of);
const common = { reply: readableSchema(of), extension: true };
const one = { path: `/${of.name}/{id}/`, params, ...common, hasEtag: true };

/** The writing rows of connection profiles: what a service says is checked against the adapter that it names. */
export const connectionProfileWriteEndpoints: readonly Endpoint[] = [
  endpoint({
    ...{ method: 'POST', path: `/${of.name}/`, summary: `Create ${of.title}`, body, ...common },
    handle: ({ gateway, caller, body }) =>
      createResource(
        { resource: of, gateway, caller },
        checkConnectionServices(gateway.adapters, body),
      ),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      updateResource(
        { resource: of, gateway, caller, ifMatch },
        ['id', params.id],
        completeReplacement(of, checkConnectionServices(gateway.adapters, body)),
      ),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      updateResource(
        { resource: of, gateway, caller, ifMatch },
        ['id', params.id],
        checkConnectionServices(gateway.adapters, body),
      ),
  }),
];
