import { Type } from 'typebox';
import { id, mac, nullable, name, reference, text, dateTime } from '../../fields.ts';
import { resource, type Resource } from '../../resource.ts';
import { coordinateFields, addressFields, locationDefaults } from './location.ts';

const words = () => nullable(text({ maxLength: 255 }));
const hardware = { identifier: words(), ip: words(), vendor: words(), model: words() };

const listed = {
  id: id(),
  organization: reference('an organization'),
  location: nullable(reference('a location')),
  name: name(),
  description: text(),
  mac: nullable(mac()),
  ssid: words(),
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
  filters: {},
  order: { column: 'last_change', direction: 'asc' },
  paging: 'offset',
} as const;

/** Where the network's users come in. */
export const accessPoint = resource({
  ...common,
  schema: Type.Object({ ...listed, ...hardware }),
  databaseDefaults: ['description', 'is_active'],
  defaults: {
    ...{ ...locationDefaults, location: null, mac: null, ssid: null },
    ...{ identifier: null, ip: null, vendor: null, model: null },
  },
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

declare module '../../tables.ts' {
  interface Tables {
    access_point: TableOf<typeof accessPoint>;
  }
}

/** The same as a place. */
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

/** The same as a machine. */
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
    identifier: words(),
    ip: words(),
    ssid: words(),
    vendor: words(),
    model: words(),
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
