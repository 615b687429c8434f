import { sql, type Generated, type Selectable } from 'kysely';
import { isNotSkipped, type SkippedTime } from '../../gateway/trusted-clock.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /**
     * A login at the captive portal: until it ends, the device may use the network as its user. Its usage is counted in
     * `aaa_accounting`. A login that has ended is kept until its Stop is in the queue of an upstream.
     */
    aaa_portal_session: {
      id: string;
      /** Organization of the access point. */
      organization: number;
      access_point: Nullable<number>;
      location: Nullable<number>;
      user: number;
      username: string;
      /** Canonical. Of the open logins of an organization, each device has one. */
      mac: string;
      ip: string;
      /** The address that the login on the page came from; null: it came by the API. */
      login_address: Nullable<string>;
      /** Called-Station-Id. */
      called: string;
      /** NAS-Identifier. */
      nas: string;
      opened: EpochMs;
      /** The end of the session's own time; null: only a limit of the user ends it. */
      expires: Nullable<EpochMs>;
      ended: Nullable<EpochMs>;
      /** Acct-Terminate-Cause. */
      cause: Nullable<string>;
      /** Id of the portal controller that admits the device; null: no controller is called. */
      controller: Nullable<number>;
      /** What that controller knows the device by, as JSON. */
      controller_device: Nullable<string>;
      /** The portal page of the login; null: unknown. */
      page: Nullable<number>;
      /** The queue, together with `realm`, of the upstream that receives its accounting; null: no upstream does. */
      queue_organization: Nullable<number>;
      realm: Nullable<string>;
      /** Accounting records queued so far. */
      reports: Generated<number>;
      /** The time of the next record; null: no record is due. */
      due: Nullable<EpochMs>;
      /** Octets from and to the device as its controller counted them last; null: not read yet. */
      counted_up: Nullable<number>;
      counted_down: Nullable<number>;
      /** The openNDS router that fetches the device and has not confirmed it, by the hash of its name; null: none. */
      router: Nullable<string>;
    };
  }
}

export type PortalSessionRow = Selectable<Tables['aaa_portal_session']>;

/** The values of Acct-Terminate-Cause that portal sessions end with. */
export type PortalTerminateCause = 'User-Request' | 'Session-Timeout' | 'Admin-Reset';

/** Formats a MAC address as RFC 3580 sections 3.20 and 3.21 write stations. */
export function formatStationId(mac: string): string {
  return mac.toUpperCase().replaceAll(':', '-');
}

const maxFound = 200;

/** Finds open sessions: of a device, or of a user. */
export function findOpenPortalSessions(
  { db }: Store,
  {
    organizations,
    mac,
    user,
  }: {
    readonly organizations: readonly number[];
    readonly mac?: string;
    readonly user?: number;
  },
): Promise<PortalSessionRow[]> {
  let open = db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('ended', 'is', null)
    .where('organization', 'in', organizations);
  if (mac !== undefined) open = open.where('mac', '=', mac);
  if (user !== undefined) open = open.where('user', '=', user);
  return open.limit(maxFound).execute();
}

/** Finds the open sessions of a device in all organizations, for a report that proves which one it is about. */
export function findPortalSessionsOfDevice(
  { db }: Store,
  mac: string,
): Promise<PortalSessionRow[]> {
  const open = db.selectFrom('aaa_portal_session').selectAll().where('ended', 'is', null);
  return open.where('mac', '=', mac).limit(maxFound).execute();
}

/** Finds an open session by its id. */
export async function findOpenPortalSession(
  { db }: Store,
  id: string,
): Promise<PortalSessionRow | undefined> {
  return db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst();
}

/** Finds open sessions that have reached their own end time. */
export function findExpiredPortalSessions(
  store: Store,
  { now, ...skipped }: { readonly now: Date } & SkippedTime,
): Promise<readonly PortalSessionRow[]> {
  return selectExpired(store, { now: now.getTime(), ...skipped });
}

const selectExpired = prepareQuery<PortalSessionRow>((db) =>
  db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('ended', 'is', null)
    .where('expires', '<=', namedParameter<number>('now'))
    .where(
      isNotSkipped(sql.ref('expires'), {
        from: namedParameter('skipped_from'),
        until: namedParameter('skipped_until'),
      }),
    )
    .orderBy('expires')
    .limit(maxFound)
    .compile(),
);

