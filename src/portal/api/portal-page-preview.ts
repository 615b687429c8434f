import { Type } from 'typebox';
import { readers } from '../../contract/caller.ts';
import { languagePattern } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, patchSchema, writableSchema } from '../../http/resource-schema.ts';
import { takeFiles } from '../page/page-files.ts';
import { servedPage } from '../page/page-store.ts';
import { portalPage, validatePortalPage } from '../page/portal-page.ts';
import { oncePer } from '../../runtime/cache.ts';
import { maxPageBody } from './portal-page.ts';

/** Loads what renders pages with the texts of a site, at the first draft. */
const loadPreview = oncePer(async ({ texts_dir }: Gateway['config']['portal']) => {
  const { PagePreview } = await import('../web/page-preview.ts');
  return new PagePreview(texts_dir);
});

/** What a portal page would be with the fields of a body; nothing of it is stored. */
export const portalPagePreviewEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: `/${portalPage.name}/{id}/preview/`,
  summary: 'Render a portal page with other fields, without publishing them',
  params: Type.Object({ id: fieldSchema(portalPage, 'id') }),
  query: Type.Object(
    {
      language: Type.Optional(
        Type.String({
          pattern: `^${languagePattern}$`,
          description: 'that the guest has chosen; default: the first of the page',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: patchSchema(writableSchema(portalPage)),
  reply: Type.Object({
    html: Type.String({ description: 'the page as it opens for a guest who is not logged in' }),
    css: Type.String({
      description: 'text of its style sheets: that of all pages, the theme, the page',
    }),
  }),
  status: 200,
  roles: readers,
  isExtension: true,
  storesNothing: true,
  maxBody: maxPageBody,
  async handle({ gateway, caller, params, query, body }) {
    const { store, config } = gateway;
    const key = ['id', params.id] as const;
    const before = await retrieveResource({ resource: portalPage, gateway, caller }, key);
    const fields = validatePortalPage(body, before);
    const { organization } = before;
    // Checks them. The files themselves are in the addresses of a draft.
    const { organizations } = caller;
    await takeFiles(store, fields, { organization, organizations, at: gateway.now() });
    const preview = await loadPreview(config.portal);
    const draft = { ...before, ...fields };
    return preview.render(servedPage({ ...draft, terms_version: draft.terms_version ?? '' }), {
      language: query.language ?? '',
      isRemembered: config.portal.recall_days > 0,
    });
  },
});
