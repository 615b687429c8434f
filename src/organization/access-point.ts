import { Type } from 'typebox';
import { id, mac, nullable, name, reference, text, dateTime } from '../contract/fields.ts';
import { resource, type Resource } from '../contract/resource.ts';
import { coordinateFields, addressFields, locationDefaults } from './location.ts';

const nullableText = () => nullable(text({ maxLength: 255 }));
const hardware = {
  identifier: nullableText(),
  ip: nullableText(),
  vendor: nullableText(),
  model: nullableText(),
};

const listed = {
  id: id(),
  organization: reference('an organization'),
  location: nullable(reference('a location')),
  name: name(),
  description: text(),
  mac: nullable(mac()),
  ssid: nullableText(),
  ...addressFields,
  ...coordinateFields,
  is_active: Type.Boolean(),
  created: dateTime(),
  last_change: dateTime(),
};

const common = {
  name: 'access_point',
  title: 'an access point',
  plural: 'access points',
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  scope: 'organization',
  references: { location: { table: 'location', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { last_change__gte: { column: 'last_change', operator: '>=' } },
  order: { column: 'last_change', direction: 'asc' },
  paging: 'offset',
} as const;

/** An access point of the network. */
export const accessPoint = resource({
  ...common,
  // The device that was set to be the access point, else the one with its MAC address.
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('a')}, d.id as device, d.name as device_name, d.status as device_status
    from access_point a left join inventory_device d on d.id = coalesce(
      (select min(x.id) from inventory_device x where x.access_point = a.id and x.organization = a.organization),
      (select min(x.id) from inventory_device x
        where x.mac_address = a.mac and x.access_point is null and x.organization = a.organization))`,
  extendsTable: true,
  schema: Type.Object({
    ...listed,
    ...hardware,
    device: nullable(
      Type.Integer({
        'x-extension': true,
        description: 'id of the inventory_device that it is: see access_point there',
      }),
    ),
    device_name: nullable(text({ 'x-extension': true })),
    device_status: nullable(
      Type.Boolean({
        'x-extension': true,
        description: 'true: the device answered the last request',
      }),
    ),
  }),
  readOnly: [...common.readOnly, 'device', 'device_name', 'device_status'],
  computed: ['device', 'device_name', 'device_status'],
  databaseDefaults: ['description', 'is_active'],
  defaults: {
    ...locationDefaults,
    location: null,
    mac: null,
    ssid: null,
    identifier: null,
    ip: null,
    vendor: null,
    model: null,
  },
  lookups: [
    'id',
    'name',
    'organization',
    'location',
    'mac',
    'ssid',
    'identifier',
    'device',
    'device_status',
    'is_active',
    'created',
    'last_change',
  ],
});

declare module '../contract/tables.ts' {
  interface Tables {
    access_point: TableOf<typeof accessPoint>;
  }
}

/** An access point as a hot spot: its place, without hardware. */
export const hotspotAccessPoint: Resource = resource({
  ...common,
  schema: Type.Object(listed),
  defaults: {},
  lookups: [
    'id',
    'name',
    'organization',
    'location',
    'mac',
    'ssid',
    'is_active',
    'created',
    'last_change',
  ],
});

/** An access point as a device: its hardware, without address. */
export const accessDevice: Resource = resource({
  ...common,
  relation: () => 'select a.*, a.id as access_point from access_point a',
  computed: ['access_point'],
  plural: 'access point devices',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    location: nullable(Type.Integer()),
    access_point: Type.Integer(),
    name: name(),
    description: text(),
    mac: nullable(mac()),
    identifier: nullableText(),
    ip: nullableText(),
    ssid: nullableText(),
    vendor: nullableText(),
    model: nullableText(),
    ...coordinateFields,
    is_active: Type.Boolean(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  defaults: {},
  lookups: [
    'id',
    'name',
    'organization',
    'location',
    'mac',
    'ssid',
    'identifier',
    'is_active',
    'created',
    'last_change',
  ],
});
