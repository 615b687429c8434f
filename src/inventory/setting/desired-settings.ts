import type { Gateway } from '../../gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { insertDeviceLogEntry, cancelPendingLogEntries } from '../device/device-log.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { SettingChange } from './setting-change.ts';
import {
  sealSettingValue,
  maskLoggedValue,
  openSettingValue,
  findStoredSettings,
  type StoredParameter,
  type StoredSetting,
} from './setting.ts';

/** Settings that somebody wants of a device. */
export interface DesiredSettings {
  readonly device: StoredDevice;
  readonly changes: readonly SettingChange[];
  readonly user: number;
}

/**
 * Keeps what is wanted of a device. What it does not have yet is pending, with a line in its log, until it has taken
 * it; what it has already is not asked of it again.
 *
 * @returns ids of the parameters for which something else is wanted than before
 */
export async function saveDesiredSettings(
  gateway: Gateway,
  { device, changes, user }: DesiredSettings,
): Promise<readonly number[]> {
  const stored = await findStoredSettings(gateway, device);
  const steps = changes.map((change) => ({
    change,
    step: stepOf(change, known(gateway, change, stored)),
  }));
  const context = { gateway, device, user };
  await gateway.store.write(
    steps.flatMap(({ change, step }) => statementsOf(context, change.parameter, step)),
  );
  return steps.filter(({ step }) => step.kind !== 'none').map(({ change }) => change.parameter.id);
}

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'there' | 'pending'; readonly json: string; readonly before: string | null };

/** What is known of a setting, as JSON text: what the device said, what was wanted last, and whether that still waits. */
interface Known {
  readonly before: string | null;
  readonly wanted: string | null;
  readonly isPending: boolean;
}

function known(
  gateway: Gateway,
  { parameter }: SettingChange,
  stored: ReadonlyMap<number, StoredSetting>,
): Known {
  const row = stored.get(parameter.id);
  const shown = (kept: string | null) =>
    kept === null ? null : openSettingValue(gateway, parameter, kept);
  return row
    ? { before: shown(row.value), wanted: shown(row.wanted), isPending: row.state === 'pending' }
    : { before: null, wanted: null, isPending: false };
}

function stepOf({ value }: SettingChange, { before, wanted, isPending }: Known): Step {
  const json = JSON.stringify(value);
  if (wanted === json && (before === json || isPending)) return { kind: 'none' };
  if (value === null && before === null && wanted === null) return { kind: 'none' };
  return { kind: before === json ? 'there' : 'pending', json, before };
}

interface Writing {
  readonly gateway: Gateway;
  readonly device: StoredDevice;
  readonly user: number;
}

function statementsOf(
  { gateway, device, user }: Writing,
  parameter: StoredParameter,
  step: Step,
): Statement[] {
  if (step.kind === 'none') return [];
  const { json, before } = step;
  const line = {
    ...{
      action: 'set',
      variable_name: parameter.variable_name,
      parameter: parameter.id,
      user,
      origin: 'api',
    },
    ...{ old_value: maskLoggedValue(parameter, before), value: maskLoggedValue(parameter, json) },
    is_pending: 1,
  } as const;
  return [
    cancelPendingLogEntries(gateway, device, [parameter]),
    upsert(gateway, { device, parameter, json, isThere: step.kind === 'there' }),
    ...(step.kind === 'pending' ? [insertDeviceLogEntry(gateway, device, line)] : []),
  ];
}

interface Wanted {
  readonly device: StoredDevice;
  readonly parameter: StoredParameter;
  readonly json: string;
  readonly isThere: boolean;
}

function upsert(gateway: Gateway, { device, parameter, json, isThere }: Wanted): Statement {
  const at = gateway.now().getTime();
  const wanted = {
    ...{
      wanted: sealSettingValue(gateway, parameter, json),
      state: isThere ? 'applied' : 'pending',
    },
    ...{ applied_at: isThere ? at : null, error_code: null, error_message: null, updated_at: at },
  };
  const insert = gateway.store.db
    .insertInto('inventory_setting')
    .values({ device: device.id, parameter: parameter.id, created_at: at, ...wanted });
  return compileStatement(
    insert.onConflict((conflict) => conflict.columns(['device', 'parameter']).doUpdateSet(wanted)),
  );
}
