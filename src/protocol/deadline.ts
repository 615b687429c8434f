import { asFault, Fault } from '../contract/errors.ts';
import { onceAborted } from '../runtime/deadline.ts';

/** Limits of an operation. */
export interface Deadline {
  /** Deadline of the caller; none: the time limit alone. */
  readonly signal?: AbortSignal;
  /** Time limit of this step; none by default. */
  readonly timeoutMs?: number;
  /** Creates the fault that is thrown at either limit, unless the signal's reason is a Fault. */
  readonly createFault: () => Fault;
}

/**
 * Waits for work that cannot be cancelled, until a deadline. The caller has to end the work itself.
 *
 * @throws the error of the work; the signal's reason if that is a Fault; else the deadline's fault
 */
export async function withDeadline<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  const { signal, timeoutMs, createFault } = deadline;
  let removeListener = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      reject(asFault(signal?.reason) ?? createFault());
    };
    if (timeoutMs !== undefined) timer = setTimeout(giveUp, timeoutMs);
    removeListener = onceAborted(signal, giveUp);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    removeListener();
  }
}

/** Returns the fault of an aborted operation: the signal's reason if that is a Fault, else a timeout. */
export function abortFault(signal: AbortSignal, message: string): Fault {
  return asFault(signal.reason) ?? new Fault('timeout', message);
}
