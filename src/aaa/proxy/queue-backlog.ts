import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { ForwardQueue } from './forward-queue.ts';

export interface QueueBacklog extends ForwardQueue {
  readonly count: number;
  /** Time of receipt of the oldest packet, in milliseconds since 1970. */
  readonly oldest: number;
}

/** Reads the backlog of all queues that are not empty. Scans an index, off the event loop. */
export function readAllBacklogs(store: Store): Promise<readonly QueueBacklog[]> {
  const oldest = sql`select received from aaa_forward where id = q.first`;
  const query = sql<QueueBacklog>`
    select q.organization, q.realm, q.count, (${oldest}) as oldest
    from (select organization, realm, count(*) as count, min(id) as first from aaa_forward group by organization, realm) as q`;
  return store.readLong({ compile: () => query.compile(store.db) });
}

/** Maximum that the packets of one queue are counted up to. */
export const backlogCountLimit = 10_000;

/** Reads the backlogs of the given queues, counted up to the limit; empty queues are left out. */
export async function readBacklogs(
  store: Store,
  queues: readonly ForwardQueue[],
): Promise<readonly QueueBacklog[]> {
  if (queues.length === 0) return [];
  const given = queues.map(
    ({ organization, realm }) => sql`(cast(${organization} as bigint), cast(${realm} as text))`,
  );
  const isIn = sql`f.organization = q.organization and f.realm = q.realm`;
  const query = sql<QueueBacklog>`
    with q(organization, realm) as (values ${sql.join(given)}), counted as (
      select q.organization, q.realm,
        (select count(*) from (select 1 from aaa_forward as f where ${isIn} limit ${backlogCountLimit}) as counted_rows) as count,
        (select f.received from aaa_forward as f where ${isIn} order by f.id limit 1) as oldest
      from q)
    select * from counted where oldest is not null`;
  return store.readLong({ compile: () => query.compile(store.db) });
}
