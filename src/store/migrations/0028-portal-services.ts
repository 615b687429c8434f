import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  integer,
  nullable,
  nullableReference,
  reference,
  text,
  unique,
  withDefault,
  type Tables,
} from './table.ts';

const tables: Tables = {
  portal_service: {
    columns: {
      id,
      organization: reference('organization'),
      location: nullableReference('location', 'restrict'),
      name: text,
      kind: text,
      url: nullable(text),
      secret: nullable(text),
      settings: withDefault(text, '{}'),
      is_active: withDefault(integer, 1),
      description: withDefault(text, ''),
      created: bigint,
      last_change: bigint,
    },
    indexes: [unique('organization', 'name')],
  },
};

/** Adds the outside services of logins at the portal. */
export const portalServices: MigrationStep = (engine) => ({
  up: (db) => createTables(db, engine, tables),
});
