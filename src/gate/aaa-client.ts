import { client, validateClient } from '../aaa/session/client.ts';
import { crud, type CrudMount } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../http/resource-access.ts';
import { writeEndpoints } from '../http/write-endpoints.ts';

const mount: CrudMount = { path: client.name, key: 'id', isExtension: true };

/** RADIUS clients. */
export const clientEndpoints: readonly Endpoint[] = [
  ...crud(client, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: client,
    isExtension: true,
    create: (access, body) => createResource(access, validateClient(body)),
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      return updateResource(access, key, validateClient(body, before));
    },
  }),
];
