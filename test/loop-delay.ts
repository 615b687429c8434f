import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { longestDelayMs, watchLoop } from './loop-watch.ts';

/*
 * Loaded into a gateway by --import: reports each time for which work of its own kept the event loop too long, to standard error.
 */

const reportedMs = longestDelayMs();

if (isMainThread)
  watchLoop((delayMs) => {
    if (delayMs > reportedMs)
      writeSync(2, `loop stood still for ${Math.round(delayMs)} ms until ${Date.now()}\n`);
  });
