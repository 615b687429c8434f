import type { Reading } from '../../adapter.ts';
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

/** A setting that waits for its device, and the wanted value as JSON text. */
export interface PendingSetting {
  readonly parameter: StoredParameter;
  readonly desiredJson: string;
}

/** What waits for a device. */
export async function findPendingSettings(
  gateway: Gateway,
  device: StoredDevice,
): Promise<readonly PendingSetting[]> {
  return (await wantedOf(gateway, device)).filter(({ state }) => state === 'pending');
}

/** Divides what waits into what the device turned out to have already, and what it still lacks. */
export function comparePendingSettings(
  pending: readonly PendingSetting[],
  readings: readonly Reading[],
) {
  const read = new Map(readings.map(({ variable, value }) => [variable, serializeValue(value)]));
  const has = ({ parameter, desiredJson }: PendingSetting) =>
    read.get(parameter.variable_name) === desiredJson;
  return { taken: pending.filter(has), lacking: pending.filter((one) => !has(one)) };
}

/** A value of a device as JSON text; integers beyond 2^53 as text of digits. */
export function serializeValue(value: Reading['value']): string {
  return JSON.stringify(typeof value === 'bigint' ? value.toString() : value);
}

/** Statements that settle pending settings and their log lines: applied, or why not. */
export function settlePendingSettings(
  gateway: Gateway,
  {
    device,
    settled,
  }: { readonly device: StoredDevice; readonly settled: readonly PendingSetting[] },
  failure: { readonly code: string; readonly message: string } | null,
): Statement[] {
  if (settled.length === 0) return [];
  const at = gateway.now().getTime();
  const changed = settled.map(({ parameter }) => parameter);
  const why = { error_code: failure?.code ?? null, error_message: failure?.message ?? null };
  const applied_at = failure ? null : at;
  const { db } = gateway.store;
  return [
    compileStatement(
      db
        .updateTable('inventory_setting')
        .set({ state: failure ? 'failed' : 'applied', applied_at, ...why })
        .where('device', '=', device.id)
        .where(
          'parameter',
          'in',
          changed.map(({ id }) => id),
        )
        .where('state', '=', 'pending'),
    ),
    compileStatement(
      updatePendingLogEntries(gateway, device, changed).set({
        is_pending: 0,
        is_applied: failure ? 0 : 1,
        applied_at,
        ...why,
      }),
    ),
  ];
}

/** Everything that was ever wanted of a device is asked of it again. */
export async function markDesiredPending(
  gateway: Gateway,
  device: StoredDevice,
): Promise<Statement[]> {
  const wanted = await wantedOf(gateway, device);
  return wanted.map(({ parameter, desiredJson }) =>
    change(gateway, { device, parameter }, { desiredJson: desiredJson, forget: false }),
  );
}

/**
 * What a reset makes of the stored settings. What the device said before is no longer true; after `factory_reset` the
 * type's defaults are wanted, after `device_factory_reset` what was wanted before.
 */
export async function updateSettingsAfterReset(
  gateway: Gateway,
  device: StoredDevice,
  operation: string,
): Promise<Statement[]> {
  const wanted = await wantedOf(gateway, device);
  if (wanted.length === 0) return [];
  const isWhole = operation === 'factory_reset';
  const changed = wanted.map(({ parameter }) => parameter);
  return [
    ...(isWhole ? [cancelPendingLogEntries(gateway, device, changed)] : []),
    ...wanted.map(({ parameter, desiredJson }) => {
      const json = isWhole ? defaultJson(parameter) : desiredJson;
      return change(gateway, { device, parameter }, { desiredJson: json, forget: true });
    }),
  ];
}

function defaultJson(parameter: StoredParameter): string | null {
  return parameter.default_value === null ? null : JSON.stringify(parseDefaultValue(parameter));
}

function change(
  gateway: Gateway,
  { device, parameter }: { readonly device: StoredDevice; readonly parameter: StoredParameter },
  {
    desiredJson: wanted,
    forget,
  }: { readonly desiredJson: string | null; readonly forget: boolean },
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_setting')
    .set({
      wanted: wanted === null ? null : sealSettingValue(gateway, parameter, wanted),
      state: wanted === null ? null : 'pending',
      ...{
        applied_at: null,
        error_code: null,
        error_message: null,
        updated_at: gateway.now().getTime(),
      },
      ...(forget && { value: null }),
    })
    .where('device', '=', device.id)
    .where('parameter', '=', parameter.id);
  return compileStatement(query);
}

async function wantedOf(
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
