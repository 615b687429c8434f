import { Type } from 'typebox';
import { formatTime, nullable, dateTime } from '../../contract/fields.ts';
import type { Store } from '../../store/store.ts';
import { forwardQueueKey, queueOfUpstream, type ForwardQueue } from './forward-queue.ts';
import { backlogCountLimit, readBacklogs } from './queue-backlog.ts';

/** Fields of an upstream that are computed from its forward queue. */
export const pendingFields = {
  pending: Type.Integer({
    description: `accounting packets in the queue that it serves, together with other upstreams of its organization and realm; ${backlogCountLimit}: that many or more`,
  }),
  oldest_pending: nullable(
    dateTime({ description: 'when the oldest packet of the queue was received' }),
  ),
};

type UpstreamFields = Readonly<Record<string, unknown>>;

/**
 * Adds the pending fields to upstreams. An upstream that handles no accounting serves no queue; an inactive one will serve
 * its queue again.
 */
export async function addPendingCounts<T extends UpstreamFields>(
  store: Store,
  upstreams: readonly T[],
) {
  const queues = new Map(
    upstreams
      .filter(servesQueue)
      .map((upstream) => [forwardQueueKey(queueOf(upstream)), queueOf(upstream)]),
  );
  const backlogs = await readBacklogs(store, [...queues.values()]);
  const byKey = new Map(backlogs.map((backlog) => [forwardQueueKey(backlog), backlog]));
  return upstreams.map((upstream) => {
    const { count = 0, oldest = null } =
      (servesQueue(upstream) && byKey.get(forwardQueueKey(queueOf(upstream)))) || {};
    return {
      ...upstream,
      pending: count,
      oldest_pending: oldest === null ? null : formatTime(oldest),
    };
  });
}

function servesQueue({ handles_accounting, portal_accounting }: UpstreamFields): boolean {
  return handles_accounting === true || portal_accounting === true;
}

function queueOf({ organization, realm }: UpstreamFields): ForwardQueue {
  return queueOfUpstream({
    organization: Number(organization),
    realm: typeof realm === 'string' ? realm : null,
  });
}
