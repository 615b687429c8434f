import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  integer,
  nullable,
  nullableReference,
  reference,
  text,
  withDefault,
} from './table.ts';

/** Adds Wi-Fi networks, of which devices get profiles. */
export const wifiNetworks: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      wifi_network: {
        columns: {
          id,
          organization: reference('organization'),
          location: nullableReference('location', 'restrict'),
          ssid: text,
          is_hidden: withDefault(integer, 0),
          security: text,
          methods: withDefault(text, '[]'),
          server_name: nullable(text),
          trusted_ca: nullable(text),
          certificate_days: withDefault(integer, 365),
          passpoint_domain: nullable(text),
          roaming_consortiums: withDefault(text, '[]'),
          is_on_portal: withDefault(integer, 0),
          description: withDefault(text, ''),
          created: bigint,
          last_change: bigint,
        },
        indexes: [index('organization'), index('location')],
      },
    });
  },
});
