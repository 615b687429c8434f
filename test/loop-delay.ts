import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a gateway by --import: reports each time for which work of its own kept the event loop, to standard error. Time
 * that other processes take from it does not count, and other threads may work as long as they like.
 */

const intervalMs = 5;
const reportedMs = 50;

let last = performance.now();
let worked = process.threadCpuUsage();
const report = () => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(worked);
  const delayMs = Math.min(now - last - intervalMs, (user + system) / 1000);
  last = now;
  worked = process.threadCpuUsage();
  if (delayMs > reportedMs)
    writeSync(2, `loop stood still for ${Math.round(delayMs)} ms until ${Date.now()}\n`);
};
if (isMainThread) setInterval(report, intervalMs).unref();
