import { sql, type RawBuilder } from 'kysely';
import type { Engine, Store } from '../../store/store.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';
import { recordColumns, type AccountingRecord } from './accounting-record.ts';
import { macDigitsSql } from '../policy/mac-digits.ts';
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
  'client' | 'acctuniqueid' | 'station' | 'acctstarttime' | 'acctupdatetime' | 'start_authenticator'
>;

type Merge = PreparedStatement<AccountingRecord>;

/** A merge, and the variant that matches no row while a portal session of the device waits for its NAS; see `adopt`. */
interface MergeVariants {
  readonly guarded: Merge;
  readonly unguarded: Merge;
}

/** A merge for any packet, and a cheaper one for a packet with a MAC address whose user name has no local form. */
interface MergesByPacket {
  readonly any: Merge;
  readonly usual: Merge;
}

export interface SessionStatements {
  /**
   * Matches no row if the session under the same identifiers is over and still current; see `retire`. The guarded variant
   * matches no row of a device with an open portal session, nor does `usual`, which is as of `MergesByPacket`.
   */
  readonly start: MergeVariants & { readonly usual: Merge };
  readonly interim: Merge;
  /** Returns `is_used_up`: other sessions of the user need a check of their quota. */
  readonly stop: Merge;
  /**
   * Cheaper variants of `interim` and `stop` for an open session that is stored and whose indexed columns stay as they are;
   * they match no other session.
   */
  readonly interimKeepingIndexes: MergesByPacket;
  readonly stopKeepingIndexes: MergesByPacket;
  /** Variants of `interim` and `stop` for a session that may have moved to another access point. */
  readonly interimRoaming: MergeVariants;
  readonly stopRoaming: MergeVariants;
  /** Makes the quota check of the user's other sessions due. */
  readonly scheduleUserQuotaCheck: Merge;
  /** Returns the current rows of the packet's identifiers, the last updated first. */
  readonly stations: PreparedStatement<SessionEventKey>;
  /** Returns a row if this very Start has opened a session of its key. */
  readonly sessionOfStart: PreparedStatement<SessionEventKey>;
  /** Retires the current session if the record's session began after it had ended. */
  readonly retire: PreparedStatement<SessionEventKey>;
  /** Gives the portal session of the device, if it waits for its NAS, the identifiers of the record's session. */
  readonly adopt: Merge;
  /** Ends the sessions of a NAS, or of the radio that it names, that were last updated before. */
  readonly closeNasSessions: Merge;
}

interface RulesByPacket {
  readonly any: Rule;
  readonly ofMac: Rule;
}

export function compileSessionStatements({ db, engine }: Store): SessionStatements {
  const compile = (query: RawBuilder<unknown>): Merge => new PreparedStatement(query.compile(db));
  const guarded = (rule: Rule, returning = sql``) =>
    compile(sql`${upsert(rule, values(engine, sql`not ${isAwaited}`))} ${returning}`);
  const unguarded = (rule: Rule, returning = sql``) =>
    compile(sql`${upsert(rule, values(engine, sql`1 = 1`))} ${returning}`);
  const variants = (rule: Rule, returning?: RawBuilder<unknown>) => ({
    guarded: guarded(rule, returning),
    unguarded: unguarded(rule, returning),
  });
  const updates = ({ any, ofMac }: RulesByPacket, returning = sql``) => ({
    any: compile(sql`${update(any, { engine, user: orKeyUser(user) })} ${returning}`),
    usual: compile(sql`${update(ofMac, { engine, user: orKeyUser(namedUser) })} ${returning}`),
  });
  return {
    start: {
      guarded: compile(upsert(onStart, valuesWithoutPortal(engine, orKeyUser(user)))),
      usual: compile(upsert(onStart, valuesWithoutPortal(engine, orKeyUser(namedUser)))),
      unguarded: unguarded(onStart),
    },
    interim: unguarded(onInterim),
    stop: unguarded(onStop, isUsedUp),
    interimKeepingIndexes: updates(onInterimKeepingIndexes),
    stopKeepingIndexes: updates(onStopKeepingIndexes, isUsedUp),
    interimRoaming: variants(withPlace(onInterim)),
    stopRoaming: variants(withPlace(onStop), isUsedUp),
    scheduleUserQuotaCheck: compile(scheduleUserQuotaCheck),
    stations: new PreparedStatement(stations.compile(db)),
    sessionOfStart: new PreparedStatement(sessionOfStart.compile(db)),
    retire: new PreparedStatement(retire.compile(db)),
    adopt: compile(adopt),
    closeNasSessions: compile(closeNasSessions),
  };
}

