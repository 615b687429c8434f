import { startConsoleSite } from './console-site.ts';
import { firstView } from './first-view.ts';
import { openConsoles } from './open-consoles.ts';
import { addDevices, scroll } from './scroll.ts';

const maxSeconds = 900;

/**
 * Measures the console in Chromium: the first view on a slow link and processor, a long list, and twenty open consoles. Prints
 * each table when it is measured. A budget that is exceeded makes the exit status 1.
 *
 * @returns the budgets that were exceeded, in words
 */
export async function consolePages(signal: AbortSignal): Promise<string> {
  const site = await startConsoleSite(maxSeconds);
  try {
    const first = await firstView(site, signal);
    console.log(first.table);
    addDevices(site.gateway.database);
    const list = await scroll(site);
    console.log(list.table);
    console.log(await openConsoles(site, signal));
    const exceeded = [...first.exceeded, ...list.exceeded];
    if (exceeded.length === 0) return 'Every budget of the console is kept.\n';
    process.exitCode = 1;
    return `Exceeded budgets of the console:\n${exceeded.map((line) => `  ${line}\n`).join('')}`;
  } finally {
    await site.stop();
  }
}
