import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, index, integer, key, reference, text } from './table.ts';

/** Adds the counters of sessions in the course of time. */
export const sessionTraffic: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      aaa_session_traffic: {
        columns: {
          session: key(reference('aaa_accounting.radacctid', 'cascade')),
          organization: reference('organization', 'cascade'),
          at: bigint,
          step: integer,
          samples: integer,
          points: text,
        },
        indexes: [index('organization', 'at')],
      },
    });
  },
});
