import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { JobRun } from '../../job.ts';
import type { Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';
import { markDesiredPending } from './pending-settings.ts';
import { reconcileSettings } from './reconcile-settings.ts';
import { serializeReadings } from './reported-values.ts';

const readTimeoutMs = 60_000;

/**
 * Reads all parameters of a device and settles its pending settings. `reconfigure` first marks all desired settings as
 * pending.
 *
 * @throws Fault `unsupported` if a setting is still pending, because no adapter can write yet; the readings are stored
 */
export async function syncSettings(
  gateway: Gateway,
  connection: Connection,
  work: JobRun,
): Promise<Readonly<Record<string, unknown>>> {
  const { device, adapter } = connection;
  if (work.operation === 'reconfigure')
    await gateway.store.write(await markDesiredPending(gateway, device));
  const readings = await work.runStep({ name: 'sync', timeoutMs: readTimeoutMs }, (signal) =>
    readParameters(gateway, connection, { variables: null, signal }),
  );
  const failure = { code: 'unsupported', message: `${adapter.name} cannot write` } as const;
  const { applied, unapplied } = await reconcileSettings(gateway, connection, {
    readings,
    failure,
  });
  if (unapplied.length > 0)
    throw new Fault(
      failure.code,
      `the parameters were read, but ${failure.message}: ${namesOf(unapplied).join(', ')}`,
    );
  return {
    variables: serializeReadings(connection, readings),
    ...(applied.length > 0 && { applied: namesOf(applied) }),
  };
}

function namesOf(settings: readonly { readonly parameter: { readonly variable_name: string } }[]) {
  return settings.map(({ parameter }) => parameter.variable_name);
}
