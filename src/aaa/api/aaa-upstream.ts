import { Type, type TObject } from 'typebox';
import { addPendingCounts, pendingFields } from '../proxy/upstream-pending.ts';
import { checkSecretsComeAlong } from '../../contract/secret-destination.ts';
import { upstream, upstreamSecret, validateUpstream } from '../proxy/upstream.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { listEndpoint } from '../../http/list/list-endpoint.ts';
import {
  createResource,
  findResourceRow,
  retrieveResource,
  updateResource,
} from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: upstream.name, key: 'id', isExtension: true };
const reply: TObject = Type.Object({ ...readableSchema(upstream).properties, ...pendingFields });
const volatileFields = Object.keys(pendingFields);

/** Upstreams: RADIUS servers that requests are proxied to. */
export const upstreamEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: upstream,
    reply,
    isExtension: true,
    csv: true,
    mapItems: (items, { gateway }) => addPendingCounts(gateway.store, items),
  }),
  ...crud(upstream, ['destroy'], mount),
  endpoint({
    method: 'GET',
    path: '/aaa_upstream/{id}/',
    summary: `Get ${upstream.title}`,
    params: Type.Object({ id: fieldSchema(upstream, 'id') }),
    reply,
    isExtension: true,
    hasEtag: true,
    volatileFields,
    handle: async ({ gateway, caller, params }) =>
      withPending(
        gateway,
        await retrieveResource({ resource: upstream, gateway, caller }, ['id', params.id]),
      ),
  }),
  ...writeEndpoints({
    resource: upstream,
    reply,
    isExtension: true,
    volatileFields,
    create: async (access, body) =>
      withPending(access.gateway, await createResource(access, validateUpstream(body))),
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      checkSecretsComeAlong(body, before, upstreamSecret);
      const row = await updateResource(access, key, validateUpstream(body, before));
      return withPending(access.gateway, row);
    },
  }),
];

type Item = Readonly<Record<string, unknown>>;

async function withPending({ store }: Gateway, item: Item): Promise<Record<string, unknown>> {
  const [found] = await addPendingCounts(store, [item]);
  return { ...item, ...found };
}
