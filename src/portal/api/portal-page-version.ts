import { Type } from 'typebox';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import { withWarningsField } from '../../http/warnings.ts';
import { portalPageVersion, versionedFields } from '../page/page-version.ts';
import { portalPage } from '../page/portal-page.ts';
import { updatePage } from './portal-page.ts';

const path = portalPageVersion.name;

/** Versions of portal pages: what guests saw, and the way back to it. */
export const portalPageVersionEndpoints: readonly Endpoint[] = [
  ...crud(portalPageVersion, ['list', 'retrieve'], { path, key: 'id', isExtension: true }),
  endpoint({
    method: 'POST',
    path: `/${path}/{id}/restore/`,
    summary: 'Publish an earlier version of a portal page again',
    params: Type.Object({ id: fieldSchema(portalPageVersion, 'id') }),
    body: Type.Object({}, { additionalProperties: false }),
    reply: withWarningsField(portalPage).reply,
    status: 200,
    isExtension: true,
    async handle({ gateway, caller, params }) {
      const version = await retrieveResource({ resource: portalPageVersion, gateway, caller }, [
        'id',
        params.id,
      ]);
      const content = Object.fromEntries(versionedFields.map((field) => [field, version[field]]));
      return updatePage({ resource: portalPage, gateway, caller }, ['id', version.page], content);
    },
  }),
];
