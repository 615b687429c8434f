import { Type } from 'typebox';
import { id, mac, maybe, name, reference, text, time } from '../fields.ts';
import { resource, type Resource } from '../resource.ts';
import { coordinates, placeFields, placeInitial } from './location.ts';

const words = () => maybe(text({ maxLength: 255 }));
const hardware = { identifier: words(), ip: words(), vendor: words(), model: words() };

const listed = {
  id: id(),
  organization: reference('an organization'),
  location: maybe(reference('a location')),
  name: name(),
  description: text(),
  mac: maybe(mac()),
  ssid: words(),
  ...placeFields,
  ...coordinates,
  is_active: Type.Boolean(),
  created: time(),
  last_change: time(),
};

const common = {
  name: 'access_point',
  title: 'an access point',
  plural: 'access points',
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  scope: 'organization',
  references: { location: { table: 'location', scope: 'organization' } },
  stamps: { created: 'created', changed: 'last_change' },
  filters: {},
  order: { column: 'last_change', direction: 'asc' },
  paging: 'offset',
} as const;

/** Where the network's users come in. */
export const accessPoint = resource({
  ...common,
  schema: Type.Object({ ...listed, ...hardware }),
  initial: {
    ...{ ...placeInitial, location: null, mac: null, ssid: null },
    ...{ identifier: null, ip: null, vendor: null, model: null },
  },
  lookups: ['id', 'name', 'organization', 'location', 'mac', 'ssid', 'identifier', 'is_active', 'created', 'last_change'],
});

/** The same as a place. */
export const accessPointPlace: Resource = resource({
  ...common,
  schema: Type.Object(listed),
  initial: {},
  lookups: ['id', 'name', 'organization', 'location', 'mac', 'ssid', 'is_active', 'created', 'last_change'],
});

/** The same as a machine. */
export const accessDevice: Resource = resource({
  ...common,
  view: 'access_device_view',
  plural: 'access point devices',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    location: maybe(Type.Integer()),
    access_point: Type.Integer(),
    name: name(),
    description: text(),
    mac: maybe(mac()),
    identifier: words(),
    ip: words(),
    ssid: words(),
    vendor: words(),
    model: words(),
    ...coordinates,
    is_active: Type.Boolean(),
    created: time(),
    last_change: time(),
  }),
  initial: {},
  lookups: ['id', 'name', 'organization', 'location', 'mac', 'ssid', 'identifier', 'is_active', 'created', 'last_change'],
});
