import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the TLS certificate of a device, and credentials by protocol. */
export const deviceIdentities: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const add = (table: string, column: string) =>
      db.schema.alterTable(table).addColumn(column, 'text').execute();
    await add('inventory_device', 'tls_fingerprint');
    await add('inventory_device', 'credentials');
    await add('inventory_connection_profile', 'credentials');
  },
});
