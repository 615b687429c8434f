import { sql } from 'kysely';
import {
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Adds firmware images, and the one that a device shall have. */
export const firmwareImages: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'inventory_firmware_image')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('url', 'text', notNull)
      .addColumn('sha256', 'text')
      .addColumn('md5', 'text')
      .addColumn('version', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('updated_at', 'bigint', notNull)
      .execute();
    await createUniqueIndex(db, 'inventory_firmware_image', ['organization', 'name']);
    await db.schema
      .alterTable('inventory_device')
      .addColumn(
        'firmware_image',
        'bigint',
        nullableForeignKey('inventory_firmware_image', 'restrict'),
      )
      .execute();
    await sql`create index inventory_device_firmware_image on inventory_device (firmware_image)
      where firmware_image is not null`.execute(db);
  },
});
