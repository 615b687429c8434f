import { sql } from 'kysely';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import type { PortalSessionRow, PortalTerminateCause } from './portal-session.ts';

/** What ends a portal session; the code of its log entry. */
export type PortalEndEvent = 'uo' | 'ux' | 'ut' | 'uk';

const causes: Readonly<Record<PortalEndEvent, PortalTerminateCause>> = {
  uo: 'User-Request',
  ux: 'Session-Timeout',
  ut: 'Session-Timeout',
  uk: 'Admin-Reset',
};

export interface PortalEnd {
  readonly event: PortalEndEvent;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The reason, for the log. */
  readonly detail?: string;
  /** True: the user is a voucher that is used up, which is logged as well. */
  readonly isUsedUp?: boolean;
  /** False: the controller has not let the device in, and need not cut it off. The default is true. */
  readonly wasLetIn?: boolean;
}

type EndedSession = Pick<PortalSessionRow, 'id' | 'queue_organization'>;

/**
 * Builds the statements that end a session and log it, for one batch, which fails if the session has ended already. A session
 * that a NAS accounts for is ended by the NAS: its row stays open until the Stop. A controller that has let the device in has
 * to cut it off.
 */
export function endPortalSession(
  store: Store,
  { id, queue_organization }: EndedSession,
  { event, at, detail = '', isUsedUp = false, wasLetIn = true }: PortalEnd,
): readonly Statement[] {
  const { db } = store;
  const cause = causes[event];
  const ended = { ended: at, cause, due: queue_organization === null ? null : at };
  const end = db.updateTable('aaa_portal_session').set(ended);
  return [
    mustChange(end.where('id', '=', id).where('ended', 'is', null)),
    compileStatement(closeSession({ id, at, cause }).compile(db)),
    compileStatement(logEvent({ id, event, at, detail, status: 200 }).compile(db)),
    ...(isUsedUp
      ? [compileStatement(logEvent({ id, event: 'vt', at, detail, status: 400 }).compile(db))]
      : []),
    ...(wasLetIn ? [compileStatement(revokeAtController(id, at).compile(db))] : []),
    ...(queue_organization === null
      ? [compileStatement(db.deleteFrom('aaa_portal_session').where('id', '=', id))]
      : []),
  ];
}

/** Begun seconds count, so that many short sessions use up a credit as well. */
function closeSession({ id, at, cause }: { id: string; at: number; cause: string }) {
  const stop = sql`case when acctstarttime > ${at} then acctstarttime else cast(${at} as bigint) end`;
  return sql`update aaa_accounting set
      acctstoptime = ${stop}, acctupdatetime = ${stop}, acctsessiontime = (${stop} - acctstarttime + 999) / 1000,
      acctterminatecause = ${cause}
    where portal_session = ${id} and client is null and acctstoptime is null`;
}

function revokeAtController(id: string, at: number) {
  return sql`insert into portal_revocation
      (organization, controller, session, username, access_point, mac, device, created, due)
    select s.organization, c.id, s.id, s.username, s.access_point, s.mac, s.controller_device, cast(${at} as bigint),
      cast(${at} as bigint)
    from aaa_portal_session as s join portal_controller as c on c.id = s.controller where s.id = ${id}`;
}

/** Builds the statement that logs a change of an open session by the gateway itself, for the batch that schedules it. */
export function logPortalTrigger(
  { db }: Store,
  trigger: { readonly id: string; readonly at: number; readonly detail: string },
): Statement {
  return compileStatement(logEvent({ ...trigger, event: 'tr', status: 200 }).compile(db));
}

interface LoggedEvent {
  readonly id: string;
  readonly event: PortalEndEvent | 'vt' | 'tr';
  readonly at: number;
  readonly detail: string;
  readonly status: number;
}

function logEvent(logged: LoggedEvent) {
  return sql`insert into txlog_portal
      (datetime, type, status, detail, organization, "user", username, access_point, location, mac, ip, session_id, page)
    select cast(${logged.at} as bigint), cast(${logged.event} as text), cast(${logged.status} as integer), cast(${logged.detail} as text), s.organization, u.id, s.username,
      a.id, l.id, s.mac, s.ip, s.id, s.page
    from aaa_portal_session as s
    left join "user" as u on u.id = s."user"
    left join access_point as a on a.id = s.access_point
    left join location as l on l.id = s.location
    where s.id = ${logged.id}`;
}
