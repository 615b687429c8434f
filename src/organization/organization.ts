import { Type } from 'typebox';
import {
  id,
  nullable,
  name,
  networkList,
  reference,
  text,
  timeZone,
  dateTime,
  languageCode,
} from '../contract/fields.ts';
import { resource } from '../contract/resource.ts';
import { nameFields } from './name-fields.ts';
import { rejectFields } from './reject-fields.ts';
import { retentionOverrides } from './retention-field.ts';

/** A country code of ISO 3166-1. */
export const countryCode = () =>
  nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'two capital letters (ISO 3166-1)' }));

/** The owner of rows. Organizations form a tree; a caller sees its own organization and all below it. */
export const organization = resource({
  name: 'organization',
  relation: () => 'select o.*, o.id as organization from organization o',
  title: 'an organization',
  plural: 'organizations',
  schema: Type.Object({
    id: id(),
    name: name(),
    short_name: Type.String({
      maxLength: 64,
      pattern: '^[a-z0-9]+([-_][a-z0-9]+)*$',
      description:
        'small letters and digits, with - or _ between them; default: made from the name',
    }),
    description: text(),
    parent: nullable(reference('an organization')),
    country: countryCode(),
    time_zone: nullable(
      timeZone({
        description:
          'IANA name; null: time zone of its parent; of the root: time zone of the gateway',
      }),
    ),
    platform: nullable(text({ maxLength: 64 })),
    is_active: Type.Boolean(),
    retention: retentionOverrides(),
    device_networks: nullable(
      networkList({
        description:
          'networks that its devices may be in, as far as those above it have them too; null: as its parent. Set by an organization above; the root has all. Addresses of the gateway itself, loopback and link-local ones only where they are named',
      }),
    ),
    front_desk_profiles: nullable(
      Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: 200,
        uniqueItems: true,
        'x-extension': true,
        description:
          'names of the AAA profiles that its front desk may give, which then gives one to every user and voucher; null: as its parent; of the root: any, or none',
      }),
    ),
    language: nullable(
      languageCode({
        description:
          'language of texts for its users who have none: `de`; null: language of its parent; of the root: English',
      }),
    ),
    checkout_time: nullable(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        'x-extension': true,
        description:
          'local time at which guests leave: vouchers until check-out end then; null: as its parent; of the root: 11:00',
        examples: ['11:00'],
      }),
    ),
    ...rejectFields('as its parent; of the root: reason'),
    ...nameFields,
    reversible_passwords: nullable(
      Type.Boolean({
        'x-extension': true,
        description:
          'stores the passwords of new users sealed as well, for CHAP and MS-CHAP, unless reversible_password of a user says otherwise; null: as its parent; of the root: false',
      }),
    ),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: {
    description: '',
    country: null,
    time_zone: null,
    platform: null,
    is_active: true,
    short_name: '',
    parent: null,
    retention: {},
    device_networks: [],
    front_desk_profiles: null,
    checkout_time: null,
    language: null,
    reject_message: null,
    reject_text: null,
    local_realms: null,
    name_prefixes: null,
    ignore_name_case: null,
    reversible_passwords: null,
  },
  scope: 'organization',
  references: {},
  timestamps: null,
  filters: {
    id: { column: 'id', operator: '=' },
    name: { column: 'name', operator: 'contains', schema: text() },
    parent: { column: 'parent', operator: '=', schema: Type.Integer() },
    is_active: { column: 'is_active', operator: '=' },
  },
  lookups: ['id', 'name', 'short_name', 'parent', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['description', 'is_active', 'retention'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../contract/tables.ts' {
  interface Tables {
    organization: TableOf<typeof organization>;
  }
}
