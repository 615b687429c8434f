import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../fields.ts';
import { resource, readOnlyResource } from '../../resource.ts';
import { username } from './user.ts';

/**
 * A token of a user: an `api` token is a bearer token of the API, a `network` token (a voucher) is a subscriber with a
 * credit of time, whose user name is the code.
 */
export const userToken = resource({
  name: 'user_token',
  relation: () => `
    select t.id, t.kind, t."user", u.username, u.organization, o.name as organization_name, t.name, u.profile,
      u.external_id, u.klass, t.time, t.read_only, t.last_used, t.created,
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
    time: nullable(Type.Integer({ description: '`network` tokens: seconds of credit' })),
    expiration: nullable(dateTime()),
    is_active: Type.Boolean(),
    read_only: Type.Boolean({
      'x-extension': true,
      description: '`api` tokens: true permits GET only',
    }),
    last_used: nullable(dateTime({ 'x-extension': true })),
    created: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    username: { column: 'username', operator: 'contains', schema: text() },
    username__exact: { column: 'username', operator: '=', schema: text() },
  },
  lookups: [
    'id',
    'kind',
    'user',
    'name',
    'profile',
    'external_id',
    'expiration',
    'is_active',
    'read_only',
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
  },
  databaseDefaults: ['kind', 'name', 'is_active', 'read_only'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../tables.ts' {
  interface Tables {
    user_token: TableOf<typeof userToken>;
  }
}
