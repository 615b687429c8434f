import { Type } from 'typebox';
import { snmpV3Schema } from '../../contract/adapter.ts';
import {
  address,
  extension,
  id,
  mac,
  nullable,
  name,
  pollInterval,
  reference,
  secret,
  secretObject,
  text,
  dateTime,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { credentialsByProtocol } from './credentials.ts';
import { deviceState, deviceStates } from './device-status.ts';

/** SNMPv3 user and passwords in a request body. */
export const snmpV3 = extension(secretObject(snmpV3Schema));

/** Degrees: read as a number or a decimal of at most six places, shown as the latter. */
const degrees = (max: 90 | 180) =>
  Type.Unsafe<string | number | null>({
    type: ['string', 'number', 'null'],
    minimum: -max,
    maximum: max,
    maxLength: 12,
    pattern:
      max === 90
        ? '^[+-]?(90(\\.0{1,6})?|[0-8]?\\d(\\.\\d{1,6})?)$'
        : '^[+-]?(180(\\.0{1,6})?|(1[0-7]|\\d)?\\d(\\.\\d{1,6})?)$',
    description: `degrees, ${-max} to ${max}, with at most six decimal places`,
  });

const attributes = () =>
  Type.Record(Type.String({ pattern: '^[^\\s].{0,254}$' }), Type.String({ maxLength: 4000 }), {
    maxProperties: 200,
    'x-max-octets': 65_536,
    description: 'further properties by name, at most 65536 octets of JSON',
  });

/** SQL: true if device `d` has a setting in this state. */
const hasSetting = (state: string) =>
  `exists (select 1 from inventory_setting s where s.device = d.id and s.state = '${state}')`;

/** SQL: the access point with the MAC address of device `d`. */
const accessPointByMac = `(select min(a.id) from access_point a
  where a.mac = d.mac_address and a.organization = d.organization)`;

export const device = resource({
  name: 'inventory_device',
  // A coordinate is shown as a decimal of six places, not as a number.
  relation: ({ decimal }, ownColumns) => `
    select ${ownColumns('d')},
      ${decimal('d.latitude', 6)} as latitude, ${decimal('d.longitude', 6)} as longitude,
      coalesce(d.access_point, ${accessPointByMac}) as access_point,
      t.name as type_name, t.short_name as type_short_name, o.name as organization_name, l.name as location_name,
      ${deviceState} as status_text,
      case when ${hasSetting('pending')} then 'pending' when ${hasSetting('failed')} then 'failed'
        when ${hasSetting('drifted')} then 'drifted'
        when exists (select 1 from inventory_setting s where s.device = d.id) then 'synced' else 'unknown'
        end as configuration_status
    from inventory_device d join inventory_type t on t.id = d.type join organization o on o.id = d.organization
      left join location l on l.id = d.location`,
  extendsTable: true,
  title: 'a device',
  plural: 'devices',
  schema: Type.Object({
    id: id(),
    name: name(),
    serial_number: nullable(name()),
    type: reference('an inventory_type'),
    type_name: text(),
    organization: reference('an organization'),
    organization_name: text(),
    description: text(),
    location: nullable(reference('a location')),
    location_name: nullable(text()),
    access_point: extension(
      nullable(
        reference(
          'the access_point that the device is; null: the one with its MAC address in its organization',
        ),
      ),
    ),
    parent: extension(
      nullable(
        reference(
          'the inventory_device that it is connected through: while that one is down, no alert tells of this one',
        ),
      ),
    ),
    found_parent: extension(
      nullable(
        Type.Integer({
          description:
            'the inventory_device that it is connected through by what devices see on their ports (LLDP, CDP); counts where parent is null',
        }),
      ),
    ),
    latitude: degrees(90),
    longitude: degrees(180),
    manufacturer: text({ maxLength: 255 }),
    unique_id: text({ maxLength: 255, description: "the manufacturer's OUI" }),
    product_class: text({ maxLength: 255 }),
    hardware_version: nullable(text({ description: 'as the device reports it' })),
    software_version: nullable(text({ description: 'as the device reports it' })),
    firmware_image: nullable(
      reference('an inventory_firmware_image, which the operation firmware installs'),
    ),
    mac_address: nullable(mac()),
    attributes: attributes(),
    ip_address: nullable(address()),
    connection_profile: extension(
      nullable(reference("an inventory_connection_profile; null: the type's own connection")),
    ),
    poll_interval: extension(
      nullable(
        pollInterval({
          description:
            'seconds between two polls; null: interval of the connection profile, or else of the type',
        }),
      ),
    ),
    username: nullable(text()),
    password: secret(),
    private_key: secret({ 'x-extension': true, description: 'OpenSSH or PEM' }),
    snmp_community: secret({ 'x-extension': true }),
    snmp_v3: snmpV3,
    credentials: credentialsByProtocol(),
    host_key: nullable(
      Type.String({
        'x-extension': true,
        maxLength: 128,
        pattern: '^[a-z0-9@.-]+ SHA256:[A-Za-z0-9+/]{43}$',
        description:
          "the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once",
      }),
    ),
    tls_fingerprint: nullable(
      Type.String({
        'x-extension': true,
        maxLength: 95,
        pattern: '^([0-9A-F]{2}:){31}[0-9A-F]{2}$',
        description:
          'SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once',
      }),
    ),
    status: Type.Boolean({ description: 'true: the device answered the last request' }),
    status_text: Type.Enum([...deviceStates], {
      description:
        'Misconfigured: type, profile, address or credentials do not fit, so that it was not tried, refused the login, or has another host key or certificate; Unknown: never tried',
    }),
    last_error: nullable(
      text({ 'x-extension': true, description: 'why the device could not be reached' }),
    ),
    last_status_change: nullable(dateTime()),
    first_connection: nullable(dateTime()),
    last_connection: nullable(dateTime()),
    configuration_status: Type.Enum(['synced', 'pending', 'failed', 'drifted', 'unknown'], {
      description: 'whether the device has its desired settings; unknown: it was never read',
    }),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: [
    'location_name',
    'hardware_version',
    'software_version',
    'configuration_status',
    'found_parent',
    'id',
    'type_name',
    'organization_name',
    'status',
    'status_text',
    'last_error',
    'last_status_change',
    'first_connection',
    'last_connection',
    'created_at',
    'updated_at',
  ],
  defaults: {
    location: null,
    access_point: null,
    parent: null,
    latitude: null,
    longitude: null,
    manufacturer: '',
    unique_id: '',
    product_class: '',
    firmware_image: null,
    mac_address: null,
    attributes: {},
    serial_number: null,
    description: '',
    ip_address: null,
    connection_profile: null,
    poll_interval: null,
    username: null,
    host_key: null,
    tls_fingerprint: null,
    credentials: null,
    password: null,
    private_key: null,
    snmp_community: null,
    snmp_v3: null,
  },
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    access_point: { table: 'access_point', scope: 'organization' },
    parent: { table: 'inventory_device', scope: 'organization' },
    type: { table: 'inventory_type', slug: 'short_name', scope: 'shared' },
    connection_profile: { table: 'inventory_connection_profile', scope: 'organization' },
    firmware_image: { table: 'inventory_firmware_image', slug: 'name', scope: 'organization' },
  },
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {
    type: { column: 'type', operator: '=' },
    status: { column: 'status', operator: '=' },
    organization: { column: 'organization', operator: '=' },
    last_status_change_from: { column: 'last_status_change', operator: '>=', schema: dateTime() },
  },
  lookups: [
    'id',
    'name',
    'serial_number',
    'type',
    'status',
    'ip_address',
    'mac_address',
    'location',
    'access_point',
    'parent',
    'connection_profile',
    'firmware_image',
    'last_status_change',
    'created_at',
    'updated_at',
  ],
  computed: [
    'type_name',
    'organization_name',
    'location_name',
    'status_text',
    'configuration_status',
  ],
  columns: {
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
    /** As it was set; the field shows the one found by MAC address as well. */
    access_point: nullable(Type.Integer()),
    next_poll_at: dateTime(),
    /** When the latest poll was due that a gateway has claimed. */
    poll_due_at: nullable(dateTime()),
    /** Polls and transactions in a row that the device did not answer. */
    silent_contacts: Type.Integer(),
    /** 1: it answered a ping once; 0: not when it was last asked; null: it was not asked yet. */
    answers_ping: nullable(Type.Integer()),
    /** When its neighbors are read next. */
    neighbors_due_at: dateTime(),
  },
  databaseDefaults: [
    'description',
    'manufacturer',
    'unique_id',
    'product_class',
    'attributes',
    'status',
    'next_poll_at',
    'silent_contacts',
    'neighbors_due_at',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_device: TableOf<typeof device>;
  }
}
