import { Type } from 'typebox';
import { dateTime, id, nullable, reference, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';
import { portalPage } from './portal-page.ts';

/** What guests see and how they may log in: the fields of a page that a version keeps. Secrets and their addresses are none. */
export const versionedFields = [
  'title',
  'welcome',
  'languages',
  'translations',
  'login_kinds',
  'terms',
  'terms_version',
  'terms_user',
  'theme',
  'scheme',
  'guest_profile',
  'login_options',
  'look',
  'background',
  'css',
  'links',
] as const;

/** A portal page as it was published at a time. */
export const portalPageVersion = resource({
  name: 'portal_page_version',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('v')}, u.username
    from portal_page_version v left join "user" u on u.id = v."user"`,
  title: 'a version of a portal page',
  plural: 'versions of portal pages',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    page: reference('a portal_page'),
    username: nullable(
      text({ description: 'who has published it; null: not known, or the user was deleted' }),
    ),
    created: dateTime({ description: 'when it was published' }),
    ...Type.Pick(portalPage.schema, [...versionedFields]).properties,
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { page: { column: 'page', operator: '=', isExtension: true } },
  computed: ['username'],
  columns: { user: nullable(Type.Integer()) },
  accessPaths: { columns: ['page'] },
  order: { column: 'created', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_page_version: TableOf<typeof portalPageVersion>;
  }
}
