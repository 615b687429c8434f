import type { Row } from '../api-client/output.ts';
import type { GatewayClient } from './gateway-client.ts';
import { countText, printLines, printTable, type Column } from './print.ts';
import { durationText, octetsText, timeText } from './words.ts';

/** Options of `gatehouse sessions`. */
export interface SessionsOptions {
  /** True: also sessions that have ended. */
  readonly all: boolean;
}

const columns: readonly Column[] = [
  ['user', (row) => row['username']],
  ['device', (row) => row['callingstationid']],
  ['address', (row) => row['framedipaddress']],
  ['start', (row) => timeText(row['acctstarttime'])],
  ['duration', (row) => durationText(secondsOfSession(row))],
  ['from guest', (row) => octetsText(row['acctinputoctets'])],
  ['to guest', (row) => octetsText(row['acctoutputoctets'])],
  ['NAS', (row) => row['nasidentifier'] ?? row['nasipaddress']],
  ['end', (row) => endText(row)],
];

/** Prints sessions as a table. @param user  user name or MAC address; undefined: of all users */
export async function listSessions(
  client: GatewayClient,
  user: string | undefined,
  { all }: SessionsOptions,
): Promise<void> {
  const rows = await findSessions(client, user, !all);
  if (rows.length > 0) printTable(all ? columns : columns.slice(0, -1), rows);
  const whose = user === undefined ? '' : ` of ${user}`;
  printLines(`${countText(rows.length, all ? 'session' : 'open session')}${whose}`);
}

/** Returns sessions of a user name or a MAC address, the latest first. */
export async function findSessions(
  client: GatewayClient,
  user: string | undefined,
  isOpen: boolean,
): Promise<readonly Row[]> {
  const query = isOpen ? { session_status: 'active' } : {};
  if (user === undefined) return client.list('aaa_accounting', query);
  const named = await client.list('aaa_accounting', { ...query, username: user });
  const mac = macOf(user);
  if (named.length > 0 || mac === null) return named;
  return client.list('aaa_accounting', { ...query, callingstationid: mac });
}

/** Returns a MAC address as sessions have it, `02-00-00-00-00-01`; null for any other text. */
export function macOf(text: string): string | null {
  const digits = text.replaceAll(/[-:.]/g, '').toUpperCase();
  return /^[\dA-F]{12}$/.test(digits) ? (digits.match(/../g)?.join('-') ?? null) : null;
}

/** Returns the seconds since the start of an open session, which the last packet of the NAS does not know. */
function secondsOfSession({ acctstarttime, acctstoptime, acctsessiontime }: Row): unknown {
  const start = typeof acctstarttime === 'string' ? Date.parse(acctstarttime) : Number.NaN;
  if (acctstoptime !== null || Number.isNaN(start)) return acctsessiontime;
  return Math.max(0, (Date.now() - start) / 1000);
}

function endText(row: Row): string {
  const cause = row['acctterminatecause'];
  const end = timeText(row['acctstoptime']);
  return typeof cause === 'string' && cause !== '' ? `${end} ${cause}` : end;
}
