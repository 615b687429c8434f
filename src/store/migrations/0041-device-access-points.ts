import { sql } from 'kysely';
import { nullableForeignKey, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Adds the access point of a device. */
export const deviceAccessPoints: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_device')
      .addColumn('access_point', 'bigint', nullableForeignKey('access_point'))
      .execute();
    await sql`create index inventory_device_access_point on inventory_device (access_point)
      where access_point is not null`.execute(db);
  },
});
