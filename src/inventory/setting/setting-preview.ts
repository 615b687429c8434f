import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { getDeviceType } from '../device/connection.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { SettingChange } from './setting-change.ts';
import { createWrite, previewWrite } from './setting-push.ts';

/**
 * Returns what each change would send to the device, by id of its parameter; null for a change that sends nothing.
 *
 * @throws Fault `invalid` with the changes whose value the type's command cannot carry, each under its path
 */
export function previewChanges(
  gateway: Gateway,
  device: StoredDevice,
  changes: readonly SettingChange[],
): ReadonlyMap<number, string | null> {
  const type = getDeviceType(gateway, device);
  const errors: Record<string, string[]> = {};
  const previews = changes.map(({ parameter, value, errorPath }) => {
    if (value === null) return [parameter.id, null] as const;
    const write = createWrite(type, parameter.variable_name, JSON.stringify(value));
    try {
      if (write instanceof Fault) throw write;
      const adapter = gateway.adapters.get(write.spec.protocol ?? type.connection.protocol);
      return [parameter.id, adapter ? previewWrite(adapter, write) : null] as const;
    } catch (error) {
      const fault = asFault(error);
      if (fault === null) throw error;
      errors[`${errorPath}.value`] = [`${fault.message}.`];
      return [parameter.id, null] as const;
    }
  });
  if (Object.keys(errors).length > 0)
    throw new Fault('invalid', 'invalid settings', { fields: errors });
  return new Map(previews);
}
