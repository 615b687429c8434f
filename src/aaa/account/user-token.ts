import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { burnRules, type BurnRule } from '../voucher/voucher.ts';
import { username } from './user.ts';

/**
 * A token of a user: an `api` token is a bearer token of the API, a `network` token (a voucher) is a subscriber with a
 * credit of time or octets, whose user name is the code.
 */
export const userToken = resource({
  name: 'user_token',
  relation: () => `
    select t.id, t.kind, t."user", u.username, u.organization, o.name as organization_name, t.name, u.profile,
      u.external_id, u.klass, t.batch, t.time, t.octets, t.location, t.valid_from, t.devices, t.price,
      t.until_checkout, t.read_only, t.first_used, t.created,
      case t.kind when 'network' then coalesce(t.burn, 'online') end as burn,
      case t.kind when 'network' then u.last_login else t.last_used end as last_used,
      case t.kind when 'network' then u.username end as code,
      case t.kind when 'network' then u.expiration else t.expiration end as expiration,
      case t.kind when 'network' then u.is_active else t.is_active end as is_active
    from user_token t join "user" u on u.id = t."user" join organization o on o.id = u.organization`,
  title: 'a user token',
  plural: 'user tokens',
  schema: Type.Object({
    id: id(),
    kind: Type.Enum(['api', 'network'], { 'x-extension': true }),
    user: Type.Integer({ 'x-extension': true, description: 'id of the user' }),
    username: username(),
    organization: Type.Integer(),
    organization_name: text({ 'x-extension': true }),
    name: text({ maxLength: 255, 'x-extension': true }),
    code: nullable(
      text({ 'x-extension': true, description: '`network` tokens: the user name to log in with' }),
    ),
    profile: nullable(Type.Integer({ description: "id of the user's AAA profile" })),
    external_id: nullable(text()),
    klass: nullable(text()),
    batch: nullable(
      text({ format: 'uuid', 'x-extension': true, description: 'the tokens made by one request' }),
    ),
    time: nullable(Type.Integer({ description: '`network` tokens: seconds of credit' })),
    octets: nullable(
      Type.Integer({ 'x-extension': true, description: '`network` tokens: octets of credit' }),
    ),
    burn: Type.Unsafe<BurnRule | null>({
      type: ['string', 'null'],
      enum: [...burnRules, null],
      'x-extension': true,
      description:
        '`network` tokens: `online` uses up `time` while sessions are open, `first_use` from the first login on',
    }),
    location: nullable(
      Type.Integer({
        'x-extension': true,
        description: '`network` tokens: id of the location that it is limited to; null: any',
      }),
    ),
    valid_from: nullable(
      dateTime({ 'x-extension': true, description: '`network` tokens: lets in from then on' }),
    ),
    devices: nullable(
      Type.Integer({
        'x-extension': true,
        description: '`network` tokens: devices at a time; null: as the profile says',
      }),
    ),
    price: nullable(
      text({ 'x-extension': true, description: '`network` tokens: as it is printed' }),
    ),
    expiration: nullable(dateTime()),
    until_checkout: Type.Boolean({
      'x-extension': true,
      description: '`network` tokens: true: `expiration` is the check-out of a day',
    }),
    is_active: Type.Boolean(),
    read_only: Type.Boolean({
      'x-extension': true,
      description: '`api` tokens: true permits GET only',
    }),
    first_used: nullable(dateTime({ 'x-extension': true })),
    last_used: nullable(dateTime({ 'x-extension': true })),
    created: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  guests: { column: 'kind', value: 'network' },
  filters: {
    username: { column: 'username', operator: 'contains', schema: text() },
    username__exact: { column: 'username', operator: '=', schema: text() },
  },
  lookups: [
    'id',
    'kind',
    'user',
    'name',
    'batch',
    'profile',
    'external_id',
    'location',
    'valid_from',
    'expiration',
    'until_checkout',
    'is_active',
    'read_only',
    'first_used',
    'last_used',
    'created',
  ],
  computed: [
    'username',
    'organization',
    'organization_name',
    'code',
    'profile',
    'external_id',
    'klass',
  ],
  columns: {
    /** SHA-256 of a bearer token; null for `network` tokens, which do not authenticate to the API. */ token_hash:
      nullable(text()),
    /** The generated code as it is looked up; null: the code is looked up as it is. */
    code_key: nullable(text()),
  },
  databaseDefaults: ['kind', 'name', 'until_checkout', 'is_active', 'read_only'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_token: TableOf<typeof userToken>;
  }
}
