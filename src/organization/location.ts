import { Type } from 'typebox';
import { id, nullable, name, reference, text, timeZone, dateTime } from '../contract/fields.ts';
import { resource } from '../contract/resource.ts';
import { countryCode } from './organization.ts';

const nullableText = () => nullable(text({ maxLength: 255 }));

/** The address of a location or an access point. */
export const addressFields = {
  address: nullableText(),
  city: nullableText(),
  state: nullableText(),
  postal_code: nullableText(),
  country: countryCode(),
};

export const coordinateFields = {
  latitude: nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: nullable(Type.Number({ minimum: -180, maximum: 180 })),
};

/** The defaults of a new location or access point. */
export const locationDefaults = {
  description: '',
  address: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  latitude: null,
  longitude: null,
  is_active: true,
} as const;

/** A site with access points. Locations form a tree. */
export const location = resource({
  name: 'location',
  title: 'a location',
  plural: 'locations',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    parent: nullable(reference('a location')),
    name: name(),
    description: text(),
    ...addressFields,
    ...coordinateFields,
    time_zone: nullable(
      timeZone({
        description:
          'IANA name, used for Login-Time and for times without an offset; null: time zone of its parent, else of the organization',
      }),
    ),
    is_active: Type.Boolean(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: { ...locationDefaults, parent: null, time_zone: null },
  scope: 'organization',
  references: { parent: { table: 'location', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { last_change__gte: { column: 'last_change', operator: '>=' } },
  lookups: [
    'id',
    'name',
    'organization',
    'parent',
    'city',
    'country',
    'is_active',
    'created',
    'last_change',
  ],
  databaseDefaults: ['description', 'is_active'],
  order: { column: 'last_change', direction: 'asc' },
  paging: 'offset',
});

declare module '../contract/tables.ts' {
  interface Tables {
    location: TableOf<typeof location>;
  }
}
