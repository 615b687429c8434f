import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay } from '../../runtime/backoff.ts';

const maxAttempts = 5;
/** The waits of all attempts take half a second together: a NAS sends again after some seconds. */
const retries = { initialMs: 30, maxMs: 250, jitter: 0.5 };

/** Does something again while it fails with an error that may be over a moment later. @throws the last error */
export async function retrying<T>(
  isTransient: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isTransient(error)) throw error;
      await sleep(backoffDelay(attempt, retries));
    }
}
