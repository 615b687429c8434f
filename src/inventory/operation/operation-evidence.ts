import { asFault } from '../../contract/errors.ts';
import { isSentOnce } from '../../device-type/device-operation.ts';
import { readParameters } from '../device/parameter.ts';
import { reconcileSettings } from '../setting/reconcile-settings.ts';
import type { OperationRun } from './operation-command.ts';

const readTimeoutMs = 60_000;

/**
 * Reads a device again after a verified operation, and stores the reported values: all parameters after a restart or
 * where the verified value describes the device (such as its firmware), else the verified value. A device that does not
 * answer keeps its stored values, since the operation has completed.
 */
export async function storeEvidence(run: OperationRun): Promise<void> {
  const variables = evidenceOf(run);
  if (variables !== null && variables.length === 0) return;
  const { gateway, connection, work } = run;
  try {
    const readings = await work.runStep({ name: 'evidence', timeoutMs: readTimeoutMs }, (signal) =>
      readParameters(gateway, connection, { variables, signal }),
    );
    await reconcileSettings(gateway, connection, { readings });
  } catch (error) {
    const fault = asFault(error);
    if (fault === null || work.signal.aborted) throw error;
    gateway.log.debug(
      { transaction: work.id, reason: fault.message },
      'a verified operation: cannot read the device again',
    );
  }
}

/** Returns the variables that an operation may have changed; null: all. */
function evidenceOf({ spec, connection }: OperationRun): readonly string[] | null {
  const { verify, steps = [] } = spec;
  const variable = verify?.equals ?? verify?.reads_back;
  const isDescribing = connection.type.parameters.some(
    ({ variable_name, describes }) => variable_name === variable && describes !== undefined,
  );
  const hasRestarted = verify?.uptime !== undefined || steps.some(isSentOnce);
  if (hasRestarted || isDescribing) return null;
  return variable === undefined ? [] : [variable];
}
