import { sql } from 'kysely';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import { readTimeZones } from '../../organization/time-zone.ts';
import type { Store } from '../../store/store.ts';
import { hasConditions } from '../policy/authorization/authorization.ts';
import {
  deserializeAttributeLists,
  furtherChanges,
  profileColumns,
  selectFurtherProfiles,
} from '../policy/profile-lists.ts';
import { ssidSql } from '../session/ssid.ts';

/** An open session, with everything that its authorization depends on. */
export type GrantedSession = Awaited<ReturnType<typeof readGrantedSessions>>[number];

/** Reads open sessions with what their users are granted. @param sessions  radacctid of each */
export async function readGrantedSessions(
  { store, now }: StoreAndClock,
  sessions: readonly number[],
) {
  const rows = await openSessions(store, sessions).execute();
  const found = rows.map((row) => ({
    ...row,
    ...deserializeAttributeLists(row),
    site: { location: row.location, organization: row.site_organization },
    octets: Number(row.acctinputoctets ?? 0) + Number(row.acctoutputoctets ?? 0),
  }));
  // Only conditions depend on the clocks of a site.
  const sites = found.filter((session) => hasConditions(session)).map(({ site }) => site);
  const timeZoneOf = sites.length > 0 ? await readTimeZones(store, sites) : () => null;
  const at = now();
  return found.map((session) => {
    const { client_name: client, nas_group: nasGroup, ssid, site } = session;
    return { ...session, place: { client, nasGroup, ssid, at, timeZone: timeZoneOf(site) } };
  });
}

/** The version of the user `u` with its profile `p` and further ones; null: it has been deleted. */
export const userVersion = sql<
  number | null
>`u.last_change + coalesce(p.last_change, 0) + ${furtherChanges}`;

/** A session belongs to the user id that was admitted; a user of the same name and another id is another user. */
function openSessions({ db, engine }: Store, sessions: readonly number[]) {
  const isAdmitted = sql<boolean>`u.id = coalesce(a.authorized_user, a."user") and (a.authorized_user is null or a."user" = a.authorized_user)`;
  return db
    .selectFrom('aaa_accounting as a')
    .leftJoin('aaa_client as c', 'c.id', 'a.client')
    .leftJoin('aaa_portal_session as s', (join) =>
      join.onRef('s.id', '=', 'a.portal_session').on('s.ended', 'is', null),
    )
    .leftJoin('user as u', (join) => join.on(isAdmitted))
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .select([
      'a.radacctid',
      // A change is signed with the secret of the client, so it belongs to the client's organization.
      sql<number>`coalesce(c.organization, a.organization)`.as('organization'),
      'a.client',
      'a.username',
      'a.granted',
      'a.authorized_user',
      'a.authorized_version',
    ])
    .select([
      'a.callingstationid',
      'a.acctstarttime',
      'a.acctinputoctets',
      'a.acctoutputoctets',
      'a.counters_at',
    ])
    .select(['a.location', 'a.organization as site_organization'])
    .select([
      'c.name as client_name',
      'c.nas_group',
      sql<string | null>`${sql.raw(ssidSql('a.calledstationid'))}`.as('ssid'),
    ])
    .select(['a.heard_at', 'a.check_at', 'a.standing', 'c.accepts_coa'])
    .select(['s.id as portal_session', 's.queue_organization'])
    .select([
      'u.id as user',
      'u.is_active',
      'u.expiration',
      'u.attributes',
      'u.profile',
      userVersion.as('version'),
    ])
    .select(profileColumns)
    .select(selectFurtherProfiles(engine).as('further_profiles'))
    .where('a.radacctid', 'in', sessions)
    .where('a.acctstoptime', 'is', null);
}
