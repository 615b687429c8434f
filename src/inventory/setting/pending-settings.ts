import type { OperationCode } from '../../device-type.ts';
import type { FaultKind } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { updatePendingLogEntries, cancelPendingLogEntries } from '../device/device-log.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { parseDefaultValue } from './setting-change.ts';
import {
  sealSettingValue,
  findParameters,
  openSettingValue,
  findStoredSettings,
  type StoredParameter,
  type StoredSetting,
} from './setting.ts';

/** A setting whose desired value, as JSON text, the device does not have yet. */
export interface PendingSetting {
  readonly parameter: StoredParameter;
  readonly desiredJson: string;
}

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

/** Returns statements that settle pending settings and their log entries as applied, or as failed. */
export function settlePendingSettings(
  gateway: Gateway,
  {
    device,
    settled,
  }: { readonly device: StoredDevice; readonly settled: readonly PendingSetting[] },
  failure: SettlementFailure | null,
): Statement[] {
  if (settled.length === 0) return [];
  const at = gateway.now().getTime();
  const parameters = settled.map(({ parameter }) => parameter);
  const error = { error_code: failure?.code ?? null, error_message: failure?.message ?? null };
  const applied_at = failure ? null : at;
  const { db } = gateway.store;
  return [
    compileStatement(
      db
        .updateTable('inventory_setting')
        .set({ state: failure ? 'failed' : 'applied', applied_at, ...error })
        .where('device', '=', device.id)
        .where(
          'parameter',
          'in',
          parameters.map(({ id }) => id),
        )
        .where('state', '=', 'pending'),
    ),
    compileStatement(
      updatePendingLogEntries(gateway, device, parameters).set({
        is_pending: 0,
        is_applied: failure ? 0 : 1,
        applied_at,
        ...error,
      }),
    ),
  ];
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
 * Returns statements that update the stored settings after a reset, and none after any other operation. Reported values
 * are deleted. The desired values are the type's defaults after `factory_reset`, and unchanged after
 * `device_factory_reset`.
 */
export async function updateSettingsAfterReset(
  gateway: Gateway,
  device: StoredDevice,
  operation: OperationCode,
): Promise<Statement[]> {
  if (operation !== 'factory_reset' && operation !== 'device_factory_reset') return [];
  const desired = await findDesiredSettings(gateway, device);
  if (desired.length === 0) return [];
  const isToDefaults = operation === 'factory_reset';
  const parameters = desired.map(({ parameter }) => parameter);
  return [
    ...(isToDefaults ? [cancelPendingLogEntries(gateway, device, parameters)] : []),
    ...desired.map(({ parameter, desiredJson }) => {
      const json = isToDefaults ? defaultJson(parameter) : desiredJson;
      return updateDesired(
        gateway,
        { device, parameter },
        { desiredJson: json, isValueReset: true },
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
  }: { readonly desiredJson: string | null; readonly isValueReset: boolean },
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_setting')
    .set({
      wanted: desiredJson === null ? null : sealSettingValue(gateway, parameter, desiredJson),
      state: desiredJson === null ? null : 'pending',
      applied_at: null,
      error_code: null,
      error_message: null,
      updated_at: gateway.now().getTime(),
      ...(isValueReset && { value: null }),
    })
    .where('device', '=', device.id)
    .where('parameter', '=', parameter.id);
  return compileStatement(query);
}

async function findDesiredSettings(
  gateway: Gateway,
  device: StoredDevice,
): Promise<readonly (PendingSetting & Pick<StoredSetting, 'state'>)[]> {
  const [parameters, stored] = await Promise.all([
    findParameters(gateway, device),
    findStoredSettings(gateway, device),
  ]);
  return parameters.flatMap((parameter) => {
    const row = stored.get(parameter.id);
    if (!row || row.wanted === null) return [];
    return [
      {
        parameter,
        desiredJson: openSettingValue(gateway, parameter, row.wanted),
        state: row.state,
      },
    ];
  });
}
