import { setTimeout as sleep } from 'node:timers/promises';

/** Source of time for everything that waits or measures a duration. Tests inject a clock that they advance themselves. */
export interface Clock {
  /** Returns the date and time. */
  readonly now: () => Date;
  /** Returns milliseconds that never go backwards; only differences have a meaning. */
  readonly monotonicMs: () => number;
  /** Resolves after `ms`. Rejects with an AbortError when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `onElapsed` once after `ms`, unless the timer is canceled before. */
  readonly setTimer: (ms: number, onElapsed: () => void) => Timer;
}

/** Timer that has been set. Canceling an elapsed timer has no effect. */
export interface Timer {
  readonly cancel: () => void;
  /** Lets the process end before the timer elapses. */
  readonly unref: () => Timer;
}

/** Clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
  setTimer(ms, onElapsed) {
    const timeout = setTimeout(onElapsed, ms);
    const timer: Timer = {
      cancel: () => {
        clearTimeout(timeout);
      },
      unref: () => {
        timeout.unref();
        return timer;
      },
    };
    return timer;
  },
};
