import { Type } from 'typebox';
import { id, maybe, name, reference, text, time } from '../fields.ts';
import { resource } from '../resource.ts';
import { country } from './organization.ts';

const words = () => maybe(text({ maxLength: 255 }));

/** Where a place is. */
export const placeFields = {
  address: words(),
  city: words(),
  state: words(),
  postal_code: words(),
  country: country(),
};

export const coordinates = {
  latitude: maybe(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: maybe(Type.Number({ minimum: -180, maximum: 180 })),
};

/** What a new place has where a body says nothing. */
export const placeInitial = {
  ...{ description: '', address: null, city: null, state: null, postal_code: null, country: null },
  ...{ latitude: null, longitude: null, is_active: true },
} as const;

/** A site with access points; sites may lie within others. */
export const location = resource({
  name: 'location',
  title: 'a location',
  plural: 'locations',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    parent: maybe(reference('a location')),
    name: name(),
    description: text(),
    ...placeFields,
    ...coordinates,
    is_active: Type.Boolean(),
    created: time(),
    last_change: time(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  initial: { ...placeInitial, parent: null },
  scope: 'organization',
  references: { parent: { table: 'location', scope: 'organization' } },
  stamps: { created: 'created', changed: 'last_change' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'parent', 'city', 'country', 'is_active', 'created', 'last_change'],
  order: { column: 'last_change', direction: 'asc' },
  paging: 'offset',
});
