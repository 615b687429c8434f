import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import tap, { test } from 'tap';
import { parseJsonColumn } from '../../src/store/store.ts';
import { examineInstallation } from '../../src/installation/doctor/doctor-command.ts';
import { ok, type Finding } from '../../src/contract/finding.ts';
import { runChecks, type Check } from '../../src/installation/doctor/check.ts';
import { radiusCheck, upstreamCheck } from '../../src/installation/doctor/radius-checks.ts';
import { startGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { gatewayCommand } from '../../src/runtime/package-root.ts';
import { environmentOf } from '../gateway-command.ts';
import { eventually } from '../gateway-process.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { insert, stamps } from '../store/stores.ts';
import { sealed } from '../sealed.ts';
import { root as checkout } from '../source-files.ts';

const root = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
tap.teardown(() => {
  rmSync(root, { recursive: true });
});
const data = join(root, 'data');
const base = { GATEHOUSE_DATA_DIR: data };

interface Report {
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
}

async function examine(
  environment: Readonly<Record<string, string>> = {},
  typeFaults: readonly string[] = [],
) {
  const config = loopbackConfig({ ...base, ...environment });
  const readTypeFaults = () => Promise.resolve(typeFaults);
  const { text, isHealthy } = await examineInstallation(config, {
    json: true,
    readTypeFaults,
    sealed,
  });
  const report = parseJsonColumn<Report>(text);
  tap.equal(report.healthy, isHealthy);
  const of = (check: string) => report.findings.filter((finding) => finding.check === check);
  return { isHealthy, of };
}

test('files that the system refuses are no lost files', async (t) => {
  const folder = mkdtempSync(join(root, 'refused-'));
  const program = mkdtempSync(join(tmpdir(), 'gatehouse-program-'));
  chmodSync(program, 0o755);
  t.teardown(() => {
    rmSync(program, { recursive: true });
  });
  /** Runs the doctor as a user without rights, to whom a checkout in the home of root is mounted elsewhere. */
  const doctor = () =>
    new Promise<string>((resolve) => {
      const { PATH = '', ...rest } = environmentOf({ GATEHOUSE_DATA_DIR: folder });
      const env = { ...rest, PATH: `${PATH.replaceAll(checkout, `${program}/`)}:${PATH}` };
      const command = `${program}/${relative(checkout, gatewayCommand)}`;
      const script =
        'mount --bind "$1" "$2" && exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$3" doctor';
      const words = ['--mount', 'sh', '-c', script, 'sh', checkout, program, command];
      execFile('unshare', words, { env, cwd: '/' }, (_error, stdout) => {
        resolve(stdout);
      });
    });
  t.match(await doctor(), /failed +permission +.*refused-\w+\n +-> run it as root/);
  t.notMatch(await doctor(), /restore a backup|start the gateway/);
  chmodSync(root, 0o755);
  chmodSync(folder, 0o777);
  writeFileSync(join(folder, 'gatehouse.db'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'secret.key'), '', { mode: 0o600 });
  const unread = await doctor();
  t.match(unread, /failed +store +permission denied: .*gatehouse\.db/);
  t.match(unread, /failed +key +permission denied: .*secret\.key/);
});

test('an installation that never ran, one that runs, and one that has lost its key', async (t) => {
  const before = await examine();
  t.notOk(before.isHealthy);
  t.match(before.of('store'), [
    { state: 'failed', seen: /no folder/, advice: /start the gateway/ },
  ]);

  const running = await startGateway(loopbackConfig(base));
  const { store, vault } = running.gateway;
  const secret = vault.seal(new Secret('a secret'), 'aaa_client.secret');
  const client = { organization: 1, name: 'nas', address: '192.0.2.1', secret };
  await insert(store, 'aaa_client', { ...client, ...stamps });
  const [auth, acct] = [running.radius.auth[0]?.port, running.radius.acct[0]?.port];
  const ports = {
    GATEHOUSE_HTTP_PORT: String(running.http.port),
    GATEHOUSE_RADIUS_AUTH_PORT: String(auth),
    GATEHOUSE_RADIUS_ACCT_PORT: String(acct),
    GATEHOUSE_SYSLOG_LISTENER_ENABLED: 'true',
    GATEHOUSE_SYSLOG_LISTENER_PORT: String(acct),
    GATEHOUSE_SYSLOG_LISTENER_TCP_ENABLED: 'true',
    GATEHOUSE_SYSLOG_LISTENER_TCP_PORT: String(running.http.port),
    GATEHOUSE_SMTP_HOST: '192.0.2.25',
  };
  const during = await examine(ports, ['a.yaml: wrong']);
  t.match(during.of('configuration'), [{ state: 'failed', seen: 'a.yaml: wrong' }]);
  t.match(during.of('store'), [{ state: 'ok', seen: /rows, whole/ }]);
  t.match(during.of('key'), [{ state: 'ok', seen: /opens all sealed values/ }]);
  t.match(during.of('retention'), [{ state: 'ok', seen: /^0 sessions a day: 730 days fit/ }]);
  const sessions = Array.from({ length: 14 }, (_, session) => ({
    organization: 1,
    acctsessionid: `s${session}`,
    acctuniqueid: `u${session}`,
    nasipaddress: '192.0.2.1',
    acctstarttime: Date.now() - session * 3_600_000,
  }));
  await store.write([store.db.insertInto('aaa_accounting').values(sessions)]);
  const few = await examine({ ...ports, GATEHOUSE_RETENTION_ACCOUNTING_ROWS: '100' });
  t.match(few.of('retention'), [
    {
      state: 'warning',
      seen: '2 sessions a day: 100 rows are 50 days, and retention.accounting has days: 730',
      advice: /rows to 1460 or more/,
    },
  ]);
  chmodSync(join(data, 'secret.key'), 0o644);
  t.match((await examine(ports)).of('key'), [
    { state: 'warning', seen: /can be read by other users/, advice: /^chmod 600 / },
  ]);
  chmodSync(join(data, 'secret.key'), 0o600);
  t.match(during.of('gateway'), [{ state: 'ok', seen: /answers 200; store: ok/ }]);
  t.equal(during.of('ports').length, 5, 'those of syslog as well');
  for (const { state, seen } of during.of('ports'))
    t.match({ state, seen }, { state: 'ok', seen: new RegExp(`process ${process.pid}`) });
  t.match(during.of('disk'), [{ seen: /MiB free/ }, { seen: /ms for the disk/ }]);
  t.match(during.of('backup'), [{ state: 'warning', seen: 'there is no backup' }]);
  t.match(during.of('clock'), [{ seen: /^\d{4}-\d\d-\d\dT[\d:.]+Z/ }]);
  t.match(during.of('limits'), [{ seen: /^net\.core\.rmem_max is/ }, { seen: /\d+ open files$/ }]);
  t.match(during.of('ping'), [{ state: 'ok', seen: '127.0.0.1 answers' }]);
  t.match(during.of('certificates'), [{ state: 'skipped', seen: /no certificate is configured/ }]);
  t.match(during.of('dns'), [{ state: 'ok', seen: /the configuration has no name/ }]);
  t.notMatch(JSON.stringify(during), secret);
  t.match(during.of('radius'), [{ state: 'skipped', seen: /no aaa_client over UDP has 127/ }]);
  t.match(during.of('upstreams'), [{ state: 'ok', seen: 'no upstream is configured' }]);
  const loopback = { ...client, name: 'loopback', address: '127.0.0.0/8', ...stamps };
  await insert(store, 'aaa_client', loopback);
  const home = { organization: 1, name: 'home', realm: 'r', address: '192.0.2.2', ...stamps };
  await insert(store, 'aaa_upstream', { ...home, state: 'down', last_error: 'no reply' });
  const askRadius = async (isRunning = true) => {
    const config = loopbackConfig({ ...base, ...ports });
    return runChecks([radiusCheck, upstreamCheck], { config, isRunning, sealed });
  };
  const answers = await eventually(
    () => askRadius(),
    ([first]) => first?.state === 'ok',
  );
  t.match(answers, [
    { state: 'ok', seen: new RegExp(`port ${auth}/udp answers in \\d+ ms, signed`) },
    { state: 'ok', seen: new RegExp(`port ${acct}/udp answers`) },
    { check: 'upstreams', state: 'failed', seen: '"home" does not answer: no reply' },
  ]);
  const [asked] = await store.read({ sql: 'select * from aaa_decision', parameters: [] });
  t.equal(asked, undefined, 'no row is left');
  await running.stop();
  t.match(await askRadius(), [{ state: 'failed', seen: /does not answer a Status-Server/ }]);
  const stopped = { state: 'skipped', seen: /the gateway does not run/ };
  t.match(await askRadius(false), [stopped, stopped]);

  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String(taken.address().port);
  renameSync(join(data, 'secret.key'), join(root, 'key'));
  const after = await examine({ ...ports, GATEHOUSE_RADIUS_ACCT_PORT: port });
  taken.close();
  t.notOk(after.isHealthy);
  t.match(after.of('key'), [{ state: 'failed', seen: /secret\.key is missing/ }]);
  t.match(after.of('gateway'), [{ state: 'skipped', seen: 'it does not run' }]);
  const held = after.of('ports').filter(({ state }) => state === 'failed');
  t.match(held, [{ seen: new RegExp(`${port}/udp is held by node \\(process ${process.pid}\\)`) }]);
});

test('a check that throws has failed, and the others run', async (t) => {
  const broken: Check<null> = {
    name: 'broken',
    run: () => {
      throw new Error('no such disk');
    },
  };
  const whole: Check<null> = { name: 'whole', run: () => [ok('seen')] };
  t.match(await runChecks([broken, whole], null), [
    { check: 'broken', state: 'failed', seen: 'no such disk' },
    { check: 'whole', state: 'ok', seen: 'seen', advice: '' },
  ]);
});

test('the lines say what to do', async (t) => {
  mkdirSync(join(root, 'empty'));
  const config = loopbackConfig({ GATEHOUSE_DATA_DIR: join(root, 'empty') });
  const readTypeFaults = () => Promise.resolve([]);
  const { text, isHealthy } = await examineInstallation(config, {
    json: false,
    readTypeFaults,
    sealed,
  });
  t.notOk(isHealthy);
  t.match(text, /^ok +configuration +no errors/);
  t.match(text, /failed +store +there is no store at .*\n +-> start the gateway once/);
});
