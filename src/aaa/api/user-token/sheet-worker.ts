import { Worker } from 'node:worker_threads';
import { Fault } from '../../../contract/errors.ts';
import { FairQueue } from '../../../runtime/fair-queue.ts';
import { siblingModule } from '../../../runtime/package-root.ts';
import type { Drawn, Sheet } from './sheet.ts';

/** Above the time of a thousand vouchers on a small machine. */
const limitMs = 60_000;
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** Limits of waiting sheets: of an organization directly below the root with all below it, and of the gateway. */
const maxWaitingOfTenant = 8;
const maxWaiting = 64;
/** Maximum wait for a turn; the time of drawing is not part of it. */
const maxWaitMs = 30_000;

/** @param tenant  organization directly below the root that the sheet is for; null: the root itself */
type Draw = (sheet: Sheet, tenant: number | null) => Promise<Uint8Array>;

/**
 * Returns the function that draws one sheet after the other, and of each tenant in turn.
 *
 * @returns a function that throws Fault `overloaded` if too many sheets of the tenant wait, or in all, or this one for too long
 */
export function queueSheets(
  draw: (sheet: Sheet) => Promise<Uint8Array>,
  limits: { readonly maxWaitMs: number } = { maxWaitMs },
): Draw {
  const queue = new FairQueue({
    lanes: ['sheet'],
    concurrency: 1,
    maxWaiting,
    maxWaitingOfClient: { sheet: maxWaitingOfTenant },
    ...limits,
  });
  return (sheet, tenant) => queue.run({ lane: 'sheet', client: String(tenant) }, () => draw(sheet));
}

/**
 * Draws a sheet as PDF in a thread of its own, which ends with it.
 *
 * @throws Fault `overloaded` if too many sheets wait, or one takes too long; `invalid` naming letters that cannot be printed
 */
export const drawInThread = queueSheets(draw);

async function draw(sheet: Sheet): Promise<Uint8Array> {
  const thread = new Worker(siblingModule('./sheet-thread', import.meta.url), { resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  try {
    const drawn = await new Promise<Drawn>((resolve, reject) => {
      thread.on('message', resolve).on('error', reject);
      thread.postMessage(sheet);
      timer = setTimeout(() => {
        reject(new Fault('overloaded', `A sheet took longer than ${limitMs / 1000} s.`));
      }, limitMs);
    });
    if ('pdf' in drawn) return drawn.pdf;
    throw Fault.field(
      'name',
      `The sheet has letters that its fonts lack: ${drawn.missing.join(' ')}`,
    );
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
