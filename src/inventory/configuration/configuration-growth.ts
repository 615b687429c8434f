import { sql } from 'kysely';
import type { GrowingTable } from '../../gateway/growing-table.ts';

/** Versions of configurations. The last one of each device stays. */
export const configurationGrowth: GrowingTable = {
  retention: 'configurations',
  table: 'inventory_configuration',
  key: 'id',
  timeColumn: 'created_at',
  mayDelete: () =>
    sql`exists (select 1 from inventory_configuration as later
      where later.device = inventory_configuration.device and later.id > inventory_configuration.id)`,
};
