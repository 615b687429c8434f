import { parentPort } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';
import { drawVoucherSheet } from './voucher-sheet.ts';

/* Draws a sheet: the event loop waits neither for the packages to load nor for the codes of a thousand vouchers. */

parentPort?.once('message', (sheet: Sheet) => {
  void drawVoucherSheet(sheet).then((drawn) => parentPort?.postMessage(drawn));
});
