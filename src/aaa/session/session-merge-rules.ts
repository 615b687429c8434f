import { sql, type RawBuilder } from 'kysely';
import { describedColumns, indexedColumns } from './accounting-record.ts';
import { isOfMac, isOfStation } from './session-station.ts';

/*
 * How an accounting packet changes the row of its session. A packet may be late, repeated, or the only one that ever
 * arrives; in any order, the row ends the same:
 *
 * - the update time never moves back, and an attribute that a packet lacks keeps its stored value;
 * - counters are cumulative (RFC 2869 section 2.1), so an Interim-Update older than the stored counters does not change them,
 *   unless its session time is greater: then a clock was set back; of packets of the same second, greater counters are later;
 * - a Stop replaces a stop that was only concluded, and a later Interim-Update refutes such a conclusion;
 * - a session that the NAS itself has stopped is changed by a later Stop only;
 * - it is the row of the station, of those with the identifiers of the packet;
 * - a packet older than the session, where earlier sessions had the same identifiers, belongs to one of those;
 * - a Start in the second of a Stop begins a session, if the stopped session had begun seconds before;
 * - a session that a portal login opened begins with the login: earlier counts of the NAS are subtracted;
 * - a session that was recorded while the clock of its NAS was in doubt gets the times of the first packet for which the clock
 *   is known to be wrong.
 */

export type Expression = RawBuilder<unknown>;

/** Returns a column of a row, or of a packet. */
type Columns = (name: string) => Expression;

export interface Rule {
  readonly changes: Readonly<Record<string, Expression>>;
  /** Only rows that match are changed. */
  readonly applies: Expression;
}

/** Clocks without Event-Timestamp are exact to a second (Acct-Delay-Time). */
export const clockResolutionMs = 1_000;
/** A Start may precede the beginning computed from a session time by this much. */
export const startToleranceMs = 60_000;
/** Sessions of less are not told apart by times of whole seconds. */
const shortestMs = 2 * clockResolutionMs;

/** A column as stored, and as the packet has it. */
const old = (column: string): Expression => sql`aaa_accounting.${sql.ref(column)}`;
const received = (column: string): Expression => sql`excluded.${sql.ref(column)}`;

/** A counter of the packet minus the NAS's count before the portal login. */
function counted(column: string, before: string): Expression {
  const total = received(column);
  return sql`case when ${total} < ${old(before)} then 0 else ${total} - ${old(before)} end`;
}

const seconds = counted('acctsessiontime', 'seconds_before');
const input = counted('acctinputoctets', 'input_before');
const output = counted('acctoutputoctets', 'output_before');

const always = sql`(1 = 1)`;
const never = sql`(1 = 0)`;

const isOfRow = isOfStation(received, old);
const isOpen = sql`${old('acctstoptime')} is null`;
const isGuess = sql`${old('stop_is_guess')} = 1`;
const isNewest = sql`${received('acctupdatetime')} >= ${old('acctupdatetime')}`;
const isCountedLater = sql`${received('counters_at')} > coalesce(${old('counters_at')}, -1)`;
const isRefuted = sql`${old('acctstoptime')} < ${received('acctupdatetime')}`;

/** The later of two times; the first if the second is null. */
function later(one: Expression, other: Expression): Expression {
  return sql`case when ${other} > ${one} then ${other} else ${one} end`;
}

/** The later of the times of packet and row. */
function latest({ isNewest }: Pick<Known, 'isNewest'>): Expression {
  return sql`case when ${isNewest} then ${received('acctupdatetime')} else ${old('acctupdatetime')} end`;
}

export function elapsedSecondsSql(from: Expression, until: Expression): Expression {
  return sql`case when ${until} < ${from} then 0 else (${until} - ${from}) / 1000 end`;
}

function prefer(column: string, when: Expression, value = received(column)): Expression {
  return sql`case when ${when} then coalesce(${value}, ${old(column)}) else coalesce(${old(column)}, ${value}) end`;
}

function description(isNewest: Expression): Record<string, Expression> {
  return {
    ...Object.fromEntries(describedColumns.map((column) => [column, prefer(column, isNewest)])),
    // MAC authentication: the packets name the device, the session its guest.
    username: sql`case when ${old('portal_session')} is not null then coalesce(${old('username')}, ${received('username')}) else ${prefer('username', isNewest)} end`,
    user: sql`coalesce(${old('user')}, ${received('user')})`,
    portal_session: sql`coalesce(${received('portal_session')}, ${old('portal_session')})`,
    heard_at: later(received('heard_at'), old('heard_at')),
    source: prefer('source', isNewest),
    nas_event_time: prefer('nas_event_time', isNewest),
    clock_offset: prefer('clock_offset', isNewest),
  };
}

