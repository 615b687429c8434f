import type { Reading } from '../../adapter.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { JobRun } from '../../job.ts';
import type { Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';
import { upsertReportedValues } from './reported-values.ts';
import {
  comparePendingSettings,
  serializeValue,
  findPendingSettings,
  settlePendingSettings,
  markDesiredPending,
} from './pending-settings.ts';

const longestMs = 60_000;

/**
 * Makes device and store agree: everything that can be read is read and kept, and what waits for the device is settled.
 * A change that the device shows already is applied. `reconfigure` first makes everything wait that was ever wanted.
 *
 * @throws Fault `unsupported` where something still waits: no adapter can write yet. What was read is kept all the same
 */
export async function syncSettings(
  gateway: Gateway,
  connection: Connection,
  work: JobRun,
): Promise<Readonly<Record<string, unknown>>> {
  const { device, adapter } = connection;
  if (work.operation === 'reconfigure')
    await gateway.store.write(await markDesiredPending(gateway, device));
  const signal = AbortSignal.any([work.signal, AbortSignal.timeout(longestMs)]);
  const readings = await readParameters(gateway, connection, { variables: null, signal });
  const { taken, lacking } = comparePendingSettings(
    await findPendingSettings(gateway, device),
    readings,
  );
  const names = lacking.map(({ parameter }) => parameter.variable_name).join(', ');
  const fault = new Fault(
    'unsupported',
    `the parameters were read, but ${adapter.name} cannot write: ${names}`,
  );
  await gateway.store.write([
    ...(await upsertReportedValues(gateway, connection, readings)),
    ...settlePendingSettings(gateway, { device, settled: taken }, null),
    ...settlePendingSettings(
      gateway,
      { device, settled: lacking },
      { code: fault.kind, message: `${adapter.name} cannot write` },
    ),
  ]);
  if (lacking.length > 0) throw fault;
  const applied = taken.map(({ parameter }) => parameter.variable_name);
  return {
    variables: serializeReadings(connection, readings),
    ...(applied.length > 0 && { applied }),
  };
}

/** Readings as a transaction's results show them; of a password only that it was read. */
export function serializeReadings(
  { type }: Pick<Connection, 'type'>,
  readings: readonly Reading[],
) {
  const secrets = new Set(
    type.parameters.filter((spec) => spec.type === 'password').map((spec) => spec.variable_name),
  );
  return readings.map((reading) => {
    const value: unknown = secrets.has(reading.variable)
      ? null
      : JSON.parse(serializeValue(reading.value));
    return {
      variable: reading.variable,
      value,
      ...('fault' in reading && { error: reading.fault }),
    };
  });
}