/** Finds the user by name in the organization of the client, or in another organization that the client serves. */
const namedUser = userWhose(sql`u.username = ${namedParameter('username')}`);
const user = sql`coalesce(${namedUser},
  ${userWhose(sql`u.username = ${namedParameter('local_name')}`)},
  ${userWhose(sql`lower(u.username) = ${namedParameter('folded_name')}`)})`;

/** Selects the only user with a name. */
function userWhose(hasName: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select min(u.id) from "user" as u
    where ${hasName} and (u.organization = ${namedParameter('client_organization')}
      or cast(${namedParameter('client_serves')} as text) like '%,' || cast(u.organization as text) || ',%')
    having count(*) = 1)`;
}

/** Finds the user of the Wi-Fi key of the packet's device, unless the packet names another user. */
const keyUser = sql`(select k."user" from user_key_device as d join user_key as k on k.id = d.user_key
  where d.mac = ${namedParameter('mac')} and cast(${namedParameter('guest_name')} as text) is null
    and (d.organization = ${namedParameter('client_organization')}
      or cast(${namedParameter('client_serves')} as text) like '%,' || cast(d.organization as text) || ',%')
  limit 1)`;

/** Finds the open portal session of the packet's device, unless the packet names another user. */
const portalSession = sql`
  select s.id, s."user" from aaa_portal_session as s
  where s.mac = ${namedParameter('mac')} and s.ended is null
    and s.username = coalesce(${namedParameter('guest_name')}, s.username)
    and (s.organization = ${namedParameter('client_organization')} or cast(${namedParameter('client_serves')} as text) like '%,' || cast(s.organization as text) || ',%')
  limit 1`;

const orKeyUser = (named: RawBuilder<unknown>) => sql`coalesce(${named}, ${keyUser})`;

/** Columns with a value that does not follow from the packet alone: a guest is known by its device. */
const derived: Readonly<Record<string, RawBuilder<unknown>>> = {
  user: sql`coalesce(${user}, (select u.id from "user" as u where u.id = s."user"), ${keyUser})`,
  portal_session: sql`s.id`,
};

const insertedColumns: readonly string[] = [...recordColumns, 'user', 'portal_session'];

/** True while the device has a portal session that no NAS accounts for yet. */
const isAwaited = sql`exists (
  select 1 from aaa_accounting as p
  where p.portal_session = s.id and p.client is null and p.acctstoptime is null)`;

/** Selects the values of a row. */
function values(engine: Engine, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${selectRow(engine, derived)}
    from (select 1) as packet left join (${portalSession}) as s on 1 = 1 where ${condition}`;
}

/**
 * Selects the values of a row of a device without a portal session, else no row. A select that reads the table
 * itself, as `isAwaited` does, would have SQLite copy the row before it inserts it.
 */
function valuesWithoutPortal(engine: Engine, found: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${selectRow(engine, { user: found, portal_session: sql`null` })} where not exists (${portalSession})`;
}

/**
 * PostgreSQL needs to know the types of the values, and SQLite takes each number for a fraction until a column holds it: its
 * quotients would be fractions, too.
 *
 * @param others  columns with a value that does not follow from the packet alone
 */
function selectRow(
  engine: Engine,
  others: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const valueOf = (column: string) => others[column] ?? namedParameter(column);
  const typed = (column: string) =>
    engine === 'postgres' || integerColumns.includes(column)
      ? sql`cast(${valueOf(column)} as ${sql.raw(typeOf(column))})`
      : valueOf(column);
  const named = (column: string) => sql`${typed(column)} as ${sql.ref(column)}`;
  return sql`select ${sql.join(insertedColumns.map(named))}`;
}

const integerColumns: readonly string[] = [
  'organization',
  'client',
  'user',
  'acctstarttime',
  'acctupdatetime',
  'acctstoptime',
  'acctsessiontime',
  'acctinputoctets',
  'acctoutputoctets',
  'counters_at',
  'heard_at',
  'nas_event_time',
  'clock_offset',
  'access_point',
  'location',
];

function typeOf(column: string): string {
  if (column === 'attributes') return 'bytea';
  return integerColumns.includes(column) ? 'bigint' : 'text';
}

function upsert({ changes, applies }: Rule, inserted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into aaa_accounting (${sql.join(insertedColumns.map((column) => sql.ref(column)))})
    ${inserted}
    on conflict (client, acctuniqueid, station) where is_current = 1
    do update set ${assignments(changes)}
    where ${applies}`;
}

/**
 * Changes the row of a session that is stored: cheaper than an insert that meets it. The packet has the name that an insert
 * gives it, so the rules are the same. The `case` keeps PostgreSQL from using an index: on a table without
 * statistics it chose the index of all open sessions of the client.
 */
