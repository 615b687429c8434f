import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A tenth of the processor while another process wants all of it. */
const niceness = 10;

/** Lowers the priority of the threads of this process; threads that they start later inherit it. */
export function lowerPriority(): void {
  for (const thread of threads())
    try {
      if (getPriority(thread) < niceness) setPriority(thread, niceness);
    } catch {
      // The thread has ended, or the system does not allow it; the work is done anyway.
      continue;
    }
}

/** Returns the ids of the threads; on a system that does not list them, the id of the process. */
function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
