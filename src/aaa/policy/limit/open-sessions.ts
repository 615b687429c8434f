import { canonicalMac } from '../../../contract/fields.ts';
import type { Store } from '../../../store/store.ts';

/** An open session of a user. */
export interface OpenSession {
  readonly radacctid: number;
  readonly user: number | null;
  readonly callingstationid: string | null;
  readonly acctstarttime: number | null;
}

const maxOpenSessions = 1_000;

/** Finds the open sessions of users, the oldest first. */
export async function findOpenSessions(
  store: Store,
  users: readonly number[],
): Promise<readonly OpenSession[]> {
  if (users.length === 0) return [];
  return store.db
    .selectFrom('aaa_accounting')
    .select(['radacctid', 'user', 'callingstationid', 'acctstarttime'])
    .where('user', 'in', users)
    .where('acctstoptime', 'is', null)
    .orderBy('acctstarttime')
    .orderBy('radacctid')
    .limit(maxOpenSessions * users.length)
    .execute();
}

/** Filters the sessions of other stations than this one; a station that is not known is another one. */
export function filterOtherDevices(
  sessions: readonly OpenSession[],
  station: string | null,
): readonly OpenSession[] {
  const own = station === null ? null : normalizeStation(station);
  return sessions.filter(
    ({ callingstationid }) =>
      own === null || callingstationid === null || normalizeStation(callingstationid) !== own,
  );
}

/** Vendors spell MAC addresses in many ways. */
function normalizeStation(station: string): string {
  return canonicalMac(station) ?? station;
}
