import { sql } from 'kysely';
import { macSpellings } from '../../contract/fields.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import { describedColumns } from './accounting-record.ts';
import { formatStationId, type PortalSessionRow } from './portal-session.ts';
import { elapsedSecondsSql } from './session-merge-rules.ts';

/** An open session of a device that a NAS accounts for. */
export interface DeviceSession {
  readonly radacctid: number;
  readonly user: number | null;
  readonly framedipaddress: string | null;
  readonly framedipv6address: string | null;
}

/** Finds the open session of a device, the latest, at NASes that serve an organization. */
export async function findDeviceSession(
  { db }: Store,
  { mac, organization }: { readonly mac: string; readonly organization: number },
): Promise<DeviceSession | null> {
  const served = sql`replace(replace(c.serves, '[', ','), ']', ',')`;
  const isServed = sql<boolean>`(c.organization = ${organization} or ${served} like ${`%,${organization},%`})`;
  const found = await db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .select(['a.radacctid', 'a.user', 'a.framedipaddress', 'a.framedipv6address'])
    .where('a.callingstationid', 'in', macSpellings(mac))
    .where('a.acctstoptime', 'is', null)
    .where('a.is_current', '=', 1)
    .where(isServed)
    .orderBy('a.acctstarttime', 'desc')
    .orderBy('a.radacctid', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export type OpenedPortalSession = Omit<PortalSessionRow, 'ended' | 'cause' | 'reports'>;

/**
 * Builds the statements that open a session, for one batch. If the device has a session at a NAS, that session continues as
 * the guest's session; if it belonged to another user or to no user, from now on. The batch fails if it has ended since.
 */
export function openPortalSession(
  store: Store,
  session: OpenedPortalSession,
  ofDevice: DeviceSession | null,
): readonly Statement[] {
  return [
    compileStatement(store.db.insertInto('aaa_portal_session').values(session)),
    ...accountingStatements(store, session, ofDevice),
  ];
}

function accountingStatements(
  store: Store,
  session: OpenedPortalSession,
  ofDevice: DeviceSession | null,
): readonly Statement[] {
  if (!ofDevice)
    return [compileStatement(store.db.insertInto('aaa_accounting').values(rowOf(session)))];
  if (ofDevice.user === session.user) return [linkSession(store, session, ofDevice)];
  return splitSession(store, session, ofDevice);
}

/** A session that no NAS accounts for. */
function rowOf(session: OpenedPortalSession) {
  const { id, organization, user, username, mac, ip, opened } = session;
  return {
    organization,
    client: null,
    user,
    origin: 'portal',
    portal_session: id,
    acctsessionid: id,
    acctuniqueid: id,
    username,
    nasipaddress: '',
    nasidentifier: session.nas,
    acctstarttime: opened,
    acctupdatetime: opened,
    heard_at: opened,
    callingstationid: formatStationId(mac),
    calledstationid: session.called,
    access_point: session.access_point,
    location: session.location,
    ...(ip.includes(':') ? { framedipv6address: ip } : { framedipaddress: ip }),
  };
}

function linkSession(
  { db }: Store,
  { id, user }: OpenedPortalSession,
  { radacctid }: DeviceSession,
): Statement {
  return mustChange(
    db
      .updateTable('aaa_accounting')
      .set({ portal_session: id })
      .where('radacctid', '=', radacctid)
      .where('user', '=', user)
      .where('acctstoptime', 'is', null),
  );
}

/**
 * Ends the row of the NAS's session and begins another with the same identifiers, into which further packets are merged.
 * The NAS has not granted anything yet, so it is sent the guest's grant.
 */
function splitSession(
  { db }: Store,
  { id, user, username, opened }: OpenedPortalSession,
  ofDevice: DeviceSession,
): readonly Statement[] {
  const elapsed = elapsedSecondsSql(sql.ref('acctstarttime'), sql`cast(${opened} as bigint)`);
  const end = db
    .updateTable('aaa_accounting')
    .set({
      is_current: 0,
      acctstoptime: opened,
      acctsessiontime: sql<number>`${elapsed}`,
      acctterminatecause: 'User-Request',
    })
    .where('radacctid', '=', ofDevice.radacctid)
    .where('user', 'is not distinct from', ofDevice.user)
    .where('acctstoptime', 'is', null);
  const kept = sql.join(keptColumns.map((column) => sql.ref(column)));
  const begin = sql`
    insert into aaa_accounting ("user", username, origin, portal_session, granted, acctstarttime, acctupdatetime,
      seconds_before, input_before, output_before, ${kept})
    select cast(${user} as bigint), cast(${username} as text), 'portal', cast(${id} as text), '[]',
      cast(${opened} as bigint), cast(${opened} as bigint), seconds_before + ${elapsed},
      input_before + coalesce(acctinputoctets, 0), output_before + coalesce(acctoutputoctets, 0), ${kept}
    from aaa_accounting where radacctid = ${ofDevice.radacctid}`;
  return [mustChange(end), compileStatement(begin.compile(db))];
}

const keptColumns = [
  'organization',
  'client',
  'acctsessionid',
  'acctuniqueid',
  'station',
  'heard_at',
  'connectinfo_start',
  'access_point',
  'location',
  ...describedColumns.filter((column) => column !== 'username'),
];
