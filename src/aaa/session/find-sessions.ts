import { groupBy } from '../../runtime/group-by.ts';
import type { Store } from '../../store/store.ts';
import type { AccountingRecord } from './accounting-record.ts';
import { findStationRow } from './session-station.ts';

/** The columns that decide whether a session of another server is newer than the stored one. */
export type StoredSession = Awaited<ReturnType<typeof readSessions>>[number];

/** Finds the current rows of sessions. @returns them by their records @throws Fault if the store cannot be read */
export async function findSessions(
  store: Store,
  records: readonly AccountingRecord[],
): Promise<ReadonlyMap<AccountingRecord, StoredSession>> {
  if (records.length === 0) return new Map();
  const rows = await readSessions(store, records);
  const rowsOf = groupBy(rows, ({ acctuniqueid }) => acctuniqueid);
  return new Map(
    records.flatMap((record) => {
      const row = findStationRow(record, rowsOf.get(record.acctuniqueid) ?? []);
      return row ? [[record, row] as const] : [];
    }),
  );
}

function readSessions({ db }: Store, records: readonly AccountingRecord[]) {
  const clients = [...new Set(records.map(({ client }) => client))];
  return db
    .selectFrom('aaa_accounting')
    .select([
      'acctuniqueid',
      'station',
      'callingstationid',
      'acctupdatetime',
      'acctstoptime',
      'stop_is_guess',
    ])
    .where('client', 'in', clients)
    .where(
      'acctuniqueid',
      'in',
      records.map(({ acctuniqueid }) => acctuniqueid),
    )
    .where('is_current', '=', 1)
    .orderBy('acctupdatetime', 'desc')
    .execute();
}
