import { realmOf } from '../../aaa/account/realm.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import { unsettledStation } from '../../aaa/session/session-station.ts';
import { timeOfLocalClock } from '../../runtime/time-zone.ts';
import type { StagedRow } from './staging.ts';

/** The AAA client of a session. */
export type PastClient = Pick<AccountingRecord, 'client' | 'client_organization' | 'client_serves'>;

interface Reading {
  readonly client: PastClient;
  readonly timeZone: string | null;
  readonly now: number;
}

/** The reason for refusing a row. */
export interface Refusal {
  /** Equal for all rows with the same fault. */
  readonly reason: string;
  /** The value, and the row that has it. */
  readonly example?: string;
}

const notInRadacct = {
  access_point: null,
  location: null,
  source: null,
  // A past session does not belong to a guest who is logged in at the portal now.
  mac: null,
  radio: null,
  guest_name: null,
  local_name: null,
  folded_name: null,
  session_class: null,
} as const;

/** Reads a row of `radacct`. @returns the session as of its last packet, or the reason for refusing it */
export function readRadacctRow(
  row: StagedRow,
  { client, timeZone, now }: Reading,
): AccountingRecord | Refusal {
  const text = (column: string) => row[column] || null;
  const acctuniqueid = text('acctuniqueid');
  if (acctuniqueid === null) return { reason: 'acctuniqueid is empty' };
  if (Object.values(row).join().includes('\0')) return { reason: 'a value has a null character' };
  const times = readTimes(row, timeZone);
  if ('reason' in times) return times;
  const unread = counters.find((column) => row[column] && readCounter(row[column]) === null);
  if (unread !== undefined) return notReadable(row, unread, 'a counter');
  const at = times.stopped ?? times.updated;
  const username = text('username');
  return {
    ...client,
    organization: client.client_organization,
    ...notInRadacct,
    ...unsettledStation(text('callingstationid')),
    acctsessionid: row['acctsessionid'] ?? '',
    acctuniqueid,
    acctmultisessionid: null,
    username,
    realm: text('realm') ?? realmOf(username),
    nasipaddress: row['nasipaddress'] ?? '',
    nasidentifier: null,
    nasportid: text('nasportid'),
    nasporttype: text('nasporttype'),
    class: text('class'),
    // An open session expires as if its last packet had arrived now.
    heard_at: times.stopped ?? now,
    nas_event_time: null,
    clock_offset: null,
    start_authenticator: null,
    ...countersOf(row, at),
    ...spanOf(row, times),
    acctterminatecause: text('acctterminatecause'),
    connectinfo_start: text('connectinfo_start'),
    connectinfo_stop: text('connectinfo_stop'),
    acctauthentic: text('acctauthentic'),
    servicetype: text('servicetype'),
    framedprotocol: text('framedprotocol'),
    framedipaddress: text('framedipaddress'),
    framedipv6address: text('framedipv6address'),
    framedipv6prefix: text('framedipv6prefix'),
    framedinterfaceid: text('framedinterfaceid'),
    delegatedipv6prefix: text('delegatedipv6prefix'),
    calledstationid: text('calledstationid'),
    attributes: new Uint8Array(),
  };
}

const counters = ['acctinputoctets', 'acctoutputoctets', 'acctsessiontime'] as const;

function countersOf(row: StagedRow, at: number) {
  const [acctinputoctets, acctoutputoctets, acctsessiontime] = [
    readCounter(row['acctinputoctets']),
    readCounter(row['acctoutputoctets']),
    readSeconds(row),
  ];
  const isCounted = [acctinputoctets, acctoutputoctets, acctsessiontime].some(
    (value) => value !== null,
  );
  return { acctinputoctets, acctoutputoctets, acctsessiontime, counters_at: isCounted ? at : null };
}

function spanOf(row: StagedRow, { started, updated, stopped }: Times) {
  const at = stopped ?? updated;
  const seconds = readSeconds(row) ?? 0;
  return {
    kind: stopped === null ? ('interim' as const) : ('stop' as const),
    acctstarttime: started ?? Math.max(0, at - seconds * 1000),
    acctupdatetime: at,
    acctstoptime: stopped,
  };
}

interface Times {
  readonly started: number | null;
  /** Time of the last packet that is known. */
  readonly updated: number;
  readonly stopped: number | null;
}

function readTimes(row: StagedRow, timeZone: string | null): Times | Refusal {
  const read = (column: string) => readTime(row[column] ?? '', timeZone);
  const [started, updated, stopped] = [
    read('acctstarttime'),
    read('acctupdatetime'),
    read('acctstoptime'),
  ];
  // Without a stop time the session would stay open, and without another it would have other times than it had.
  for (const [column, time] of Object.entries({
    acctstoptime: stopped,
    acctstarttime: started,
    acctupdatetime: updated,
  }))
    if (time === null && !isNoTime(row[column] ?? '')) return notReadable(row, column, 'a time');
  const last = updated ?? started;
  if (last === null && stopped === null) return notReadable(row, 'acctstarttime', 'a time');
  return { started, updated: last ?? 0, stopped };
}

/** True for the text of a missing time: empty, 0 or 0000-00-00. */
function isNoTime(text: string): boolean {
  return /^[0\s:.-]*$/.test(text);
}

function notReadable(row: StagedRow, column: string, kind: string): Refusal {
  const [value, key] = [row[column] ?? '', row['acctuniqueid'] ?? ''];
  return {
    reason: `${column} is not ${kind}`,
    example: `, such as ${JSON.stringify(value)} of acctuniqueid ${JSON.stringify(key)}`,
  };
}

/**
 * Reads a time as MariaDB, PostgreSQL or SQLite write it: of a local clock, with an offset, or in seconds since 1970.
 *
 * @returns milliseconds since 1970; null for other text, 0000-00-00 and 31 February
 */
function readTime(text: string, timeZone: string | null): number | null {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  const [, clock = '', offset] = timeForm.exec(text) ?? [];
  const utc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  // Not a number, or 0000-00-00; a day that its month lacks would be one of the next month.
  if (!(utc > 0) || new Date(utc).getUTCDate() !== Number(clock.slice(8, 10))) return null;
  return offset === undefined ? timeOfLocalClock(timeZone, utc) : utc - readOffset(offset);
}

const timeForm = /^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Reads `+02`, `-03:30` or `Z`. @returns milliseconds ahead of UTC */
function readOffset(text: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ahead : ahead;
}

const maxCounter = 2n ** 63n - 1n;

/** Reads a counter, exact. @returns null for other text */
const mostSeconds = 2 ** 32 - 1;

/** @see RFC 2866 section 5.7 */
function readSeconds(row: StagedRow): number | null {
  const seconds = readCounter(row['acctsessiontime']);
  return seconds === null ? null : Math.min(Number(seconds), mostSeconds);
}

function readCounter(text: string | null | undefined): number | bigint | null {
  if (!/^\d{1,20}$/.test(text ?? '')) return null;
  const value = BigInt(text ?? '');
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  return value > maxCounter ? maxCounter : value;
}
