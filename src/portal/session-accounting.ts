import { sql, type Generated, type Selectable } from 'kysely';
import type { Gateway } from '../gateway.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../store/store.ts';
import type { ForwardQueue } from '../aaa/proxy/forward-queue.ts';
import type { Tables } from '../tables.ts';

declare module '../tables.ts' {
  interface Tables {
    /** A portal session that is reported to an upstream, until its Stop has been queued. */
    aaa_portal_session: {
      id: string;
      /** With `realm` the queue. */
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
      /** When the next record is due. */
      due: EpochMs;
    };
  }
}

/*
 * Sessions of the captive portal that an upstream is told of. Each is a row from the unit that opens it until its Stop is
 * in the upstream's queue; what is to be told, and when, is read from the row alone, so a restart goes on.
 */

export type PortalSessionRow = Selectable<Tables['aaa_portal_session']>;

/** How a session ended, as Acct-Terminate-Cause says it. */
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
 * What is to be written with a session that opens: that an upstream is told of it, and that the one before on the same
 * device has ended. Nothing where no upstream takes sessions of the portal there.
 */
export async function startSessionAccounting(
  { store }: Gateway,
  session: OpenedPortalSession,
): Promise<readonly Statement[]> {
  const queue = await queueOf(store, session);
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
    ...placeOf(session),
    opened: at,
    expires,
    due: at,
  };
  const before = store.db
    .updateTable('aaa_portal_session')
    .set(ending('User-Request', at))
    .where('mac', '=', mac);
  return [
    compileStatement(
      before.where('organization', '=', queue.organization).where('ended', 'is', null),
    ),
    compileStatement(store.db.insertInto('aaa_portal_session').values(row)),
  ];
}

function ending(cause: PortalTerminateCause, at: number) {
  return { cause, ended: at, due: at };
}

/** Of the upstreams of the user's realm, or else of those for everybody; of the nearest organization upwards. */
async function queueOf(
  { db }: Store,
  { username, accessPoint }: OpenedPortalSession,
): Promise<ForwardQueue | null> {
  const query = sql<{ organization: number; realm: string | null }>`
    with recursive above(id, parent, distance) as (
      select id, parent, 0 from organization where id = ${accessPoint.organization}
      union all
      select o.id, o.parent, above.distance + 1 from organization as o join above on o.id = above.parent where above.distance < 100)
    select u.organization, u.realm from aaa_upstream as u join above on above.id = u.organization
    where u.is_active = 1 and u.portal_accounting = 1 order by above.distance`;
  const { rows } = await query.execute(db);
  const queues = rows.map(({ organization, realm }) => ({
    organization,
    realm: realm?.toLowerCase() ?? '',
  }));
  const own = /@([^@]+)$/.exec(username)?.[1]?.toLowerCase();
  return (
    queues.find(({ realm }) => realm === own) ?? queues.find(({ realm }) => realm === '') ?? null
  );
}

/** As RFC 3580 sections 3.20 and 3.21 write stations. */
export function formatStationId(mac: string): string {
  return mac.toUpperCase().replaceAll(':', '-');
}

function placeOf({ accessPoint }: OpenedPortalSession) {
  const station = formatStationId(accessPoint.mac ?? '');
  const called = accessPoint.ssid === null ? station : `${station}:${accessPoint.ssid}`;
  return { called, nas: accessPoint.identifier ?? station };
}

const mostAtOnce = 500;

/** Sessions of which something is to be told now, what is longest due first. */
export function findDueSessions({ store, now }: Gateway): Promise<PortalSessionRow[]> {
  const query = store.db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('due', '<=', now().getTime());
  return query.orderBy('due').orderBy('id').limit(mostAtOnce).execute();
}

/** Ends sessions whose users have been switched off or removed. */
export async function endSessionsOfInactiveUsers({ store, now }: Gateway): Promise<void> {
  const query = store.db
    .selectFrom('aaa_portal_session as s')
    .leftJoin('user as u', (join) => join.onRef('u.id', '=', 's.user').on('u.is_active', '=', 1))
    .select('s.id')
    .where('s.ended', 'is', null)
    .where('u.id', 'is', null)
    .limit(mostAtOnce);
  const ids = (await store.readLong(query)).map(({ id }) => id);
  if (ids.length === 0) return;
  const end = store.db
    .updateTable('aaa_portal_session')
    .set(ending('Admin-Reset', now().getTime()));
  await store.write([end.where('id', 'in', ids).where('ended', 'is', null)]);
}

/** What is told of a session. */
export interface PortalAccountingRecord {
  readonly statusType: 'start' | 'interim' | 'stop';
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
  readonly terminateCause: PortalTerminateCause | null;
}

/** What is to be told of a session that is due. */
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
 * A statement that takes note of a report, to stand in one unit with it; it undoes the unit where another gateway was
 * faster, or the session has changed meanwhile.
 *
 * @param report.next  when the following one is due if the session goes on
 */
export function markRecordQueued(
  { db }: Store,
  session: PortalSessionRow,
  report: PortalAccountingRecord & { readonly next: number },
): Statement {
  const { statusType, next } = report;
  const { id, reports, ended } = session;
  if (statusType === 'stop')
    return mustChange(
      db.deleteFrom('aaa_portal_session').where('id', '=', id).where('reports', '=', reports),
    );
  const due = ended ?? Math.min(next, session.expires ?? next);
  const change = db.updateTable('aaa_portal_session').set({ reports: reports + 1, due });
  const same = change.where('id', '=', id).where('reports', '=', reports);
  return mustChange(
    ended === null ? same.where('ended', 'is', null) : same.where('ended', '=', ended),
  );
}

/** A statement that puts a report off: there is no room for it. */
export function postponeRecord(
  { db }: Store,
  { id, reports }: PortalSessionRow,
  until: number,
): Statement {
  const change = db.updateTable('aaa_portal_session').set({ due: until });
  return compileStatement(change.where('id', '=', id).where('reports', '=', reports));
}
