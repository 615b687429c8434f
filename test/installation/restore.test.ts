import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { createBackup } from '../../src/installation/backup/create-backup.ts';
import { restore } from '../../src/installation/restore/restore-command.ts';
import { startGateway, type RunningGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { finishRestore, moveRestored } from '../../src/installation/restore/pending-restore.ts';
import { openStore } from '../../src/store/database.ts';
import { migrationSteps } from '../../src/store/migrations/index.ts';
import { openVault } from '../../src/store/vault.ts';
import { eventually } from '../gateway-process.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { startPostgres } from '../peers/postgres.ts';
import { formerSteps, writeFormerStore } from '../store/former-store.ts';
import { insert, stamps } from '../store/stores.ts';
import { startGatehouse } from '../gateway-command.ts';
import { sealed } from '../sealed.ts';

tap.setTimeout(120_000);
const root = mkdtempSync(join(tmpdir(), 'gatehouse-restore-'));
tap.teardown(() => {
  rmSync(root, { recursive: true });
});
const data = join(root, 'data');
const types = join(root, 'types');
mkdirSync(types);
const environment = { GATEHOUSE_DATA_DIR: data, GATEHOUSE_DEVICE_TYPES_DIR: types };
const config = loopbackConfig(environment);
const file = join(root, 'backup.tar.gz');
const withKeys = join(root, 'keys.tar.gz');
const passphrase = 'a passphrase of some length';
const BACKUP_PASSPHRASE = passphrase;
const given = { file, dryRun: false };

async function addClient({ gateway: { store, vault } }: RunningGateway, name: string) {
  const secret = vault.seal(new Secret('a secret'), 'aaa_client.secret');
  await insert(store, 'aaa_client', { organization: 1, name, address: name, secret, ...stamps });
}

async function clientsIn(folder: string): Promise<readonly string[]> {
  const store = await openStore('sqlite', folder, { isBeside: true });
  const rows = await store.db.selectFrom('aaa_client').select('name').orderBy('name').execute();
  await store.close();
  return rows.map(({ name }) => name);
}

test('a backup is restored when the gateway is stopped, and the former data are put aside', async (t) => {
  writeFileSync(join(types, 'README'), 'before');
  const running = await startGateway(config);
  await addClient(running, 'one');
  await createBackup({ config, file, passphrase: null, sealed });
  mkdirSync(join(data, 'tls'));
  writeFileSync(join(data, 'tls/ca.key'), 'the key of the CA');
  await createBackup({ config, file: withKeys, passphrase: new Secret(passphrase), sealed });
  await addClient(running, 'two');
  writeFileSync(join(types, 'README'), 'after');
  await t.rejects(restore(config, given, {}), /data is in use by another gateway/);
  await running.stop();

  const dry = await restore(config, { file, dryRun: true }, {});
  t.match(dry, /sqlite, \d+ tables with \d+ rows, whole:\n[^]*device-types\/README: 6 octets/);
  t.match(dry, /No changes were made\.$/);
  t.same(await clientsIn(data), ['one', 'two']);

  const report = await restore(config, given, {});
  t.match(report, /Restored backup of [^]*The former data are in:/);
  t.notMatch(report, /does not open/);
  t.same(await clientsIn(data), ['one']);
  t.equal(readFileSync(join(types, 'README'), 'utf8'), 'before');
  const aside = readdirSync(data).find((name) => name.startsWith('before-restore-')) ?? '';
  t.same(await clientsIn(join(data, aside)), ['one', 'two']);
  t.same(leftOf(data), []);
  const again = await startGateway(config);
  t.equal(again.tokenFile, null);
  const audit = again.gateway.store.db.selectFrom('audit').select(['path', 'outcome']);
  t.same(await audit.where('method', '=', 'COMMAND').execute(), [
    { path: 'gatehouse restore', outcome: 'done' },
  ]);
  await again.stop();
});

const leftOf = (folder: string) =>
  readdirSync(folder).filter((name) => /\.restore-|restore\.json/.test(name));

test('on another machine the values that no key opens are named, and the passphrase gives the key', async (t) => {
  const other = join(root, 'other');
  const there = loopbackConfig({ GATEHOUSE_DATA_DIR: other });
  const without = await restore(there, given, {});
  t.match(
    without,
    /other\/secret\.key does not open these sealed values[^]*aaa_client\.secret: 1 \(key/,
  );
  t.match(without, /Left out, since the configuration names no place for them: device_types_dir/);
  await t.rejects(
    restore(there, { ...given, file: withKeys }, { BACKUP_PASSPHRASE: 'some other passphrase' }),
    /passphrase does not open/,
  );
  t.same(await clientsIn(other), ['one']);
  t.notMatch(await restore(there, { ...given, file: withKeys }, { BACKUP_PASSPHRASE }), /not open/);
  const store = await openStore('sqlite', other, { isBeside: true });
  const { secret } = await store.db
    .selectFrom('aaa_client')
    .select('secret')
    .executeTakeFirstOrThrow();
  await store.close();
  t.equal(
    openVault(join(other, 'secret.key')).open(secret, 'aaa_client.secret').reveal(),
    'a secret',
  );
  t.equal(readFileSync(join(other, 'tls/ca.key'), 'utf8'), 'the key of the CA');
  t.same(leftOf(other), []);
});

test('a restore that is killed while it unpacks has no effect', async (t) => {
  const pipe = join(root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const child = startGatehouse(['restore', pipe], environment);
  const feed = openSync(pipe, 'w');
  const archive = readFileSync(file);
  writeSync(feed, archive.subarray(0, archive.length - 1000));
  const isUnpacking = () =>
    Promise.resolve(readdirSync(data).some((name) => name.startsWith('gatehouse.db.restore-')));
  t.ok(await eventually(isUnpacking, Boolean));
  child.kill('SIGKILL');
  await once(child, 'exit');
  closeSync(feed);
  t.same(await clientsIn(data), ['one']);
  await restore(config, given, {});
  t.same(leftOf(data), []);
});

test('a power cut between any two moves is finished by the next start', (t) => {
  const pairs = ['store', 'key', 'types'];
  const prepare = (folder: string) => {
    mkdirSync(folder);
    for (const name of pairs) writeFileSync(join(folder, `${name}.restore-1`), `new ${name}`);
    // The key is new: nothing is put aside for it.
    for (const name of ['store', 'types']) writeFileSync(join(folder, name), `old ${name}`);
    const place = (name: string) => ({
      from: join(folder, `${name}.restore-1`),
      to: join(folder, name),
    });
    const aside = (name: string) => ({
      from: join(folder, name),
      to: join(folder, 'before-restore-1', name),
    });
    return { aside: ['store', 'types'].map(aside), placed: pairs.map(place) };
  };
  const stateOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), 'utf8'),
      ])
      .sort();
  const whole = join(root, 'whole');
  moveRestored(whole, prepare(whole));
  t.same(stateOf(whole), [
    ['/before-restore-1/store', 'old store'],
    ['/before-restore-1/types', 'old types'],
    ['/key', 'new key'],
    ['/store', 'new store'],
    ['/types', 'new types'],
  ]);
  for (let cut = 0; cut <= 5; cut += 1) {
    const folder = join(root, `cut-${cut}`);
    const moves = prepare(folder);
    writeFileSync(join(folder, 'restore.json'), JSON.stringify(moves));
    mkdirSync(join(folder, 'before-restore-1'));
    for (const { from, to } of [...moves.aside, ...moves.placed].slice(0, cut)) {
      cpSync(from, to);
      rmSync(from);
    }
    t.ok(finishRestore(folder));
    t.same(stateOf(folder), stateOf(whole), `after ${cut} moves`);
    t.notOk(finishRestore(folder));
  }
  t.end();
});

