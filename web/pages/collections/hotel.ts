import type { ResourceDefinition } from '../../resource/definition.ts';

/* Collections of houses with rooms: hotel systems, their guests and charges, and Wi-Fi keys. */

export const hotels: ResourceDefinition = {
  path: '/gate/api/v1/pms_link/',
  title: 'Hotel systems',
  noun: 'hotel system',
  icon: 'building',
  lead: 'Their guests log in with room and name.',
  schema: () => import('schema:/gate/api/v1/pms_link/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'host', kind: 'mono' },
    { field: 'state', kind: 'state' },
    { field: 'last_error', label: 'Last fault', isMinor: true },
    { field: 'synced_at', label: 'All guests sent', kind: 'age', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  search: 'name',
  groups: [
    {
      title: 'Hotel system',
      fields: [
        'name',
        'host',
        'port',
        'encoding',
        'organization',
        'location',
        'is_active',
        'description',
      ],
    },
    { title: 'Guests', fields: ['profile', 'keep_days'] },
    { title: 'Charge', fields: ['charge_amount', 'charge_text', 'charge_period'] },
  ],
  isFaulty: ({ state }) => state === 'down',
  empty: {
    title: 'No hotel system yet',
    text: 'Connect the system of the reception (PMS) by its FIAS interface.',
  },
};

export const inHouse: ResourceDefinition = {
  path: '/gate/api/v1/pms_guest/',
  title: 'In house',
  noun: 'hotel guest',
  icon: 'person',
  lead: 'Guests as the hotel system has sent them.',
  schema: () => import('schema:/gate/api/v1/pms_guest/'),
  nameField: 'last_name',
  columns: [
    { field: 'room', sub: 'reservation' },
    { field: 'last_name', sub: 'first_name' },
    { field: 'departure', isMinor: true },
    { field: 'checked_out', label: 'Checked out', kind: 'time' },
    { field: 'user', label: 'Logged in as', kind: 'reference', isMinor: true },
  ],
  search: 'last_name',
  empty: {
    title: 'No hotel guest',
    text: 'Guests appear here when a hotel system is connected, and log in with room and name.',
  },
};

export const charges: ResourceDefinition = {
  path: '/gate/api/v1/pms_posting/',
  title: 'Charges',
  noun: 'charge',
  icon: 'voucher',
  lead: 'What logins have put on the bills of rooms.',
  schema: () => import('schema:/gate/api/v1/pms_posting/'),
  nameField: 'room',
  columns: [
    { field: 'room', sub: 'text' },
    { field: 'amount', kind: 'number' },
    { field: 'state', kind: 'state' },
    { field: 'answer', isMinor: true },
    { field: 'created', label: 'Time', kind: 'time', isMinor: true },
  ],
  search: 'room',
  filters: ['state'],
  empty: {
    title: 'No charge yet',
    text: 'A hotel system with a charge posts it when a guest logs in.',
  },
};

export const wifiKeys: ResourceDefinition = {
  path: '/gate/api/v1/user_key/',
  title: 'Wi-Fi keys',
  noun: 'Wi-Fi key',
  icon: 'key',
  lead: 'Keys of rooms and persons. A device that joins the Wi-Fi with one is its user.',
  schema: () => import('schema:/gate/api/v1/user_key/'),
  columns: [
    { field: 'name', sub: 'username' },
    { field: 'devices', kind: 'number' },
    { field: 'created', label: 'Since', kind: 'time', isMinor: true },
  ],
  search: 'username__exact',
  writers: ['front_desk'],
  groups: [{ title: 'Key', fields: ['user', 'name', 'key'] }],
  onceFields: ['user', 'key'],
  shownOnce: 'key',
  empty: {
    title: 'No Wi-Fi key yet',
    text: 'Each room or person has a key of its own. The RADIUS client names the vendor of the access points in "Wi-Fi keys".',
  },
};
