import type { Reading } from '../../adapter.ts';
import type { Gateway } from '../../gateway.ts';
import type { Connection } from '../device/connection.ts';
import { updateDeviceStatus } from '../device/device-status.ts';
import {
  findPendingSettings,
  settlePendingSettings,
  type PendingSetting,
  type SettlementFailure,
} from './pending-settings.ts';
import { serializeValue, upsertReportedValues } from './reported-values.ts';

/** Pending settings of a device, divided by whether the device reports the desired value. */
export interface Reconciliation {
  readonly applied: readonly PendingSetting[];
  readonly unapplied: readonly PendingSetting[];
}

/**
 * Stores the values that a device reported, and settles its pending settings: those with the desired value are applied,
 * those with a failure have failed, and the others stay pending.
 *
 * @param failures  why settings were not written, by variable
 */
export async function reconcileSettings(
  gateway: Gateway,
  connection: Connection,
  {
    readings,
    failures = new Map(),
  }: {
    readonly readings: readonly Reading[];
    readonly failures?: ReadonlyMap<string, SettlementFailure>;
  },
): Promise<Reconciliation> {
  const { device } = connection;
  const { applied, unapplied } = compare(await findPendingSettings(gateway, device), readings);
  const failed = unapplied.flatMap((setting) => {
    const failure = failures.get(setting.parameter.variable_name);
    return failure ? settlePendingSettings(gateway, { device, settled: [setting] }, failure) : [];
  });
  await gateway.store.write([
    ...(await upsertReportedValues(gateway, connection, readings)),
    ...settlePendingSettings(gateway, { device, settled: applied }, null),
    ...failed,
    updateDeviceStatus(gateway, device, { isUp: true }),
  ]);
  return { applied, unapplied };
}

function compare(pending: readonly PendingSetting[], readings: readonly Reading[]): Reconciliation {
  const reported = new Map(
    readings.map(({ variable, value }) => [variable, serializeValue(value)]),
  );
  const isApplied = ({ parameter, desiredJson }: PendingSetting) =>
    reported.get(parameter.variable_name) === desiredJson;
  return {
    applied: pending.filter(isApplied),
    unapplied: pending.filter((setting) => !isApplied(setting)),
  };
}
