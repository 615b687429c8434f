import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { address, id, nullable, name, secret, text, dateTime } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';

const port = () => Type.Integer({ minimum: 1, maximum: 65_535 });
const pem = (description: string) =>
  nullable(text({ maxLength: 16_384, description: `PEM; ${description}` }));

/** A home server: another RADIUS server that authenticates users or gets their accounting. */
export const upstream = resource({
  name: 'aaa_upstream',
  title: 'an AAA upstream',
  plural: 'AAA upstreams',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({
      minimum: 1,
      description:
        'id of an organization; serves the clients of it and of all below it, except where a nearer organization has upstreams of its own',
    }),
    name: name(),
    address: address(),
    auth_port: port(),
    acct_port: port(),
    tls_port: port(),
    transport: Type.Enum(['udp', 'tls'], { description: 'tls: RadSec (RFC 6614)' }),
    secret: secret({
      minLength: 1,
      maxLength: 255,
      description: 'shared secret; null over tls: `radsec`',
    }),
    require_message_authenticator: Type.Enum(['auto', 'yes', 'no'], {
      'x-extension': true,
      description:
        'whether replies over UDP need a Message-Authenticator: yes, no, or auto: from the first reply that has one. A reply without it can be forged by whoever is on the way (CVE-2024-3596, BlastRADIUS): prefer TLS, or an upstream that signs',
    }),
    realm: nullable(
      Type.String({
        minLength: 1,
        maxLength: 253,
        pattern: '^[^@\\s\\u0000-\\u001f]+$',
        description:
          'serves users `...@realm`, case-insensitive; null: serves every user who is not stored here',
      }),
    ),
    strip_realm: Type.Boolean({
      description:
        'removes the realm from User-Name, except in requests with EAP or MS-CHAPv2, which depend on the whole name',
    }),
    eap: Type.Enum(['proxied', 'terminated'], {
      'x-extension': true,
      description:
        'where EAP of its users ends: at the upstream, or at the gateway (`radius.eap`), which sends the login inside of TTLS or PEAP to the upstream as PAP, CHAP, MS-CHAP or MS-CHAPv2',
    }),
    handles_authentication: Type.Boolean(),
    handles_accounting: Type.Boolean(),
    portal_authentication: Type.Boolean({
      description:
        'authenticates logins at the captive portal by name and password: users of its realm, or users without a password here; the first login creates a user of the organization',
    }),
    portal_profile: nullable(
      Type.Integer({
        minimum: 1,
        description: 'id of the AAA profile of such users at their first login',
      }),
    ),
    portal_accounting: Type.Boolean({
      description:
        'sends it accounting of captive portal sessions; off by default, since most NASes send accounting of their own',
    }),
    priority: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'the lowest is tried first; of equal ones, the oldest',
    }),
    tls_ca: pem('the CA of its certificate'),
    tls_certificate: pem('the client certificate that the gateway presents'),
    tls_key: secret({ description: 'PEM; the private key of tls_certificate' }),
    tls_server_name: nullable(
      text({
        maxLength: 253,
        description: 'name that its certificate must contain; null: its address',
      }),
    ),
    is_active: Type.Boolean(),
    description: text(),
    state: Type.Enum(['unknown', 'up', 'down'], {
      description: 'whether it replies; written on each change',
    }),
    state_since: nullable(dateTime()),
    last_error: nullable(text()),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'state', 'state_since', 'last_error', 'created', 'last_change'],
  defaults: {
    auth_port: 1812,
    acct_port: 1813,
    tls_port: 2083,
    transport: 'udp',
    secret: null,
    require_message_authenticator: 'yes',
    realm: null,
    strip_realm: false,
    eap: 'proxied',
    handles_authentication: true,
    handles_accounting: false,
    portal_authentication: false,
    portal_profile: null,
    portal_accounting: false,
    priority: 1,
    tls_ca: null,
    tls_certificate: null,
    tls_key: null,
    tls_server_name: null,
    is_active: true,
    description: '',
  },
  scope: 'organization',
  references: { portal_profile: { table: 'aaa_profile', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    address: { column: 'address', operator: '=' },
    realm: { column: 'realm', operator: '=' },
  },
  lookups: [
    'id',
    'name',
    'address',
    'realm',
    'transport',
    'state',
    'is_active',
    'created',
    'last_change',
  ],
  columns: {
    /** True once a reply had a Message-Authenticator. */
    signs: Type.Boolean(),
  },
  databaseDefaults: [
    'auth_port',
    'acct_port',
    'tls_port',
    'transport',
    'require_message_authenticator',
    'signs',
    'strip_realm',
    'eap',
    'handles_authentication',
    'handles_accounting',
    'portal_authentication',
    'portal_accounting',
    'priority',
    'is_active',
    'description',
    'state',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_upstream: TableOf<typeof upstream>;
  }
}

/**
 * Validates that an upstream has what its transport needs.
 *
 * @param fields  fields of the request
 * @param before  the stored upstream that they change
 * @returns       the fields, unchanged
 * @throws Fault `invalid` if it lacks the secret for UDP, or the certificates and the key for TLS
 */
export function validateUpstream(fields: Row, before: Row = {}): Row {
  const all: Row = { ...before, ...fields };
  const lacks = (field: string) => (all[field] ?? null) === null;
  const needed = all['transport'] === 'tls' ? overTls : overUdp;
  for (const [field, message] of Object.entries(needed))
    if (lacks(field)) throw Fault.field(field, message);
  if (lacks('tls_certificate') !== lacks('tls_key'))
    throw Fault.field('tls_key', 'A certificate needs its key, and a key its certificate.');
  return fields;
}

const overUdp = { secret: 'An upstream over UDP needs a shared secret.' };
const overTls = {
  tls_ca: 'An upstream over TLS needs the CA of its certificate.',
  tls_certificate: 'An upstream over TLS needs a client certificate.',
};

/** Packets are signed and hidden with the secret. */
export const upstreamSecret = {
  secrets: { secret: 'shared secret' },
  destinationFields: [
    'address',
    'auth_port',
    'acct_port',
    'tls_port',
    'transport',
    'tls_server_name',
    'tls_ca',
  ],
};
