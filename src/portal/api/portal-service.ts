import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';
import { portalService, validatePortalService } from '../page/portal-service.ts';

const mount: CrudMount = { path: portalService.name, key: 'id', isExtension: true };

/** Portal services: what kinds of logins call outside. */
export const portalServiceEndpoints: readonly Endpoint[] = [
  ...crud(portalService, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalService,
    isExtension: true,
    async create(access, body) {
      const { organization } = access.caller;
      const fields = await validatePortalService(access, body, { organization });
      return createResource(access, fields);
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      const fields = await validatePortalService(access, body, before);
      return updateResource(access, key, fields);
    },
  }),
];
