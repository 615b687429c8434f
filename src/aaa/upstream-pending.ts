import { Type } from 'typebox';
import { isoTime, maybe, time } from '../fields.ts';
import type { Store } from '../store/store.ts';
import { keyOf } from './forward-backlog.ts';
import { countedUpTo, waitingIn, type Queue } from './forward-queue.ts';

/** What is shown of an upstream beside what is stored of it. */
export const pendingFields = {
  pending: Type.Integer({
    description: `accounting packets that wait in the queue that it serves, with others of its organization and realm; ${countedUpTo}: so many or more`,
  }),
  oldest_pending: maybe(time({ description: 'when the one that has waited longest came in' })),
};

type Shown = Readonly<Record<string, unknown>>;

/** Adds what waits for upstreams. One that is told nothing serves no queue; one that is switched off will serve its queue again. */
export async function withPending<T extends Shown>(store: Store, upstreams: readonly T[]) {
  const queues = new Map(upstreams.filter(isTold).map((upstream) => [keyOf(queueOf(upstream)), queueOf(upstream)]));
  const found = await waitingIn(store, [...queues.values()]);
  const waiting = new Map(found.map((queue) => [keyOf(queue), queue]));
  return upstreams.map((upstream) => {
    const { count = 0, oldest = null } = (isTold(upstream) && waiting.get(keyOf(queueOf(upstream)))) || {};
    return { ...upstream, pending: count, oldest_pending: oldest === null ? null : isoTime(oldest) };
  });
}

function isTold({ handles_accounting, portal_accounting }: Shown): boolean {
  return handles_accounting === true || portal_accounting === true;
}

function queueOf({ organization, realm }: Shown): Queue {
  return { organization: Number(organization), realm: typeof realm === 'string' ? realm.toLowerCase() : '' };
}
