import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../tables.ts';
import { selectRelatedOrganizations } from '../account/tree-query.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';

/*
 * How an event changes the row that its session already has. An event may be late, repeated, or the only one that ever
 * arrives; whatever the order, the row ends the same:
 *
 * - update time never moves back, and what an event does not say erases nothing;
 * - counters are cumulative (RFC 2869 section 2.1), so an interim event that is older than those stored changes none;
 * - a Stop replaces a stop that we had only concluded, and a later interim event shows such a conclusion to be wrong;
 * - a session that the NAS itself has stopped is changed by a later Stop only;
 * - an event that is older than the session, where there are earlier ones under the same identifiers, is one of theirs.
 */

/** What a packet describes of a session: the newest that was said counts. */
const described = [
  ...([
    'acctmultisessionid',
    'username',
    'realm',
    'nasipaddress',
    'nasidentifier',
    'nasportid',
    'nasporttype',
    'class',
  ] as const),
  ...([
    'acctauthentic',
    'servicetype',
    'framedprotocol',
    'framedipaddress',
    'framedipv6address',
    'framedipv6prefix',
  ] as const),
  ...([
    'framedinterfaceid',
    'delegatedipv6prefix',
    'calledstationid',
    'callingstationid',
    'attributes',
  ] as const),
];

const columns = [
  ...([
    'organization',
    'client',
    'acctsessionid',
    'acctuniqueid',
    'acctstarttime',
    'acctupdatetime',
    'acctstoptime',
  ] as const),
  ...([
    'acctsessiontime',
    'acctinputoctets',
    'acctoutputoctets',
    'counters_at',
    'acctterminatecause',
  ] as const),
  ...(['connectinfo_start', 'connectinfo_stop', 'heard_at', 'access_point', 'location'] as const),
  ...described,
];

type Column = (typeof columns)[number];
export type SessionRow = Readonly<
  Record<Column | 'kin', string | number | bigint | Uint8Array | null>
>;
/** Of an event: its session's key, when that began as far as the event tells, and when the event was. */
export type SessionEventKey = Readonly<
  Pick<SessionRow, 'client' | 'acctuniqueid' | 'acctstarttime' | 'acctupdatetime'>
>;
export type NasCloseParameters = Readonly<
  Record<'client' | 'nasipaddress' | 'acctstoptime' | 'acctterminatecause', string | number>
>;

export interface SessionStatements {
  /** Changes nothing where the session under its identifiers is over and in use; see `retire`. */
  readonly start: PreparedStatement<SessionRow>;
  readonly interim: PreparedStatement<SessionRow>;
  /** Tells of the row whether others are to be woken: `is_used_up`. */
  readonly stop: PreparedStatement<SessionRow>;
  /** The same of a session that may be at another access point than before. */
  readonly interimRoaming: PreparedStatement<SessionRow>;
  readonly stopRoaming: PreparedStatement<SessionRow>;
  /** Has the other sessions of a user looked at: one that stopped has used up what they share. */
  readonly scheduleUserQuotaCheck: PreparedStatement<SessionRow>;
  /** Makes room for a session that began after the one under the same identifiers had ended. */
  readonly retire: PreparedStatement<SessionEventKey>;
  /** Ends all sessions of a NAS that say nothing newer. */
  readonly closeNasSessions: PreparedStatement<NasCloseParameters>;
}

export function compileSessionStatements(db: Kysely<Tables>): SessionStatements {
  const merge = (rule: Rule, returning = sql``) =>
    new PreparedStatement<SessionRow>(sql`${upsert(rule)} ${returning}`.compile(db));
  return {
    start: merge(onStart),
    interim: merge(onInterim),
    stop: merge(onStop, isUsedUp),
    interimRoaming: merge(elsewhere(onInterim)),
    stopRoaming: merge(elsewhere(onStop), isUsedUp),
    scheduleUserQuotaCheck: new PreparedStatement(wakeOthers.compile(db)),
    retire: new PreparedStatement(retire.compile(db)),
    closeNasSessions: new PreparedStatement(closeAll.compile(db)),
  };
}

type Expression = RawBuilder<unknown>;

interface Rule {
  readonly changes: Readonly<Record<string, Expression>>;
  /** Rows of which this is false are left as they are. */
  readonly applies: Expression;
}

/** Clocks without Event-Timestamp are exact to a second (Acct-Delay-Time). */
export const clockResolutionMs = 1_000;
/** By so much a Start may precede the beginning that was worked out from a session time. */
export const startToleranceMs = 60_000;

/** A column as stored, and as the event has it. */
const old = (column: string): Expression => sql`aaa_accounting.${sql.ref(column)}`;
const said = (column: string): Expression => sql`excluded.${sql.ref(column)}`;

const latest = later(old('acctupdatetime'), said('acctupdatetime'));
const isOpen = sql`${old('acctstoptime')} is null`;
const isGuess = sql`${old('stop_is_guess')} = 1`;
const isRefuted = sql`${old('acctstoptime')} < ${said('acctupdatetime')}`;

