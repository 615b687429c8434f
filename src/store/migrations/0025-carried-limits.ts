import { sql } from 'kysely';
import type { MigrationStep } from './ddl.ts';
import { createIndex } from './table.ts';

/**
 * Adds to portal sessions the octets that their controllers have counted and the router that is to let the device in, and to
 * users the user that they have the policy of.
 */
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
    const template = 'references "user"(id) on delete set null';
    await sql`alter table "user" add column guest_of bigint ${sql.raw(template)}`.execute(db);
    await createIndex(db, engine, {
      table: 'user',
      name: 'guest_of',
      columns: ['guest_of'],
      where: 'guest_of is not null',
    });
  },
});
