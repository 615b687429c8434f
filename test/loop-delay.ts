import { writeSync } from 'node:fs';

/* Loaded into a gateway by --import: reports each time for which its event loop stood still to standard error. */

const intervalMs = 5;
const reportedMs = 50;

let last = performance.now();
setInterval(() => {
  const now = performance.now();
  const delayMs = now - last - intervalMs;
  last = now;
  if (delayMs > reportedMs)
    writeSync(2, `loop stood still for ${Math.round(delayMs)} ms until ${Date.now()}\n`);
}, intervalMs).unref();
