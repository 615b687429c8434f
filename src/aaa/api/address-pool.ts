import { Type, type TObject } from 'typebox';
import { addressLease } from '../address/address-lease.ts';
import { addressPool, validatePool } from '../address/address-pool.ts';
import { addFill, fillFields, releaseLease } from '../address/pool-fill.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { listEndpoint } from '../../http/list/list-endpoint.ts';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import {
  createResource,
  findResourceRow,
  retrieveResource,
  updateResource,
  type Row,
} from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount = (path: string): CrudMount => ({ path, key: 'id', isExtension: true });
const reply: TObject = Type.Object({ ...readableSchema(addressPool).properties, ...fillFields });
const volatileFields = Object.keys(fillFields);

/** Address pools, and their leases. */
export const addressEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: addressPool,
    reply,
    isExtension: true,
    csv: true,
    mapItems: (items, { gateway }) => addFill(gateway, items),
  }),
  ...crud(addressPool, ['destroy'], mount(addressPool.name)),
  endpoint({
    method: 'GET',
    path: '/address_pool/{id}/',
    summary: `Get ${addressPool.title}`,
    params: Type.Object({ id: fieldSchema(addressPool, 'id') }),
    reply,
    isExtension: true,
    hasEtag: true,
    volatileFields,
    handle: async ({ gateway, caller, params }) =>
      withFill(
        gateway,
        await retrieveResource({ resource: addressPool, gateway, caller }, ['id', params.id]),
      ),
  }),
  ...writeEndpoints({
    resource: addressPool,
    reply,
    isExtension: true,
    volatileFields,
    create: async (access, body) =>
      withFill(access.gateway, await createResource(access, validatePool(body))),
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      const row = await updateResource(access, key, validatePool(body, before));
      return withFill(access.gateway, row);
    },
  }),
  ...crud(addressLease, ['list', 'retrieve'], mount(addressLease.name)),
  endpoint({
    method: 'DELETE',
    path: '/address_lease/{id}/',
    summary: 'Delete an address lease: another login may get the address',
    params: Type.Object({ id: fieldSchema(addressLease, 'id') }),
    reply: Type.Null(),
    status: 204,
    isExtension: true,
    async handle({ gateway, caller, params }) {
      const { id } = await findResourceRow({ resource: addressLease, gateway, caller }, [
        'id',
        params.id,
      ]);
      await releaseLease(gateway, Number(id));
      return null;
    },
  }),
];

async function withFill(gateway: StoreAndClock, item: Row): Promise<Row> {
  const [found] = await addFill(gateway, [item]);
  return { ...item, ...found };
}
