import { isDeepStrictEqual } from 'node:util';
import { maxDataUrl, takeFiles } from '../page/page-files.ts';
import { versionedFields } from '../page/page-version.ts';
import { portalPage, validatePortalPage } from '../page/portal-page.ts';
import {
  firstVersion,
  followOrganization,
  formerVersion,
  laterVersion,
  type Publication,
} from '../page/version-statements.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  retrieveResource,
  updateResource,
  type ResourceAccess,
  type ResourceKey,
  type Row,
} from '../../http/resource-access.ts';
import { withWarnings, withWarningsField } from '../../http/warnings.ts';
import { readPageLimits } from '../carriage/page-limits.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: portalPage.name, key: 'id', isExtension: true };

/** Logo, font and picture of the largest size, and the texts. */
export const maxPageBody = 3 * maxDataUrl + 1_048_576;

/** Portal pages: what guests see, and how they may log in. */
export const portalPageEndpoints: readonly Endpoint[] = [
  ...crud(portalPage, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: portalPage,
    ...withWarningsField(portalPage),
    isExtension: true,
    create: createPage,
    update: updatePage,
  }).map((written) => ({ ...written, maxBody: maxPageBody })),
];

/** Creates a page with its first version. */
async function createPage(access: ResourceAccess, body: Row) {
  const organization = Number(body['organization'] ?? access.caller.organization);
  const { fields, statements } = await takeFilesOf(access, validatePortalPage(body), organization);
  const { store } = access.gateway;
  const named = { organization, name: String(fields['name']) };
  const after = [...statements, firstVersion(store, named, publicationOf(access))];
  const write: typeof store.write = (batch) => store.write([...batch, ...after]);
  return warned(access, await createResource({ ...access, write }, fields));
}

/** Changes a page, and keeps its content as a version if that has changed. */
export async function updatePage(access: ResourceAccess, key: ResourceKey, body: Row) {
  const before = await retrieveResource({ ...access, resource: portalPage }, key);
  const organization = Number(body['organization'] ?? before.organization);
  const valid = validatePortalPage(body, before);
  const { fields, statements } = await takeFilesOf(access, valid, organization);
  const { store } = access.gateway;
  const isPublished = versionedFields.some(
    (field) => field in fields && !isDeepStrictEqual(fields[field], before[field]),
  );
  const former = isPublished ? [formerVersion(store, before.id)] : [];
  const later = isPublished ? laterVersion(store, before.id, publicationOf(access)) : [];
  const after = [...statements, ...later, followOrganization(store, before.id)];
  const write: typeof store.write = (batch) => store.write([...former, ...batch, ...after]);
  return warned(access, await updateResource({ ...access, write }, key, fields));
}

function publicationOf({ gateway, caller }: ResourceAccess): Publication {
  return { user: caller.user, at: gateway.now() };
}

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
function takeFilesOf({ gateway, caller }: ResourceAccess, body: Row, organization: number) {
  const { organizations } = caller;
  return takeFiles(gateway.store, body, { organization, organizations, at: gateway.now() });
}