/** Finds open sessions of users that were deactivated or deleted, off the event loop. */
export async function findPortalSessionsOfInactiveUsers(
  store: Store,
): Promise<readonly PortalSessionRow[]> {
  return store.readLong(
    store.db
      .selectFrom('aaa_portal_session as s')
      .leftJoin('user as u', (join) => join.onRef('u.id', '=', 's.user').on('u.is_active', '=', 1))
      .selectAll('s')
      .where('s.ended', 'is', null)
      .where('u.id', 'is', null)
      .limit(maxFound),
  );
}

/**
 * Finds open sessions whose device has not been on the network since a time, off the event loop: its NAS has accounted for
 * the end of its last session, and for no new one.
 */
export async function findAbsentPortalSessions(
  store: Store,
  since: Date,
): Promise<readonly PortalSessionRow[]> {
  const isAbsent = sql<boolean>`not exists (
    select 1 from aaa_accounting as a
    where a.portal_session = s.id and (a.acctstoptime is null or a.acctstoptime > ${since.getTime()}))`;
  return store.readLong(
    store.db
      .selectFrom('aaa_portal_session as s')
      .selectAll('s')
      .where('s.ended', 'is', null)
      .where('s.opened', '<=', since.getTime())
      .where(isAbsent)
      .limit(maxFound),
  );
}

/** True if a device is logged in at a portal controller. @param mac  canonical */
export async function isLoggedInAt(
  { db }: Store,
  { mac, controller }: { readonly mac: string; readonly controller: number },
): Promise<boolean> {
  const open = db.selectFrom('aaa_portal_session').select('id').where('ended', 'is', null);
  const found = open.where('mac', '=', mac).where('controller', '=', controller).limit(1);
  return (await found.execute()).length > 0;
}

/** True if there is an open session. */
export async function hasOpenPortalSessions(store: Store): Promise<boolean> {
  return (await selectOpen(store, {})).length > 0;
}

const selectOpen = prepareQuery((db) =>
  db.selectFrom('aaa_portal_session').select('id').where('ended', 'is', null).limit(1).compile(),
);

/** An open session that a NAS accounts for. */
export interface PortalNasSession {
  readonly radacctid: number;
  readonly organization: number;
  readonly client: number;
  readonly user: number | null;
  readonly username: string | null;
}

/** Finds the sessions of a login that a NAS accounts for and that are open. */
export async function findNasSessions(
  { db }: Store,
  portalSession: string,
): Promise<readonly PortalNasSession[]> {
  const rows = await db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .select(['a.radacctid', 'c.organization', 'c.id as client', 'a.user', 'a.username'])
    .where('a.portal_session', '=', portalSession)
    .where('a.acctstoptime', 'is', null)
    .execute();
  return rows;
}

/**
 * Ends the waiting rows of logins whose device has a session at a NAS as well, from the begin of that session on, off the
 * event loop. On PostgreSQL a login and the first packet of its NAS may be written at the same moment.
 */
export async function endSupersededSessions(store: Store, now: Date): Promise<void> {
  const found = await store.readLong({
    compile: () => selectSuperseded.compile(store.db),
  });
  if (found.length === 0) return;
  await store.write(
    found.map(({ radacctid, begin, start }) => {
      const stop = Math.max(begin, Math.min(start, now.getTime()));
      const ended = {
        acctstoptime: stop,
        acctupdatetime: stop,
        acctsessiontime: Math.ceil((stop - begin) / 1000),
      };
      return store.db
        .updateTable('aaa_accounting')
        .set(ended)
        .where('radacctid', '=', radacctid)
        .where('client', 'is', null)
        .where('acctstoptime', 'is', null);
    }),
  );
}

const selectSuperseded = sql<{ radacctid: number; begin: number; start: number }>`
  select p.radacctid, p.acctstarttime as begin, min(n.acctstarttime) as start
  from aaa_portal_session as s
  join aaa_accounting as p on p.portal_session = s.id and p.client is null and p.acctstoptime is null
  join aaa_accounting as n on n.portal_session = s.id and n.client is not null and n.acctstoptime is null
  where s.ended is null group by p.radacctid, p.acctstarttime limit ${sql.lit(maxFound)}`;

/** True if a NAS accounts for a portal session, so that it has let the device in. */
export async function isAccounted({ db }: Store, id: string): Promise<boolean> {
  const query = db
    .selectFrom('aaa_accounting')
    .select('radacctid')
    .where('portal_session', '=', id)
    .where('client', 'is not', null)
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
