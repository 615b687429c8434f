import type { ResourceDefinition } from '../../resource/definition.ts';
import { ResourcePage } from '../../resource/resource-view.tsx';
import { textOf } from '../../app/problem.ts';

const portalPages: ResourceDefinition = {
  path: '/gate/api/v1/portal_page/',
  title: 'Portal',
  noun: 'portal page',
  icon: 'portal',
  lead: 'What guests see before they are online. A page of a location goes before one of its organization.',
  schema: () => import('schema:/gate/api/v1/portal_page/'),
  columns: [
    { field: 'name', sub: 'title' },
    { field: 'location', kind: 'reference' },
    { field: 'login_kinds', label: 'Ways to log in', isMinor: true },
    { field: 'languages', isMinor: true },
    { field: 'last_change', label: 'Changed', kind: 'time', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  search: 'name__icontains',
  groups: [{ title: 'Page', fields: ['name', 'organization', 'location', 'title'] }],
  to: (row) => `portal_page?id=${textOf(row['id'])}`,
  empty: {
    title: 'No page of your own yet',
    text: 'Guests see a plain page. Make one with your name, colours and terms.',
  },
};

/** The portal pages of the organizations and locations. */
export function View() {
  return <ResourcePage of={portalPages} />;
}
