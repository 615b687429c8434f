import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';

/** Returns a statement that records that a client signs its Access-Requests. */
export function recordSigning({ db }: Store, client: number) {
  const signed = { weak_since: null, signs: 1 } as const;
  return db.updateTable('aaa_client').set(signed).where('id', '=', client);
}

/** Returns a statement that records that a client sends unsigned Access-Requests; the first time stays. */
export function recordWeakness({ db }: Store, client: number, since: number) {
  const unsigned = { weak_since: sql<number>`coalesce(weak_since, ${since})`, signs: 0 } as const;
  return db.updateTable('aaa_client').set(unsigned).where('id', '=', client);
}
