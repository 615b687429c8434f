import { validateAgainst } from '../../contract/schema.ts';
import { compareSides, runSide, type Side } from '../diagnostic/compared-diagnostic.ts';
import { refusalOfDevice, runOnDevice } from '../diagnostic/device-diagnostics.ts';
import { diagnosticSchemas, type DiagnosticCode } from '../diagnostic/diagnostic-schemas.ts';
import { runOnGateway } from '../diagnostic/gateway-diagnostics.ts';
import type { Examination } from './examination.ts';

type Keys = Readonly<Record<string, unknown>>;

/** Runs a diagnostic from the gateway. */
export function probeFromGateway(
  { gateway, work }: Examination,
  operation: DiagnosticCode,
  keys: Keys,
): Promise<Side> {
  const asked = { operation, parameters: withDefaults(operation, keys) };
  return runSide(() => runOnGateway(gateway, asked, work));
}

/** Runs a diagnostic on the device; null if its type cannot run it so, or the device does not answer. */
export async function probeFromDevice(
  { gateway, work, device, isReachable }: Examination,
  operation: DiagnosticCode,
  keys: Keys,
): Promise<Side | null> {
  const asked = { operation, parameters: withDefaults(operation, keys) };
  if (!isReachable || refusalOfDevice(gateway, device, asked) !== null) return null;
  return runSide(() => runOnDevice(gateway, asked, work));
}

/** Runs a diagnostic from the gateway and, where its type can, on the device; `device` null: it was not asked. */
export async function probeFromBoth(
  examination: Examination,
  operation: DiagnosticCode,
  keys: Keys,
) {
  const gateway = await probeFromGateway(examination, operation, keys);
  const device = await probeFromDevice(examination, operation, keys);
  const { difference } = compareSides(gateway, device ?? gateway);
  return { difference, gateway, device };
}

function withDefaults(operation: DiagnosticCode, keys: Keys): Keys {
  return validateAgainst<Keys>(diagnosticSchemas[operation], { ...keys }, 'parameters');
}
