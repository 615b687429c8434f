import { withJitter } from '../../runtime/backoff.ts';

/** Timing of the retransmission of a request that is not answered (RFC 5080 section 2.2.1). */
export interface Retransmission {
  /** Time before the first retransmission; doubles with each further one. */
  readonly initialIntervalMs: number;
  readonly maxIntervalMs: number;
  readonly maxTries: number;
  readonly timeoutMs: number;
  /** Random variation of each interval, as a share of it (RAND), so that many requests do not come in step. */
  readonly jitter: number;
}

export const defaultRetransmission: Retransmission = {
  initialIntervalMs: 2_000,
  maxIntervalMs: 16_000,
  maxTries: 5,
  timeoutMs: 30_000,
  jitter: 0.1,
};

interface Intervals {
  readonly first: number;
  readonly next: (previous: number) => number;
}

/**
 * Computes the intervals between the transmissions of one request.
 *
 * @see RFC 5080 section 2.2.1: IRT, and each RT from the one before
 */
export function retransmissionIntervals({
  initialIntervalMs,
  maxIntervalMs,
  jitter,
}: Retransmission): Intervals {
  return {
    first: withJitter(initialIntervalMs, jitter),
    next: (previous) =>
      2 * previous > maxIntervalMs
        ? withJitter(maxIntervalMs, jitter)
        : previous + withJitter(previous, jitter),
  };
}
