import { Type } from 'typebox';
import { id, nullable, reference, text, dateTime } from '../../fields.ts';
import { resource } from '../../resource.ts';

const words = (maxLength = 255) => nullable(text({ maxLength }));
const choice = (...values: string[]) =>
  Type.Unsafe<string | null>({ enum: [...values, null], type: ['string', 'null'] });
const day = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'a date such as 1990-12-31',
});

/** What identifies a person to the authorities: not shown in lists to those who only read. */
export const identityFields = ['tax_id', 'passport_number', 'country_id'] as const;

/** What is known of a user beside what the network needs: one record a user. */
export const userExtra = resource({
  name: 'user_extra',
  title: 'an extra record of a user',
  plural: 'extra records of users',
  schema: Type.Object({
    id: id(),
    parent: reference('a user'),
    organization: Type.Integer({ description: "the user's" }),
    gender: choice('m', 'f', 'o'),
    age_range: choice('0-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'),
    birthday: day,
    address: words(4000),
    city: words(),
    state: words(),
    country: words(),
    hometown: words(),
    telephone: words(),
    company: words(),
    title: words(),
    tax_id: words(),
    passport_number: words(),
    country_id: words(),
    custom1: words(),
    custom2: words(),
    custom3: words(),
    custom4: words(),
    custom5: words(),
    custom6: words(),
    custom7: words(),
    custom8: words(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'organization', 'created', 'last_change'],
  defaults: {
    ...{
      gender: null,
      age_range: null,
      birthday: null,
      address: null,
      city: null,
      state: null,
      country: null,
    },
    ...{
      hometown: null,
      telephone: null,
      company: null,
      title: null,
      tax_id: null,
      passport_number: null,
    },
    ...{
      country_id: null,
      custom1: null,
      custom2: null,
      custom3: null,
      custom4: null,
      custom5: null,
      custom6: null,
    },
    ...{ custom7: null, custom8: null },
  },
  scope: 'organization',
  references: { parent: { table: 'user', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { parent: { column: 'parent', operator: '=' } },
  lookups: ['id', 'parent', 'city', 'country', 'created', 'last_change'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../tables.ts' {
  interface Tables {
    user_extra: TableOf<typeof userExtra>;
  }
}
