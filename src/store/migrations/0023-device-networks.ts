import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the networks that the devices of an organization and the users of a connection profile may be in, as JSON. */
export const deviceNetworks: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const { schema } = db;
    await schema.alterTable('organization').addColumn('device_networks', 'text').execute();
    await schema.alterTable('inventory_connection_profile').addColumn('networks', 'text').execute();
  },
});
