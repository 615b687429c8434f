import { keyOf } from '../aaa/forward-backlog.ts';
import type { Queue } from '../aaa/forward-queue.ts';
import { realmOf } from './realm.ts';
import type { Upstream } from './upstream.ts';
import type { Upstreams } from './upstreams.ts';

/** Whose packet it is. */
export interface Told {
  readonly organization: number;
  readonly username: string | null;
  /** Accounting-On or -Off. */
  readonly isOfNas: boolean;
}

/**
 * The queues that a packet goes to: that of the upstreams of the user's realm, or else of those for everybody. Of itself a
 * NAS tells all whom its sessions may be told to.
 */
export function queuesOf({ organization, username, isOfNas }: Told, upstreams: Upstreams): readonly Queue[] {
  if (upstreams.isEmpty) return [];
  const of = (realm: string | null) => upstreams.serving(organization, realm, 'accounting').slice(0, 1).map(queueOf);
  if (isOfNas) return [...new Set(upstreams.all.map(({ row }) => row.realm))].flatMap(of);
  const realm = realmOf(username);
  const ofRealm = realm === null ? [] : of(realm);
  return ofRealm.length > 0 ? ofRealm : of(null);
}

/** Upstreams that are told anything, by the queue that they serve. */
export function queuesServed(upstreams: Upstreams): ReadonlyMap<string, Served> {
  const served = new Map<string, { queue: Queue; by: Upstream[] }>();
  for (const upstream of upstreams.all) {
    if (!isTold(upstream)) continue;
    const queue = queueOf(upstream);
    const known = served.get(keyOf(queue)) ?? { queue, by: [] };
    served.set(keyOf(queue), { queue, by: [...known.by, upstream] });
  }
  return served;
}

export interface Served {
  readonly queue: Queue;
  /** In the order in which they are asked. */
  readonly by: readonly Upstream[];
}

/** Whether an upstream is told of anything. */
export function isTold({ row }: Upstream): boolean {
  return row.handlesAccounting || row.portalAccounting;
}

function queueOf({ row }: Upstream): Queue {
  return { organization: row.organization, realm: row.realm ?? '' };
}