test('a list of moves only moves files of a restore', (t) => {
  const folder = join(root, 'planted');
  const other = join(root, 'not-ours');
  for (const made of [folder, other]) mkdirSync(made);
  writeFileSync(join(other, 'passwd'), 'kept');
  const draft = { from: join(folder, 'store.restore-1'), to: join(folder, 'store') };
  const aside = { from: join(other, 'passwd'), to: join(other, 'before-restore-1', 'passwd') };
  const absent = { from: join(other, 'x.restore-1'), to: join(other, 'x') };
  for (const moves of [
    { aside: [aside], placed: [draft] },
    { aside: [aside], placed: [draft, absent] },
    { aside: [{ ...aside, to: join(folder, 'passwd') }], placed: [draft] },
    { aside: [], placed: [{ from: draft.from, to: join(other, 'passwd') }] },
  ]) {
    writeFileSync(draft.from, 'new');
    writeFileSync(join(folder, 'restore.json'), JSON.stringify(moves));
    t.throws(() => finishRestore(folder), /is not a move of a restore; remove it/);
    t.equal(readFileSync(join(other, 'passwd'), 'utf8'), 'kept');
    t.ok(existsSync(draft.from));
  }
  t.end();
});

test('a store of a newer version, or of the other engine, is refused before anything changes', async (t) => {
  const newer = join(root, 'newer');
  const there = loopbackConfig({ GATEHOUSE_DATA_DIR: newer });
  const store = await openStore('sqlite', data, { isBeside: true });
  await insertStep(store, '9999-later');
  await store.close();
  const later = join(root, 'later.tar.gz');
  await createBackup({ config, file: later, passphrase: null, sealed });
  await t.rejects(
    restore(there, { ...given, file: later }, {}),
    /9999-later, which this program lacks/,
  );
  t.notOk(existsSync(join(newer, 'gatehouse.db')));
  const url = 'postgres://gatehouse@127.0.0.1:1/gatehouse';
  const postgres = loopbackConfig({ GATEHOUSE_DATA_DIR: newer, GATEHOUSE_DATABASE_URL: url });
  await t.rejects(
    restore(postgres, given, {}),
    /backup is of sqlite, database\.url names postgres/,
  );
});

