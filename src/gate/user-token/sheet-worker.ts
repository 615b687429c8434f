import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { Semaphore } from '../../runtime/semaphore.ts';
import type { Sheet } from './sheet.ts';

/** Above the time of a thousand vouchers on a small machine. */
const limitMs = 60_000;
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
const sheets = new Semaphore({ max: 1, maxWaiting: 8, name: 'sheets' });

/**
 * Draws a sheet as PDF in a thread of its own, which ends with it.
 *
 * @throws Fault `overloaded` if too many sheets wait, or one takes too long
 */
export function drawInThread(sheet: Sheet): Promise<Uint8Array> {
  return sheets.run(() => draw(sheet));
}

async function draw(sheet: Sheet): Promise<Uint8Array> {
  const thread = new Worker(new URL('./sheet-thread.js', import.meta.url), { resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', resolve).on('error', reject);
      thread.postMessage(sheet);
      timer = setTimeout(() => {
        reject(new Fault('overloaded', `A sheet took longer than ${limitMs / 1000} s.`));
      }, limitMs);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
