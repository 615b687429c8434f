import { readAcceptedTime } from '../../gateway/accepted-time.ts';
import { ok, skipped, warning } from '../../contract/finding.ts';
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
    const { isPlausible, text } = verdictOn({ now: Date.now(), acceptedAt });
    if (isPlausible) return [ok(text)];
    return [isRunning ? warning(text, 'see gatehouse clock') : skipped(text)];
  },
};