/** What is known of the row of a packet, before it is changed. */
interface Known {
  readonly isOfRow: Expression;
  /** True for a session whose NAS was believed, and whose clock is now known to be wrong. */
  readonly isMisdated: Expression;
  readonly isOpen: Expression;
  /** True for a session whose stop was only concluded. */
  readonly isGuess: Expression;
  /** True for a packet that is no older than the row. */
  readonly isNewest: Expression;
  /** True for counters that are newer than those of the row, by their time. */
  readonly isCountedLater: Expression;
  /** True for a stop of the NAS itself in the same second: a repeated stop, or two stops; the greater counters are the later. */
  readonly isSameStop: Expression;
}

const isMisdated = sql`(${old('clock_offset')} is null and ${received('clock_offset')} <> 0
  and ${received('acctsessiontime')} is not null and ${old('origin')} <> 'portal')`;

/** Returns a rule that prefers the time that a packet states, or that follows from it, for a session with times of a wrong clock. */
function redating({ isMisdated }: Known) {
  return (column: string, otherwise: Expression): Expression =>
    sql`case when ${isMisdated} then ${received(column)} else ${otherwise} end`;
}

/**
 * Assigns the place of the newest packet, and with the first place its organization; a place of another organization is
 * not the session's. Only for sessions that may have moved: SQLite rewrites the indexes of every column that is assigned.
 */
function place(isNewest: Expression): Record<string, Expression> {
  const isFirst = sql`${old('access_point')} is null`;
  const isMove = sql`(${isNewest} and ${received('organization')} = ${old('organization')})`;
  const isNew = sql`${received('access_point')} is not null and (${isFirst} or ${isMove})`;
  return Object.fromEntries(
    ['access_point', 'location', 'organization'].map((column) => [
      column,
      sql`case when ${isNew} then ${received(column)} else ${old(column)} end`,
    ]),
  );
}

export const onStart: Rule = {
  applies: sql`${isOfRow} and (${supersededFrom(old)} is null or ${supersededFrom(old)} > ${received('acctstarttime')}) and not ${isEarlier(isStartOfEarlier())}`,
  changes: {
    ...description(isNewest),
    ...place(isNewest),
    acctstarttime: sql`case when ${old('acctstoptime')} < ${received('acctstarttime')} or ${old('origin')} = 'portal' then ${old('acctstarttime')} else ${received('acctstarttime')} end`,
    acctupdatetime: latest({ isNewest }),
    acctsessiontime: sql`coalesce(${old('acctsessiontime')}, ${elapsedSecondsSql(received('acctstarttime'), old('acctstoptime'))})`,
    connectinfo_start: prefer('connectinfo_start', always),
    start_authenticator: sql`coalesce(${old('start_authenticator')}, ${received('start_authenticator')})`,
  },
};

/** Prefers the newest packet's value of a counter, and of packets of the same second the greatest. */
function preferNewest(column: string, value: Expression, { isCountedLater }: Known): Expression {
  const isNewer = sql`(${isCountedLater} or ${seconds} > ${old('acctsessiontime')})`;
  const isGreater = sql`${received('counters_at')} = ${old('counters_at')} and ${value} > ${old(column)}`;
  return prefer(column, sql`${isNewer} or (${isGreater})`, value);
}

const ofInterim = (known: Known, redated = redating(known)): Rule => ({
  applies: sql`${known.isOfRow} and (${known.isOpen} or ${known.isGuess}) and not ${isEarlier(isAfterEarlier())}`,
  changes: {
    ...description(sql`(${known.isNewest} or ${known.isMisdated})`),
    acctstarttime: redated('acctstarttime', old('acctstarttime')),
    acctupdatetime: redated('acctupdatetime', latest(known)),
    acctinterval: sql`case when ${received('acctupdatetime')} > ${old('acctupdatetime')} and ${known.isMisdated} is not true then (${received('acctupdatetime')} - ${old('acctupdatetime')}) / 1000 else ${old('acctinterval')} end`,
    acctsessiontime: sql`case when ${known.isOpen} or ${isRefuted} then ${preferNewest('acctsessiontime', seconds, known)} else ${old('acctsessiontime')} end`,
    acctinputoctets: preferNewest('acctinputoctets', input, known),
    acctoutputoctets: preferNewest('acctoutputoctets', output, known),
    counters_at: redated(
      'counters_at',
      sql`case when ${known.isCountedLater} then coalesce(${received('counters_at')}, ${old('counters_at')}) else ${old('counters_at')} end`,
    ),
    connectinfo_start: prefer('connectinfo_start', never),
    acctstoptime: sql`case when ${isRefuted} then null else ${old('acctstoptime')} end`,
    acctterminatecause: sql`case when ${isRefuted} then null else ${old('acctterminatecause')} end`,
    stop_is_guess: sql`case when ${isRefuted} then 0 else ${old('stop_is_guess')} end`,
    check_at: sql`case when ${reaches(old('check_octets'))} then 0 else ${old('check_at')} end`,
  },
});

