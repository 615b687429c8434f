import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { normalizeRealm, realmOf } from '../account/realm.ts';
import { selectAncestors } from '../../organization/tree-query.ts';
import { queueOfUpstream, type ForwardQueue } from './forward-queue.ts';

/**
 * Finds the queue of the upstreams that handle accounting of portal sessions: upstreams of the user's realm, else the default
 * upstreams, of the nearest organization upwards that has any.
 *
 * @returns null: no upstream handles them
 */
export async function findPortalQueue(
  { db }: Store,
  { organization, username }: { readonly organization: number; readonly username: string },
): Promise<ForwardQueue | null> {
  const { rows } = await sql<{ organization: number; realm: string | null }>`
    select u.organization, u.realm from aaa_upstream as u
    join ${selectAncestors(organization)} as above on above.id = u.organization
    where u.is_active = 1 and u.portal_accounting = 1 order by above.distance`.execute(db);
  const queues = rows.map(queueOfUpstream);
  const realm = normalizeRealm(realmOf(username));
  return (
    queues.find((queue) => queue.realm === realm) ??
    queues.find((queue) => queue.realm === '') ??
    null
  );
}
