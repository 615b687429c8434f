import { usualRetransmission, type Retransmission } from '../protocol/radius/retransmission.ts';

/** How long upstreams are waited for. */
export interface UpstreamTiming {
  readonly retransmission: Retransmission;
  /** Silence after which the next upstream is asked, where there is one. */
  readonly windowMs: number;
  /** Between signs that one which is down is there again; doubles from the first to the longest. */
  readonly firstProbeMs: number;
  readonly longestProbeMs: number;
  /** After which one that never answers Status-Server, which it need not know, is tried with a request. */
  readonly reviveMs: number;
}

export const usualTiming: UpstreamTiming = {
  retransmission: usualRetransmission,
  // After the second sending, and the wait for its answer.
  ...{ windowMs: 6_000, firstProbeMs: 2_000, longestProbeMs: 60_000, reviveMs: 120_000 },
};
