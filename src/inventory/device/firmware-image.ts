import { Type } from 'typebox';
import {
  dateTime,
  id,
  name,
  nullable,
  reference,
  text,
  withoutLogin,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Store } from '../../store/store.ts';
import type { StoredDevice } from './find-device.ts';

const digest = (digits: number, description: string) =>
  nullable(Type.String({ pattern: `^[0-9a-f]{${digits}}$`, description }));

/** A file that devices fetch and install: the default parameters of the operation `firmware`. */
export const firmwareImage = resource({
  name: 'inventory_firmware_image',
  title: 'a firmware image',
  plural: 'firmware images',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name(),
    description: text(),
    url: Type.String({
      maxLength: 255,
      pattern: `^(?:https?|ftp|tftp)://${withoutLogin}[A-Za-z0-9._~:/?#@!&()*+,;=%-]+$`,
      description: 'address that the device fetches the file from, without username and password',
    }),
    sha256: digest(64, 'SHA-256 of the file, in hexadecimal digits'),
    md5: digest(32, 'MD5 of the file, in hexadecimal digits, for devices that compute no other'),
    version: nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'software_version that a device reports once it runs the image',
      }),
    ),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  defaults: { description: '', sha256: null, md5: null, version: null },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'version', 'updated_at'],
  databaseDefaults: ['description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_firmware_image: TableOf<typeof firmwareImage>;
  }
}

/** The values of a firmware image that operations take. */
export type FirmwareImage = Awaited<ReturnType<typeof selectImages>>[number];

/** Returns the function that finds the firmware image of each of some devices; null: no image. */
export async function readFirmwareImages(
  { db }: Pick<Store, 'db'>,
  devices: readonly Pick<StoredDevice, 'firmware_image'>[],
): Promise<(device: Pick<StoredDevice, 'firmware_image'>) => FirmwareImage | null> {
  const ids = new Set(devices.flatMap(({ firmware_image: image }) => image ?? []));
  const images = ids.size === 0 ? [] : await selectImages(db, [...ids]);
  const byId = new Map(images.map((image) => [image.id, image]));
  return ({ firmware_image: image }) => (image === null ? null : (byId.get(image) ?? null));
}

const selectImages = (db: Store['db'], ids: readonly number[]) =>
  db
    .selectFrom('inventory_firmware_image')
    .select(['id', 'name', 'url', 'sha256', 'md5', 'version'])
    .where('id', 'in', ids)
    .execute();
