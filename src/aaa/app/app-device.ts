import { Type } from 'typebox';
import { id, mac, nullable, secret, text, dateTime } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';

const nullableText = () => nullable(text({ maxLength: 255 }));
const digits = (min: number, max: number) =>
  nullable(
    Type.String({ pattern: `^\\d{${min},${max}}$`, description: `${min} to ${max} digits` }),
  );

/** The identifiers of a device, strongest first. */
export const deviceIdentifiers = ['generic_id', 'imei', 'imsi', 'iccid', 'mac', 'number'] as const;

export const deviceIdentifierFields = {
  generic_id: nullableText(),
  imei: digits(14, 16),
  imsi: digits(6, 15),
  iccid: nullable(Type.String({ pattern: '^[0-9A-Fa-f]{18,22}$', description: '18 to 22 digits' })),
  mac: nullable(mac()),
  number: nullable(
    Type.String({ pattern: '^\\+?[0-9 ()./-]{3,32}$', description: 'a phone number' }),
  ),
};

/** The fields of a device and its app that an app reports. */
export const appDeviceFields = {
  ...deviceIdentifierFields,
  os_family: nullableText(),
  os_version: nullableText(),
  os_api_level: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  home_mcc: digits(3, 3),
  home_mnc: digits(2, 3),
  carrier: nullableText(),
  device_type: Type.Unsafe<string | null>({
    enum: ['de', 'la', 'ta', 'mo', null],
    type: ['string', 'null'],
    description: 'desktop, laptop, tablet, mobile phone',
  }),
  vendor: nullableText(),
  model: nullableText(),
  app_name: nullableText(),
  app_version: nullableText(),
  push_key: secret({ maxLength: 4096 }),
  external_id: nullableText(),
  klass: nullableText(),
};

/** A device that runs an app which reports to the gateway. */
export const appDevice = resource({
  name: 'device_app_device',
  title: 'a registered device',
  plural: 'registered devices',
  schema: Type.Object({
    id: id(),
    device_id: text({ format: 'uuid' }),
    organization: Type.Integer(),
    user: nullable(Type.Integer({ description: 'id of the user whose device it is' })),
    ...appDeviceFields,
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: [],
  defaults: {},
  scope: 'organization',
  references: {},
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {},
  columns: {
    /** Kind and value of its strongest identifier: unique, so two concurrent registrations make one row. */
    identity: text(),
  },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    device_app_device: TableOf<typeof appDevice>;
  }
}
