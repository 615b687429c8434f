import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../tables.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';
import { recordColumns, type AccountingRecord } from './accounting-record.ts';
import {
  elapsedSecondsSql,
  onInterim,
  onInterimKeepingIndexes,
  onStart,
  onStop,
  onStopKeepingIndexes,
  supersededFrom,
  withPlace,
  type Rule,
} from './session-merge-rules.ts';

/** The key of a packet's session, the begin of the session as computed from the packet, and the time of the packet. */
export type SessionEventKey = Pick<
  AccountingRecord,
  'client' | 'acctuniqueid' | 'acctstarttime' | 'acctupdatetime'
>;

type Merge = PreparedStatement<AccountingRecord>;

export interface SessionStatements {
  /** Changes nothing if the session under the same identifiers is over and still current; see `retire`. */
  readonly start: Merge;
  readonly interim: Merge;
  /** Returns `is_used_up`: other sessions of the user need a check of their quota. */
  readonly stop: Merge;
  /**
   * Cheaper variants of `interim` and `stop` for an open session whose indexed columns stay as they are; they change
   * nothing for any other session.
   */
  readonly interimKeepingIndexes: Merge;
  readonly stopKeepingIndexes: Merge;
  /** Variants of `interim` and `stop` for a session that may have moved to another access point. */
  readonly interimRoaming: Merge;
  readonly stopRoaming: Merge;
  /** Makes the quota check of the user's other sessions due. */
  readonly scheduleUserQuotaCheck: Merge;
  /** Retires the current session if the record's session began after it had ended. */
  readonly retire: PreparedStatement<SessionEventKey>;
  /** Ends all sessions of a NAS that were last updated before. */
  readonly closeNasSessions: Merge;
}

export function compileSessionStatements(db: Kysely<Tables>): SessionStatements {
  const merge = (rule: Rule, returning = sql``): Merge =>
    new PreparedStatement(sql`${upsert(rule)} ${returning}`.compile(db));
  return {
    start: merge(onStart),
    interim: merge(onInterim),
    stop: merge(onStop, isUsedUp),
    interimKeepingIndexes: merge(onInterimKeepingIndexes),
    stopKeepingIndexes: merge(onStopKeepingIndexes, isUsedUp),
    interimRoaming: merge(withPlace(onInterim)),
    stopRoaming: merge(withPlace(onStop), isUsedUp),
    scheduleUserQuotaCheck: new PreparedStatement(scheduleUserQuotaCheck.compile(db)),
    retire: new PreparedStatement(retire.compile(db)),
    closeNasSessions: new PreparedStatement(closeNasSessions.compile(db)),
  };
}

/** Finds the user by name in the organization of the client, or in one that the client serves. */
const user = sql`(
  select u.id from "user" as u
  where u.username = ${namedParameter('username')} and (u.organization = ${namedParameter('client_organization')}
    or cast(${namedParameter('client_serves')} as text) like '%,' || cast(u.organization as text) || ',%'))`;

function upsert({ changes, applies }: Rule): RawBuilder<unknown> {
  const assignments = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql`
    insert into aaa_accounting (${sql.join(recordColumns.map((column) => sql.ref(column)))}, "user")
    values (${sql.join(recordColumns.map((column) => namedParameter(column)))}, ${user})
    on conflict (client, acctuniqueid) where is_current = 1
    do update set ${sql.join(assignments)}
    where ${applies}`;
}

/**
 * True if the session has used the octets after which its user's quota is due for a check. The sum of two counters may
 * exceed 64 bits.
 */
const isUsedUp = sql`
  returning coalesce(check_octets <= cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0), 1 = 0)
    as is_used_up`;

export const matchesSessionKey = sql`client = ${namedParameter('client')} and acctuniqueid = ${namedParameter('acctuniqueid')}`;

const scheduleUserQuotaCheck = sql`
  update aaa_accounting set check_at = 0
  where acctstoptime is null and authorized_user is not null and check_octets is not null
    and authorized_user = (select authorized_user from aaa_accounting where ${matchesSessionKey} and is_current = 1)`;

/** Retires a row; an open session is concluded to have ended at its last update. */
export const retireAssignments = sql`
  is_current = 0,
  acctstoptime = coalesce(acctstoptime, acctupdatetime),
  acctsessiontime = coalesce(acctsessiontime, ${elapsedSecondsSql(sql.ref('acctstarttime'), sql.ref('acctupdatetime'))}),
  acctterminatecause = case when acctstoptime is null then 'Lost-Carrier' else acctterminatecause end,
  stop_is_guess = case when acctstoptime is null then 1 else stop_is_guess end`;

const retire = sql`
  update aaa_accounting set ${retireAssignments}
  where ${matchesSessionKey} and is_current = 1 and ${supersededFrom((name) => sql.ref(name))} <= ${namedParameter('acctstarttime')}`;

const stopTime = sql`cast(${namedParameter('acctstoptime')} as bigint)`;

const closeNasSessions = sql`
  update aaa_accounting set
    acctstoptime = ${stopTime},
    acctupdatetime = ${stopTime},
    acctsessiontime = ${elapsedSecondsSql(sql.ref('acctstarttime'), stopTime)},
    acctterminatecause = ${namedParameter('acctterminatecause')},
    stop_is_guess = 1
  where client = ${namedParameter('client')} and nasipaddress = ${namedParameter('nasipaddress')}
    and acctstoptime is null and acctupdatetime <= ${stopTime}`;
