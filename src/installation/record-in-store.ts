import type { Config } from '../config/load-config.ts';
import { openExisting } from '../site/open-existing.ts';
import { recordCommand } from '../upkeep/audit/command-audit.ts';

/**
 * Writes a command to the audit of the store that it has made.
 *
 * @returns the lines to print if that cannot be done, such as in the store of an earlier version
 */
export async function recordInStore(config: Config, command: string): Promise<readonly string[]> {
  try {
    const { store } = await openExisting(config);
    try {
      await recordCommand(store, { command }, { isDone: true, now: new Date() });
    } finally {
      await store.close();
    }
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`This command is not in the audit of the store: ${reason}`];
  }
}
