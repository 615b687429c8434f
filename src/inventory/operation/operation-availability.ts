import type { OperationCode } from '../../device-type.ts';
import type { Gateway } from '../../gateway.ts';
import type { StoredDevice } from '../device/find-device.ts';

const labels: Readonly<Record<OperationCode, string>> = {
  reboot: 'Reboot',
  factory_reset: 'Factory reset',
  device_factory_reset: "Factory reset of the device's own settings",
  sync: 'Synchronise',
  reconfigure: 'Apply the configuration again',
};

/** Whether an operation can be asked of a device now, and why not. */
export function describeAvailability(
  gateway: Gateway,
  device: StoredDevice,
  operation: OperationCode,
) {
  const reason = obstacle(gateway, device, operation);
  return { operation, label: labels[operation], available: reason === null, reason };
}

function obstacle(gateway: Gateway, device: StoredDevice, operation: OperationCode): string | null {
  const type = gateway.deviceTypes.get(device.type_short_name);
  if (!type) return `device type "${device.type_short_name}" is no longer in config/device-types`;
  if (!type.operations[operation]) return `type "${type.short_name}" has no such operation`;
  return device.ip_address === null ? 'the device has no ip_address' : null;
}

/** The operation that was asked for last, or null where none ever was. */
export async function findLastOperation(gateway: Gateway, device: StoredDevice) {
  const row = await gateway.store.db
    .selectFrom('inventory_transaction')
    .select(['operation', 'id', 'status', 'created_at'])
    .where('device', '=', device.id)
    .where('kind', '=', 'operation')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { operation, id, status, created_at } = row;
  return { operation, transaction: id, status, datetime: new Date(created_at).toISOString() };
}
