import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Finding } from '../../src/contract/finding.ts';
import type { PeriodicTask } from '../../src/gateway/job.ts';
import { TaskRuns } from '../../src/gateway/periodic-task-runs.ts';
import { showKeys } from '../../src/installation/health/configuration-endpoint.ts';
import { parseJsonColumn } from '../../src/store/store.ts';
import { GatewayProcess, results } from '../gateway-process.ts';
import { secret } from '../radius/acct/send-accounting.ts';

/* What the gateway says of itself and its machine. */

const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());
/** Token of an administrator of another organization. */
let tenant = '';
const examine = (token?: string) => gateway.control('GET', '/gateway_health/', undefined, token);

const defaults = loadConfig(join(process.cwd(), 'config/gatehouse.yaml'), gateway.environment);

interface Shown {
  readonly key: string;
  readonly value: string;
}

interface Report {
  readonly findings: readonly Finding[];
}

test('a gateway shows the root organization what the doctor finds, and others nothing', async (t) => {
  const backup = { file: 'b.tar', created_at: new Date().toISOString(), octets: 1, seconds: 1 };
  writeFileSync(join(gateway.folder, 'data', 'last-backup.json'), JSON.stringify(backup));
  const house = await gateway.gate('POST', '/organization/', { name: 'house', short_name: 'h' });
  const organization = house.body['id'];
  const user = await gateway.gate('POST', '/user/', {
    username: 'tenant',
    organization,
    role: 'admin',
  });
  await gateway.gate('POST', '/aaa_upstream/', {
    name: 'central',
    address: '192.0.2.98',
    realm: 'example.net',
    secret,
  });
  const { status, body, text } = await examine();
  t.equal(status, 200);
  const { findings } = parseJsonColumn<Report>(text);
  const of = (name: string) => findings.find(({ check }) => check === name) ?? {};
  t.match(of('disk'), { seen: /MiB free of/, evidence: { free_ratio: Number } });
  t.match(of('accepted time'), { state: 'ok' });
  t.match(of('certificates'), { state: 'skipped' });
  t.match(of('upstreams'), { seen: /"central" has not been used yet/ });
  t.match(of('backup'), { state: 'ok', evidence: { age_seconds: Number } });
  t.equal(
    body['healthy'],
    findings.every(({ state }) => state !== 'failed'),
  );
  t.same((await examine()).body, body, 'callers within some seconds share an examination');
  const { body: made } = await gateway.gate('POST', '/user_token/', { user: user.body['id'] });
  tenant = String(made['token']);
  t.match((await examine(tenant)).body, { healthy: true, findings: [] });
});

test('the configuration in force is shown without passwords', async (t) => {
  const read = (token?: string) =>
    gateway.control('GET', '/gateway_configuration/', undefined, token);
  const { body } = await read();
  const keys = parseJsonColumn<readonly Shown[]>(JSON.stringify(body['keys']));
  const of = (name: string) => keys.find(({ key }) => key === name);
  t.match(of('http.port'), { is_default: false, description: /port/ });
  t.match(of('console.idle_minutes'), { value: '30', is_default: true });
  t.same((await read(tenant)).body, { keys: [] });
  const shown = (url: string) =>
    showKeys({ ...defaults, database: { ...defaults.database, url } }).find(
      ({ key }) => key === 'database.url',
    )?.value;
  t.equal(shown('postgres://u:hush@db/g?password=hush'), 'postgres://u:***@db/g?password=***');
  t.equal(shown('postgres://u:hush@db:5432,db2:5432/g'), '***', 'any part may be the password');
});

test('periodic tasks say when they ran, and what they failed with', async (t) => {
  const answer = await gateway.control('GET', '/gateway_task/');
  t.equal(answer.status, 200);
  t.match(
    results(answer).find(({ name }) => name === 'alert deliveries'),
    { interval_seconds: 2, has_failed: false, last_error: null },
  );
  t.same((await gateway.control('GET', '/gateway_task/', undefined, tenant)).body, { results: [] });
  let at = 1000;
  const runs = new TaskRuns(() => new Date(at));
  const failures = [new Error('disk full')];
  const task: PeriodicTask = {
    name: 'sweep',
    intervalMs: 5000,
    failureMessage: '',
    run() {
      at += 10;
      const failure = failures.pop();
      return failure ? Promise.reject(failure) : Promise.resolve(100);
    },
  };
  runs.add(task);
  const { signal } = new AbortController();
  await t.rejects(runs.run(task, signal), /disk full/);
  const failure = { at: 1010, message: 'disk full' };
  t.match(runs.states, [{ endedAt: 1010, nextAt: 6010, runs: 1, hasFailed: true, failure }]);
  await runs.run(task, signal);
  t.match(runs.states, [{ endedAt: 1020, nextAt: 1120, runs: 2, hasFailed: false, failure }]);
});
