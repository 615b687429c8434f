import { Type } from 'typebox';
import { roles } from '../../contract/caller.ts';
import {
  id,
  nullable,
  name,
  reference,
  text,
  dateTime,
  secret,
  languageCode,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { checkAttributes, replyAttributes } from '../policy/attribute-lists.ts';

/** A user name. Names of PON ports hold hyphens, bars and slashes. */
export const username = () =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^(?=\\s*\\S)[^\\u0000-\\u001f]*$',
    format: 'username',
    description:
      'text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)',
  });

/** The longest text that a RADIUS attribute carries. */
export const maxPasswordLength = 253;

/** A password of another system in request bodies, as `readPasswordHash` reads it. */
export const passwordHash = (options: { readonly description: string }) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    writeOnly: true,
    'x-extension': true,
    ...options,
  });

/** A password in request bodies: never shown, stored as an argon2id hash. */
export const password = () =>
  Type.String({ minLength: 1, maxLength: maxPasswordLength, writeOnly: true });

const nullableText = () => nullable(text({ maxLength: 255 }));

const attributes = Type.Object(
  {
    reply_attributes: Type.Optional(replyAttributes),
    check_attributes: Type.Optional(checkAttributes),
  },
  { additionalProperties: false },
);

const profileDetail = Type.Object({
  id: Type.Integer(),
  name: text(),
  description: text(),
  reply_attributes: replyAttributes,
  check_attributes: checkAttributes,
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user: TableOf<typeof user>;
  }
}

/** A user of the network or the APIs. The password is not among its fields, see `createPasswordColumns`. */
export const user = resource({
  name: 'user',
  relation: ({ jsonObject, json }) => `
    select u.*, o.name as organization_name,
      case when p.id is not null then ${jsonObject(`'id', p.id, 'name', p.name, 'description', p.description,
        'reply_attributes', ${json('p.reply_attributes')}, 'check_attributes', ${json('p.check_attributes')}`)}
        end as profile_detail,
      case when u.password is null then null
        when u.reversible_password is null then 'PAP'
        when u.password like '{sealed-nt}%' then 'PAP, MS-CHAP, MS-CHAPv2'
        else 'PAP, CHAP, MS-CHAP, MS-CHAPv2' end as password_methods
    from "user" u join organization o on o.id = u.organization left join aaa_profile p on p.id = u.profile`,
  extendsTable: true,
  title: 'a user',
  plural: 'users',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    organization_name: text({ 'x-extension': true }),
    username: username(),
    role: Type.Enum([...roles], { 'x-extension': true }),
    profile: nullable(reference('an AAA profile')),
    profile_detail: nullable(profileDetail),
    profiles: Type.Array(reference('an AAA profile'), {
      maxItems: 16,
      uniqueItems: true,
      'x-extension': true,
      description:
        'further AAA profiles, whose attributes are merged by `priority` with those of `profile`',
    }),
    source: nullable(
      Type.Integer({
        'x-extension': true,
        description:
          'id of the user source that verifies the password and keeps name and groups; null: the gateway or an upstream verifies it',
      }),
    ),
    terms_user: nullable(
      Type.Integer({
        'x-extension': true,
        description:
          'id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account',
      }),
    ),
    external_id: nullableText(),
    klass: nullableText(),
    expiration: nullable(dateTime()),
    email: nullable(
      Type.String({
        maxLength: 254,
        pattern: '^[^@\\s]+@[^@\\s]+$',
        description: 'an e-mail address',
      }),
    ),
    first_name: nullable(name()),
    last_name: nullable(name()),
    language: nullable(
      languageCode({
        description: 'language of texts for the user: `de`; null: language of its organization',
      }),
    ),
    attributes: nullable(attributes),
    is_active: Type.Boolean(),
    password_methods: nullable(
      text({
        'x-extension': true,
        description:
          'methods of RADIUS that can verify the stored password: PAP, and CHAP, MS-CHAP and MS-CHAPv2 if it is reversible; null: no password',
      }),
    ),
    must_change_password: Type.Boolean({
      'x-extension': true,
      description:
        'a login by MS-CHAPv2 has to change the password, which needs a reversible password; other methods cannot, and are accepted',
    }),
    last_login: nullable(dateTime()),
    created: dateTime(),
    last_change: dateTime({ 'x-extension': true }),
  }),
  key: 'id',
  readOnly: [
    'id',
    'organization_name',
    'profile_detail',
    'source',
    'terms_user',
    'password_methods',
    'last_login',
    'created',
    'last_change',
  ],
  defaults: {
    role: 'subscriber',
    profile: null,
    profiles: [],
    external_id: null,
    klass: null,
    expiration: null,
    email: null,
    first_name: null,
    last_name: null,
    language: null,
    attributes: null,
    is_active: true,
    must_change_password: false,
  },
  scope: 'organization',
  guests: { column: 'role', value: 'subscriber' },
  references: { profile: { table: 'aaa_profile', scope: 'organization' } },
  referenceLists: {
    profiles: {
      table: 'aaa_profile',
      scope: 'organization',
      through: { table: 'user_profile_entry', column: 'profile' },
    },
  },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    id: { column: 'id', operator: '=' },
    username: { column: 'username', operator: 'contains', schema: text() },
    username__exact: { column: 'username', operator: '=', schema: text() },
  },
  lookups: [
    'id',
    'username',
    'role',
    'profile',
    'terms_user',
    'external_id',
    'klass',
    'email',
    'expiration',
    'is_active',
    'last_login',
    'created',
    'last_change',
  ],
  computed: ['organization_name', 'profile_detail', 'password_methods'],
  columns: {
    /** The hash, argon2id unless it was taken over and not proved yet; null: no password, as for MAC and line authentication. */
    password: nullable(text()),
    /** The sealed password, for protocols that need it in clear. */
    reversible_password: secret(),
    /** The hash of the last password that the source took, for an outage, and when that was. */
    source_password: nullable(text()),
    source_checked: nullable(Type.Integer()),
  },
  databaseDefaults: ['profiles', 'is_active', 'must_change_password'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});
