import type { Generated, Selectable } from 'kysely';
import type { Gateway } from '../gateway.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../store/store.ts';
import { findPortalQueue } from '../aaa/proxy/portal-queue.ts';
import type { Tables } from '../tables.ts';

declare module '../tables.ts' {
  interface Tables {
    /** A portal session that is reported to an upstream, until its Stop has been queued. */
    aaa_portal_session: {
      id: string;
      /** The queue, together with `realm`. */
      organization: number;
      realm: string;
      user: number;
      username: string;
      mac: string;
      ip: string;
      /** Called-Station-Id. */
      called: string;
      /** NAS-Identifier. */
      nas: string;
      opened: EpochMs;
      expires: Nullable<EpochMs>;
      ended: Nullable<EpochMs>;
      /** Acct-Terminate-Cause. */
      cause: Nullable<string>;
      /** Accounting records queued so far. */
      reports: Generated<number>;
      /** The time of the next record. */
      due: EpochMs;
    };
  }
}

/*
 * Accounting of captive portal sessions, for an upstream. Each session is a row from the transaction that opens it until its
 * Stop is in the upstream's queue. The next accounting record and its time follow from the row alone, so a restart loses
 * nothing.
 */

export type PortalSessionRow = Selectable<Tables['aaa_portal_session']>;

/** The values of Acct-Terminate-Cause that portal sessions end with. */
export type PortalTerminateCause = 'User-Request' | 'Session-Timeout' | 'Admin-Reset';

export interface OpenedPortalSession {
  readonly id: string;
  readonly user: number;
  readonly username: string;
  readonly mac: string;
  readonly ip: string;
  readonly at: Date;
  readonly expires: Date | null;
  readonly accessPoint: {
    readonly organization: number;
    readonly mac: string | null;
    readonly ssid: string | null;
    readonly identifier: string | null;
  };
}

/**
 * Builds the statements that start the accounting of a session, and end that of the device's previous one.
 *
 * @returns empty: no upstream handles accounting of portal sessions there
 */
export async function startSessionAccounting(
  { store }: Gateway,
  session: OpenedPortalSession,
): Promise<readonly Statement[]> {
  const queue = await findPortalQueue(store, {
    organization: session.accessPoint.organization,
    username: session.username,
  });
  if (!queue) return [];
  const { id, user, username, mac, ip } = session;
  const at = session.at.getTime();
  const expires = session.expires?.getTime() ?? null;
  const row = {
    ...queue,
    id,
    user,
    username,
    mac,
    ip,
    ...stationColumns(session),
    opened: at,
    expires,
    due: at,
  };
  const endPrevious = store.db
    .updateTable('aaa_portal_session')
    .set(endColumns('User-Request', at))
    .where('mac', '=', mac);
  return [
    compileStatement(
      endPrevious.where('organization', '=', queue.organization).where('ended', 'is', null),
    ),
    compileStatement(store.db.insertInto('aaa_portal_session').values(row)),
  ];
}

function endColumns(cause: PortalTerminateCause, at: number) {
  return { cause, ended: at, due: at };
}

/** Formats a MAC address as RFC 3580 sections 3.20 and 3.21 write stations. */
export function formatStationId(mac: string): string {
  return mac.toUpperCase().replaceAll(':', '-');
}

function stationColumns({ accessPoint }: OpenedPortalSession) {
  const station = formatStationId(accessPoint.mac ?? '');
  const called = accessPoint.ssid === null ? station : `${station}:${accessPoint.ssid}`;
  return { called, nas: accessPoint.identifier ?? station };
}

const maxBatch = 500;

/** Finds sessions whose next accounting record is due, the longest due first. */
export function findDueSessions({ store, now }: Gateway): Promise<PortalSessionRow[]> {
  const query = store.db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('due', '<=', now().getTime());
  return query.orderBy('due').orderBy('id').limit(maxBatch).execute();
}

/** Ends sessions whose users have been deactivated or deleted. */
export async function endSessionsOfInactiveUsers({ store, now }: Gateway): Promise<void> {
  const query = store.db
    .selectFrom('aaa_portal_session as s')
    .leftJoin('user as u', (join) => join.onRef('u.id', '=', 's.user').on('u.is_active', '=', 1))
    .select('s.id')
    .where('s.ended', 'is', null)
    .where('u.id', 'is', null)
    .limit(maxBatch);
  const ids = (await store.readLong(query)).map(({ id }) => id);
  if (ids.length === 0) return;
  const end = store.db
    .updateTable('aaa_portal_session')
    .set(endColumns('Admin-Reset', now().getTime()));
  await store.write([end.where('id', 'in', ids).where('ended', 'is', null)]);
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
  { reports, opened, ended, expires, cause }: PortalSessionRow,
  now: number,
): PortalAccountingRecord {
  if (reports === 0) return { statusType: 'start', at: opened, terminateCause: null };
  if (expires !== null && expires <= Math.min(ended ?? now, now))
    return { statusType: 'stop', at: expires, terminateCause: 'Session-Timeout' };
  if (ended !== null)
    return {
      statusType: 'stop',
      at: ended,
      terminateCause: cause === 'User-Request' ? cause : 'Admin-Reset',
    };
  return { statusType: 'interim', at: now, terminateCause: null };
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
  return (await db.selectFrom('aaa_portal_session').select('id').limit(1).execute()).length > 0;
}
