import type { Adapter, WriteRequest } from '../../contract/adapter.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { DeviceType, ParameterSpec } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { getDeviceType, type StoredDevice } from '../device/find-device.ts';
import type { SettingChange } from './setting-change.ts';

/**
 * Returns the command of each change, by id of its parameter; null for a change without a command.
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

/** A write with its parameter and the desired value as JSON text. */
export interface Write extends WriteRequest<Record<string, unknown>> {
  readonly spec: ParameterSpec;
  readonly desiredJson: string;
}

/** Returns the write of a desired value by the command of its type, or a Fault. */
export function createWrite(
  type: DeviceType,
  variable: string,
  desiredJson: string,
): Write | Fault {
  const spec = type.parameters.find((one) => one.variable_name === variable);
  if (spec?.write === undefined)
    return new Fault('unsupported', `type "${type.short_name}" has no command that writes it`);
  const value: unknown = JSON.parse(desiredJson);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return new Fault('unsupported', `${desiredJson} cannot be written`);
  const isSecret = spec.type === 'password';
  return { variable, value, command: spec.write, isSecret, spec, desiredJson };
}

/**
 * Returns what a write sends, for people; null: the adapter does not tell.
 *
 * @throws Fault `unsupported` if the command cannot carry the value, or the device would not be seen to report it
 */
export function previewWrite(adapter: Adapter, write: Write): string | null {
  const { spec, value } = write;
  if (typeof value === 'string' && value !== value.trim() && adapter.trims?.(spec.read) === true)
    throw new Fault(
      'unsupported',
      'Leave out the white space at its ends: values are read from the device without it',
    );
  return adapter.previewWrite?.(write) ?? null;
}
