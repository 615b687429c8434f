import { Type } from 'typebox';
import { dateTime, name, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** Work that is repeated on a device: each run is a transaction of its own. */
export const series = resource({
  name: 'inventory_series',
  relation: (_, ownColumns) => `
    select ${ownColumns('s')}, s.organization, d.name as device_name
    from inventory_series s join inventory_device d on d.id = s.device`,
  title: 'a series',
  plural: 'series',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    device: Type.Integer(),
    device_name: name(),
    operation: text(),
    parameters: Type.Object({}, { additionalProperties: true }),
    status: Type.Enum(['running', 'completed', 'canceled'], {
      description: 'completed: its last run is scheduled',
    }),
    every: Type.Integer({ description: 'seconds from one run to the next' }),
    until: dateTime(),
    next_run_at: nullable(dateTime()),
    runs: Type.Integer({ description: 'transactions that it has made' }),
    missed: Type.Integer({
      description:
        'runs that were due while the gateway was stopped or the run before had not ended',
    }),
    created_at: dateTime(),
    completed_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    device: { column: 'device', operator: '=' },
    status: { column: 'status', operator: '=' },
  },
  computed: ['device_name'],
  columns: {
    organization: Type.Integer(),
    kind: Type.String(),
    user: nullable(Type.Integer()),
  },
  databaseDefaults: ['runs', 'missed'],
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_series: TableOf<typeof series>;
  }
}
