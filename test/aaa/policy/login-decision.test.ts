import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { HttpClient } from '../../http-client.ts';
import { startInProcess, type Row } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { password, radclient, secret } from '../../radius/fixture.ts';

/* A user in the same state gets the same decision over RADIUS, at the captive portal and from `effective_policy`. */

const clock = new ManualClock();
const gateway = await startInProcess({ clock });
// Rejects wait for their second, and decisions are written in batches.
const pump = setInterval(() => void clock.advance(50), 20);
tap.teardown(async () => {
  clearInterval(pump);
  await gateway.stop();
});
const { running } = gateway;
const client = new HttpClient(running.http.port);
const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();

async function gate(method: string, path: string, body?: object) {
  const url = `/gate/api/v1${path}`;
  const { status, text } = await client.ask(method, url, {
    token,
    body: body && JSON.stringify(body),
  });
  return { status, body: JSON.parse(text || '{}') as Row };
}

async function add(path: string, body: object): Promise<Row> {
  const added = await gate('POST', path, body);
  if (added.status !== 201) throw new Error(`${path}: ${JSON.stringify(added.body)}`);
  return added.body;
}

const apMac = '02-00-00-00-01-01';
await add('/aaa_client/', { name: 'lobby', address: '127.0.0.1', secret });
await add('/access_point/', { name: 'lobby', mac: apMac });

const set = (attribute: string, value: string, op = ':=') => ({ attribute, op, value });
const dayNames = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const inThreeDays = dayNames[(clock.now().getDay() + 3) % 7] ?? '';
const users: Readonly<Record<string, object>> = {
  right: {},
  inactive: { is_active: false },
  expired: { expiration: '2020-01-01' },
  'quota used up': { check: [set('Max-All-Session', '0')] },
  'other device': { check: [set('Calling-Station-Id', '02-00-00-00-09-09', '==')] },
  'other day': { check: [set('Login-Time', `${inThreeDays}0000-2359`)] },
  busy: { check: [set('Simultaneous-Use', '1')] },
  'never in': { check: [set('Auth-Type', 'Reject')] },
};
for (const [username, { check = [], ...fields }] of Object.entries<{ check?: object[] }>(users))
  await add('/user/', {
    username,
    password,
    attributes: { check_attributes: check },
    ...fields,
  });
const spent = String((await add('/user_token/', { kind: 'network', time: 0 }))['code']);
await ask('acct', [
  'Acct-Status-Type=Start',
  'Acct-Session-Id=S-1',
  'User-Name=busy',
  'NAS-IP-Address=192.0.2.10',
  'Calling-Station-Id=02-00-00-00-08-08',
]);

async function ask(command: 'acct' | 'auth', attributes: readonly string[]): Promise<boolean> {
  const [to] = running.radius[command];
  if (to === undefined) throw new Error(`no address for ${command}`);
  return (await radclient({ to, command, attributes: attributes.join('\n') })).ok;
}

interface Outcome {
  readonly isAccepted: boolean;
  /** The reason for the operator; at the portal the message for the caller. */
  readonly reason: string;
}

async function overRadius(username: string, given: string, station: string): Promise<Outcome> {
  const isAccepted = await ask('auth', [
    `User-Name="${username}"`,
    `User-Password="${given}"`,
    `Calling-Station-Id=${station}`,
    'Message-Authenticator=0x00',
  ]);
  const path = `/aaa_decision/?callingstationid=${station}`;
  for (;;) {
    const { results } = (await gate('GET', path)).body as { results?: Row[] };
    const decided = results?.[0];
    if (decided) return { isAccepted, reason: String(decided['reason']) };
  }
}

interface PortalOutcome extends Outcome {
  readonly code: string;
}

async function atPortal(named: object, mac: string): Promise<PortalOutcome> {
  const where = { ap_mac: apMac, mac, ip: '10.0.0.9' };
  const { status, body } = await gate('POST', '/portal_login/', { ...named, ...where });
  if (status === 201) return { isAccepted: true, reason: 'accepted', code: 'accepted' };
  const { code, non_field_errors: errors } = body as Record<string, string[]>;
  return { isAccepted: false, reason: String(errors?.[0]), code: String(code?.[0]) };
}

async function effective(username: string): Promise<Outcome | null> {
  const path = `/user/username/${encodeURIComponent(username)}/?effective_policy=true`;
  const { status, body } = await gate('GET', path);
  if (status === 404) return null;
  const { result, reason } = body['effective_policy'] as Row;
  return { isAccepted: result === 'accept', reason: String(reason) };
}

