import { sql } from 'kysely';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import type { PortalSessionRow, PortalTerminateCause } from './portal-session.ts';

/*
 * Accounting of captive portal sessions, for an upstream. The next accounting record of a session and its time follow from
 * the row of the login alone, so a restart loses no record.
 */

/** A session that an upstream accounts for. */
export interface AccountedPortalSession extends PortalSessionRow {
  readonly queue: { readonly organization: number; readonly realm: string };
}

const maxBatch = 500;

/** Finds sessions with a due accounting record, the longest due first. A session that is over waits for its end. */
export async function findDueSessions(
  { db }: Store,
  now: Date,
): Promise<readonly AccountedPortalSession[]> {
  const at = now.getTime();
  const query = db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('due', '<=', at)
    .where(sql<boolean>`(reports = 0 or ended is not null or expires is null or expires > ${at})`);
  const rows = await query.orderBy('due').orderBy('id').limit(maxBatch).execute();
  return rows.flatMap((row) => {
    const { queue_organization: organization, realm } = row;
    return organization === null ? [] : [{ ...row, queue: { organization, realm: realm ?? '' } }];
  });
}

/** An accounting record of a session. */
export interface PortalAccountingRecord {
  readonly statusType: 'start' | 'interim' | 'stop';
  /** The event's time in milliseconds since 1970. */
  readonly at: number;
  readonly terminateCause: PortalTerminateCause | null;
}

/** Returns the next accounting record of a session that is due. */
export function nextAccountingRecord(
  { reports, opened, ended, cause }: PortalSessionRow,
  now: number,
): PortalAccountingRecord {
  if (reports === 0) return { statusType: 'start', at: opened, terminateCause: null };
  if (ended === null) return { statusType: 'interim', at: now, terminateCause: null };
  const known = cause === 'User-Request' || cause === 'Session-Timeout' ? cause : 'Admin-Reset';
  return { statusType: 'stop', at: ended, terminateCause: known };
}

/**
 * Builds the statement that marks a record as queued, for the transaction that queues it. It fails the transaction if another
 * gateway was first, or the session has changed since it was read.
 *
 * @param record.next  when the following record is due if the session continues
 */
export function markRecordQueued(
  { db }: Store,
  session: PortalSessionRow,
  record: PortalAccountingRecord & { readonly next: number },
): Statement {
  const { statusType, next } = record;
  const { id, reports, ended } = session;
  if (statusType === 'stop')
    return mustChange(
      db.deleteFrom('aaa_portal_session').where('id', '=', id).where('reports', '=', reports),
    );
  const due = ended ?? Math.min(next, session.expires ?? next);
  const change = db.updateTable('aaa_portal_session').set({ reports: reports + 1, due });
  const unchanged = change.where('id', '=', id).where('reports', '=', reports);
  return mustChange(
    ended === null ? unchanged.where('ended', 'is', null) : unchanged.where('ended', '=', ended),
  );
}

/** Builds the statement that postpones a record because its queue is full. */
export function postponeRecord(
  { db }: Store,
  { id, reports }: PortalSessionRow,
  until: number,
): Statement {
  const change = db.updateTable('aaa_portal_session').set({ due: until });
  return compileStatement(change.where('id', '=', id).where('reports', '=', reports));
}

/** True if accounting of any portal session has still to be queued. */
export async function hasUnreportedSessions({ db }: Store): Promise<boolean> {
  const reported = db.selectFrom('aaa_portal_session').select('id').where('due', 'is not', null);
  return (await reported.limit(1).execute()).length > 0;
}
