import { portalPage, validatePortalPage } from '../page/portal-page.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, retrieveResource, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: portalPage.name, key: 'id', isExtension: true };

/** Portal pages: what guests see, and how they may log in. */
export const portalPageEndpoints: readonly Endpoint[] = [
  ...crud(portalPage, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalPage,
    isExtension: true,
    create: (access, body) => createResource(access, validatePortalPage(body)),
    async update(access, key, body) {
      const before = await retrieveResource({ ...access, resource: portalPage }, key);
      return updateResource(access, key, validatePortalPage(body, before));
    },
  }),
];
