import { sql } from 'kysely';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import type { PortalSessionRow } from './portal-session.ts';

/* Portal sessions whose device a router fetches by itself, or whose octets a controller counts. */

/** A session that its router has not confirmed. */
export interface WaitingSession {
  readonly id: string;
  readonly mac: string;
  readonly controller: number;
  /** JSON, as in the row. */
  readonly controller_device: string;
}

/** How long a router may take; after that the device has found another way in, or has left. */
const maxWaitMs = 120_000;
const maxFound = 100;

/** Finds the sessions that a router has not confirmed, the longest waiting first. */
export async function findWaitingSessions(
  { db }: Store,
  { router, now }: { readonly router: string; readonly now: Date },
): Promise<readonly WaitingSession[]> {
  const found = await db
    .selectFrom('aaa_portal_session')
    .select(['id', 'mac', 'controller', 'controller_device'])
    .where('router', '=', router)
    .where('ended', 'is', null)
    .where('opened', '>', now.getTime() - maxWaitMs)
    .orderBy('opened')
    .limit(maxFound)
    .execute();
  return found.flatMap(({ controller, controller_device, ...session }) =>
    controller === null || controller_device === null
      ? []
      : [{ ...session, controller, controller_device }],
  );
}

/** Returns the statement that records that the router of a session has let the device in. */
export function markFetched({ db }: Store, id: string): Statement {
  return compileStatement(
    db.updateTable('aaa_portal_session').set({ router: null }).where('id', '=', id),
  );
}

/** Octets from and to a device, as its controller counts them. */
export interface CountedOctets {
  readonly up: number;
  readonly down: number;
}

type CountedSession = Pick<PortalSessionRow, 'id' | 'counted_up' | 'counted_down'>;

/** A controller with open sessions. */
export interface ControllerInUse {
  readonly controller: number;
  /** True if a session that began lately has not been counted. */
  readonly hasNew: boolean;
}

/** Finds the controllers that have open sessions. @param since  begin of what is new */
export async function findControllersInUse(
  store: Store,
  since: Date,
): Promise<readonly ControllerInUse[]> {
  const rows = await selectControllersInUse(store, { since: since.getTime() });
  return rows.map(({ controller, fresh }) => ({ controller, hasNew: fresh > 0 }));
}

const selectControllersInUse = prepareQuery<{ controller: number; fresh: number }>((db) =>
  sql<{ controller: number; fresh: number }>`
    select controller,
      sum(case when counted_up is null and opened > ${namedParameter('since')} then 1 else 0 end) as fresh
    from aaa_portal_session where controller is not null and ended is null group by controller`.compile(
    db,
  ),
);

/** Finds the open sessions that a controller has let in, the oldest first. */
export function findControlledSessions(
  { db }: Store,
  controller: number,
): Promise<readonly PortalSessionRow[]> {
  return db
    .selectFrom('aaa_portal_session')
    .selectAll()
    .where('controller', '=', controller)
    .where('ended', 'is', null)
    .orderBy('opened')
    .limit(maxControlled)
    .execute();
}

const maxControlled = 2_000;

/** Returns the statement that takes the counters of a controller at the login, from which on they count. */
export function startCounting({ db }: Store, id: string, { up, down }: CountedOctets): Statement {
  return compileStatement(
    db
      .updateTable('aaa_portal_session')
      .set({ counted_up: up, counted_down: down })
      .where('id', '=', id),
  );
}

/**
 * Returns the statements that add what a controller has counted since the last reading to a session that no NAS accounts for,
 * for one batch, which fails if another gateway has added it. A counter that is lower than before has begun anew. A session
 * whose share of a quota is used up becomes due for a check.
 */
export function addCounted(
  { db }: Store,
  { id, counted_up, counted_down }: CountedSession,
  { up, down, at }: CountedOctets & { readonly at: Date },
): readonly Statement[] {
  const input = increase(up, counted_up);
  const output = increase(down, counted_down);
  const isSame = (column: string, value: number | null) =>
    sql<boolean>`${sql.ref(column)} is not distinct from cast(${value} as bigint)`;
  const used = sql`coalesce(acctinputoctets, 0) + coalesce(acctoutputoctets, 0) + cast(${input + output} as bigint)`;
  const session = sql`
    update aaa_accounting set
      acctinputoctets = coalesce(acctinputoctets, 0) + cast(${input} as bigint),
      acctoutputoctets = coalesce(acctoutputoctets, 0) + cast(${output} as bigint),
      acctupdatetime = ${at.getTime()},
      check_at = case when check_octets <= ${used} then 0 else check_at end
    where portal_session = ${id} and client is null and acctstoptime is null`;
  return [
    mustChange(
      db
        .updateTable('aaa_portal_session')
        .set({ counted_up: up, counted_down: down })
        .where('id', '=', id)
        .where('ended', 'is', null)
        .where(isSame('counted_up', counted_up))
        .where(isSame('counted_down', counted_down)),
    ),
    ...(input + output > 0 ? [compileStatement(session.compile(db))] : []),
  ];
}

/** The first reading is where the counter begins. */
function increase(count: number, before: number | null): number {
  if (before === null) return 0;
  return count < before ? count : count - before;
}
