import type { Reading } from '../../contract/adapter.ts';
import { protocolsOf } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Connection } from '../device/connection.ts';
import { answeredState, updateDeviceStatus } from '../device/device-status.ts';
import {
  findDesiredSettings,
  markDrifted,
  settleSettings,
  type DesiredSetting,
  type PendingSetting,
  type SettlementFailure,
} from './pending-settings.ts';
import { serializeValue, upsertReportedValues } from './reported-values.ts';

/** Settings of a device after a read: settings that it has now, and pending settings that it does not have. */
export interface Reconciliation {
  readonly applied: readonly DesiredSetting[];
  readonly unapplied: readonly PendingSetting[];
}

interface Drift {
  readonly setting: DesiredSetting;
  readonly reportedJson: string;
}

/**
 * Stores the values that a device reported, and settles its settings: those with the desired value are applied, those
 * that were applied and have another value now have drifted. Pending ones with a failure have failed, the others stay
 * pending.
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
  const found = compare(await findDesiredSettings(gateway, device), readings);
  const { applied, unapplied, drifts } = found;
  const failed = unapplied.flatMap((setting) => {
    const failure = failures.get(setting.parameter.variable_name);
    return failure ? settleSettings(gateway, { device, settled: [setting] }, failure) : [];
  });
  await gateway.store.write([
    ...(await upsertReportedValues(gateway, connection, readings)),
    ...settleSettings(gateway, { device, settled: applied }, null),
    ...failed,
    ...drifts.flatMap((drift) => markDrifted(gateway, device, drift)),
    ...updateDeviceStatus(
      gateway,
      device,
      answeredState(device, connection.silent, protocolsOf(connection.type)),
    ),
  ]);
  return { applied, unapplied };
}

function compare(
  desired: readonly DesiredSetting[],
  readings: readonly Reading[],
): Reconciliation & { readonly drifts: readonly Drift[] } {
  const byVariable = new Map(readings.map((reading) => [reading.variable, reading]));
  const reportedOf = ({ parameter }: DesiredSetting) => {
    const reading = byVariable.get(parameter.variable_name);
    // A value that could not be read is no evidence.
    return reading === undefined || reading.value === null ? null : serializeValue(reading.value);
  };
  const hasDesired = (setting: DesiredSetting) => reportedOf(setting) === setting.desiredJson;
  const others = desired.filter((setting) => !hasDesired(setting));
  return {
    applied: desired.filter((setting) => setting.state !== 'applied' && hasDesired(setting)),
    unapplied: others.filter(({ state }) => state === 'pending'),
    drifts: others.flatMap((setting) => {
      const reportedJson = reportedOf(setting);
      return setting.state === 'applied' && reportedJson !== null
        ? [{ setting, reportedJson }]
        : [];
    }),
  };
}
