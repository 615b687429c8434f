import {
  defaultRetransmission,
  type Retransmission,
} from '../../protocol/radius/retransmission.ts';

/** Timeouts and probe intervals of upstreams. */
export interface UpstreamTiming {
  readonly retransmission: Retransmission;
  /** Time without reply after which the next upstream of the pool is tried. */
  readonly responseWindowMs: number;
  /** Delay before the first probe of an upstream that is down; doubles up to the maximum. */
  readonly firstProbeMs: number;
  readonly maxProbeMs: number;
  /** Time after which an upstream that never replied to Status-Server, which is optional, gets a request again. */
  readonly reviveIntervalMs: number;
}

export const defaultUpstreamTiming: UpstreamTiming = {
  retransmission: defaultRetransmission,
  // Covers the first retransmission and its reply.
  responseWindowMs: 6_000,
  firstProbeMs: 2_000,
  maxProbeMs: 60_000,
  reviveIntervalMs: 120_000,
};
