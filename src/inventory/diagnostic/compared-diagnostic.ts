import { asFault } from '../../contract/errors.ts';
import type { Results } from './diagnostic-run.ts';

/* One diagnostic from the gateway and from the device, and where the difference lies. */

/** What one side measured, or why it could not. */
export type Side =
  | { readonly results: Results; readonly error?: never }
  | { readonly results?: never; readonly error: string };

/** Runs one side. A fault is what this side found. */
export async function runSide(run: () => Promise<Results>): Promise<Side> {
  try {
    return { results: await run() };
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    return { error: `${fault.kind}: ${fault.message}` };
  }
}

/** Where the difference lies: beyond both, before one of them, or nowhere. */
type Difference = 'none' | 'gateway' | 'device' | 'both';

const verdicts: Readonly<Record<Difference, string>> = {
  none: 'The target answers both the gateway and the device.',
  device:
    'The target answers the gateway and not the device: look at the device, its line and its settings.',
  gateway:
    'The target answers the device and not the gateway: look at the network of the gateway, or at a filter of the target.',
  both: 'The target answers neither the gateway nor the device: look at the target, or at the network that both paths share.',
};

/** Returns the results of a comparison. */
export function compareSides(gateway: Side, device: Side) {
  const [byGateway, byDevice] = [isAnswered(gateway), isAnswered(device)];
  const failed = byDevice ? 'gateway' : 'both';
  const difference: Difference = byGateway ? (byDevice ? 'none' : 'device') : failed;
  return { source: 'compare', difference, verdict: verdicts[difference], gateway, device };
}

/** True if a side got at least one answer of the target; a path, if its last hop is the target. */
function isAnswered({ results }: Side): boolean {
  if (results === undefined) return false;
  const { success_count, hops, response_time } = results;
  if (typeof success_count === 'number') return success_count > 0;
  return hops === undefined || response_time !== null;
}
