import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, id, nullable, reference, text } from './table.ts';

/** Adds the places that logins reserve until the Start of their sessions. */
export const reservations: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      aaa_reservation: {
        columns: {
          id,
          user: reference('user', 'cascade'),
          station: nullable(text),
          created: bigint,
          expires: bigint,
        },
        indexes: [{ name: 'device', columns: ['user', 'station'], isUnique: true }],
      },
    });
  },
});