test('a backup of a store before 0.1.0 is restored, and the next start takes the store over', async (t) => {
  const before = join(root, 'before-0.1.0');
  mkdirSync(before);
  writeFormerStore(join(before, 'gatehouse.db'));
  const sealedValue = openVault(join(before, 'secret.key')).seal(
    new Secret('"psk"'),
    'inventory_setting.value',
  );
  const file = new Database(join(before, 'gatehouse.db'));
  file.prepare('update inventory_setting set wanted = ? where id = 2').run(sealedValue);
  file.close();
  const former = join(root, 'former.tar.gz');
  const there = loopbackConfig({ GATEHOUSE_DATA_DIR: before });
  await createBackup({ config: there, file: former, passphrase: null, sealed });
  const now = join(root, 'since-0.1.0');
  const here = loopbackConfig({ GATEHOUSE_DATA_DIR: now });
  const report = await restore(here, { ...given, file: former }, {});
  t.match(report, /Restored backup of /);
  t.match(report, 'inventory_setting.desired: 1 (key', 'its former column is counted as well');
  t.equal(stepsIn(now).length, formerSteps);
  await (await openStore('sqlite', now)).close();
  t.same(stepsIn(now), Object.keys(migrationSteps));
  t.same(await clientsIn(now), ['name 1', 'name 2']);
});

function stepsIn(folder: string): unknown[] {
  const database = new Database(join(folder, 'gatehouse.db'), { readonly: true });
  const steps = database.prepare('select name from kysely_migration').pluck().all();
  database.close();
  return steps;
}

const insertStep = (store: Awaited<ReturnType<typeof openStore>>, name: string) =>
  store.write([
    {
      sql: 'insert into kysely_migration (name, timestamp) values (?, ?)',
      parameters: [name, ''],
    },
  ]);

test('PostgreSQL is restored in one transaction, and the former schema stays', async (t) => {
  const postgres = await startPostgres({ fsync: false, isEmpty: true });
  t.teardown(() => postgres.stop());
  const folder = join(root, 'postgres');
  mkdirSync(folder);
  const there = loopbackConfig({
    GATEHOUSE_DATA_DIR: folder,
    GATEHOUSE_DATABASE_URL: postgres.url,
  });
  const store = await openStore(postgres.url, folder);
  const organization = (name: string) =>
    insert(store, 'organization', { name, short_name: name, parent: null, ...stamps });
  await organization('one');
  const dump = join(root, 'postgres.tar.gz');
  await createBackup({ config: there, file: dump, passphrase: null, sealed });
  await organization('two');
  const renewed = Date.now() + 3_600_000;
  await insert(store, 'gateway', { id: 'g', instance: 'i', renewed });
  await t.rejects(restore(there, { ...given, file: dump }, {}), /gateway g runs on this database/);
  await store.write([{ sql: 'delete from gateway', parameters: [] }]);
  t.match(await restore(there, { ...given, file: dump }, {}), /its former schema has another name/);
  await store.close();
  const restored = await openStore(postgres.url, folder);
  const rows = await restored.db.selectFrom('organization').select('name').execute();
  t.same(
    rows.map(({ name }) => name),
    ['one'],
  );
  const former = await restored.read<{ name: string }>({
    sql: "select nspname as name from pg_namespace where nspname like 'public_before_restore_%'",
    parameters: [],
  });
  t.equal(former.length, 1);
  await restored.close();
});
