import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  address,
  dateTime,
  id,
  name,
  nullable,
  reference,
  secret,
  text,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { faultOfFilter } from '../../protocol/ldap/ldap-filter.ts';
import { ldapProtections } from '../../protocol/ldap/ldap-connection.ts';
import type { Row } from '../../store/query/row-serialization.ts';

const dn = (description: string) => text({ maxLength: 1_024, description });
const filter = (description: string) =>
  nullable(text({ minLength: 3, maxLength: 1_024, description: `RFC 4515; ${description}` }));

/** A directory whose people are users of the organization: LDAP (RFC 4511), such as OpenLDAP or Active Directory. */
export const userSource = resource({
  name: 'user_source',
  title: 'a user source',
  plural: 'user sources',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name(),
    addresses: Type.Array(address(), {
      minItems: 1,
      maxItems: 4,
      description: 'servers of the directory, tried in this order',
    }),
    port: nullable(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'null: 636 with TLS, else 389' }),
    ),
    protection: Type.Enum([...ldapProtections], {
      description:
        'tls: from the begin (ldaps); starttls; none: passwords cross the network in clear',
    }),
    tls_ca: nullable(
      text({
        maxLength: 16_384,
        description: 'PEM; CAs of its certificate; null: the public ones',
      }),
    ),
    tls_server_name: nullable(
      text({
        maxLength: 253,
        description: 'name that its certificate must contain; null: its address',
      }),
    ),
    bind_dn: nullable(dn('who searches; null: anonymous')),
    bind_password: secret({ maxLength: 255 }),
    base_dn: dn('where people are searched'),
    username_attribute: Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$',
      examples: ['uid'],
      description: 'the attribute with the user name: `uid`, in Active Directory `sAMAccountName`',
    }),
    user_filter: filter('finds the entry of `{username}`; null: by `username_attribute` alone'),
    group_base_dn: nullable(dn('where groups are searched; null: `base_dn`')),
    group_filter: filter(
      'finds the groups of `{dn}` or `{username}`; null: `memberOf` of the entry has them',
    ),
    groups: Type.Array(
      Type.Object(
        {
          group: text({
            minLength: 1,
            maxLength: 1_024,
            description: 'its DN, or its common name',
            examples: ['staff'],
          }),
          profile: text({
            minLength: 1,
            maxLength: 128,
            description: 'name of an AAA profile',
            examples: ['staff'],
          }),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: 64,
        description:
          'profiles of the members of groups; the first group of a person gives `profile` of the user, the others `profiles`',
      },
    ),
    requires_group: Type.Boolean({
      description: 'true: only members of one of `groups` may log in',
    }),
    profile: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of the AAA profile of a person in none of `groups`; null: the user keeps what it has',
      }),
    ),
    priority: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'the lowest is asked first; of equal ones, the oldest',
    }),
    timeout_seconds: Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'limit of the connection to a server, and of each question',
    }),
    cache_hours: Type.Integer({
      minimum: 0,
      maximum: 720,
      description:
        'how long the last right password of a person counts while no server answers; 0: it does not',
    }),
    is_active: Type.Boolean(),
    description: text(),
    state: Type.Enum(['unknown', 'up', 'down'], {
      description: 'whether it answers; written on each change',
    }),
    state_since: nullable(dateTime()),
    last_error: nullable(text()),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'state', 'state_since', 'last_error', 'created', 'last_change'],
  defaults: {
    port: null,
    protection: 'tls',
    tls_ca: null,
    tls_server_name: null,
    bind_dn: null,
    bind_password: null,
    username_attribute: 'uid',
    user_filter: null,
    group_base_dn: null,
    group_filter: null,
    groups: [],
    requires_group: false,
    profile: null,
    priority: 1,
    timeout_seconds: 3,
    cache_hours: 24,
    is_active: true,
    description: '',
  },
  scope: 'organization',
  references: { profile: { table: 'aaa_profile', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { name: { column: 'name', operator: 'contains', schema: text() } },
  lookups: ['id', 'name', 'state', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['groups', 'requires_group', 'is_active', 'description', 'state'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_source: TableOf<typeof userSource>;
  }
}

/** Placeholders of each filter: at least one has to be there. */
const placeholders = { user_filter: ['username'], group_filter: ['dn', 'username'] } as const;

/**
 * Validates a source beyond its schema.
 *
 * @param fields  fields of the request
 * @param before  the stored source that they change
 * @returns       the fields, unchanged
 * @throws Fault `invalid` naming the field
 */
export async function validateUserSource(fields: Row, before: Row = {}): Promise<Row> {
  for (const [field, names] of Object.entries(placeholders)) {
    const given = fields[field];
    const fault = typeof given === 'string' ? await faultOfFilter(given, names) : null;
    if (fault !== null) throw Fault.field(field, `${JSON.stringify(given)} ${fault}.`);
  }
  const after: Row = { ...before, ...fields };
  const lacks = (field: string) => (after[field] ?? null) === null;
  if (lacks('bind_dn') !== lacks('bind_password'))
    throw Fault.field('bind_password', 'A bind DN needs its password, and a password its bind DN.');
  const isWithoutTls = after.protection === 'none';
  if (isWithoutTls && !(lacks('tls_ca') && lacks('tls_server_name')))
    throw Fault.field('protection', '"none" has no use for tls_ca and tls_server_name.');
  return fields;
}

/** The servers get the password of `bind_dn`. */
export const bindSecret = {
  secrets: { bind_password: 'password' },
  destinationFields: ['addresses', 'port', 'protection', 'tls_ca', 'tls_server_name'],
};
