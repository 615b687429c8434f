import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import { openVault, readKeyFile } from '../../src/store/vault.ts';
import { gatehouse as runCommand, type Environment } from '../gateway-command.ts';
import { GatewayProcess, results } from '../gateway-process.ts';
import { ConsoleBrowser } from '../aaa/account/console.ts';
import { stepAt, totpCode } from '../../src/aaa/account/totp/totp.ts';
import { Secret } from '../../src/contract/secret.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/* The site commands on the command line, beside a running gateway. */

tap.setTimeout(200_000);
const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());
const dataDir = join(gateway.folder, 'data');
const clear = 'secret-in-the-clear';

/** Runs a command. A slow machine prints progress as well, which is left out. */
const gatehouse = async (
  args: readonly string[],
  environment: Environment = {},
  input?: string,
) => {
  const site = { GATEHOUSE_DATA_DIR: dataDir, SITE_SECRET: clear };
  const { code, output } = await runCommand(args, { ...site, ...environment }, input);
  return { code, output: output.replaceAll(/^objects: \d+ of \d+\n/gm, '') };
};

function put(name: string, text: string): string {
  const file = join(gateway.folder, name);
  writeFileSync(file, text);
  return file;
}

const names = async (path: string) =>
  results(await gateway.gate('GET', `${path}?limit=1000`)).map(({ name }) => name);

test('a dry run shows the changes without applying them; the real run applies them once', async (t) => {
  const file = put(
    'site.yaml',
    'aaa_client:\n  - { name: lobby, address: 192.0.2.1, secret: env:SITE_SECRET }\n',
  );
  const dry = await gatehouse(['apply', file, '--dry-run']);
  t.match(dry, {
    code: 0,
    output:
      /\+ create aaa_client "lobby" in default[^]*secret: \*\*\*[^]*No changes were written\.\n$/,
  });
  t.same(await names('/aaa_client/'), []);
  t.match(await gatehouse(['apply', file]), { code: 0, output: /1 to create\nApplied\.\n$/ });
  t.same(await names('/aaa_client/'), ['lobby']);
  t.same(await gatehouse(['apply', file]), { code: 0, output: `${file}: nothing to do\n` });
  t.notMatch(dry.output + gateway.output, clear);
});

test('a dry run of the shipped example shows its changes and the secrets that it needs', async (t) => {
  const file = fileURLToPath(new URL('config/site.example.yaml', packageRoot));
  const dry = await gatehouse(['apply', file, '--dry-run']);
  t.equal(dry.code, 0, dry.output);
  const [changes = '', needed = ''] = dry.output.split('\nNo changes were written.\n');
  t.match(changes, /\+ create user "room-101" in hotel-aurora/);
  t.same(
    needed.split('\n').map((line) => line.replace(/^.*example\.yaml:\d+: /, '')),
    [
      'To apply the file, these secrets are needed:',
      'aaa_client "lobby-ap": secret: env:AURORA_RADIUS_SECRET: no such variable',
      'user "room-101": password: file:secrets/room-101: no such file',
      'inventory_connection_profile "access points": private_key: file:secrets/ap-key: no such file',
      'inventory_connection_profile "switches": snmp_v3: env:AURORA_SNMP_AUTH: no such variable',
      '',
    ],
  );
  t.match(await gatehouse(['apply', file]), {
    code: 1,
    output: /^4 faults, no changes were written:/,
  });
});

test('a file with faults is refused as a whole, with all its faults', async (t) => {
  const file = put(
    'wrong.yaml',
    'location:\n  - name: a\n  - nam: b\naaa_client:\n  - { name: c, address: 192.0.2.3, secret: env:NONE }\n',
  );
  const result = await gatehouse(['apply', file]);
  t.equal(result.code, 1);
  t.match(
    result.output,
    /^3 faults, no changes were written:\n.*wrong.yaml:3: [^]*wrong.yaml:5: .*env:NONE: no such variable\n$/,
  );
  t.same(await names('/location/'), []);
});

