import { Type } from 'typebox';
import { validateClient, client as of } from '../aaa/session/client.ts';
import { crud, type CrudMount } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import {
  updateResource,
  createResource,
  findResourceRow,
  type ResourceAccess,
} from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import type { Row } from '../store/query/row-serialization.ts';

const at: CrudMount = { path: of.name, key: 'id', extension: true };
const body = writableSchema(of);
const shared = { reply: readableSchema(of), extension: true };
const one = {
  path: '/aaa_client/{id}/',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  hasEtag: true,
  ...shared,
};

/** Who may send us RADIUS. */
export const clientEndpoints: readonly Endpoint[] = [
  ...crud(of, ['list'], at),
  endpoint({
    ...{ method: 'POST', path: '/aaa_client/', summary: `Create ${of.title}`, body, ...shared },
    handle: ({ gateway, caller, body }) =>
      createResource({ resource: of, gateway, caller }, validateClient(body)),
  }),
  ...crud(of, ['retrieve'], at),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      checkedChange(
        { resource: of, gateway, caller, ifMatch },
        params.id,
        completeReplacement(of, body),
      ),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      checkedChange({ resource: of, gateway, caller, ifMatch }, params.id, body),
  }),
  ...crud(of, ['destroy'], at),
];

async function checkedChange(access: ResourceAccess, id: unknown, fields: Row): Promise<Row> {
  const before = await findResourceRow(access, ['id', id]);
  return updateResource(access, ['id', id], validateClient(fields, before));
}
