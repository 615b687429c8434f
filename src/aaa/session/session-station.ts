import { sql, type RawBuilder } from 'kysely';
import { namedParameter } from '../../store/prepared-statement.ts';
import { macDigits, macDigitsSql } from '../policy/mac-digits.ts';

/*
 * Some NASes count Acct-Session-Id by radio or by port, so that two stations have the same identifiers. Each of them has a
 * row of its own: the first with an empty `station`, each other with the digits of its MAC address. So the packets of a session
 * that shares its identifiers with no other find its row without a look-up.
 */

type Columns = (name: string) => RawBuilder<unknown>;

// Not computed from the packet: SQLite would compute it for each, since it does not depend on the row.
const digits = sql`cast(${namedParameter('station_digits')} as text)`;

/**
 * SQL: true if the packet is of the station of a current row of its identifiers. Without a MAC address it is of the row that was
 * last updated; once `stationOf` has found that, of the row with its `station`.
 */
export function isOfStation(packet: Columns, row: Columns): RawBuilder<unknown> {
  const known = row('callingstationid');
  const isLatest = sql`not exists (
    select 1 from aaa_accounting as t
    where t.client = ${row('client')} and t.acctuniqueid = ${row('acctuniqueid')} and t.is_current = 1
      and t.station <> ${row('station')} and t.acctupdatetime > ${row('acctupdatetime')})`;
  return sql`(${packet('callingstationid')} = ${known} or case
    when ${digits} is null then cast(${namedParameter('is_settled')} as bigint) = 1 or ${isLatest}
    else ${hasDigits(known)} end)`;
}

/** As `isOfStation`, of a packet with a MAC address. PostgreSQL prepares each look-up of a statement, also one that is not made. */
export function isOfMac(packet: Columns, row: Columns): RawBuilder<unknown> {
  const known = row('callingstationid');
  return sql`(${packet('callingstationid')} = ${known} or ${hasDigits(known)})`;
}

/** A row that no packet with a MAC address has met yet is of any. */
function hasDigits(known: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${digits} = ${macDigitsSql(known)}, 1 = 1)`;
}

/** Returns the station of a record; whether another one has the same identifiers is not known yet. */
export function unsettledStation(callingstationid: string | null) {
  const station_digits = macDigits(callingstationid);
  return { callingstationid, station_digits, station: '', is_settled: 0 } as const;
}

/** A current row of a session's identifiers. */
export interface StationRow {
  readonly station: string;
  readonly callingstationid: string | null;
}

/** Finds the row of the station of a packet. @param rows  those with its identifiers, the last updated first */
export function findStationRow<Row extends StationRow>(
  { callingstationid }: Pick<StationRow, 'callingstationid'>,
  rows: readonly Row[],
): Row | undefined {
  const digits = macDigits(callingstationid);
  if (digits === null) return rows[0];
  const of = (wanted: string | null) =>
    rows.find((row) => macDigits(row.callingstationid) === wanted);
  return of(digits) ?? of(null);
}

/** Returns the `station` of the row that a packet belongs in, which may not be stored yet. */
export function stationOf(
  packet: Pick<StationRow, 'callingstationid'>,
  rows: readonly StationRow[],
): string {
  const own = findStationRow(packet, rows);
  if (own) return own.station;
  const isTaken = rows.some(({ station }) => station === '');
  return isTaken ? (macDigits(packet.callingstationid) ?? '') : '';
}
