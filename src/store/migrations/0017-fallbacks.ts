import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  nullable,
  nullableReference,
  reference,
  text,
  withDefault,
  type Index,
} from './table.ts';

/** Adds what devices without a user are granted, one for each client and SSID of an organization. */
export const fallbacks: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      aaa_fallback: {
        columns: {
          id,
          organization: reference('organization'),
          client: nullableReference('aaa_client', 'cascade'),
          ssid: nullable(text),
          profile: reference('aaa_profile'),
          description: withDefault(text, ''),
          created: bigint,
          last_change: bigint,
        },
        indexes: [
          index('client'),
          index('profile'),
          one('everywhere', [], 'client is null and ssid is null'),
          one('of_client', ['client'], 'client is not null and ssid is null'),
          one('of_ssid', ['ssid'], 'client is null and ssid is not null'),
          one('of_both', ['client', 'ssid'], 'client is not null and ssid is not null'),
        ],
      },
    });
  },
});

/** Nulls are distinct in a unique index, so that each kind of place has its own. */
function one(name: string, columns: readonly string[], where: string): Index {
  return { name, columns: ['organization', ...columns], isUnique: true, where };
}
