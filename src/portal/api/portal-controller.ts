import {
  checkControllerAddress,
  portalController,
  validatePortalController,
} from '../controller/portal-controller.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: portalController.name, key: 'id', isExtension: true };

/** Portal controllers: what lets guests in at the access points of a vendor. */
export const portalControllerEndpoints: readonly Endpoint[] = [
  ...crud(portalController, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalController,
    isExtension: true,
    async create(access, body) {
      const fields = validatePortalController(body);
      const organization = access.caller.organization;
      await checkControllerAddress(access.gateway, fields, { organization });
      return createResource(access, fields);
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      const fields = validatePortalController(body, before);
      await checkControllerAddress(access.gateway, fields, before);
      return updateResource(access, key, fields);
    },
  }),
];
