import { operationsOf, publishedOperations } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { OperationSpec } from '../../device-type/device-operation.ts';
import { missingTypeText, type StoredDevice } from '../device/find-device.ts';

const labels: Readonly<Record<string, string>> = {
  reboot: 'Reboot',
  factory_reset: 'Factory reset',
  device_factory_reset: "Factory reset of the device's own settings",
  sync: 'Synchronise',
  reconfigure: 'Apply the configuration again',
};

/**
 * Returns the published operations and the others of a device's type, each with its label and parameters, and the reason if
 * it is not available now.
 */
export function describeOperations(gateway: Gateway, device: StoredDevice) {
  const type = gateway.deviceTypes.get(device.type_short_name);
  const known: ReadonlyMap<string, OperationSpec> = type ? operationsOf(type) : new Map();
  const codes = new Set<string>([...publishedOperations, ...known.keys()]);
  return [...codes].map((operation) => {
    const spec = known.get(operation);
    const reason = type ? reasonOf(device, spec) : missingTypeText(gateway, device);
    return {
      operation,
      label: spec?.label ?? labels[operation] ?? operation,
      available: reason === null,
      reason,
      parameters: spec?.parameters ?? {},
      experimental: spec !== undefined && (type?.experimental === true || spec.experimental),
    };
  });
}

function reasonOf(
  { type_short_name, ip_address }: StoredDevice,
  spec: OperationSpec | undefined,
): string | null {
  if (!spec) return `type "${type_short_name}" has no such operation`;
  return ip_address === null ? 'the device has no ip_address' : null;
}

/** Returns the last requested operation, or null. */
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
