import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { HttpClient } from '../http-client.ts';
import { startInProcess, type Row } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startSshd } from '../peers/sshd.ts';
import { password, radclient, secret } from '../radius/fixture.ts';
import { coverageOf } from './walk-coverage.ts';

/*
 * The walks of ARCHITECTURE.md stay short: each may run through so many files and functions of the gateway, in its main
 * thread, once everything is loaded and while the clock stands still. A walk that has become longer names its files.
 */

const sshd = await startSshd();
const gateway = await startInProcess({
  clock: new ManualClock(),
  types: {
    beacon: `
short_name: beacon
name: A host that can be located
connection: { protocol: ssh }
operations:
  locate:
    command: { run: uname -m }
`,
  },
});
tap.teardown(async () => {
  await gateway.stop();
  await sshd.stop();
});
const { running, control, until } = gateway;
const [auth] = running.radius.auth;
const [acct] = running.radius.acct;
const client = new HttpClient(running.http.port);
const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();

async function gate(method: string, path: string, body?: object): Promise<Row> {
  const url = `/gate/api/v1${path}`;
  const reply = await client.ask(method, url, { token, body: body && JSON.stringify(body) });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`);
  return JSON.parse(reply.text) as Row;
}

await gate('POST', '/aaa_client/', { name: 'lobby', address: '127.0.0.1', secret });
await gate('POST', '/user/', { username: 'alice', password });

interface Walk {
  readonly walk: () => Promise<unknown>;
  /** How many files and functions it may run through. */
  readonly files: number;
  readonly functions: number;
  /** Files of periodic tasks that run beside the walk; they are not counted. */
  readonly beside?: RegExp;
}

/** Walks three times, and counts the third. */
async function holds(t: Test, { walk, beside, ...limits }: Walk): Promise<void> {
  await walk();
  await walk();
  const coverage = await coverageOf(walk);
  const isOnTheWay = (name: string) => beside?.test(name) !== true;
  const files = coverage.files.filter(isOnTheWay);
  const functions = coverage.functions.filter(isOnTheWay);
  t.comment(`${files.length} files and ${functions.length} functions`);
  t.ok(files.length > 5 && files.length <= limits.files, `${limits.files} files`, { files });
  t.ok(functions.length <= limits.functions, `${limits.functions} functions`, { functions });
}

async function ask(command: 'acct' | 'auth', attributes: readonly string[]): Promise<void> {
  const to = command === 'acct' ? acct : auth;
  if (to === undefined) throw new Error(`no address for ${command}`);
  const reply = await radclient({ to, command, attributes: attributes.join('\n') });
  if (!reply.ok) throw new Error(reply.output);
}

let sessions = 0;
function sendStart(): Promise<void> {
  sessions += 1;
  return ask('acct', [
    'Acct-Status-Type=Start',
    `Acct-Session-Id=S-${sessions}`,
    'User-Name=alice',
    'NAS-IP-Address=192.0.2.10',
    'NAS-Port=7',
    'Framed-IP-Address=10.0.0.5',
    'Calling-Station-Id=02-00-00-00-00-01',
    'Called-Station-Id=02-00-00-00-01-01:Garden',
  ]);
}

test('an Accounting-Request with Start', (t) =>
  holds(t, { walk: sendStart, files: 21, functions: 84 }));

test('an Access-Request with PAP', (t) =>
  holds(t, {
    walk: () =>
      ask('auth', [
        'User-Name=alice',
        `User-Password="${password}"`,
        'NAS-IP-Address=192.0.2.10',
        'Message-Authenticator=0x00',
      ]),
    files: 28,
    functions: 105,
  }));

test('a portal login with a password', async (t) => {
  await gate('POST', '/access_point/', { name: 'lobby', mac: '02-00-00-00-01-01' });
  let devices = 0;
  const logIn = () => {
    devices += 1;
    return gate('POST', '/portal_login/', {
      uid: 'alice',
      password,
      ap_mac: '02-00-00-00-01-01',
      mac: `02-00-00-00-02-0${devices}`,
      ip: `10.0.1.${devices}`,
    });
  };
  await holds(t, { walk: logIn, files: 35, functions: 149 });
});

test('a page of a log by cursor', async (t) => {
  for (let started = 0; started < 5; started += 1) await sendStart();
  const first = await gate('GET', '/aaa_accounting/?limit=2&session_status=active');
  const next = String(first['next']);
  const path = next.slice(next.indexOf('/aaa_accounting'));
  await holds(t, {
    walk: () => gate('GET', path),
    beside: /^src\/store\/(?:batched-log|sqlite\/write-worker)/,
    files: 21,
    functions: 99,
  });
});

// The device has been asked a moment before, so the connection is open.
test('an operation over SSH', async (t) => {
  const { body: profile } = await control('POST', '/inventory_connection_profile/', {
    name: 'ssh on a port of its own',
    connection_service: { protocol: 'ssh', port: sshd.port, options: { connect_timeout: 5 } },
  });
  const { body: device } = await control('POST', '/inventory_device/', {
    name: 'ap-1',
    serial_number: 'SN-1',
    type: 'beacon',
    ip_address: sshd.host,
    connection_profile: profile['id'],
    username: sshd.user,
    password: sshd.password,
  });
  const { db } = running.gateway.store;
  const countOf = async (status: string) => {
    const rows = await db
      .selectFrom('inventory_transaction')
      .select('id')
      .where('status', '=', status)
      .execute();
    return rows.length;
  };
  const locate = async () => {
    const before = await countOf('completed');
    const path = `/inventory_device_operation/${String(device['id'])}/`;
    const { status, body } = await control('PUT', path, { operation: 'locate' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await until(async () => (await countOf('completed')) > before, 1);
    t.equal(await countOf('completed'), before + 1);
  };
  await holds(t, {
    walk: locate,
    beside: /^src\/(?:radius|portal|aaa\/(?:coa|session))\/|periodic-task/u,
    files: 60,
    functions: 233,
  });
});
