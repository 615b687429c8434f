import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, index, reference, text } from './table.ts';

/** Keeps the clock of each NAS, and with a session what its NAS stated and what its times were corrected by. */
export const nasClocks: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      aaa_nas_clock: {
        columns: {
          client: reference('aaa_client', 'cascade'),
          nas: text,
          clock_offset: bigint,
          learned_at: bigint,
          heard_at: bigint,
        },
        primaryKey: ['client', 'nas'],
        indexes: [index('heard_at')],
      },
    });
    for (const column of ['nas_event_time', 'clock_offset'])
      await db.schema.alterTable('aaa_accounting').addColumn(column, 'bigint').execute();
  },
});
