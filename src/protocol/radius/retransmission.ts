/** When a request that nobody answers is sent again, and when it is given up (RFC 5080 section 2.2.1). */
export interface Retransmission {
  /** Until it is sent for the second time; doubles from there. */
  readonly initialIntervalMs: number;
  readonly maxIntervalMs: number;
  readonly maxTries: number;
  readonly timeoutMs: number;
  /** Part of each wait by which it varies, so that many requests do not come in step. */
  readonly jitter: number;
}

export const defaultRetransmission: Retransmission = {
  ...{
    initialIntervalMs: 2_000,
    maxIntervalMs: 16_000,
    maxTries: 5,
    timeoutMs: 30_000,
    jitter: 0.1,
  },
};

/** A wait, longer or shorter by a part of it at most. */
export function withJitter(ms: number, jitter = defaultRetransmission.jitter): number {
  return ms * (1 + jitter * (2 * Math.random() - 1));
}

interface Waits {
  readonly first: number;
  readonly next: (before: number) => number;
}

/** The wait after the first sending, and how each follows from the one before. */
export function retransmissionIntervals({
  initialIntervalMs,
  maxIntervalMs,
  jitter,
}: Retransmission): Waits {
  return {
    first: withJitter(initialIntervalMs, jitter),
    next: (before) =>
      2 * before > maxIntervalMs
        ? withJitter(maxIntervalMs, jitter)
        : before + withJitter(before, jitter),
  };
}
