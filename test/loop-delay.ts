import { writeSync } from 'node:fs';

/*
 * Loaded into a gateway by --import: reports each time for which work of its own kept the event loop, to standard error. Time
 * that other processes take from it does not count.
 */

const intervalMs = 5;
const reportedMs = 50;

let last = performance.now();
let worked = process.threadCpuUsage();
setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(worked);
  const delayMs = Math.min(now - last - intervalMs, (user + system) / 1000);
  last = now;
  worked = process.threadCpuUsage();
  if (delayMs > reportedMs)
    writeSync(2, `loop stood still for ${Math.round(delayMs)} ms until ${Date.now()}\n`);
}, intervalMs).unref();
