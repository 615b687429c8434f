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
import { withWarnings, withWarningsField } from '../../http/warnings.ts';
import { readPageLimits } from '../carriage/page-limits.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: portalPage.name, key: 'id', isExtension: true };

/** Logo, font and picture of the largest size, and the texts. */
const maxBody = 3 * maxDataUrl + 1_048_576;

/** Portal pages: what guests see, and how they may log in. */
export const portalPageEndpoints: readonly Endpoint[] = [
  ...crud(portalPage, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalPage,
    ...withWarningsField(portalPage),
    isExtension: true,
    async create(access, body) {
      const { organization = access.caller.organization } = body;
      const filed = await withFiles(access, validatePortalPage(body), organization);
      return warned(access, await createResource(filed.access, filed.fields));
    },
    async update(access, key, body) {
      const before = await retrieveResource({ ...access, resource: portalPage }, key);
      const { organization = before.organization } = body;
      const filed = await withFiles(access, validatePortalPage(body, before), organization);
      return warned(access, await updateResource(filed.access, key, filed.fields));
    },
  }).map((written) => ({ ...written, maxBody })),
];

/** Adds the limits of the guests of a page that the access points there do not carry out. */
async function warned(access: ResourceAccess, shown: Row) {
  const { organization, location } = shown;
  const site = {
    organization: Number(organization),
    location: typeof location === 'number' ? location : null,
  };
  const limits = await readPageLimits(access.gateway.store, Number(shown.id));
  return withWarnings(access, shown, { limits, site });
}

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
