import { Type } from 'typebox';
import { dateTime, id, name, nullable, secret, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

export const unendedFleetStatuses = ['scheduled', 'running'] as const;
const fleetStatuses = [
  ...unendedFleetStatuses,
  'completed',
  'failed',
  'expired',
  'canceled',
] as const;

const time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' });

/** The hours of a day for the operation, in the local time of each device. */
export const fleetWindow = Type.Object(
  { from: time, until: time },
  {
    additionalProperties: false,
    description: 'hours of the day by the clocks where each device is; may include midnight',
  },
);

/** States of a device: the states of its transaction, and states without a transaction. */
const targetStatuses = ['pending', 'scheduled', 'running', 'completed', 'failed'] as const;
const countedStatuses = [...targetStatuses, 'expired', 'canceled', 'skipped', 'refused'] as const;

const targetStatus = `case when f.state = 'started' then coalesce(x.status, 'failed') else f.state end`;
const count = (status: string) =>
  `'${status}', count(case when ${targetStatus} = '${status}' then 1 end)`;

const isWaiting = `x.status = 'scheduled' and x.waiting_for is not null`;
const isActive = `x.status = 'running' or (x.status = 'scheduled' and x.waiting_for is null)`;
const counted = (condition: string) => `count(case when ${condition} then 1 end)`;

/** SQL: what fleet operation `o` waits for: every device that has begun cannot be reached, and no other may begin. */
const waitingFor = `case when ${counted(isWaiting)} = 0 or ${counted(isActive)} > 0 then null
  when ${counted(`f.state = 'pending'`)} = 0 then 'device'
  when ${counted(`x.status = 'completed'`)} < o.canary then 'canary' end`;

/** An operation on many devices: each has a transaction of its own, made when its turn has come. */
export const fleetOperation = resource({
  name: 'inventory_fleet_operation',
  relation: ({ jsonObject }, ownColumns) => `
    select ${ownColumns('o')}, o.organization, u.username,
      (select min(f.run_at) from inventory_fleet_target f where f.fleet_operation = o.id) as run_at,
      (select ${jsonObject(countedStatuses.map(count).join(', '))}
        from inventory_fleet_target f left join inventory_transaction x on x.id = f."transaction"
        where f.fleet_operation = o.id) as counts,
      (select ${waitingFor}
        from inventory_fleet_target f left join inventory_transaction x on x.id = f."transaction"
        where f.fleet_operation = o.id) as waiting_for
    from inventory_fleet_operation o left join "user" u on u.id = o."user"`,
  title: 'a fleet operation',
  plural: 'fleet operations',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    operation: text(),
    parameters: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'of the operation; `variables` of a `set`, without the values of passwords',
      },
    ),
    status: Type.Enum([...fleetStatuses]),
    username: nullable(text({ description: 'who has requested it; null: the user was deleted' })),
    filter: nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'by which its devices were found; null: they were listed',
        },
      ),
    ),
    run_at: nullable(
      dateTime({ description: 'when the first device may begin; null: immediately' }),
    ),
    window: nullable(fleetWindow),
    concurrency: Type.Integer({ description: 'devices at a time' }),
    stagger: Type.Integer({ description: 'seconds between two devices' }),
    canary: Type.Integer({
      description:
        'devices that must complete it before the others begin; reachable devices are taken first',
    }),
    stop_after_failures: nullable(Type.Integer()),
    waiting_for: Type.Unsafe<'canary' | 'device' | null>({
      type: ['string', 'null'],
      enum: ['canary', 'device', null],
      description:
        'canary: no canary can be reached, and the others begin when one has completed it; device: the last devices cannot be reached',
    }),
    counts: Type.Object(
      Object.fromEntries(countedStatuses.map((status) => [status, Type.Integer()])),
      { description: 'devices by state' },
    ),
    error_message: nullable(text({ description: 'why it was stopped' })),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { status: { column: 'status', operator: '=' } },
  computed: ['counts', 'waiting_for', 'username', 'run_at'],
  columns: {
    organization: Type.Integer(),
    user: nullable(Type.Integer()),
    /** The variables of a set, sealed; null for an operation of the types, and once it has ended. */
    secret_parameters: secret(),
    /** Until when no other gateway advances it. */
    lease_until: dateTime(),
  },
  databaseDefaults: ['lease_until'],
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

/** A device of a fleet operation. */
export const fleetTarget = resource({
  name: 'inventory_fleet_target',
  relation: () => `
    select f.id, f.organization, f.fleet_operation, f.device, d.name as device_name, ${targetStatus} as status,
      f."transaction", x.waiting_for, coalesce(x.error_message, f.message) as error_message, f.run_at, f.expires_at, f.started_at
    from inventory_fleet_target f join inventory_device d on d.id = f.device
      left join inventory_transaction x on x.id = f."transaction"`,
  title: 'a device of a fleet operation',
  plural: 'devices of a fleet operation',
  schema: Type.Object({
    id: id(),
    fleet_operation: Type.String({ format: 'uuid' }),
    device: Type.Integer(),
    device_name: name(),
    status: Type.Enum([...countedStatuses]),
    transaction: nullable(text()),
    waiting_for: nullable(text()),
    error_message: nullable(text()),
    run_at: nullable(dateTime()),
    expires_at: dateTime(),
    started_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  computed: ['device_name', 'status', 'waiting_for', 'error_message'],
  columns: {
    organization: Type.Integer(),
    /** pending, started, refused, expired, canceled or skipped. */
    state: Type.String(),
    message: nullable(Type.String()),
  },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_fleet_operation: TableOf<typeof fleetOperation>;
    inventory_fleet_target: TableOf<typeof fleetTarget>;
  }
}
