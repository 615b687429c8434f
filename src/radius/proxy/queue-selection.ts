import {
  forwardQueueKey,
  queueOfUpstream,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import type { Upstream } from './upstream.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

/** Origin of an accounting packet. */
export interface AccountingSource {
  readonly organization: number;
  readonly username: string | null;
  readonly isAccountingOnOff: boolean;
}

/**
 * Selects the queues for a packet: the queue of the user's realm, else the default queue. Accounting-On and Accounting-Off go to
 * every queue that sessions of the NAS may go to.
 */
export function selectQueues(
  { organization, username, isAccountingOnOff }: AccountingSource,
  upstreams: UpstreamRegistry,
): readonly ForwardQueue[] {
  if (upstreams.isEmpty) return [];
  const pools = isAccountingOnOff
    ? [...new Set(upstreams.all.map(({ row }) => row.realm))].map((realm) =>
        upstreams.poolOfRealm(organization, realm, 'accounting'),
      )
    : [upstreams.poolOfUser({ organization, username }, 'accounting').upstreams];
  // All upstreams of a pool serve the same queue.
  return pools.flatMap((pool) => pool.slice(0, 1)).map(({ row }) => queueOfUpstream(row));
}

/** Groups the upstreams that handle accounting by the queue that they serve. */
export function groupUpstreamsByQueue(
  upstreams: UpstreamRegistry,
): ReadonlyMap<string, QueueUpstreams> {
  const groups = new Map<string, { queue: ForwardQueue; upstreams: Upstream[] }>();
  for (const upstream of upstreams.all) {
    if (!takesAccounting(upstream)) continue;
    const queue = queueOfUpstream(upstream.row);
    const group = groups.get(forwardQueueKey(queue)) ?? { queue, upstreams: [] };
    groups.set(forwardQueueKey(queue), { queue, upstreams: [...group.upstreams, upstream] });
  }
  return groups;
}

export interface QueueUpstreams {
  readonly queue: ForwardQueue;
  /** Upstreams in order of priority. */
  readonly upstreams: readonly Upstream[];
}

/** True if an upstream handles accounting of NASes or of the captive portal. */
export function takesAccounting({ row }: Upstream): boolean {
  return row.handlesAccounting || row.handlesPortalAccounting;
}
