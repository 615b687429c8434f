import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a gateway by --import: reports each time for which work of its own kept the event loop, to standard error. Time
 * that other processes take from it does not count, and other threads may work as long as they like. The limit is 50 ms on a
 * machine on which the work of `workMs` takes 100 ms or less, and grows with it on a slower one.
 */

const intervalMs = 5;
const reportedMs = 50 * Math.max(1, workMs() / 100);

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

/** Returns the processor time that this machine takes for some work of the kind that requests are. */
function workMs(): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < 20; round += 1) {
    const items = Array.from({ length: 10_000 }, (_, at) => ({ at, name: `host ${at}` }));
    JSON.parse(JSON.stringify(items));
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

if (isMainThread) setInterval(report, intervalMs).unref();
