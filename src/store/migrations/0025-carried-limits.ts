import type { MigrationStep } from './ddl.ts';
import { createIndex } from './table.ts';

/** Adds to portal sessions the octets that their controllers have counted, and the router that is to let the device in. */
export const carriedLimits: MigrationStep = (engine) => ({
  async up(db) {
    for (const [column, type] of [
      ['counted_up', 'bigint'],
      ['counted_down', 'bigint'],
      ['router', 'text'],
    ] as const)
      await db.schema.alterTable('aaa_portal_session').addColumn(column, type).execute();
    await createIndex(db, engine, {
      table: 'aaa_portal_session',
      name: 'router',
      columns: ['router'],
      where: 'router is not null and ended is null',
    });
    await createIndex(db, engine, {
      table: 'aaa_portal_session',
      name: 'controller',
      columns: ['controller'],
      where: 'controller is not null and ended is null',
    });
  },
});
