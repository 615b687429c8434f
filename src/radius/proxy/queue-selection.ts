import { forwardQueueKey } from '../../aaa/proxy/forward-backlog.ts';
import type { ForwardQueue } from '../../aaa/proxy/forward-queue.ts';
import { realmOf } from '../../aaa/account/realm.ts';
import type { Upstream } from './upstream.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

/** Whose packet it is. */
export interface AccountingSource {
  readonly organization: number;
  readonly username: string | null;
  /** Accounting-On or -Off. */
  readonly isAccountingOnOff: boolean;
}

/**
 * The queues that a packet goes to: that of the upstreams of the user's realm, or else of those for everybody. Of itself a
 * NAS tells all whom its sessions may be told to.
 */
export function selectQueues(
  { organization, username, isAccountingOnOff }: AccountingSource,
  upstreams: UpstreamRegistry,
): readonly ForwardQueue[] {
  if (upstreams.isEmpty) return [];
  const of = (realm: string | null) =>
    upstreams.candidatesFor(organization, realm, 'accounting').slice(0, 1).map(queueOf);
  if (isAccountingOnOff) return [...new Set(upstreams.all.map(({ row }) => row.realm))].flatMap(of);
  const realm = realmOf(username);
  const ofRealm = realm === null ? [] : of(realm);
  return ofRealm.length > 0 ? ofRealm : of(null);
}

/** Upstreams that are told anything, by the queue that they serve. */
export function groupUpstreamsByQueue(
  upstreams: UpstreamRegistry,
): ReadonlyMap<string, ServedQueue> {
  const served = new Map<string, { queue: ForwardQueue; upstreams: Upstream[] }>();
  for (const upstream of upstreams.all) {
    if (!takesAccounting(upstream)) continue;
    const queue = queueOf(upstream);
    const known = served.get(forwardQueueKey(queue)) ?? { queue, upstreams: [] };
    served.set(forwardQueueKey(queue), { queue, upstreams: [...known.upstreams, upstream] });
  }
  return served;
}

export interface ServedQueue {
  readonly queue: ForwardQueue;
  /** In the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
}

/** Whether an upstream is told of anything. */
export function takesAccounting({ row }: Upstream): boolean {
  return row.handlesAccounting || row.handlesPortalAccounting;
}

function queueOf({ row }: Upstream): ForwardQueue {
  return { organization: row.organization, realm: row.realm ?? '' };
}
