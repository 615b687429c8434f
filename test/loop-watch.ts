const intervalMs = 5;

/**
 * Measures how long work of this thread keeps its event loop. Time that other processes take from it does not count, and other
 * threads may work as long as they like.
 *
 * @param onDelay  called for each turn of the loop that was late, with the milliseconds
 * @returns        ends the measurement
 */
export function watchLoop(onDelay: (delayMs: number) => void): () => void {
  let last = performance.now();
  let worked = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(worked);
    const delayMs = Math.min(now - last - intervalMs, (user + system) / 1000);
    last = now;
    worked = process.threadCpuUsage();
    onDelay(delayMs);
  }, intervalMs).unref();
  return () => {
    clearInterval(timer);
  };
}

/** Returns the longest time that a loop may be kept: 50 ms on a machine that is fast enough, longer on a slower one. */
export function longestDelayMs(): number {
  return 50 * Math.max(1, workMs() / 100);
}

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
