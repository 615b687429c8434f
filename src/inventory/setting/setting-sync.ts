import type { Reading } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';
import {
  findPendingSettings,
  markDesiredPending,
  type DesiredSetting,
  type PendingSetting,
} from './pending-settings.ts';
import { reconcileSettings, type Reconciliation } from './reconcile-settings.ts';
import { followVariables } from './rendered-settings.ts';
import { serializeReadings } from './reported-values.ts';
import { pushSettings, type PushResult } from './setting-push.ts';

const readTimeoutMs = 60_000;

/**
 * Reads all parameters of a device and writes its pending settings. An interrupted run is repeated: writing a value twice is
 * harmless.
 *
 * @param writesAll  true: it writes all desired settings, those included that the device reports already
 * @throws Fault of the first setting that was not written; the readings are stored
 */
export async function syncSettings(
  gateway: Gateway,
  connection: Connection,
  { work, writesAll }: { readonly work: JobRun; readonly writesAll: boolean },
): Promise<Readonly<Record<string, unknown>>> {
  await renderAgain(gateway, connection);
  if (writesAll) await gateway.store.write(await markDesiredPending(gateway, connection.device));
  const forced = writesAll ? await findPendingSettings(gateway, connection.device) : [];
  const readings = await work.runStep({ name: 'sync', timeoutMs: readTimeoutMs }, (signal) =>
    readParameters(gateway, connection, { variables: null, signal }),
  );
  // Reported values do not settle settings that such a run has not written yet.
  const found = writesAll
    ? { applied: [], unapplied: forced }
    : await reconcileSettings(gateway, connection, { readings });
  const pushed = await writePending(gateway, connection, {
    settings: found.unapplied,
    readings,
    work,
  });
  const applied = [...found.applied, ...pushed.applied];
  return {
    variables: serializeReadings(connection, pushed.readings),
    ...(applied.length > 0 && { applied: namesOf(applied) }),
  };
}

/** Lets the settings follow the variables of the device. */
async function renderAgain(gateway: Gateway, { device }: Connection): Promise<void> {
  const followed = await followVariables(gateway, [device]);
  await gateway.store.write(followed.flatMap(({ statements }) => statements));
}

interface Push {
  readonly settings: readonly PendingSetting[];
  /** What the device reported before. */
  readonly readings: readonly Reading[];
  readonly work: JobRun;
  /** Returns the results of a transaction that fails, see `Fault`; absent: no results. */
  readonly resultsOf?: (failures: PushResult['failures']) => readonly unknown[];
}

/**
 * Writes settings, stores what the device reports afterwards, and settles them.
 *
 * @throws Fault if one was not written
 */
export async function writePending(
  gateway: Gateway,
  connection: Connection,
  { settings, readings: before, work, resultsOf }: Push,
): Promise<Pick<Reconciliation, 'applied'> & { readonly readings: readonly Reading[] }> {
  if (settings.length === 0) return { applied: [], readings: before };
  const pushed = await pushSettings(gateway, connection, { settings, work });
  const { failures } = pushed;
  const readings = withLater(before, pushed.readings);
  const { applied } = await reconcileSettings(gateway, connection, { readings, failures });
  const [first] = failures.values();
  if (first)
    throw new Fault(
      first.code,
      `not applied: ${[...failures.values()].map(({ message }) => message).join('; ')}`,
      resultsOf && { results: resultsOf(failures) },
    );
  return { applied, readings };
}

/** Returns readings in their order, each replaced by a later one of its variable, and the further ones. */
function withLater(readings: readonly Reading[], later: readonly Reading[]): readonly Reading[] {
  const byVariable = new Map([...readings, ...later].map((reading) => [reading.variable, reading]));
  return [...byVariable.values()];
}

/** Returns the variables of settings. */
export function namesOf(settings: readonly DesiredSetting[]) {
  return settings.map(({ parameter }) => parameter.variable_name);
}
