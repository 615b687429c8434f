import { parentPort } from 'node:worker_threads';
import { wordSheet } from './printed-voucher.ts';
import type { Drawn, Sheet } from './sheet.ts';
import { drawVoucherSheet, MissingLetters } from './voucher-sheet.ts';

/* Draws a sheet: the event loop waits neither for the packages to load nor for the codes of a thousand vouchers. */

parentPort?.once('message', (sheet: Sheet) => {
  void draw(sheet).then((drawn) => parentPort?.postMessage(drawn));
});

async function draw(sheet: Sheet): Promise<Drawn> {
  try {
    return { pdf: await drawVoucherSheet(wordSheet(sheet), sheet.layout) };
  } catch (error) {
    if (error instanceof MissingLetters) return { missing: error.letters };
    throw error;
  }
}
