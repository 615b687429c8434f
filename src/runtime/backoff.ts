export interface BackoffOptions {
  /** Delay after the first failure; doubles with each further one. */
  readonly initialMs: number;
  readonly maxMs: number;
  /** Random variation as a share of the delay, so that retries of many peers do not coincide; default: 0.1. */
  readonly jitter?: number;
}

/**
 * Computes the delay before the next try: exponential backoff with jitter.
 *
 * @param failures  consecutive failures, 1 or more
 * @returns         milliseconds
 */
export function backoffDelay(
  failures: number,
  { initialMs, maxMs, jitter }: BackoffOptions,
): number {
  return withJitter(Math.min(maxMs, initialMs * 2 ** (failures - 1)), jitter);
}

/** Varies a delay at random by at most a share of it. */
export function withJitter(ms: number, jitter = 0.1): number {
  return ms * (1 + jitter * (2 * Math.random() - 1));
}
