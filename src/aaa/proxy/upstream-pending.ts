import { Type } from 'typebox';
import { formatTime, nullable, dateTime } from '../../fields.ts';
import type { Store } from '../../store/store.ts';
import { forwardQueueKey } from './forward-backlog.ts';
import { backlogCountLimit, readBacklogs, type ForwardQueue } from './forward-queue.ts';

/** What is shown of an upstream beside what is stored of it. */
export const pendingFields = {
  pending: Type.Integer({
    description: `accounting packets that wait in the queue that it serves, with others of its organization and realm; ${backlogCountLimit}: so many or more`,
  }),
  oldest_pending: nullable(
    dateTime({ description: 'when the one that has waited longest came in' }),
  ),
};

type Shown = Readonly<Record<string, unknown>>;

/** Adds what waits for upstreams. One that is told nothing serves no queue; one that is switched off will serve its queue again. */
export async function addPendingCounts<T extends Shown>(store: Store, upstreams: readonly T[]) {
  const queues = new Map(
    upstreams
      .filter(isTold)
      .map((upstream) => [forwardQueueKey(queueOf(upstream)), queueOf(upstream)]),
  );
  const found = await readBacklogs(store, [...queues.values()]);
  const waiting = new Map(found.map((queue) => [forwardQueueKey(queue), queue]));
  return upstreams.map((upstream) => {
    const { count = 0, oldest = null } =
      (isTold(upstream) && waiting.get(forwardQueueKey(queueOf(upstream)))) || {};
    return {
      ...upstream,
      pending: count,
      oldest_pending: oldest === null ? null : formatTime(oldest),
    };
  });
}

function isTold({ handles_accounting, portal_accounting }: Shown): boolean {
  return handles_accounting === true || portal_accounting === true;
}

function queueOf({ organization, realm }: Shown): ForwardQueue {
  return {
    organization: Number(organization),
    realm: typeof realm === 'string' ? realm.toLowerCase() : '',
  };
}