const anyRow: Known = {
  isOfRow,
  isMisdated,
  isOpen,
  isGuess,
  isNewest,
  isCountedLater,
  isSameStop: sql`(${old('acctstoptime')} = ${received('acctstoptime')} and ${old('stop_is_guess')} = 0)`,
};

export const onInterim = ofInterim(anyRow);

/** True if the counters have reached a number of octets; null if that is null. */
function reaches(octets: Expression): Expression {
  const used = (column: string, value: Expression) =>
    sql`cast(coalesce(${value}, ${old(column)}, 0) as double precision)`;
  return sql`${octets} <= ${used('acctinputoctets', input)} + ${used('acctoutputoctets', output)}`;
}

/** Prefers a Stop's value of a counter, unless an equally late Stop had a greater one. */
function preferStop(column: string, value: Expression, { isSameStop }: Known): Expression {
  return sql`case when ${isSameStop} and ${old(column)} > ${value} then ${old(column)} else ${prefer(column, always, value)} end`;
}

const ofStop = (known: Known, redated = redating(known)): Rule => ({
  applies: sql`${known.isOfRow} and (${known.isOpen} or ${known.isGuess} or ${received('acctstoptime')} >= ${old('acctstoptime')}) and not ${isEarlier(isAfterEarlier())}`,
  changes: {
    ...description(sql`${known.isNewest} or ${known.isGuess}`),
    // A stop before the start: the clock was set in between, and only the times of the Stop itself are consistent.
    acctstarttime: redated(
      'acctstarttime',
      sql`case when ${received('acctstoptime')} < ${old('acctstarttime')} then ${received('acctstarttime')} else ${old('acctstarttime')} end`,
    ),
    // The update time of a concluded stop is the time of the conclusion, not of a packet.
    acctupdatetime: redated(
      'acctupdatetime',
      sql`case when ${known.isGuess} then ${later(received('acctupdatetime'), old('counters_at'))} else ${latest(known)} end`,
    ),
    acctstoptime: received('acctstoptime'),
    stop_is_guess: sql`0`,
    acctsessiontime: sql`case when ${known.isSameStop} and ${old('acctsessiontime')} > ${seconds} then ${old('acctsessiontime')} else coalesce(${seconds}, case when ${known.isOpen} or ${known.isGuess} then ${elapsedSecondsSql(old('acctstarttime'), received('acctstoptime'))} else ${old('acctsessiontime')} end) end`,
    acctinputoctets: preferStop('acctinputoctets', input, known),
    acctoutputoctets: preferStop('acctoutputoctets', output, known),
    counters_at: prefer('counters_at', always),
    acctterminatecause: sql`case when ${known.isGuess} then ${received('acctterminatecause')} else coalesce(${received('acctterminatecause')}, ${old('acctterminatecause')}) end`,
    connectinfo_stop: prefer('connectinfo_stop', always),
  },
});

export const onStop = ofStop(anyRow);

/**
 * True if the packet belongs to an earlier session under the same identifiers. Without an earlier session, a packet before the
 * start means that the clock of the NAS was set.
 */
function isEarlier(isWithin: Expression): Expression {
  return sql`(${isBefore(received, old)} and exists (
    select 1 from aaa_accounting as e
    where e.client = ${received('client')} and e.acctuniqueid = ${received('acctuniqueid')} and e.station = ${received('station')} and e.is_current = 0 and ${isWithin}
      and ${mayBeOfEarlier(received, old)}))`;
}

/**
 * True for a packet before a session: older, or of its first second and of a session that had begun seconds before.
 *
 * @param packet, session  the columns of both
 */
export function isBefore(packet: Columns, session: Columns): Expression {
  const [at, began] = [packet('acctupdatetime'), session('acctstarttime')];
  return sql`(${isOlder(packet, session)} or ${at} <= ${began} + ${sql.lit(clockResolutionMs)}
    and ${packet('acctstarttime')} + ${sql.lit(shortestMs)} <= ${beganAtNas(session)})`;
}

/**
 * True if a packet before a session may be one of the earlier session `e`. One of the first second can only be where `e` had
 * ended then: of any other, its NAS counts from before the Start.
 */
export function mayBeOfEarlier(packet: Columns, session: Columns): Expression {
  const began = beganAtNas(session);
  const resolution = sql.lit(clockResolutionMs);
  return sql`(${isOlder(packet, session)}
    or e.acctstoptime >= ${began} - ${resolution} and e.acctstoptime <= ${began} + ${resolution})`;
}

function isOlder(packet: Columns, session: Columns): Expression {
  return sql`${packet('acctupdatetime')} + ${sql.lit(clockResolutionMs)} <= ${session('acctstarttime')}`;
}

