import { Type } from 'typebox';
import { extension, id, mac, nullable, text, dateTime } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { coordinateFields } from '../../organization/location.ts';

const nullableText = () => nullable(text({ maxLength: 255 }));
const nullableInteger = (minimum: number, maximum: number) =>
  nullable(Type.Integer({ minimum, maximum }));
const octets = () => nullableInteger(0, Number.MAX_SAFE_INTEGER);
const code = (length: number) =>
  nullable(Type.String({ pattern: `^\\d{${length},3}$`, description: `${length} to 3 digits` }));

export const networkType = Type.Enum(['wi', 'mo', 'bl', 'et'], {
  description: 'Wi-Fi, mobile, Bluetooth, Ethernet',
});

/** The fields of a connection that an app reports. */
export const appConnectionFields = {
  network_name: nullableText(),
  network_type: networkType,
  network_security: Type.Enum(['opn', 'wep', 'wpa', 'wp2', 'wp3', 'owe', '3gp'], {
    description:
      'open, WEP, WPA, WPA2, WPA3, OWE (Enhanced Open), 3GPP; wp3 and owe are extensions',
  }),
  bssid: nullable(mac()),
  cell_id: nullableText(),
  mcc: code(3),
  mnc: code(2),
  roaming: nullable(Type.Boolean()),
  rssi: nullableInteger(-200, 100),
  sinr: nullableInteger(-100, 100),
  link_speed: nullable(Type.Number({ minimum: 0, description: 'Mbit/s' })),
  bytes_in: octets(),
  bytes_out: octets(),
  ...coordinateFields,
};

const log = {
  key: 'id',
  readOnly: [],
  scope: 'organization',
  references: {},
  timestamps: null,
  filters: {
    device: { column: 'device', operator: '=', schema: Type.Integer() },
    access_point: { column: 'access_point', operator: '=', schema: Type.Integer() },
  },
  accessPaths: { columns: ['device', 'access_point', 'organization'] },
  order: { column: 'created', direction: 'desc' },
  paging: 'cursor',
} as const;

const accessPoint = nullable(
  Type.Integer({
    'x-extension': true,
    description:
      'the access point with the BSSID; for a test without a BSSID, the access point of the connection',
  }),
);

const owned = { id: id(), organization: Type.Integer() };

export const appConnection = resource({
  ...log,
  name: 'device_app_connection_log',
  title: 'a connection of a device',
  plural: 'connections of devices',
  schema: Type.Object({
    ...owned,
    device: Type.Integer(),
    access_point: accessPoint,
    ...appConnectionFields,
    start_datetime: dateTime(),
    end_datetime: dateTime(),
    created: dateTime(),
  }),
  lookups: ['id', 'network_type', 'network_name', 'bssid', 'start_datetime', 'created'],
  defaults: {},
});

declare module '../../contract/tables.ts' {
  interface Tables {
    device_app_connection_log: TableOf<typeof appConnection>;
  }
}

/** The default unit of a test's value. */
export const defaultTestUnits = { dl: 'Mbps', ul: 'Mbps', la: 'ms', ji: 'ms', dn: 'ms' } as const;

/** The fields of a network test that an app reports. */
export const appTestFields = {
  network_name: nullableText(),
  network_type: networkType,
  bssid: extension(nullable(mac())),
  test_type: Type.Enum(['dl', 'ul', 'la', 'ji', 'dn'], {
    description: 'download, upload, latency, jitter, DNS response',
  }),
  destination: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'a URL, a host name or an address',
  }),
  value: Type.Number(),
  unit: text({ minLength: 1, maxLength: 32 }),
  count: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'number of tests that the value is the result of',
  }),
  ...coordinateFields,
};

export const appTest = resource({
  ...log,
  name: 'device_app_test_report',
  title: 'a network test of a device',
  plural: 'network tests of devices',
  schema: Type.Object({
    ...owned,
    device: nullable(Type.Integer()),
    access_point: accessPoint,
    ...appTestFields,
    datetime: dateTime(),
    created: dateTime(),
  }),
  lookups: [
    'id',
    'network_type',
    'network_name',
    'test_type',
    'destination',
    'datetime',
    'created',
  ],
  defaults: {},
});

declare module '../../contract/tables.ts' {
  interface Tables {
    device_app_test_report: TableOf<typeof appTest>;
  }
}
