import type { Updateable } from 'kysely';
import type { FaultKind } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import {
  cancelPendingLogEntries,
  insertDeviceLogEntry,
  updatePendingLogEntries,
} from '../transaction/device-log.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { Tables } from '../../contract/tables.ts';
import { parseDefaultValue } from './setting-change.ts';
import {
  sealSettingValue,
  findParameters,
  openSettingValue,
  findStoredSettings,
  maskLoggedValue,
  type StoredParameter,
} from './setting.ts';

/** A setting with its desired value as JSON text. */
export interface DesiredSetting {
  readonly parameter: StoredParameter;
  readonly desiredJson: string;
  /** The desired value as it is stored: an update applies only while it is the same. */
  readonly stored: string;
  readonly state: string | null;
}

/** A setting whose desired value the device does not have yet. */
export type PendingSetting = DesiredSetting;

export async function findPendingSettings(
  gateway: Gateway,
  device: StoredDevice,
): Promise<readonly PendingSetting[]> {
  return (await findDesiredSettings(gateway, device)).filter(({ state }) => state === 'pending');
}

/** Reason why pending settings failed. */
export interface SettlementFailure {
  readonly code: FaultKind;
  readonly message: string;
}

/** Returns statements that settle settings and their log entries as applied, or pending ones as failed. */
export function settleSettings(
  gateway: Gateway,
  {
    device,
    settled,
  }: { readonly device: StoredDevice; readonly settled: readonly DesiredSetting[] },
  failure: SettlementFailure | null,
): Statement[] {
  if (settled.length === 0) return [];
  const applied_at = failure ? null : gateway.now().getTime();
  const outcome = {
    applied_at,
    error_code: failure?.code ?? null,
    error_message: failure?.message ?? null,
  };
  const state = failure ? 'failed' : 'applied';
  const entries = updatePendingLogEntries(
    gateway,
    device,
    settled.map(({ parameter }) => parameter),
  );
  return [
    ...settled.map((setting) => updateState(gateway, { device, setting }, { state, ...outcome })),
    compileStatement(
      entries
        .set({ is_pending: 0, is_applied: failure ? 0 : 1, ...outcome })
        // A value that was requested during the write is still pending, and so is its entry.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('inventory_setting as s')
                .select('s.id')
                .whereRef('s.device', '=', 'inventory_device_log.device')
                .whereRef('s.parameter', '=', 'inventory_device_log.parameter')
                .where('s.state', '=', 'pending'),
            ),
          ),
        ),
    ),
  ];
}

/** Returns statements that mark an applied setting as drifted, with an event in the device log. */
export function markDrifted(
  gateway: Gateway,
  device: StoredDevice,
  { setting, reportedJson }: { readonly setting: DesiredSetting; readonly reportedJson: string },
): Statement[] {
  const { parameter, desiredJson } = setting;
  return [
    updateState(gateway, { device, setting }, { state: 'drifted' }),
    insertDeviceLogEntry(gateway, device, {
      action: 'event',
      variable_name: parameter.variable_name,
      parameter: parameter.id,
      old_value: maskLoggedValue(parameter, desiredJson),
      value: maskLoggedValue(parameter, reportedJson),
      error_message: 'the device has changed the value',
    }),
  ];
}

function updateState(
  gateway: Gateway,
  { device, setting }: { readonly device: StoredDevice; readonly setting: DesiredSetting },
  values: Pick<Updateable<Tables['inventory_setting']>, 'state' | 'applied_at' | 'error_code'>,
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_setting')
    .set(values)
    .where('device', '=', device.id)
    .where('parameter', '=', setting.parameter.id)
    .where('desired', '=', setting.stored);
  return compileStatement(query);
}

/** Returns statements that mark all desired settings of a device as pending. */
export async function markDesiredPending(
  gateway: Gateway,
  device: StoredDevice,
): Promise<Statement[]> {
  const desired = await findDesiredSettings(gateway, device);
  return desired.map(({ parameter, desiredJson }) =>
    updateDesired(gateway, { device, parameter }, { desiredJson, isValueReset: false }),
  );
}

/**
 * Returns statements that update the stored settings after a reset. Reported values are deleted. The desired values are the
 * type's defaults after a reset to `defaults`, and unchanged after one to `desired`.
 */
export async function updateSettingsAfterReset(
  gateway: Gateway,
  device: StoredDevice,
  resetsTo: 'defaults' | 'desired',
): Promise<Statement[]> {
  const desired = await findDesiredSettings(gateway, device);
  if (desired.length === 0) return [];
  const isToDefaults = resetsTo === 'defaults';
  const parameters = desired.map(({ parameter }) => parameter);
  return [
    ...(isToDefaults ? [cancelPendingLogEntries(gateway, device, parameters)] : []),
    ...desired.map(({ parameter, desiredJson }) => {
      const json = isToDefaults ? defaultJson(parameter) : desiredJson;
      return updateDesired(
        gateway,
        { device, parameter },
        { desiredJson: json, isValueReset: true, isTemplateReset: isToDefaults },
      );
    }),
  ];
}

function defaultJson(parameter: StoredParameter): string | null {
  return parameter.default_value === null ? null : JSON.stringify(parseDefaultValue(parameter));
}

function updateDesired(
  gateway: Gateway,
  { device, parameter }: { readonly device: StoredDevice; readonly parameter: StoredParameter },
  {
    desiredJson,
    isValueReset,
    isTemplateReset = false,
  }: {
    readonly desiredJson: string | null;
    readonly isValueReset: boolean;
    readonly isTemplateReset?: boolean;
  },
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_setting')
    .set({
      desired: desiredJson === null ? null : sealSettingValue(gateway, parameter, desiredJson),
      state: desiredJson === null ? null : 'pending',
      applied_at: null,
      error_code: null,
      error_message: null,
      updated_at: gateway.now().getTime(),
      ...(isValueReset && { value: null }),
      ...(isTemplateReset && { template: null, origin: null }),
    })
    .where('device', '=', device.id)
    .where('parameter', '=', parameter.id);
  return compileStatement(query);
}

/** Returns the settings of a device that have a desired value, in the order of the type's file. */
export async function findDesiredSettings(
  gateway: Gateway,
  device: StoredDevice,
): Promise<readonly DesiredSetting[]> {
  const [parameters, stored] = await Promise.all([
    findParameters(gateway, device),
    findStoredSettings(gateway, device),
  ]);
  return parameters.flatMap((parameter) => {
    const row = stored.get(parameter.id);
    if (!row || row.desired === null) return [];
    return [
      {
        parameter,
        desiredJson: openSettingValue(gateway, parameter, row.desired),
        stored: row.desired,
        state: row.state,
      },
    ];
  });
}
