import {
  defaultRetransmission,
  type Retransmission,
} from '../../protocol/radius/retransmission.ts';

/** How long upstreams are waited for. */
export interface UpstreamTiming {
  readonly retransmission: Retransmission;
  /** Silence after which the next upstream is asked, where there is one. */
  readonly responseWindowMs: number;
  /** Between signs that one which is down is there again; doubles from the first to the longest. */
  readonly firstProbeMs: number;
  readonly maxProbeMs: number;
  /** After which one that never answers Status-Server, which it need not know, is tried with a request. */
  readonly reviveIntervalMs: number;
}

export const defaultUpstreamTiming: UpstreamTiming = {
  retransmission: defaultRetransmission,
  // After the second sending, and the wait for its answer.
  ...{
    responseWindowMs: 6_000,
    firstProbeMs: 2_000,
    maxProbeMs: 60_000,
    reviveIntervalMs: 120_000,
  },
};
