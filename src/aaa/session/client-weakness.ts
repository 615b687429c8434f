import type { Store } from '../../store/store.ts';

/** Returns a statement that sets since when a client sends unsigned Access-Requests, unless it is set; null: it signs them. */
export function setWeakSince({ db }: Store, client: number, since: number | null) {
  const update = db.updateTable('aaa_client').set({ weak_since: since }).where('id', '=', client);
  return since === null ? update : update.where('weak_since', 'is', null);
}
