import { fallback, validateFallback } from '../policy/fallback.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: fallback.name, key: 'id', isExtension: true };

/** Fallbacks: what devices without a user are granted by MAC authentication. */
export const fallbackEndpoints: readonly Endpoint[] = [
  ...crud(fallback, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: fallback,
    isExtension: true,
    async create(access, body) {
      await validateFallback(access.gateway.store, body);
      return createResource(access, body);
    },
    async update(access, key, body) {
      await findResourceRow(access, key);
      await validateFallback(access.gateway.store, body);
      return updateResource(access, key, body);
    },
  }),
];
