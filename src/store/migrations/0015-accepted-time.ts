import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, integer, key, withDefault } from './table.ts';

/** Adds the time that was accepted last by a gateway on this store; 0: none. */
export const acceptedTime: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      accepted_time: {
        columns: { id: key(integer), accepted_at: withDefault(bigint, 0) },
        rows: [{ id: 1 }],
      },
    });
  },
});
