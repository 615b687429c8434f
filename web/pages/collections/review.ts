import { h } from 'preact';
import { StateBadge } from '../../design/badge.tsx';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';

/* Collections of the organization and of the gateway itself. */

export const organizations: ResourceDefinition = {
  path: '/gate/api/v1/organization/',
  title: 'Organizations',
  noun: 'organization',
  icon: 'building',
  lead: 'Who owns what. Users of an organization see it and all below it.',
  schema: () => import('schema:/gate/api/v1/organization/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'short_name', label: 'Short name', kind: 'mono' },
    { field: 'time_zone', label: 'Time zone', isMinor: true },
    { field: 'country', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  search: 'name__icontains',
  groups: [
    {
      title: 'Organization',
      fields: [
        'name',
        'short_name',
        'parent',
        'description',
        'country',
        'time_zone',
        'language',
        'is_active',
      ],
    },
    {
      title: 'Guests',
      fields: [
        'checkout_time',
        'front_desk_profiles',
        'reject_message',
        'reject_text',
        'local_realms',
      ],
    },
    { title: 'Keeping', fields: ['retention', 'device_networks'] },
  ],
  empty: { title: 'One organization', text: 'A chain has one for each of its houses.' },
};

export const locations: ResourceDefinition = {
  path: '/gate/api/v1/location/',
  title: 'Locations',
  noun: 'location',
  icon: 'place',
  lead: 'Houses, wings and floors.',
  schema: () => import('schema:/gate/api/v1/location/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'city', isMinor: true },
    { field: 'country', isMinor: true },
    { field: 'time_zone', label: 'Time zone' },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  search: 'name__icontains',
  groups: [
    {
      title: 'Location',
      fields: ['name', 'organization', 'parent', 'description', 'time_zone', 'is_active'],
    },
    {
      title: 'Address',
      fields: ['address', 'postal_code', 'city', 'state', 'country', 'latitude', 'longitude'],
    },
  ],
  empty: {
    title: 'No location yet',
    text: 'Locations group devices, access points, portal pages and reports.',
  },
};

export const accessPoints: ResourceDefinition = {
  path: '/gate/api/v1/access_point/',
  title: 'Access points',
  noun: 'access point',
  icon: 'device',
  lead: 'Where sessions take place, by MAC address.',
  schema: () => import('schema:/gate/api/v1/access_point/'),
  columns: [
    { field: 'name', sub: 'mac' },
    { field: 'ssid', isMinor: true },
    { field: 'location', kind: 'reference', isMinor: true },
    { field: 'device_name', label: 'Device', isMinor: true },
    { field: 'device_status', label: 'State', cell: reachabilityOf },
  ],
  search: 'name__icontains',
  groups: [
    {
      title: 'Access point',
      fields: [
        'name',
        'mac',
        'ssid',
        'identifier',
        'ip',
        'vendor',
        'model',
        'organization',
        'location',
        'description',
        'is_active',
      ],
    },
  ],
  empty: {
    title: 'No access point yet',
    text: 'Sessions are shown by access point once these are known by their MAC addresses.',
  },
};

/** Draws whether the device of an access point answers. */
function reachabilityOf({ device_status: isUp }: Row) {
  return typeof isUp === 'boolean' ? h(StateBadge, { state: isUp ? 'up' : 'down' }) : '–';
}

export const audit: ResourceDefinition = {
  path: '/gate/api/v1/audit/',
  title: 'Audit log',
  noun: 'entry',
  icon: 'clock',
  lead: 'Who has changed what.',
  schema: () => import('schema:/gate/api/v1/audit/'),
  nameField: 'path',
  columns: [
    { field: 'datetime', label: 'Time', kind: 'time' },
    { field: 'username', label: 'User', sub: 'remote_address' },
    { field: 'method', kind: 'mono' },
    { field: 'path', kind: 'mono', isMinor: true },
    { field: 'object', isMinor: true },
    { field: 'outcome', kind: 'state' },
  ],
  filters: ['method', 'outcome'],
  isFaulty: ({ outcome }) => outcome === 'failed',
  empty: {
    title: 'Nothing was changed yet',
    text: 'Each change by API, console and command is listed here.',
  },
};

export const tokens: ResourceDefinition = {
  path: '/gate/api/v1/user_token/',
  title: 'API tokens',
  noun: 'API token',
  icon: 'key',
  lead: 'Programs that call the APIs.',
  schema: () => import('schema:/gate/api/v1/user_token/'),
  fixed: { kind: 'api' },
  columns: [
    { field: 'name', sub: 'username' },
    { field: 'read_only', label: 'Reads only', kind: 'boolean' },
    { field: 'last_used', label: 'Last used', kind: 'age' },
    { field: 'expiration', label: 'Until', kind: 'time', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  groups: [{ title: 'Token', fields: ['name', 'expiration', 'read_only', 'is_active'] }],
  canCreate: false,
  empty: { title: 'No token', text: 'Make one with the command "gatehouse token".' },
};

export const portalLog: ResourceDefinition = {
  path: '/gate/api/v1/txlog_portal/',
  title: 'Portal log',
  noun: 'entry',
  icon: 'portal',
  lead: 'What guests did at the portal.',
  schema: () => import('schema:/gate/api/v1/txlog_portal/'),
  nameField: 'type_display',
  columns: [
    { field: 'datetime', label: 'Time', kind: 'time' },
    { field: 'type_display', label: 'What' },
    { field: 'username', label: 'User', sub: 'mac' },
    { field: 'detail', isMinor: true },
  ],
  filters: ['type', 'status'],
  empty: {
    title: 'No guest came yet',
    text: 'Visits, logins and refusals at the portal page are listed here.',
  },
};