/** The later of two times; the first where the second is null. */
function later(one: Expression, other: Expression): Expression {
  return sql`case when ${other} > ${one} then ${other} else ${one} end`;
}

export function elapsedSecondsSql(from: Expression, until: Expression): Expression {
  return sql`case when ${until} < ${from} then 0 else (${until} - ${from}) / 1000 end`;
}

function prefer(column: string, when: Expression): Expression {
  return sql`case when ${when} then coalesce(${said(column)}, ${old(column)}) else coalesce(${old(column)}, ${said(column)}) end`;
}

function description(isNewest: Expression): Record<string, Expression> {
  return {
    ...Object.fromEntries(described.map((column) => [column, prefer(column, isNewest)])),
    user: sql`coalesce(${old('user')}, ${said('user')})`,
    heard_at: later(said('heard_at'), old('heard_at')),
  };
}

/**
 * Where the user was last. Most events do not change it: to SQLite a column that is assigned has changed, and so have its
 * indexes.
 */
function place(isNewest: Expression): Record<string, Expression> {
  const isNew = sql`${said('access_point')} is not null and (${old('access_point')} is null or ${isNewest})`;
  return Object.fromEntries(
    ['access_point', 'location'].map((column) => [
      column,
      sql`case when ${isNew} then ${said(column)} else ${old(column)} end`,
    ]),
  );
}

const isNewest = sql`${said('acctupdatetime')} >= ${old('acctupdatetime')}`;

const onStart: Rule = {
  applies: sql`(${goneBy(old)} is null or ${goneBy(old)} > ${said('acctstarttime')}) and not ${isEarlier(isStartOfEarlier())}`,
  changes: {
    ...description(isNewest),
    ...place(isNewest),
    acctstarttime: sql`case when ${old('acctstoptime')} < ${said('acctstarttime')} then ${old('acctstarttime')} else ${said('acctstarttime')} end`,
    acctupdatetime: latest,
    acctsessiontime: sql`coalesce(${old('acctsessiontime')}, ${elapsedSecondsSql(said('acctstarttime'), old('acctstoptime'))})`,
    connectinfo_start: prefer('connectinfo_start', sql`1 = 1`),
  },
};

const hasNewerCounters = sql`${said('counters_at')} > coalesce(${old('counters_at')}, -1)`;

const onInterim: Rule = {
  applies: sql`(${isOpen} or ${isGuess}) and not ${isEarlier(isAfterEarlier())}`,
  changes: {
    ...description(isNewest),
    acctupdatetime: latest,
    acctinterval: sql`case when ${said('acctupdatetime')} > ${old('acctupdatetime')} then (${said('acctupdatetime')} - ${old('acctupdatetime')}) / 1000 else ${old('acctinterval')} end`,
    acctsessiontime: sql`case when ${isOpen} or ${isRefuted} then ${prefer('acctsessiontime', hasNewerCounters)} else ${old('acctsessiontime')} end`,
    acctinputoctets: prefer('acctinputoctets', hasNewerCounters),
    acctoutputoctets: prefer('acctoutputoctets', hasNewerCounters),
    counters_at: sql`case when ${hasNewerCounters} then ${said('counters_at')} else ${old('counters_at')} end`,
    connectinfo_start: prefer('connectinfo_start', sql`1 = 0`),
    acctstoptime: sql`case when ${isRefuted} then null else ${old('acctstoptime')} end`,
    acctterminatecause: sql`case when ${isRefuted} then null else ${old('acctterminatecause')} end`,
    stop_is_guess: sql`case when ${isRefuted} then 0 else ${old('stop_is_guess')} end`,
    check_at: sql`case when ${reaches(old('check_octets'))} then 0 else ${old('check_at')} end`,
  },
};

/** Whether an event has counted so many octets; false where the number is null. */
function reaches(octets: Expression): Expression {
  const of = (column: string) =>
    sql`cast(coalesce(${said(column)}, ${old(column)}, 0) as double precision)`;
  return sql`${octets} <= ${of('acctinputoctets')} + ${of('acctoutputoctets')}`;
}

const onStop: Rule = {
  applies: sql`(${isOpen} or ${isGuess} or ${said('acctstoptime')} >= ${old('acctstoptime')}) and not ${isEarlier(isAfterEarlier())}`,
  changes: {
    ...description(sql`${isNewest} or ${isGuess}`),
    // A stop before the start: the clock was set in between, and only what the Stop itself says fits together.
    acctstarttime: sql`case when ${said('acctstoptime')} < ${old('acctstarttime')} then ${said('acctstarttime')} else ${old('acctstarttime')} end`,
    // The update time of a conclusion is the conclusion's, not the session's.
    acctupdatetime: sql`case when ${isGuess} then ${later(said('acctupdatetime'), old('counters_at'))} else ${latest} end`,
    acctstoptime: said('acctstoptime'),
    stop_is_guess: sql`0`,
    acctsessiontime: sql`coalesce(${said('acctsessiontime')}, case when ${isOpen} or ${isGuess} then ${elapsedSecondsSql(old('acctstarttime'), said('acctstoptime'))} else ${old('acctsessiontime')} end)`,
    acctinputoctets: prefer('acctinputoctets', sql`1 = 1`),
    acctoutputoctets: prefer('acctoutputoctets', sql`1 = 1`),
    counters_at: prefer('counters_at', sql`1 = 1`),
    acctterminatecause: sql`case when ${isGuess} then ${said('acctterminatecause')} else coalesce(${said('acctterminatecause')}, ${old('acctterminatecause')}) end`,
    connectinfo_stop: prefer('connectinfo_stop', sql`1 = 1`),
  },
};

