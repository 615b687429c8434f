import type { Insertable } from 'kysely';
import { Type } from 'typebox';
import { id, nullable, name, text, dateTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { TableOf, Tables } from '../../contract/tables.ts';

const action = Type.Enum(['set', 'get', 'add_object', 'del_object', 'command', 'event', 'alert']);

export const deviceLog = resource({
  name: 'inventory_device_log',
  relation: ({ jsonObject }, ownColumns) => `
    select ${ownColumns('l')}, l.organization, l.device, u.username as "user",
      ${jsonObject("'id', d.id, 'name', d.name, 'serial_number', d.serial_number")} as parent
    from inventory_device_log l join inventory_device d on d.id = l.device left join "user" u on u.id = l."user"`,
  title: 'an entry of the device log',
  plural: 'entries of the device log',
  schema: Type.Object({
    id: id(),
    datetime: dateTime(),
    parent: Type.Object({ id: Type.Integer(), name: name(), serial_number: nullable(name()) }),
    action,
    variable_name: nullable(text()),
    parameter: nullable(Type.Integer()),
    old_value: nullable(text()),
    value: nullable(text()),
    is_pending: Type.Boolean(),
    is_applied: Type.Boolean(),
    applied_at: nullable(dateTime()),
    error_code: nullable(text()),
    error_message: nullable(text()),
    user: nullable(text({ description: 'username; null: the gateway itself' })),
    origin: Type.Enum(['auto', 'manual', 'gui', 'cli', 'script', 'api']),
    transaction: nullable(
      text({ 'x-extension': true, description: 'id of the transaction of the entry' }),
    ),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    datetime__gte: { column: 'datetime', operator: '>=', schema: dateTime() },
    datetime__lte: { column: 'datetime', operator: '<=', schema: dateTime() },
    parent__id: { column: 'device', operator: '=', schema: Type.Integer() },
    action: { column: 'action', operator: '=' },
    is_pending: { column: 'is_pending', operator: '=' },
    is_applied: { column: 'is_applied', operator: '=' },
    variable_name: { column: 'variable_name', operator: '=', schema: text() },
  },
  computed: ['parent'],
  columns: { organization: Type.Integer(), device: Type.Integer(), user: nullable(Type.Integer()) },
  accessPaths: { columns: ['device'] },
  order: { column: 'datetime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_device_log: TableOf<typeof deviceLog>;
  }
}

type Entry = Pick<Insertable<Tables['inventory_device_log']>, 'action'> &
  Partial<Insertable<Tables['inventory_device_log']>>;

/** Returns a statement that adds an entry to a device's log; its origin is the gateway itself unless given. */
export function insertDeviceLogEntry(
  gateway: Gateway,
  device: { readonly id: number; readonly organization: number },
  entry: Entry,
): Statement {
  const datetime = gateway.now().getTime();
  const row = {
    is_pending: 0 as const,
    is_applied: 0 as const,
    origin: 'auto' as const,
    datetime,
    device: device.id,
    organization: device.organization,
    ...entry,
  };
  return compileStatement(gateway.store.db.insertInto('inventory_device_log').values(row));
}

/** Returns a statement that settles the pending entry of a transaction as applied or failed. */
export function settleDeviceLogEntry(
  gateway: Gateway,
  transaction: string,
  failure: { readonly code: string; readonly message: string } | null,
): Statement {
  const at = gateway.now().getTime();
  const query = gateway.store.db
    .updateTable('inventory_device_log')
    .set({
      is_pending: 0,
      is_applied: failure ? 0 : 1,
      applied_at: failure ? null : at,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
    })
    .where('transaction', '=', transaction)
    .where('is_pending', '=', 1);
  return compileStatement(query);
}

/** Returns a statement that cancels the pending entries of changes that a later change replaces. */
export function cancelPendingLogEntries(
  gateway: Gateway,
  device: { readonly id: number },
  parameters: readonly { readonly id: number }[],
): Statement {
  const query = updatePendingLogEntries(gateway, device, parameters).set({
    is_pending: 0,
    error_code: 'canceled',
    error_message: 'replaced by a later change',
  });
  return compileStatement(query);
}

/** Returns an update of the pending entries of changes; entries of a transaction are settled with it. */
export function updatePendingLogEntries(
  gateway: Gateway,
  device: { readonly id: number },
  parameters: readonly { readonly id: number }[],
) {
  const ids = parameters.map(({ id }) => id);
  return gateway.store.db
    .updateTable('inventory_device_log')
    .where('device', '=', device.id)
    .where('parameter', 'in', ids)
    .where('action', '=', 'set')
    .where('transaction', 'is', null)
    .where('is_pending', '=', 1);
}
