import { startConsoleSite } from './console-site.ts';
import { firstView } from './first-view.ts';
import { openConsoles } from './open-consoles.ts';
import { addDevices, scroll } from './scroll.ts';

const maxSeconds = 900;

/**
 * Measures the console in Chromium: the first view on a slow link and processor, a long list, and twenty open consoles.
 * A budget that is exceeded makes the exit status 1.
 */
export async function consolePages(signal: AbortSignal): Promise<string> {
  const site = await startConsoleSite(maxSeconds);
  try {
    const first = await firstView(site, signal);
    addDevices(site.gateway.database);
    const list = await scroll(site);
    const exceeded = [...first.exceeded, ...list.exceeded];
    if (exceeded.length > 0) process.exitCode = 1;
    const budgets =
      exceeded.length === 0
        ? 'Every budget of the console is kept.\n'
        : `Exceeded budgets of the console:\n${exceeded.map((line) => `  ${line}\n`).join('')}`;
    return [first.table, list.table, await openConsoles(site, signal), budgets].join('\n');
  } finally {
    await site.stop();
  }
}
