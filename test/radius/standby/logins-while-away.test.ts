import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { firstOwnId } from '../../../src/store/standby/copied-table.ts';
import { readSpool } from '../../../src/store/spool.ts';
import { copyFile, spoolFile } from '../../../src/store/spool-file.ts';
import { SqliteConnection } from '../../../src/store/sqlite/sqlite-connection.ts';
import { eventually, GatewayProcess, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { query as queryOn, signalAll, startPostgres } from '../../peers/postgres.ts';
import { radclient, secret } from '../fixture.ts';

/* Logins while the database hangs: by the copy of the gateway, with what is used meanwhile. A real server and radclient. */

const password = 'clientPass';
const postgres = await startPostgres({ isShared: false, fsync: false, isInMemory: true });
const authority = new Authority();
const certificate = authority.issue('radius.example', { names: 'DNS:radius.example' });
const gateway = await GatewayProcess.start({
  GATEHOUSE_DATABASE_URL: postgres.url,
  GATEHOUSE_RADIUS_SPOOL_MEGABYTES: '1',
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_CERTIFICATE: certificate.certificate,
  GATEHOUSE_RADIUS_EAP_KEY: certificate.key,
});
tap.teardown(async () => {
  signalAll(postgres, 'SIGCONT');
  await gateway.remove();
  await postgres.stop();
  authority.remove();
});

async function add(path: string, body: Json): Promise<Json> {
  const answer = await gateway.gate('POST', path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

const control = (attribute: string, value: string) => ({ attribute, op: ':=', value });
await add('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
const { id: profile } = await add('/aaa_profile/', {
  name: 'fast',
  reply_attributes: [{ attribute: 'Filter-Id', value: 'fast' }],
});
const anna = await add('/user/', {
  username: 'anna',
  password,
  profile,
  reversible_password: true,
});
await add('/user/', { username: 'gone', password, is_active: false });
const daily = await add('/user/', {
  username: 'daily',
  password,
  attributes: {
    check_attributes: [control('Max-Daily-Session', '100'), control('Simultaneous-Use', '1')],
  },
});
const { id: pool } = await add('/address_pool/', {
  name: 'homes',
  kind: 'ipv4',
  networks: ['10.9.0.0/29'],
});
const { id: home } = await add('/aaa_profile/', { name: 'home', address_pools: [pool] });
for (const username of ['home', 'new home'])
  await add('/user/', { username, password, profile: home });
const voucher = await add('/user_token/', { kind: 'network', octets: 5000 });
const code = String(voucher['code']);

async function send(command: 'auth' | 'acct', lines: readonly string[]): Promise<string> {
  const { output } = await radclient({
    command,
    attributes: lines.join('\n'),
    to: { address: '127.0.0.1', port: command === 'auth' ? gateway.authPort : gateway.acctPort },
    seconds: 30,
  });
  return output.slice(output.indexOf('Received '));
}

const logIn = (username: string, given = `User-Password = "${password}"`, station = '0A') =>
  send('auth', [
    `User-Name = "${username}"`,
    given,
    `Calling-Station-Id = "02-00-00-00-00-${station}"`,
    'Message-Authenticator = 0x00',
  ]);

const byEap = (word: string) =>
  eapolTest({
    to: { address: '127.0.0.1', port: gateway.authPort },
    secret,
    network: [
      'eap=TTLS',
      'identity="anna"',
      `password="${word}"`,
      'phase2="auth=PAP"',
      `ca_cert="${authority.file}"`,
    ],
    args: [],
  });

const account = (id: string, username: string, [status = '', ...more]: readonly string[]) =>
  send('acct', [
    `Acct-Session-Id = "${id}"`,
    `User-Name = "${username}"`,
    `Acct-Status-Type = ${status}`,
    'NAS-IP-Address = 192.0.2.1',
    'Calling-Station-Id = "02-00-00-00-00-0A"',
    ...more,
  ]);

const query = (text: string) => queryOn(postgres.url, text);

/** Reads the copy beside the gateway. */
function copied(sql: string): unknown {
  const copy = new SqliteConnection(copyFile(join(gateway.folder, 'data')), { readonly: true });
  try {
    return Object.values(copy.prepare(sql).all([])[0] ?? {})[0];
  } finally {
    copy.close();
  }
}

const untilCopied = (sql: string, value: unknown) =>
  eventually(
    () => Promise.resolve(copied(sql)),
    (found) => found === value,
  );

const accepted = /^Received Access-Accept/;
const rejected = /^Received Access-Reject/;
const acknowledged = /^Received Accounting-Response/;

test('logins go on while the database hangs, and count what is used meanwhile', async (t) => {
  t.match(await account('before', code, ['Start']), acknowledged);
  const used = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 2000'];
  t.match(await account('before', code, ['Stop', ...used]), acknowledged);
  t.match(await account('daily', 'daily', ['Start']), acknowledged);
  t.match(await account('daily', 'daily', ['Stop', 'Acct-Session-Time = 60']), acknowledged);
  await untilCopied(`select count(*) from "user" where username in ('anna', 'gone', 'daily')`, 3);
  const address = /Framed-IP-Address = \S+/.exec(await logIn('home'))?.[0] ?? 'none';
  await untilCopied(`select count(*) from address_lease`, 1);
  await untilCopied(`select sum(acctinputoctets) from aaa_accounting`, 2000);
  t.equal(copied(`select sum(acctsessiontime) from aaa_accounting`), 120);
  t.match(await gateway.ask('GET', '/metrics', { token: gateway.token }), { status: 200 });
  signalAll(postgres, 'SIGSTOP');
  t.match(await logIn('anna'), accepted, 'the one that finds out');
  const reply = await logIn('anna');
  t.match(reply, accepted);
  t.match(reply, 'Filter-Id = "fast"');
  t.match(await logIn('anna', `CHAP-Password = "${password}"`), accepted);
  t.match(await logIn('anna', `MS-CHAP-Password = "${password}"`), accepted);
  t.match(await logIn('anna', 'User-Password = "wrong"'), rejected);
  t.match(await logIn('nobody'), rejected);
  t.match(await logIn('gone'), rejected, 'a user that was deactivated before stays refused');

  const { text } = await gateway.ask('GET', '/metrics', { token: gateway.token });
  t.match(text, /^gatehouse_login_copy_in_use 1$/m, 'metrics are there for a token of before');
  t.match(await gateway.ask('GET', '/metrics', { token: 'gh_other' }), {
    status: /^50[34]$/,
  });
  t.match(await gateway.call('GET', '/readyz'), {
    status: 503,
    body: {
      parts: { store: /PostgreSQL|no answer/, radius: 'ok' },
      figures: { radius: { logins_by: 'copy', copy_age_seconds: Number, spool_set_aside: 0 } },
    },
  });

  const page = await gateway.ask('GET', '/portal/?mac=02-00-00-00-00-0A');
  t.match(page, { status: 503, text: /The network does not answer. Try again in a minute./ });
  t.match(await logIn('home'), `${address}\n`, 'a device keeps its address');
  t.match(await logIn('new home', undefined, '0C'), rejected, 'a new one gets none');

  t.match(await byEap(password), /SUCCESS\n$/);
  t.match(await byEap('wrong'), /FAILURE\n$/);

  t.match(await logIn('daily'), accepted);
  t.match(await logIn('daily', undefined, '0B'), rejected, 'the place is reserved');
  t.match(await account('daily 2', 'daily', ['Start']), acknowledged);
  t.match(await account('daily 2', 'daily', ['Stop', 'Acct-Session-Time = 40']), acknowledged);
  t.match(await logIn('daily'), rejected, 'what was used before and since is the quota');

  t.match(await logIn(code, 'NAS-Port = 1'), accepted, 'a voucher with octets left');
  t.match(await account('since', code, ['Start']), acknowledged);
  const rest = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 3000'];
  t.match(await account('since', code, ['Interim-Update', ...rest]), acknowledged);
  t.match(await logIn(code, 'NAS-Port = 1'), rejected, 'it is used up');
  t.match(await account('since', code, ['Stop', ...rest]), acknowledged);
});

test('after the outage the database has what was decided and used, once', async (t) => {
  signalAll(postgres, 'SIGCONT');
  const metrics = async () => (await gateway.ask('GET', '/metrics', { token: gateway.token })).text;
  await eventually(metrics, (text) => text.includes('gatehouse_login_copy_in_use 0'));
  t.match(await logIn(code, 'NAS-Port = 1'), rejected);
  t.match(await logIn('daily'), rejected);
  t.match(await query('select sum(acctinputoctets) as octets, count(*) from aaa_accounting'), [
    { octets: '5000', count: '4' },
  ]);
  const decisions = () =>
    query(`select username, outcome, count(*) from aaa_decision group by 1, 2 order by 1, 2`);
  const made = await eventually(decisions, (rows) => rows.length === 10);
  t.match(
    made.filter(({ username }) => username !== code),
    [
      { username: 'anna', outcome: 'accept', count: '5' },
      { username: 'anna', outcome: 'reject', count: '2' },
      { username: 'daily', outcome: 'accept', count: '1' },
      { username: 'daily', outcome: 'reject', count: '3' },
      { username: 'gone', outcome: 'reject', count: '1' },
      { username: 'home', outcome: 'accept', count: '2' },
      { username: 'new home', outcome: 'reject', count: '1' },
      { username: 'nobody', outcome: 'reject', count: '1' },
    ],
  );
  const [token] = await query(`select first_used from user_token where kind = 'network'`);
  const [first] = await query(
    `select min(datetime) as at from aaa_decision where outcome = 'accept' and username = '${code}'`,
  );
  t.equal(token?.['first_used'], first?.['at'], 'the first login of the voucher was in the outage');
});

test('a user that is changed after the outage is changed in the next one', async (t) => {
  const changed = await gateway.gate('PATCH', `/user/${String(anna['id'])}/`, {
    is_active: false,
  });
  t.equal(changed.status, 200);
  await untilCopied(`select is_active from "user" where username = 'anna'`, 0);
  // The next pass replaces what was recorded in the copy by what the database has.
  await untilCopied(
    `select sum(case when radacctid < ${firstOwnId} then acctsessiontime else 1000 end)
      from aaa_accounting where "user" = ${Number(daily['id'])}`,
    100,
  );
  signalAll(postgres, 'SIGSTOP');
  t.match(await logIn('anna'), rejected);
  t.match(await logIn('daily'), rejected);
});

test('a gateway that is killed in an outage starts after it, and has lost and doubled nothing', async (t) => {
  const file = spoolFile(join(gateway.folder, 'data'));
  const kept = join(gateway.folder, 'kept.db');
  t.match(await account('killed', 'daily', ['Start']), acknowledged);
  await eventually(
    () => Promise.resolve(readSpool(file).entries),
    (entries) => entries >= 2,
  );
  await gateway.signal('SIGKILL');
  await t.rejects(gateway.start(), /PostgreSQL/, 'it says that its database is away');
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${kept}${end}`);
  const counts = () =>
    query(`select (select count(*) from aaa_decision) as decisions,
      (select count(*) from aaa_accounting where acctsessionid = 'killed') as sessions`);
  const startAndReplay = async () => {
    await gateway.start();
    await eventually(
      () => Promise.resolve(readSpool(file).entries),
      (entries) => entries === 0,
    );
    return counts();
  };
  signalAll(postgres, 'SIGCONT');
  const [before] = await counts();
  const [replayed] = await startAndReplay();
  t.equal(Number(replayed?.['decisions']), Number(before?.['decisions']) + 2);
  t.equal(replayed?.['sessions'], '1');
  await gateway.signal('SIGTERM');
  // As after a kill between the commit of the replay and the removal from the spool.
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  for (const end of ['', '-wal']) copyFileSync(`${kept}${end}`, `${file}${end}`);
  t.same(await startAndReplay(), [replayed], 'a second replay adds nothing');
  t.equal(readSpool(file).setAside, 0);
});
