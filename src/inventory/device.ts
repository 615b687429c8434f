import { Type } from 'typebox';
import { address, id, maybe, name, reference, secret, secretObject, text, time } from '../fields.ts';
import { resource } from '../resource.ts';

/** SNMPv3 user and passwords as bodies give them. */
export const snmpV3 = secretObject(
  Type.Object(
    {
      user: Type.String({ minLength: 1, maxLength: 32 }),
      auth_protocol: Type.Optional(Type.Enum(['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'])),
      auth_password: Type.Optional(Type.String({ minLength: 8, maxLength: 255 })),
      priv_protocol: Type.Optional(Type.Enum(['des', 'aes', 'aes256b', 'aes256r'])),
      priv_password: Type.Optional(Type.String({ minLength: 8, maxLength: 255 })),
    },
    { additionalProperties: false },
  ),
);

export const device = resource({
  name: 'inventory_device',
  view: 'inventory_device_view',
  title: 'a device',
  plural: 'devices',
  schema: Type.Object({
    id: id(),
    name: name(),
    serial_number: maybe(name()),
    type: reference('an inventory_type'),
    type_name: text(),
    organization: reference('an organization'),
    organization_name: text(),
    description: text(),
    ip_address: maybe(address()),
    connection_profile: maybe(reference("an inventory_connection_profile; null: the type's own connection")),
    username: maybe(text()),
    password: secret(),
    private_key: secret({ description: 'OpenSSH or PEM' }),
    snmp_community: secret(),
    snmp_v3: snmpV3,
    host_key: maybe(
      Type.String({
        pattern: '^[a-z0-9@.-]+ SHA256:[A-Za-z0-9+/]{43}$',
        description:
          "the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once",
      }),
    ),
    status: Type.Boolean({ description: 'true: the device answered when it was last asked' }),
    status_text: Type.Enum(['Up', 'Down']),
    last_error: maybe(text({ description: 'why the device could not be reached' })),
    last_status_change: maybe(time()),
    first_connection: maybe(time()),
    last_connection: maybe(time()),
    created_at: time(),
    updated_at: time(),
  }),
  key: 'id',
  readOnly: [
    ...(['id', 'type_name', 'organization_name', 'status', 'status_text', 'last_error', 'last_status_change'] as const),
    ...(['first_connection', 'last_connection', 'created_at', 'updated_at'] as const),
  ],
  initial: {
    ...{ serial_number: null, description: '', ip_address: null, connection_profile: null, username: null, host_key: null },
    ...{ password: null, private_key: null, snmp_community: null, snmp_v3: null },
  },
  scope: 'organization',
  references: {
    type: { table: 'inventory_type', slug: 'short_name', scope: 'shared' },
    connection_profile: { table: 'inventory_connection_profile', scope: 'organization' },
  },
  stamps: { created: 'created_at', changed: 'updated_at' },
  filters: {
    type: { column: 'type', operator: '=' },
    status: { column: 'status', operator: '=' },
    organization: { column: 'organization', operator: '=' },
    last_status_change_from: { column: 'last_status_change', operator: '>=', schema: time() },
  },
  lookups: [
    'id',
    'name',
    'serial_number',
    'type',
    'status',
    'ip_address',
    'connection_profile',
    'last_status_change',
    'created_at',
    'updated_at',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});
