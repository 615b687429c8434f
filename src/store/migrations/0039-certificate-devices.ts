import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, id, index, reference, text, unique } from './table.ts';

/** Adds the certificates that devices have logged in with, so that a revocation ends their sessions. */
export const certificateDevices: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      aaa_certificate_device: {
        columns: {
          id,
          user: reference('user', 'cascade'),
          mac: text,
          issuer: text,
          serial: text,
          last_used: bigint,
        },
        indexes: [unique('user', 'mac'), index('issuer', 'serial')],
      },
    });
  },
});
