import { maxDataUrl, takeFiles } from '../page/page-files.ts';
import { portalPage, validatePortalPage } from '../page/portal-page.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  retrieveResource,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: portalPage.name, key: 'id', isExtension: true };

/** Logo, font and picture of the largest size, and the texts. */
const maxBody = 3 * maxDataUrl + 1_048_576;

/** Portal pages: what guests see, and how they may log in. */
export const portalPageEndpoints: readonly Endpoint[] = [
  ...crud(portalPage, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalPage,
    isExtension: true,
    async create(access, body) {
      const { organization = access.caller.organization } = body;
      const filed = await withFiles(access, validatePortalPage(body), organization);
      return createResource(filed.access, filed.fields);
    },
    async update(access, key, body) {
      const before = await retrieveResource({ ...access, resource: portalPage }, key);
      const { organization = before.organization } = body;
      const filed = await withFiles(access, validatePortalPage(body, before), organization);
      return updateResource(filed.access, key, filed.fields);
    },
  }).map((written) => ({ ...written, maxBody })),
];

/** Takes the files out of a body; they are written with the row of the page. */
async function withFiles(access: ResourceAccess, body: Row, organization: unknown) {
  const { gateway, caller } = access;
  const { store, now } = gateway;
  const { fields, statements } = await takeFiles(store, body, {
    organization: Number(organization),
    organizations: caller.organizations,
    at: now(),
  });
  const write: typeof store.write = (batch) => store.write([...batch, ...statements]);
  return { access: { ...access, write }, fields };
}
