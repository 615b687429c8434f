import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, index, reference, text } from './table.ts';

/** Keeps what devices see on their ports, and the device that each was found to be connected through. */
export const neighbors: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      inventory_neighbor: {
        columns: {
          device: reference('inventory_device', 'cascade'),
          organization: reference('organization', 'cascade'),
          kind: text,
          value: text,
          seen_at: bigint,
        },
        primaryKey: ['device', 'kind', 'value'],
        indexes: [index('organization')],
      },
    });
    const table = () => db.schema.alterTable('inventory_device');
    await table()
      .addColumn('found_parent', 'bigint', (column) =>
        column.references('inventory_device.id').onDelete('set null'),
      )
      .execute();
    await table()
      .addColumn('neighbors_due_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('inventory_device_found_parent')
      .on('inventory_device')
      .column('found_parent')
      .execute();
  },
});