function update(
  { changes, applies }: Rule,
  { engine, user: found }: { readonly engine: Engine; readonly user: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const packet = selectRow(engine, {
    user: found,
    portal_session: sql`(select s.id from (${portalSession}) as s)`,
  });
  return sql`
    update aaa_accounting set ${assignments(changes)} from (${packet}) as excluded
    where aaa_accounting.client = excluded.client and aaa_accounting.acctuniqueid = excluded.acctuniqueid
      and aaa_accounting.station = excluded.station and aaa_accounting.is_current = 1 and case when ${applies} then 1 else 0 end = 1`;
}

function assignments(changes: Rule['changes']): RawBuilder<unknown> {
  return sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  );
}

/**
 * True if the session has used the octets after which its user's quota is due for a check. The sum of two counters may
 * exceed 64 bits.
 */
const isUsedUp = sql`
  returning coalesce(aaa_accounting.check_octets <= cast(coalesce(aaa_accounting.acctinputoctets, 0) as double precision)
    + coalesce(aaa_accounting.acctoutputoctets, 0), 1 = 0)
    as is_used_up`;

const matchesIdentifiers = sql`client = ${namedParameter('client')} and acctuniqueid = ${namedParameter('acctuniqueid')}`;
export const matchesSessionKey = sql`${matchesIdentifiers} and station = ${namedParameter('station')}`;

const stations = sql`
  select station, callingstationid from aaa_accounting
  where ${matchesIdentifiers} and is_current = 1 order by acctupdatetime desc, radacctid desc`;

/**
 * Time within which the same octets are the same packet: a gateway that stood still may have had them in its socket. Later they
 * may be those of another session: a NAS that starts anew may count its identifiers from the same one again.
 */
const copyMs = 3_600_000;

/** Finds a session that this very Start has opened. */
const sessionOfStart = sql`
  select 1 from aaa_accounting
  where ${matchesIdentifiers} and start_authenticator = ${namedParameter('start_authenticator')}
    and acctstarttime > cast(${namedParameter('acctstarttime')} as bigint) - ${sql.lit(copyMs)} limit 1`;

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

/**
 * The row of the login becomes the row of the NAS's session, so its time and octets are counted once. The session began with
 * the login: the NAS's count before the login is subtracted, and the time until its Start added.
 */
const adopt = sql`
  update aaa_accounting set
    client = ${namedParameter('client')},
    acctuniqueid = ${namedParameter('acctuniqueid')},
    station = ${namedParameter('station')},
    acctsessionid = ${namedParameter('acctsessionid')},
    nasipaddress = ${namedParameter('nasipaddress')},
    acctupdatetime = case when acctupdatetime > ${namedParameter('acctupdatetime')} then ${namedParameter('acctupdatetime')} else acctupdatetime end,
    seconds_before = (acctstarttime - ${namedParameter('acctstarttime')}) / 1000
  where portal_session = (select s.id from (${portalSession}) as s) and client is null and acctstoptime is null
    and not exists (
      select 1 from aaa_accounting as c where c.client = ${namedParameter('client')}
        and c.acctuniqueid = ${namedParameter('acctuniqueid')} and c.station = ${namedParameter('station')} and c.is_current = 1)`;

const stopTime = sql`cast(${namedParameter('acctstoptime')} as bigint)`;

const radio = sql`cast(${namedParameter('radio')} as text)`;
const source = sql`cast(${namedParameter('source')} as text)`;
const nasIdentifier = sql`cast(${namedParameter('nasidentifier')} as text)`;

/**
 * An access point has a RADIUS client for each radio, and several of a network may have one NAS-IP-Address: a session of another
 * NAS-Identifier, of another MAC address in Called-Station-Id, or whose last packet had another source address, does not end.
 * What one of both does not state says nothing.
 */
const isOfNas = sql`
  (${nasIdentifier} is null or nasidentifier is null or nasidentifier = ${nasIdentifier})
  and (${source} is null or source is null or source = ${source})
  and coalesce(${macDigitsSql(sql.ref('calledstationid'))} = ${radio}, 1 = 1)`;

const closeNasSessions = sql`
  update aaa_accounting set
    acctstoptime = ${stopTime},
    acctupdatetime = ${stopTime},
    acctsessiontime = ${elapsedSecondsSql(sql.ref('acctstarttime'), stopTime)},
    acctterminatecause = ${namedParameter('acctterminatecause')},
    stop_is_guess = 1
  where client = ${namedParameter('client')} and nasipaddress = ${namedParameter('nasipaddress')}
    and acctstoptime is null and acctupdatetime <= ${stopTime} and ${isOfNas}`;
