import type { ResourceDefinition } from '../../resource/definition.ts';

/* Further collections of RADIUS. */

export const pools: ResourceDefinition = {
  path: '/gate/api/v1/address_pool/',
  title: 'Address pools',
  noun: 'address pool',
  icon: 'place',
  lead: 'Addresses that sessions get by RADIUS.',
  schema: () => import('schema:/gate/api/v1/address_pool/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'kind', kind: 'word' },
    { field: 'networks', kind: 'mono', isMinor: true },
    { field: 'used', kind: 'number' },
    { field: 'size', kind: 'number' },
  ],
  groups: [
    {
      title: 'Pool',
      fields: [
        'name',
        'kind',
        'networks',
        'excluded',
        'prefix_length',
        'sticky',
        'hold_seconds',
        'organization',
        'description',
      ],
    },
  ],
  empty: {
    title: 'No pool',
    text: 'A pool gives each session an address of a network that you name.',
  },
};

export const fallbacks: ResourceDefinition = {
  path: '/gate/api/v1/aaa_fallback/',
  title: 'Fallbacks',
  noun: 'fallback',
  icon: 'profile',
  lead: 'What devices get whose address belongs to no user.',
  schema: () => import('schema:/gate/api/v1/aaa_fallback/'),
  nameField: 'description',
  columns: [
    { field: 'description' },
    { field: 'ssid' },
    { field: 'client', label: 'RADIUS client', kind: 'reference' },
    { field: 'profile', kind: 'reference' },
  ],
  groups: [
    { title: 'Fallback', fields: ['ssid', 'client', 'profile', 'organization', 'description'] },
  ],
  empty: {
    title: 'No fallback yet',
    text: 'Without one a device that is not known is refused. A fallback puts it into the VLAN of a profile.',
  },
};
