import { Type } from 'typebox';
import { id, maybe, name, reference, text, time } from '../fields.ts';
import { resource } from '../resource.ts';

/** Whose the rows are: a tree, in which a caller sees its own part and all below. */
export const organization = resource({
  name: 'organization',
  view: 'organization_view',
  title: 'an organization',
  plural: 'organizations',
  schema: Type.Object({
    id: id(),
    name: name(),
    short_name: text(),
    description: text(),
    parent: maybe(reference('an organization')),
    country: maybe(text()),
    platform: maybe(text()),
    is_active: Type.Boolean(),
    created: time(),
    last_change: time(),
  }),
  key: 'id',
  readOnly: [],
  initial: {},
  scope: 'organization',
  references: {},
  stamps: null,
  filters: {
    id: { column: 'id', operator: '=' },
    name: { column: 'name', operator: 'contains', schema: text() },
    parent: { column: 'parent', operator: '=', schema: Type.Integer() },
  },
  lookups: ['id', 'name', 'short_name', 'parent', 'is_active'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});
