import type { ResourceDefinition } from '../../resource/definition.ts';

/* Collections of secure Wi-Fi. */

export const wifiNetworks: ResourceDefinition = {
  path: '/gate/api/v1/wifi_network/',
  title: 'Wi-Fi networks',
  noun: 'Wi-Fi network',
  icon: 'globe',
  lead: 'The networks as devices have to know them. Profiles are made from them.',
  schema: () => import('schema:/gate/api/v1/wifi_network/'),
  nameField: 'ssid',
  columns: [
    { field: 'ssid', label: 'Name', sub: 'description' },
    { field: 'security', kind: 'word' },
    { field: 'location', kind: 'reference', isMinor: true },
    { field: 'is_on_portal', label: 'At the portal', kind: 'boolean', isMinor: true },
  ],
  groups: [
    {
      title: 'Network',
      fields: [
        'ssid',
        'security',
        'is_hidden',
        'organization',
        'location',
        'description',
        'is_on_portal',
      ],
    },
    { title: 'Login', fields: ['methods', 'server_name', 'trusted_ca', 'certificate_days'] },
    { title: 'Passpoint', fields: ['passpoint_domain', 'roaming_consortiums'] },
  ],
  empty: {
    title: 'No Wi-Fi network yet',
    text: 'With a network, guests and staff get a profile that joins it without typing anything.',
  },
};

export const deviceCertificates: ResourceDefinition = {
  path: '/gate/api/v1/user_certificate/',
  title: 'Device certificates',
  noun: 'device certificate',
  icon: 'key',
  lead: 'Devices that log in by a certificate of the gateway. A lost one is revoked, and is off the network at once.',
  schema: () => import('schema:/gate/api/v1/user_certificate/'),
  columns: [
    { field: 'name', label: 'Device', sub: 'username' },
    { field: 'serial', label: 'Serial number', kind: 'mono', isMinor: true },
    { field: 'valid_to', label: 'Valid until', kind: 'time' },
    { field: 'revoked', label: 'Revoked', kind: 'time' },
    { field: 'created', label: 'Since', kind: 'time', isMinor: true },
  ],
  search: 'username__exact',
  writers: ['front_desk'],
  canCreate: false,
  canDelete: false,
  actions: [
    {
      label: 'Revoke',
      icon: 'stop',
      path: 'revoke',
      isOffered: ({ revoked }) => revoked === null,
      done: 'The certificate was revoked.',
    },
  ],
  empty: {
    title: 'No device certificate yet',
    text: 'A device gets one with the profile of a Wi-Fi network that uses EAP-TLS.',
  },
};
