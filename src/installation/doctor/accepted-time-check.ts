import { readAcceptedTime } from '../../gateway/accepted-time.ts';
import { ok, skipped, warning, type Found } from '../../contract/finding.ts';
import { verdictOn } from '../clock-command.ts';
import type { Check } from './check.ts';
import { readBeside } from './store-checks.ts';

/** The clock is plausible, so that what is too old is deleted and ended. */
export const acceptedTimeCheck: Check = {
  name: 'accepted time',
  run: async ({ config, isRunning }) => {
    const acceptedAt = await readBeside(config, readAcceptedTime);
    // The check of the store says why it cannot be read.
    if (acceptedAt === null) return [];
    return [acceptedTimeFinding(acceptedAt, isRunning)];
  },
};

/** Returns the finding on the clock of this machine, beside the time that the store has accepted last. */
export function acceptedTimeFinding(acceptedAt: number, isRunning: boolean): Found {
  const { isPlausible, text } = verdictOn({ now: Date.now(), acceptedAt });
  if (isPlausible) return ok(text);
  return isRunning ? warning(text, 'see gatehouse clock') : skipped(text);
}
