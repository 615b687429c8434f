import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  nullable,
  reference,
  text,
  unique,
  withDefault,
} from './table.ts';

/** Adds the second factors of users of the console, and their recovery codes. */
export const secondFactors: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      user_totp: {
        columns: {
          id,
          user: reference('user', 'cascade'),
          secret: text,
          last_step: withDefault(bigint, 0),
          confirmed: nullable(bigint),
          created: bigint,
        },
        indexes: [unique('user')],
      },
      user_recovery_code: {
        columns: { id, user: reference('user', 'cascade'), code_hash: text },
        indexes: [unique('user', 'code_hash')],
      },
    });
  },
});