/**
 * Whether the event is of an earlier session under the same identifiers. Where there was none, an event before the start
 * means that the clock of the NAS was set.
 */
function isEarlier(isWithin: Expression): Expression {
  const at = said('acctupdatetime');
  return sql`(${at} + ${sql.lit(clockResolutionMs)} <= ${old('acctstarttime')} and exists (
    select 1 from aaa_accounting as e
    where e.client = ${said('client')} and e.acctuniqueid = ${said('acctuniqueid')} and e.is_current = 0 and ${isWithin}))`;
}

/** An event in the middle of a session. */
function isAfterEarlier(): Expression {
  return sql`e.acctstarttime <= ${said('acctupdatetime')} + ${sql.lit(clockResolutionMs)}`;
}

/** A Start: of a session that is known, or so long before the current one that it is not the same. */
function isStartOfEarlier(): Expression {
  const at = said('acctstarttime');
  return sql`(${at} + ${sql.lit(startToleranceMs)} <= ${old('acctstarttime')}
    or (e.acctstoptime + ${sql.lit(clockResolutionMs)} > ${at} and e.acctstarttime <= ${at} + ${sql.lit(startToleranceMs)}))`;
}

/** A user of the client's organization, or of one in its line. Most are the former, and no line is looked at. */
const user = sql`(
  select u.id from "user" as u
  where u.username = ${namedParameter('username')} and (u.organization = ${namedParameter('kin')} or u.organization in ${selectRelatedOrganizations(namedParameter('kin'))}))`;

function elsewhere({ changes, applies }: Rule): Rule {
  return { applies, changes: { ...changes, ...place(isNewest) } };
}

function upsert({ changes, applies }: Rule): RawBuilder<unknown> {
  const assignments = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql`
    insert into aaa_accounting (${sql.join(columns.map((column) => sql.ref(column)))}, "user")
    values (${sql.join(columns.map(namedParameter))}, ${user})
    on conflict (client, acctuniqueid) where is_current = 1
    do update set ${sql.join(assignments)}
    where ${applies}`;
}

/**
 * Whether the session has used what it may before its user's quota is looked at again. Two counters may come to more than 64
 * bits hold.
 */
const isUsedUp = sql`
  returning coalesce(check_octets <= cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0), 1 = 0)
    as is_used_up`;

export const matchesSessionKey = sql`client = ${namedParameter('client')} and acctuniqueid = ${namedParameter('acctuniqueid')}`;

const wakeOthers = sql`
  update aaa_accounting set check_at = 0
  where acctstoptime is null and authorized_user is not null and check_octets is not null
    and authorized_user = (select authorized_user from aaa_accounting where ${matchesSessionKey} and is_current = 1)`;

/** Takes a row out of use; one that is open ended when it was last heard of, as far as we know. */
export const retireAssignments = sql`
  is_current = 0,
  acctstoptime = coalesce(acctstoptime, acctupdatetime),
  acctsessiontime = coalesce(acctsessiontime, ${elapsedSecondsSql(sql.ref('acctstarttime'), sql.ref('acctupdatetime'))}),
  acctterminatecause = case when acctstoptime is null then 'Lost-Carrier' else acctterminatecause end,
  stop_is_guess = case when acctstoptime is null then 1 else stop_is_guess end`;

/**
 * From when on a Start is of another session than the row's: after its stop, or after it has counted, since an open session
 * does not start once more: its Stop was lost. Null: never.
 */
function goneBy(column: (name: string) => Expression): Expression {
  return sql`coalesce(${column('acctstoptime')} + ${sql.lit(clockResolutionMs)}, ${column('counters_at')} + ${sql.lit(startToleranceMs)})`;
}

const retire = sql`
  update aaa_accounting set ${retireAssignments}
  where ${matchesSessionKey} and is_current = 1 and ${goneBy((name) => sql.ref(name))} <= ${namedParameter('acctstarttime')}`;

const stopTime = sql`cast(${namedParameter('acctstoptime')} as bigint)`;

const closeAll = sql`
  update aaa_accounting set
    acctstoptime = ${stopTime},
    acctupdatetime = ${stopTime},
    acctsessiontime = ${elapsedSecondsSql(sql.ref('acctstarttime'), stopTime)},
    acctterminatecause = ${namedParameter('acctterminatecause')},
    stop_is_guess = 1
  where client = ${namedParameter('client')} and nasipaddress = ${namedParameter('nasipaddress')}
    and acctstoptime is null and acctupdatetime <= ${stopTime}`;
