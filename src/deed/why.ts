import { isRow, type Row } from '../api-client/output.ts';
import { UsageError } from '../api-client/usage-error.ts';
import { namesOf, nearestName } from './find.ts';
import type { GatewayClient } from './gateway-client.ts';
import { printLines } from './print.ts';
import { macOf } from './sessions.ts';
import { durationText, octetsText, timeText } from './words.ts';

/**
 * Prints why a guest was let in or refused the last time, and what a login now would get.
 *
 * @param user  user name, code of a voucher or MAC address
 * @throws UsageError if neither a user nor a login of the name is known
 */
export async function explainLogin(client: GatewayClient, user: string): Promise<void> {
  const last = await lastLogin(client, user);
  const name = last?.row['username'];
  const username = macOf(user) !== null && typeof name === 'string' ? name : user;
  const policy = await policyOf(client, username);
  if (last === undefined && policy === undefined)
    throw new UsageError(
      `no login and no user "${user}"`,
      nearestName(user, await namesOf(client, 'user')),
    );
  if (last) printLines(...last.lines(user, last.row));
  else printLines(`No login of ${user} is recorded.`);
  if (policy) printLines(...policyLines(policy));
  else if (last?.row['upstream'] === null) printLines(`There is no user "${username}".`);
}

/** A login as a log has it, and the lines that explain it. */
interface KnownLogin {
  readonly row: Row;
  readonly lines: (user: string, row: Row) => readonly string[];
}

/** Finds the last login, over RADIUS or at the portal: both have a log of their own. */
async function lastLogin(client: GatewayClient, user: string): Promise<KnownLogin | undefined> {
  const decision = await lastOf(client, { list: 'aaa_decision', mac: 'callingstationid' }, user);
  const portal = await lastOf(client, { list: 'txlog_portal', mac: 'mac', type: 'ua' }, user);
  const timeOf = (row: Row | undefined) => Date.parse(String(row?.['datetime'])) || 0;
  if (decision && timeOf(decision) >= timeOf(portal))
    return { row: decision, lines: decisionLines };
  return portal && { row: portal, lines: portalLines };
}

async function lastOf(
  client: GatewayClient,
  {
    list,
    mac: column,
    ...query
  }: { readonly list: string; readonly mac: string; readonly type?: string },
  user: string,
): Promise<Row | undefined> {
  const [named] = await client.list(list, { ...query, username: user }, 1);
  const mac = macOf(user);
  if (named || mac === null) return named;
  return (await client.list(list, { ...query, [column]: mac }, 1))[0];
}

function portalLines(user: string, row: Row): readonly string[] {
  const isAccepted = row['status'] === 200;
  const reason = isAccepted ? '' : `: ${String(row['detail']).replaceAll('_', ' ')}`;
  const device = row['mac'];
  return [
    `${user} was ${isAccepted ? 'let in' : 'refused'} at the portal at ${timeText(row['datetime'])}${reason}.`,
    ...(typeof device === 'string' ? [`  device ${device}`] : []),
  ];
}

/** Returns what a login now would get; undefined for an unknown user, and for one whose rules are not known here. */
async function policyOf(client: GatewayClient, username: string): Promise<Row | undefined> {
  const query = { effective_policy: true };
  const path = `user/username/${encodeURIComponent(username)}/`;
  const found = await client.find(path, query);
  const [token] = found ? [] : await client.list('user_token', { name: username }, 1);
  const of = token ? await client.find(`user_token/${String(token['id'])}/`, query) : found;
  const policy = of?.['effective_policy'];
  return isRow(policy) ? policy : undefined;
}

function decisionLines(user: string, row: Row): readonly string[] {
  const isAccepted = row['outcome'] === 'accept';
  const device = row['callingstationid'];
  const by = typeof row['upstream'] === 'string' ? ` by the upstream ${row['upstream']}` : '';
  const place = [
    typeof device === 'string' ? `device ${device}` : '',
    `asked by ${String(row['client_name'])}`,
    String(row['method']),
  ].filter((part) => part !== '');
  return [
    `${user} was ${isAccepted ? 'let in' : 'refused'}${by} at ${timeText(row['datetime'])}: ${String(row['reason'])}.`,
    `  ${place.join(', ')}`,
    ...rowsOf(row['checks'])
      .filter(({ passed }) => passed === false)
      .map((check) => `  ${checkText(check)}`),
    ...rowsOf(row['conditions']).map((item) => `  ${conditionText(item)}`),
  ];
}

/** Says of a reply item with conditions whether it was sent. */
function conditionText({ name, value, when, applied }: Row): string {
  return `${String(name)} ${String(value)} was ${applied === true ? '' : 'not '}sent: ${placeText(when)}`;
}

const places = [
  ['client', 'to AAA client'],
  ['nas_group', 'to NASes of group'],
  ['ssid', 'in the network'],
  ['time', 'at'],
] as const;

function placeText(when: unknown): string {
  const given = isRow(when) ? when : {};
  const parts = places.flatMap(([field, words]) =>
    typeof given[field] === 'string' ? [`${words} ${given[field]}`] : [],
  );
  return `only ${parts.join(', ')}`;
}

function checkText({ attribute, op, value, found }: Row): string {
  const values = Array.isArray(found) && found.length > 0 ? found.join(', ') : 'nothing';
  return `the check ${String(attribute)} ${String(op)} ${String(value)} found ${values}`;
}

function policyLines(policy: Row): readonly string[] {
  const isAccepted = policy['result'] === 'accept';
  const reason = String(policy['reason']);
  const why = isAccepted && reason === 'accepted' ? '' : `: ${reason}`;
  return [
    `With the right password a login now would be ${isAccepted ? 'let in' : 'refused'}${why}.`,
    ...rowsOf(policy['limits']).map((limit) => `  ${limitText(limit)}`),
    ...(isAccepted ? [...grantLines(policy), ...conditionalLines(policy)] : []),
  ];
}

function limitText({ name, unit, allowed, used, left }: Row): string {
  const text = (value: unknown) => amountText(value, unit);
  const of = allowed === null ? '' : ` of ${text(allowed)}`;
  const spent = used === null ? '' : `, ${text(used)} used`;
  return `${String(name)}: ${text(left)}${of} left${spent}`;
}

function amountText(value: unknown, unit: unknown): string {
  if (unit === 'seconds') return durationText(value);
  return unit === 'octets' ? octetsText(value) : `${String(value)} ${String(unit)}`;
}

const grants = [
  ['session_timeout', 'ends after', (value: string) => durationText(Number(value))],
  ['idle_timeout', 'ends when idle for', (value: string) => durationText(Number(value))],
  ['bandwidth_down', 'speed to the guest', (value: string) => bitsText(Number(value))],
  ['bandwidth_up', 'speed from the guest', (value: string) => bitsText(Number(value))],
  ['vlan', 'VLAN', (value: string) => value],
  ['simultaneous_use', 'sessions at once', (value: string) => value],
] as const;

function grantLines(policy: Row): readonly string[] {
  return grants.flatMap(([field, name, show]) => {
    const grant = policy[field];
    const value = isRow(grant) ? grant['value'] : null;
    return typeof value === 'string' && value !== '' ? [`  ${name} ${show(value)}`] : [];
  });
}

function conditionalLines(policy: Row): readonly string[] {
  return rowsOf(policy['conditional_attributes']).map(
    ({ attribute, value, when }) => `  ${String(attribute)} ${String(value)} ${placeText(when)}`,
  );
}

function bitsText(bits: number): string {
  return bits >= 1_000_000 ? `${bits / 1_000_000} Mbit/s` : `${bits / 1000} kbit/s`;
}

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}
