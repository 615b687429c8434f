import { rowOf, type Row } from '../api-client/output.ts';
import type { GatewayClient } from './gateway-client.ts';
import { countText, printLines } from './print.ts';
import { reasonText, timeText } from './words.ts';

/** Devices and alerts that are named, at most. */
const maxNamed = 10;

/** Prints how the site is: devices that are not up, open sessions, alerts, and operations that have not ended. */
export async function showStatus(client: GatewayClient): Promise<void> {
  const [total, up, away, sessions, alerts, running, waiting, planned] = await Promise.all([
    client.count('inventory_device'),
    client.count('inventory_device', { status: true }),
    client.list('inventory_device', { status: false, ordering: 'name' }, maxNamed),
    client.count('aaa_accounting', { session_status: 'active' }),
    client.list('alert', { state: 'firing' }, maxNamed),
    client.count('inventory_transaction', { status: 'running' }),
    client.count('inventory_transaction', { status: 'scheduled' }),
    client.list('inventory_fleet_operation', { status: 'scheduled' }, maxNamed),
  ]);
  printLines(
    `Gateway     ${client.url} answers`,
    `Devices     ${countText(total, 'device')}, ${up} up`,
    ...away.filter(isKnownAway).map((row) => `            ${deviceText(row)}`),
    `Sessions    ${countText(sessions, 'open session')}`,
    `Alerts      ${alerts.length === 0 ? 'none' : countText(alerts.length, 'alert')}`,
    ...alerts.map((row) => `            ${alertText(row)}`),
    `Operations  ${running} running, ${waiting} waiting`,
    ...planned.map((row) => `            ${plannedText(row)}`),
  );
}

const isKnownAway = (row: Row) => row['status_text'] !== 'Unknown';

function deviceText({ name, status_text, last_status_change, last_error }: Row): string {
  const since = timeText(last_status_change);
  const reason = reasonText(last_error);
  return `${String(name)} is ${String(status_text)} since ${since}${reason === '' ? '' : `: ${reason}`}`;
}

/** Returns what is planned for many devices: when, on how many, by whom and how they were found. */
function plannedText({ operation, run_at, counts, username, filter }: Row): string {
  const total = Object.values(rowOf(counts)).reduce<number>((sum, one) => sum + Number(one), 0);
  const when = run_at === null ? 'now' : `at ${timeText(run_at)}`;
  const found = filter === null ? '' : `, found by ${JSON.stringify(filter)}`;
  return `${String(operation)} of ${countText(total, 'device')} ${when} by ${String(username)}${found}`;
}

function alertText({ severity, message, started_at }: Row): string {
  return `${timeText(started_at)} ${String(severity)}: ${String(message)}`;
}