/** The begin of a session as its NAS has it, which may be before or after the portal login. */
function beganAtNas(column: Columns): Expression {
  return sql`${column('acctstarttime')} - 1000 * ${column('seconds_before')}`;
}

/** Matches earlier sessions that had begun by the time of the packet. */
function isAfterEarlier(): Expression {
  return sql`e.acctstarttime <= ${received('acctupdatetime')} + ${sql.lit(clockResolutionMs)}`;
}

/** Matches earlier sessions that a Start belongs to, or any if it is too long before the current one to be the same. */
function isStartOfEarlier(): Expression {
  const at = received('acctstarttime');
  return sql`(${at} + ${sql.lit(startToleranceMs)} <= ${old('acctstarttime')}
    or (e.acctstoptime + ${sql.lit(clockResolutionMs)} > ${at} and e.acctstarttime <= ${at} + ${sql.lit(startToleranceMs)}))`;
}

/**
 * A Start after this time belongs to a new session: the stop of the row's session (for a very short session, a moment later),
 * or its first counters, since an open session does not start again: its Stop was lost. Null: never.
 */
export function supersededFrom(column: Columns): Expression {
  const stop = column('acctstoptime');
  const isOfNas = sql`${column('stop_is_guess')} = 0 and ${stop} >= ${beganAtNas(column)} + ${sql.lit(shortestMs)}`;
  return sql`coalesce(${stop} + case when ${isOfNas} then 0 else ${sql.lit(clockResolutionMs)} end,
    ${column('counters_at')} + ${sql.lit(startToleranceMs)})`;
}

/** True for a column that no packet changes: the name of a guest. */
function isKept(column: string): Expression {
  return column === 'username' ? sql`${old('portal_session')} is not null` : never;
}

/**
 * True for an open session whose indexed columns the packet leaves as they are. The portal session is named once: each time
 * that a statement names it, PostgreSQL prepares to look it up.
 */
const indexedStay = sql`${isOpen} and (${old('user')} is not null or ${received('user')} is null)
  and ${old('portal_session')} is not distinct from coalesce(${received('portal_session')}, ${old('portal_session')})
  and ${sql.join(
    indexedColumns.map(
      (column) =>
        sql`(${received(column)} is null or ${received(column)} = ${old(column)} or ${isKept(column)})`,
    ),
    sql` and `,
  )}`;

const interimStays: UnassignedColumns = {
  columns: ['acctstarttime', 'acctstoptime', 'acctterminatecause', 'stop_is_guess', 'check_at'],
  stay: sql`${isNewest} and (${received('counters_at')} is null or ${isCountedLater})
    and (${reaches(old('check_octets'))}) is not true and ${isMisdated} is not true`,
};
/**
 * What the conditions of the rules that keep indexes have found out: PostgreSQL would ask it again for each column, and prepare to
 * ask it for each packet.
 */
const staying = {
  isMisdated: never,
  isOpen: always,
  isGuess: never,
  isNewest: always,
  isCountedLater: always,
  isSameStop: never,
};
const ofMac: Known = { ...staying, isOfRow: isOfMac(received, old) };
const ofStation: Known = { ...staying, isOfRow };

/** Rules like `onInterim`, only for sessions whose indexed columns and stop stay as they are, and without assigning those. */
export const onInterimKeepingIndexes = {
  any: keepingIndexes(ofInterim(ofStation), interimStays),
  ofMac: keepingIndexes(ofInterim(ofMac), interimStays),
};

const stopStays: UnassignedColumns = {
  columns: ['acctstarttime'],
  stay: sql`${isNewest} and ${received('acctstoptime')} >= ${old('acctstarttime')} and ${isMisdated} is not true`,
};
/** Rules like `onStop`, only for sessions whose indexed columns and start stay as they are, and without assigning those. */
export const onStopKeepingIndexes = {
  any: keepingIndexes(ofStop(ofStation), stopStays),
  ofMac: keepingIndexes(ofStop(ofMac), stopStays),
};

interface UnassignedColumns {
  readonly columns: readonly string[];
  /** True for a row whose values of these columns do not change. */
  readonly stay: Expression;
}

/** SQLite rewrites the indexes of every column that a statement assigns, even if its value is the same. */
function keepingIndexes({ changes, applies }: Rule, { columns, stay }: UnassignedColumns): Rule {
  const unassigned: readonly string[] = [...columns, ...indexedColumns, 'user', 'portal_session'];
  return {
    applies: sql`${applies} and ${indexedStay} and ${stay}`,
    changes: Object.fromEntries(
      Object.entries(changes).filter(([column]) => !unassigned.includes(column)),
    ),
  };
}

export function withPlace({ changes, applies }: Rule): Rule {
  return { applies, changes: { ...changes, ...place(isNewest) } };
}
