import { Type } from 'typebox';
import { dateTime, id, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

export const unendedDiscoveryStatuses = ['scheduled', 'running'] as const;
const discoveryStatuses = [...unendedDiscoveryStatuses, 'completed', 'failed', 'canceled'] as const;

/** A search of a network for machines that may become devices. It does not add devices. */
export const discovery = resource({
  name: 'inventory_discovery',
  relation: (_, ownColumns) => `
    select ${ownColumns('y')}, y.organization,
      (select count(*) from inventory_discovery_candidate c where c.discovery = y.id) as candidates
    from inventory_discovery y`,
  title: 'a discovery',
  plural: 'discoveries',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    network: text(),
    connection_profiles: Type.Array(Type.Integer()),
    ping: Type.Boolean({
      description: 'false: addresses that do not answer a ping are asked as well',
    }),
    status: Type.Enum([...discoveryStatuses]),
    addresses: Type.Integer({ description: 'of the network' }),
    scanned: Type.Integer({ description: 'addresses that are done' }),
    candidates: Type.Integer({ description: 'machines that answered' }),
    error_message: nullable(text()),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { status: { column: 'status', operator: '=' } },
  computed: ['candidates'],
  columns: {
    organization: Type.Integer(),
    user: nullable(Type.Integer()),
    /** Until when no other gateway continues it. */
    lease_until: dateTime(),
  },
  databaseDefaults: ['lease_until', 'scanned'],
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

/** A machine that answered, and the device that has its address. */
export const discoveryCandidate = resource({
  name: 'inventory_discovery_candidate',
  relation: (_, ownColumns) => `
    select ${ownColumns('c')}, c.organization,
      (select min(d.id) from inventory_device d
        where d.ip_address = c.address and d.organization = c.organization) as device
    from inventory_discovery_candidate c`,
  title: 'a machine that a discovery found',
  plural: 'machines that a discovery found',
  schema: Type.Object({
    id: id(),
    discovery: Type.String({ format: 'uuid' }),
    address: text(),
    mac_address: nullable(
      text({ description: "of the gateway's own network; null: it is behind a router" }),
    ),
    name: nullable(text({ description: 'sysName' })),
    type: nullable(text({ description: 'the short_name of the type that fits best' })),
    why: text({ description: 'reason for the type, or the answer of the machine' }),
    connection_profile: nullable(Type.Integer({ description: 'that it answered to' })),
    device: nullable(
      Type.Integer({ description: 'the device that has the address; null: no device' }),
    ),
    found_at: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  computed: ['device'],
  columns: { organization: Type.Integer() },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_discovery: TableOf<typeof discovery>;
    inventory_discovery_candidate: TableOf<typeof discoveryCandidate>;
  }
}
