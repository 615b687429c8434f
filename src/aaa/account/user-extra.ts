import { Type } from 'typebox';
import { id, nullable, reference, text, dateTime } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';

const nullableText = (maxLength = 255) => nullable(text({ maxLength }));
const choice = (...values: string[]) =>
  Type.Unsafe<string | null>({ enum: [...values, null], type: ['string', 'null'] });
const day = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'a date such as 1990-12-31',
});

/** Numbers that identify a person to authorities: lists mask them for read-only callers. */
export const identityFields = ['tax_id', 'passport_number', 'country_id'] as const;

/** Personal data of a user that the network does not need; one record for each user. */
export const userExtra = resource({
  name: 'user_extra',
  relation: () => `
    select x.*, o.name as organization_name
    from user_extra x join organization o on o.id = x.organization`,
  title: 'an extra record of a user',
  plural: 'extra records of users',
  schema: Type.Object({
    id: id(),
    parent: reference('a user'),
    organization: Type.Integer({ description: "the user's" }),
    gender: choice('m', 'f', 'o'),
    age_range: choice('0-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'),
    birthday: day,
    address: nullableText(4000),
    city: nullableText(),
    state: nullableText(),
    country: nullableText(),
    hometown: nullableText(),
    telephone: nullableText(),
    company: nullableText(),
    title: nullableText(),
    tax_id: nullableText(),
    passport_number: nullableText(),
    country_id: nullableText(),
    custom1: nullableText(),
    custom2: nullableText(),
    custom3: nullableText(),
    custom4: nullableText(),
    custom5: nullableText(),
    custom6: nullableText(),
    custom7: nullableText(),
    custom8: nullableText(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'organization', 'created', 'last_change'],
  defaults: {
    gender: null,
    age_range: null,
    birthday: null,
    address: null,
    city: null,
    state: null,
    country: null,
    hometown: null,
    telephone: null,
    company: null,
    title: null,
    tax_id: null,
    passport_number: null,
    country_id: null,
    custom1: null,
    custom2: null,
    custom3: null,
    custom4: null,
    custom5: null,
    custom6: null,
    custom7: null,
    custom8: null,
  },
  scope: 'organization',
  references: { parent: { table: 'user', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { parent: { column: 'parent', operator: '=' } },
  lookups: ['id', 'parent', 'city', 'country', 'created', 'last_change'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_extra: TableOf<typeof userExtra>;
  }
}