interface State {
  readonly state: string;
  readonly username: string;
  readonly given?: string;
  readonly reason: string | RegExp;
  readonly code: string;
  /** What `effective_policy` says, which supposes the right credential and no request; default: the same. */
  readonly supposed?: string | null;
}

const states: readonly State[] = [
  { state: 'right', username: 'right', reason: 'accepted', code: 'accepted' },
  {
    state: 'unknown',
    username: 'nobody',
    reason: 'unknown user',
    code: 'unknown_user',
    supposed: null,
  },
  {
    state: 'wrong password',
    username: 'right',
    given: 'wrong',
    reason: 'wrong password',
    code: 'wrong_password',
    supposed: 'accepted',
  },
  { state: 'inactive', username: 'inactive', reason: 'inactive user', code: 'inactive' },
  {
    state: 'inactive with a wrong password',
    username: 'inactive',
    given: 'wrong',
    reason: 'wrong password',
    code: 'wrong_password',
    supposed: 'inactive user',
  },
  { state: 'expired', username: 'expired', reason: 'account expired', code: 'expired' },
  {
    state: 'expired with a wrong password',
    username: 'expired',
    given: 'wrong',
    reason: 'wrong password',
    code: 'wrong_password',
    supposed: 'account expired',
  },
  {
    state: 'quota used up',
    username: 'quota used up',
    reason: 'Max-All-Session: 0 of 0 seconds are used',
    code: 'quota_used_up',
  },
  {
    state: 'a check item that does not match',
    username: 'other device',
    reason:
      /^check Calling-Station-Id == 02-00-00-00-09-09: the request has 02-00-00-00-0[0-9A-F]-/,
    code: 'not_allowed',
    supposed: 'accepted',
  },
  {
    state: 'outside of Login-Time',
    username: 'other day',
    reason: 'Login-Time does not allow it now',
    code: 'login_time',
  },
  {
    state: 'too many sessions',
    username: 'busy',
    reason: 'Simultaneous-Use: 1 of 1 sessions are used',
    code: 'too_many_sessions',
  },
  {
    state: 'rejected by Auth-Type',
    username: 'never in',
    reason: 'Auth-Type is Reject',
    code: 'not_allowed',
  },
  { state: 'a voucher used up', username: spent, reason: 'no time left', code: 'no_balance' },
];

/** Reasons for which the portal has a text of its own. */
const ownTexts = ['accepted', 'unknown_user', 'wrong_password', 'inactive'];

for (const [index, expected] of states.entries()) {
  const { state, username, given = password, reason, code, supposed = reason } = expected;
  test(`${state}: RADIUS, portal and effective policy decide the same`, async (t) => {
    const isAccepted = code === 'accepted';
    const station = `02-00-00-00-0${index.toString(16).toUpperCase()}-01`;
    const overNas = await overRadius(username, given, station);
    t.match(overNas, { isAccepted, reason }, 'RADIUS');
    const named = username === spent ? { token: spent } : { uid: username, password: given };
    const portal = await atPortal(named, station);
    t.match(portal, { isAccepted, code }, 'portal');
    if (!ownTexts.includes(code)) t.ok(portal.reason.includes(overNas.reason), portal.reason);
    const policy = await effective(username);
    if (supposed === null) t.equal(policy, null, 'no such user');
    else t.match(policy, { isAccepted: supposed === 'accepted', reason: supposed }, 'policy');
  });
}

test('at the portal an unknown or inactive user costs as much processor time as a wrong password', async (t) => {
  let devices = 0;
  /** Measures the processor time of six logins, and returns that of the shortest, in microseconds. */
  const work = async (uid: string) => {
    let shortest = Infinity;
    for (let round = 0; round < 6; round += 1) {
      devices += 1;
      const before = process.cpuUsage();
      await atPortal({ uid, password: `wrong ${devices}` }, `02-00-00-01-00-${10 + devices}`);
      const { user, system } = process.cpuUsage(before);
      shortest = Math.min(shortest, user + system);
    }
    return shortest;
  };
  const known = await work('right');
  for (const uid of ['nobody', 'inactive']) {
    const ratio = (await work(uid)) / known;
    t.ok(ratio > 0.5 && ratio < 2, `${uid}: ${ratio}`);
  }
});
