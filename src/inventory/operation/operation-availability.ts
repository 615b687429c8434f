import type { OperationCode } from '../../device-type.ts';
import type { Gateway } from '../../gateway.ts';
import { missingTypeText } from '../device/connection.ts';
import type { StoredDevice } from '../device/find-device.ts';

const labels: Readonly<Record<OperationCode, string>> = {
  reboot: 'Reboot',
  factory_reset: 'Factory reset',
  device_factory_reset: "Factory reset of the device's own settings",
  sync: 'Synchronise',
  reconfigure: 'Apply the configuration again',
};

/** Returns an operation with its label, and the reason if it is not available on a device now. */
export function describeAvailability(
  gateway: Gateway,
  device: StoredDevice,
  operation: OperationCode,
) {
  const reason = unavailableReason(gateway, device, operation);
  return { operation, label: labels[operation], available: reason === null, reason };
}

function unavailableReason(
  gateway: Gateway,
  device: StoredDevice,
  operation: OperationCode,
): string | null {
  const type = gateway.deviceTypes.get(device.type_short_name);
  if (!type) return missingTypeText(device);
  if (!type.operations[operation]) return `type "${type.short_name}" has no such operation`;
  return device.ip_address === null ? 'the device has no ip_address' : null;
}

/** Returns the operation that was requested last, or null if there was none. */
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
