import tap, { test } from 'tap';
import { isRecord } from '../../src/contract/fields.ts';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { AccountingStream } from '../peers/accounting-stream.ts';
import type { Answered } from '../peers/kill-rounds.ts';
import { startPostgres } from '../peers/postgres.ts';
import { PostgresProxy } from '../peers/postgres-proxy.ts';
import { startSshd } from '../peers/sshd.ts';
import { drawnFates, fates } from '../store/drawn-fates.ts';

/* A gateway on a PostgreSQL of which a drawn share of statements fails, waits or loses its connection. */

const seed = Number(process.env['DRAWN_FAULTS_SEED'] ?? 1);
const deviceCount = 8;
const packets = 400;
const userCount = 40;
const secret = 'a secret of the NAS';

const postgres = await startPostgres();
const sshd = await startSshd();
const proxy = await PostgresProxy.start(postgres.url, { fateOf: () => 'passed', delayMs: 30 });
const gateway = await GatewayProcess.start({
  GATEHOUSE_DATABASE_URL: proxy.url,
  GATEHOUSE_JOBS_LEASE_SECONDS: '2',
  GATEHOUSE_POLLING_ENABLED: 'false',
});
tap.teardown(async () => {
  await gateway.remove();
  await proxy.stop();
  await sshd.stop();
  await postgres.stop();
});

async function addDevices(): Promise<readonly string[]> {
  const profile = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'ssh',
    connection_service: { protocol: 'ssh', port: sshd.port },
  });
  const ids: string[] = [];
  for (let index = 0; index < deviceCount; index += 1) {
    const { body } = await gateway.control('POST', '/inventory_device/', {
      name: `ap-${index}`,
      serial_number: `SN-${index}`,
      type: 'linux',
      ip_address: sshd.host,
      connection_profile: profile.body['id'],
      username: sshd.user,
      password: sshd.password,
    });
    ids.push(String(body['id']));
  }
  return ids;
}

/** Sends accounting until enough of it is answered. */
async function account(answered: Answered): Promise<number> {
  const stream = new AccountingStream(
    { port: gateway.acctPort, secret, name: 'drawn', everyMs: 10 },
    answered,
  );
  const sending = stream.run();
  await eventually(
    () => Promise.resolve(stream.answers),
    (answers) => answers >= packets,
    60_000,
  );
  stream.stop();
  await sending;
  return stream.answers;
}

test('what was answered is there, once, and each device is rebooted at most once', async (t) => {
  await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const devices = await addDevices();
  proxy.options = { ...proxy.options, fateOf: drawnFates(seed) };

  const answered: Answered = new Map();
  const accounting = account(answered);
  const reboots = devices.map((id) =>
    gateway.control('PUT', `/inventory_device_operation/${id}/`, { operation: 'reboot' }),
  );
  const users = Array.from({ length: userCount }, (_, number) =>
    gateway.gate('POST', '/user/', { username: `person-${number}`, password: 'a password' }),
  );
  const created = await Promise.all(users);
  const asked = await Promise.all(reboots);
  t.ok((await accounting) >= packets);

  t.same(
    [...created, ...asked].filter(({ status }) => ![200, 201, 503].includes(status)),
    [],
    'what fails is said to be a matter of the store',
  );
  const unknown = created.filter(({ status }) => status === 503).length;
  t.comment(`${unknown} of ${userCount} users have an unknown outcome`);

  const ids = asked.flatMap(({ status, body }) => (status < 300 ? [String(body['id'])] : []));
  t.ok(ids.length > 0, `${ids.length} reboots were accepted`);
  proxy.options = { ...proxy.options, fateOf: () => 'passed' };
  for (const fate of fates) t.ok((proxy.fates.get(fate) ?? 0) > 2, `${fate} was drawn`);
  const transactions = async () =>
    results(await gateway.control('GET', '/inventory_transaction/?limit=200'));
  const ended = await eventually(
    transactions,
    (rows) => rows.every(({ status }) => status === 'completed' || status === 'failed'),
    60_000,
  );
  const failed = ended.filter(({ status }) => status === 'failed');
  t.same(
    failed.filter(({ error_code: code }) => code !== 'interrupted'),
    [],
    'a reboot fails only by what befell the store',
  );
  t.same(
    ids.filter((id) => !ended.some((row) => String(row['id']) === id)),
    [],
    'what was accepted is there',
  );
  const done = (await sshd.commands()).filter((command) => command === 'reboot').length;
  t.ok(done <= ended.length, `${done} reboots of ${ended.length}: none was sent twice`);
  // A resumed one only verifies a command that was about to be sent, and the boot of the one machine of all devices does it.
  const resumed = ended.filter(({ results: of }) => isRecord(of) && of['resumed'] === true);
  t.ok(
    done >= ended.length - failed.length - resumed.length,
    `${done} reboots, ${failed.length} failed, ${resumed.length} resumed`,
  );

  const rows = results(await gateway.gate('GET', '/aaa_accounting/?limit=1000'));
  const octets = new Map(
    rows.map((row) => [String(row['acctsessionid']), Number(row['acctinputoctets'] ?? 0)]),
  );
  t.equal(octets.size, rows.length, 'each session is one row');
  t.same(
    [...answered].filter(([session, sent]) => (octets.get(session) ?? -1) < sent),
    [],
    'each packet that was answered is there',
  );
  const names = results(await gateway.gate('GET', '/user/?limit=200')).map(
    (row) => row['username'],
  );
  const isLost = ({ status }: { readonly status: number }, number: number) =>
    status === 201 && !names.includes(`person-${number}`);
  t.notOk(created.some(isLost), 'each user that was created is there');
});