test('an export does not replace an existing file without --force', async (t) => {
  const file = join(gateway.folder, 'exported.yaml');
  t.match(await gatehouse(['export', file]), { code: 0, output: /written, without secrets/ });
  const text = readFileSync(file, 'utf8');
  t.match(text, /secret: file:secrets\/aaa_client\/default_lobby\.secret # not exported/);
  t.match(await gatehouse(['export', file]), { code: 1, output: /--force replaces it/ });
  t.match(await gatehouse(['export', file, '--force']), { code: 0 });
  t.equal((await gatehouse(['export', '-'])).output, text);
});

test('a token is created while the gateway runs, for a user who may use the APIs', async (t) => {
  const created = await gatehouse(['token', 'create', '--user', 'admin']);
  t.match(created, { code: 0, output: /^gh_[\w-]{43}\n$/ });
  const token = created.output.trim();
  t.equal((await gateway.gate('POST', '/location/', { name: 'by token' }, token)).status, 201);
  t.notMatch((await gateway.gate('GET', '/user_token/')).text + gateway.output, token);
  await gateway.gate('POST', '/user/', { username: 'guest' });
  await gateway.gate('POST', '/user/', { username: 'gone', role: 'admin', is_active: false });
  for (const [user, reason] of [
    ['nobody', /^there is no user "nobody"\n$/],
    ['guest', /^user "guest" has the role subscriber/],
    ['gone', /^user "gone" is switched off/],
  ] as const)
    t.match(await gatehouse(['token', 'create', '--user', user]), { code: 1, output: reason });
  t.match(await gatehouse(['token', 'create']), { code: 2, output: /--user <name>/ });
});

test('without a store the commands create nothing', async (t) => {
  const empty = join(gateway.folder, 'empty');
  mkdirSync(empty);
  const result = await gatehouse(['apply', put('one.yaml', 'location: [{ name: x }]')], {
    GATEHOUSE_DATA_DIR: empty,
  });
  t.match(result, { code: 1, output: /no store at .*gatehouse\.db: start the gateway once/ });
  t.notOk(existsSync(join(empty, 'gatehouse.db')));
});

test('a large site file is applied while the gateway writes', async (t) => {
  const clients = Array.from(
    { length: 2000 },
    (_, place) =>
      `  - { name: bulk-${place}, address: 10.1.${place >> 8}.${place & 255}, secret: env:SITE_SECRET }`,
  );
  const file = put('bulk.yaml', `aaa_client:\n${clients.join('\n')}\n`);
  const applying = { isOver: false };
  const applied = gatehouse(['apply', file]).finally(() => (applying.isOver = true));
  const statuses: number[] = [];
  while (!applying.isOver)
    statuses.push(
      (await gateway.gate('POST', '/location/', { name: `busy ${statuses.length}` })).status,
    );
  t.match(await applied, { code: 0, output: /2000 to create\nApplied\.\n$/ });
  t.ok(statuses.length > 20, `${statuses.length} requests`);
  t.same([...new Set(statuses)], [201]);
  t.equal((await gateway.gate('GET', '/aaa_client/?name=bulk-')).body['count'], 2000);
});

test('a key is rotated while the gateway runs, which then restarts with the new key alone', async (t) => {
  const keyFile = join(dataDir, 'secret.key');
  const [before] = readKeyFile(keyFile);
  const rotating = gatehouse(['rotate-key']);
  const made = await gateway.gate('POST', '/aaa_client/', {
    name: 'during',
    address: '192.0.2.7',
    secret: clear,
  });
  t.match(await rotating, {
    code: 0,
    output: /values sealed with the new key [0-9a-f]{8}; .* holds only this key\.\n$/,
  });
  const later = await gateway.gate('POST', '/aaa_client/', {
    name: 'after',
    address: '192.0.2.8',
    secret: clear,
  });
  t.same([made.status, later.status], [201, 201]);
  await gateway.signal('SIGTERM');
  t.notOk(readKeyFile(keyFile).some(({ id }) => id === before.id));
  const [store, vault] = [await openStore('sqlite', dataDir), openVault(keyFile)];
  const rows = await store.db.selectFrom('aaa_client').select('secret').execute();
  t.same(
    [...new Set(rows.map(({ secret }) => vault.open(secret, 'aaa_client.secret').reveal()))],
    [clear],
  );
  t.equal(rows.length, 2003);
  await store.close();
  await gateway.start();
  t.equal((await gateway.gate('GET', '/aaa_client/?name=after')).body['count'], 1);
  t.notMatch(gateway.output, /cannot be used/);
});

test('a user who cannot sign in gets a password and loses the second factor on the machine', async (t) => {
  const lost = { username: 'lost', role: 'admin', password: 'forgotten' };
  const { id } = (await gateway.gate('POST', '/user/', { ...lost, must_change_password: true }))
    .body;
  const browser = new ConsoleBrowser(gateway.httpPort);
  t.equal((await browser.signIn('lost', 'forgotten')).status, 201);
  const changed = await gatehouse(['user', 'password', 'lost'], {}, 'a new password\n');
  t.match(changed, { code: 0, output: /^The password of lost was changed/ });
  const { body } = await gateway.gate('GET', `/user/${String(id)}/`);
  t.equal(body['must_change_password'], false);
  t.equal((await browser.call('GET', '/session/current/')).status, 401, 'its sessions end');
  t.equal((await browser.signIn('lost', 'forgotten')).status, 401);
  t.equal((await browser.signIn('lost', 'a new password')).status, 201);
  const password = { password: 'a new password' };
  const { secret } = (await browser.call('POST', '/user_totp/', { body: password })).body;
  const totp = totpCode(new Secret(String(secret)), stepAt(new Date()));
  t.equal((await browser.call('POST', '/user_totp/confirm/', { body: { totp } })).status, 201);
  t.equal((await browser.signIn('lost', 'a new password')).status, 400, 'a code is asked for');
  t.match(await gatehouse(['user', 'reset-2fa', 'lost']), {
    code: 0,
    output: /^The second factor of lost was removed/,
  });
  t.equal((await browser.call('GET', '/session/current/')).status, 401);
  t.equal((await browser.signIn('lost', 'a new password')).status, 201);
  t.match(await gatehouse(['user', 'reset-2fa', 'lost']), { output: /^lost has no second factor/ });
  for (const [name, input, text] of [
    ['nobody', 'x', /there is no user "nobody"/],
    ['lost', '', /1 to 253 characters, this one 0/],
    ['lost', 'x'.repeat(254), /this one 254/],
  ] as const)
    t.match(await gatehouse(['user', 'password', name], {}, input), { code: 1, output: text });
  const entries = results(
    await gateway.control('GET', '/audit/?path__icontains=gatehouse%20user&limit=20'),
  );
  t.same(entries.map(({ path, object, outcome }) => [path, object, outcome]).reverse(), [
    ['gatehouse user password', String(id), 'done'],
    ['gatehouse user reset-2fa', String(id), 'done'],
    ['gatehouse user reset-2fa', String(id), 'done'],
    ['gatehouse user password', null, 'failed'],
    ['gatehouse user password', null, 'failed'],
    ['gatehouse user password', null, 'failed'],
  ]);
  t.notMatch(changed.output + gateway.output, /a new password/);
});
