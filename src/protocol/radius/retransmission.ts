/** When a request that nobody answers is sent again, and when it is given up (RFC 5080 section 2.2.1). */
export interface Retransmission {
  /** Until it is sent for the second time; doubles from there. */
  readonly firstMs: number;
  readonly longestMs: number;
  readonly mostTries: number;
  readonly patienceMs: number;
  /** Part of each wait by which it varies, so that many requests do not come in step. */
  readonly jitter: number;
}

export const usualRetransmission: Retransmission = {
  ...{ firstMs: 2_000, longestMs: 16_000, mostTries: 5, patienceMs: 30_000, jitter: 0.1 },
};

/** A wait, longer or shorter by a part of it at most. */
export function varied(ms: number, jitter = usualRetransmission.jitter): number {
  return ms * (1 + jitter * (2 * Math.random() - 1));
}

interface Waits {
  readonly first: number;
  readonly next: (before: number) => number;
}

/** The wait after the first sending, and how each follows from the one before. */
export function waits({ firstMs, longestMs, jitter }: Retransmission): Waits {
  return {
    first: varied(firstMs, jitter),
    next: (before) => (2 * before > longestMs ? varied(longestMs, jitter) : before + varied(before, jitter)),
  };
}
