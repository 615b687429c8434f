import { Type, type TObject } from 'typebox';
import { pendingFields, addPendingCounts } from '../aaa/proxy/upstream-pending.ts';
import { validateUpstream, upstream as of } from '../aaa/proxy/upstream.ts';
import type { Gateway } from '../gateway.ts';
import { crud, type CrudMount } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import {
  updateResource,
  createResource,
  findResourceRow,
  retrieveResource,
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
const reply: TObject = Type.Object({ ...readableSchema(of).properties, ...pendingFields });
const shared = { reply, extension: true };
const volatile = Object.keys(pendingFields);
const one = {
  path: '/aaa_upstream/{id}/',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  hasEtag: true,
  volatile,
  ...shared,
};

/** RADIUS servers that requests are passed on to. */
export const upstreamEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: of,
    ...shared,
    mapItems: (items, { gateway }) => addPendingCounts(gateway.store, items),
  }),
  ...crud(of, ['destroy'], at),
  endpoint({
    ...{ method: 'GET', summary: `Get ${of.title}`, ...one },
    handle: async ({ gateway, caller, params }) =>
      shown(gateway, await retrieveResource({ resource: of, gateway, caller }, ['id', params.id])),
  }),
  endpoint({
    ...{ method: 'POST', path: '/aaa_upstream/', summary: `Create ${of.title}`, body, ...shared },
    handle: async ({ gateway, caller, body }) =>
      shown(
        gateway,
        await createResource({ resource: of, gateway, caller }, validateUpstream(body)),
      ),
  }),
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
];

async function checkedChange(access: ResourceAccess, id: unknown, fields: Row): Promise<Row> {
  const before = await findResourceRow(access, ['id', id]);
  return shown(
    access.gateway,
    await updateResource(access, ['id', id], validateUpstream(fields, before)),
  );
}

async function shown({ store }: Gateway, upstream: Row): Promise<Row> {
  const [found = upstream] = await addPendingCounts(store, [upstream]);
  return found;
}
