import { Type } from 'typebox';
import { id, name, reference, text, time } from '../fields.ts';
import { resource } from '../resource.ts';
import { checkAttributes, replyAttributes } from './attributes.ts';

/** A named set of RADIUS attributes: what its users are granted. */
export const profile = resource({
  name: 'aaa_profile',
  title: 'an AAA profile',
  plural: 'AAA profiles',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ maxLength: 128 }),
    description: text(),
    reply_attributes: replyAttributes,
    check_attributes: checkAttributes,
    created: time(),
    last_change: time(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  initial: { description: '', reply_attributes: [], check_attributes: [] },
  scope: 'organization',
  references: {},
  stamps: { created: 'created', changed: 'last_change' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'created', 'last_change'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});
