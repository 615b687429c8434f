import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { addCaller, startBoth } from '../../aaa/api/fixture.ts';
import { gatehouse } from '../../gateway-command.ts';
import { eventually, results, type GatewayProcess, type Json } from '../../gateway-process.ts';

/* Changes that are not made by a caller of the APIs alone, and failures to authenticate, on both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);
tap.setTimeout(120_000);

/** Reads the audit until it has an entry. */
const entriesOf = (gateway: GatewayProcess, isFound: (entry: Json) => boolean) =>
  eventually(
    async () => results(await gateway.gate('GET', '/audit/?limit=200')),
    (entries) => entries.some(isFound),
  );

for (const [engine, gateway] of Object.entries(engines)) {
  const environment = { ...gateway.environment, SITE_SECRET: 'secret-in-the-clear' };
  const run = (...words: string[]) => gatehouse(words, environment);

  test(`${engine}: commands on the machine are in the audit, also those that fail`, async (t) => {
    const file = join(gateway.folder, 'site.yaml');
    writeFileSync(
      file,
      'aaa_client:\n  - { name: lobby, address: 192.0.2.1, secret: env:SITE_SECRET }\n',
    );
    t.equal((await run('apply', file, '--dry-run')).code, 0);
    t.equal((await run('apply', file)).code, 0);
    const token = await run('token', 'create', '--user', 'admin');
    t.equal(token.code, 0);
    t.not((await run('token', 'create', '--user', 'hunter2-hunter2')).code, 0);
    const clients = join(gateway.folder, 'clients.conf');
    writeFileSync(clients, 'client roof { ipaddr = 192.0.2.2\n secret = another-in-the-clear }\n');
    const importing = ['import', 'freeradius', '--clients', clients];
    const imported = await run(...importing);
    t.equal(imported.code, 0, imported.output);
    t.equal((await run(...importing, '--dry-run')).code, 0);
    // The whole rotation waits for other gateways, on PostgreSQL for longer.
    const rotation = engine === 'sqlite' ? ['rotate-key'] : ['rotate-key', '--prepare'];
    const rotated = await run(...rotation);
    t.equal(rotated.code, 0, rotated.output);
    const entries = await entriesOf(gateway, ({ path }) => String(path).includes('rotate'));
    const commands = entries.filter(({ method }) => method === 'COMMAND');
    t.same(
      commands
        .map(({ path, fields, status, outcome }) => [path, fields, status, outcome])
        .reverse(),
      [
        ['gatehouse apply', ['aaa_client'], 0, 'done'],
        ['gatehouse token create', [], 0, 'done'],
        ['gatehouse token create', [], 1, 'failed'],
        ['gatehouse import', [], 0, 'done'],
        [`gatehouse ${rotation.join(' ')}`, [], 0, 'done'],
      ],
    );
    for (const command of commands)
      t.match(command, {
        organization: 1,
        user: null,
        username: `os:${process.env['SUDO_USER'] ?? userInfo().username}`,
        request_id: null,
      });
    t.notMatch(JSON.stringify(entries), /hunter2|in-the-clear/);
    t.notOk(JSON.stringify(entries).includes(token.output.trim()));
  });

  test(`${engine}: a password that an app sets is in the audit, and so is what it may not do`, async (t) => {
    const app = await addCaller(gateway, { username: 'app', role: 'app' });
    await gateway.gate('POST', '/user/', { username: 'anna', password: 'right', external_id: 'a' });
    const device = { imei: '111111111111111' };
    const login = { username: 'anna', password: 'right' };
    t.equal((await app.call('POST', '/device_app_register/', { ...device, ...login })).status, 201);
    const change = { ...device, password: 'hunter2-hunter2' };
    const set = await app.call('POST', '/device_app_user_update/', change);
    t.equal(set.status, 201, set.text);
    const wrong = await app.call('POST', '/device_app_user_update/', { ...change, klass: 7 });
    t.equal(wrong.status, 400, wrong.text);
    t.equal((await app.call('DELETE', '/user/1/')).status, 403);
    const entries = await entriesOf(gateway, ({ status }) => status === 403);
    const shown = entries
      .filter(({ username }) => username === 'app')
      .map(({ method, path, status, request_id }) => ({ method, path, status, request_id }));
    const update = { method: 'POST', path: '/gate/api/v1/device_app_user_update/' };
    t.match(shown.reverse(), [
      { ...update, status: 201, request_id: set.headers.get('x-request-id') },
      { ...update, status: 400, request_id: wrong.headers.get('x-request-id') },
      { method: 'DELETE', path: '/gate/api/v1/user/{id}/', status: 403 },
    ]);
    t.equal(shown.length, 3);
    t.notMatch(JSON.stringify(entries), /hunter2/);
  });

  test(`${engine}: failed authentications are in the audit, at a limited rate`, async (t) => {
    for (let tries = 0; tries < 40; tries += 1)
      t.equal((await gateway.gate('GET', '/user/', undefined, 'gh_guessed-token')).status, 401);
    const last = await entriesOf(gateway, ({ status }) => status === 401);
    const failed = last.filter(({ status }) => status === 401);
    t.equal(failed.length, 5);
    t.match(failed[0], {
      organization: 1,
      user: null,
      username: '',
      remote_address: '127.0.0.1',
      method: 'GET',
      path: '/gate/api/v1/user/',
      outcome: 'refused',
    });
    t.notMatch(JSON.stringify(last), /guessed/);
    const metrics = (await gateway.call('GET', '/metrics')).text;
    t.match(metrics, /^gatehouse_audit_suppressed_total 35$/m);
  });
}
