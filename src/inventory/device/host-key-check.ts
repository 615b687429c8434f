import type { HostKey, HostKeyCheck } from '../../adapter.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { mustChange } from '../../store/store.ts';
import type { HostKeyPolicy } from './connection-service.ts';
import { insertDeviceLogEntry } from './device-log.ts';
import type { StoredDevice } from './find-device.ts';

/**
 * Returns the check of a device's SSH host key. It records the first key (`first_use`) or requires the key in `host_key`
 * (`pinned`), and refuses and logs any other key until `host_key` is cleared.
 */
export function createHostKeyCheck(
  gateway: Gateway,
  device: StoredDevice,
  policy: HostKeyPolicy,
): HostKeyCheck {
  return async (key) => {
    const shown = `${key.algorithm} ${key.fingerprint}`;
    const known = await recordedKey(gateway, device.id);
    if (known === shown) return true;
    if (known === null && policy === 'first_use') return record(gateway, device, shown);
    await gateway.store.write([
      insertDeviceLogEntry(gateway, device, {
        action: 'alert',
        variable_name: 'host_key',
        old_value: known,
        value: shown,
        error_message: reason(known, key),
      }),
    ]);
    return false;
  };
}

async function recordedKey(gateway: Gateway, device: number): Promise<string | null> {
  const row = await gateway.store.db
    .selectFrom('inventory_device')
    .select('host_key')
    .where('id', '=', device)
    .executeTakeFirst();
  return row?.host_key ?? null;
}

/** Records the first key. Of two concurrent first connections, one records its key; the other must have the same. */
async function record(gateway: Gateway, device: StoredDevice, shown: string): Promise<boolean> {
  const { db } = gateway.store;
  const first = db
    .updateTable('inventory_device')
    .set({ host_key: shown })
    .where('id', '=', device.id)
    .where('host_key', 'is', null);
  try {
    await gateway.store.write([
      mustChange(first),
      insertDeviceLogEntry(gateway, device, {
        action: 'event',
        variable_name: 'host_key',
        value: shown,
      }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict') throw error;
    return (await recordedKey(gateway, device.id)) === shown;
  }
}

function reason(known: string | null, key: HostKey): string {
  const seen = `${key.algorithm} ${key.fingerprint}`;
  return known === null
    ? `the profile requires a pinned key and host_key is empty; seen: ${seen}`
    : `the host key changed; seen: ${seen}`;
}
