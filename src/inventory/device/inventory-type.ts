import { Type } from 'typebox';
import {
  extension,
  id,
  nullable,
  name,
  pollInterval,
  text,
  dateTime,
} from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';

/** A device type in the APIs; config/device-types defines its operations, parameters and metrics. */
export const inventoryType = resource({
  name: 'inventory_type',
  relation: () => `
    select t.*, c.name as connection_profile_name
    from inventory_type t left join inventory_connection_profile c on c.id = t.connection_profile`,
  title: 'a device type',
  plural: 'device types',
  schema: Type.Object({
    id: id(),
    name: name(),
    short_name: text(),
    description: text(),
    experimental: Type.Boolean({
      'x-extension': true,
      description: 'true: no recording, public transcript or device proves what the type does',
    }),
    poll_interval: extension(pollInterval({ description: 'seconds between two polls' })),
    connection_profile: nullable(Type.Integer()),
    connection_profile_name: nullable(text()),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  columns: {
    /** Digest of the definition that the type was stored from. */
    fingerprint: nullable(text()),
  },
  key: 'id',
  ...readOnlyResource,
  scope: 'shared',
  filters: { name: { column: 'name', operator: '=' } },
  lookups: ['id', 'name', 'short_name'],
  computed: ['connection_profile_name'],
  databaseDefaults: ['description', 'experimental', 'poll_interval'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_type: TableOf<typeof inventoryType>;
  }
}
