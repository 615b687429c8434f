import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import type { Config } from '../../src/config/load-config.ts';
import { readArchive, textOf } from '../../src/installation/backup/archive.ts';
import { backUp } from '../../src/installation/backup/backup-command.ts';
import { readBackupState } from '../../src/installation/backup/backup-state.ts';
import {
  createStoreBackupTasks,
  lastScheduled,
} from '../../src/installation/backup/backup-task.ts';
import { createBackup } from '../../src/installation/backup/create-backup.ts';
import { openKeys } from '../../src/installation/backup/key-envelope.ts';
import { backupServerCheck } from '../../src/installation/doctor/store-checks.ts';
import { Secret } from '../../src/contract/secret.ts';
import { openStore } from '../../src/store/database.ts';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { AccountingStream } from '../peers/accounting-stream.ts';
import {
  ensureUser,
  fingerprintOf,
  makeFolder,
  makeKey,
  startServer,
  stopTree,
  user,
} from '../peers/openssh.ts';
import { freeTcpPort } from '../peers/port.ts';
import { startPostgres } from '../peers/postgres.ts';
import { insert, stamps } from '../store/stores.ts';
import { gatehouse, startGatehouse } from '../gateway-command.ts';
import { sealed } from '../sealed.ts';

const secret = 'marked-secret-of-a-client';
const passphrase = 'a passphrase of some length';
tap.setTimeout(120_000);
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());
const data = join(gateway.folder, 'data');
const types = join(gateway.folder, 'types');
mkdirSync(types);
writeFileSync(join(types, 'own.yaml'), 'short_name: own\n');
const environment = { GATEHOUSE_DATA_DIR: data, GATEHOUSE_DEVICE_TYPES_DIR: types };
const inFolder = (name: string) => join(gateway.folder, name);

/** Unpacks the files of a backup into a folder, flat. */
async function unpack(file: string, folder: string): Promise<Record<string, string>> {
  mkdirSync(folder);
  const texts: Record<string, string> = {};
  await readArchive(file, async ({ path, content }) => {
    if (path === 'gatehouse.db')
      await pipeline(content, createWriteStream(join(folder, path), { mode: 0o600 }));
    else texts[path] = await textOf(content);
  });
  return texts;
}

test('a backup while accounting runs holds every session that was answered before it', async (t) => {
  await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const answered = new Map<string, number>();
  const stream = new AccountingStream({ port: gateway.acctPort, secret, name: 's' }, answered);
  const streaming = stream.run();
  await eventually(
    () => Promise.resolve(stream.answers),
    (answers) => answers > 200,
  );
  const before = new Map(answered);
  const made = await gatehouse(['backup', inFolder('one.tar.gz')], environment);
  const during = stream.answers;
  await eventually(
    () => Promise.resolve(stream.answers),
    (answers) => answers > during + 100,
  );
  stream.stop();
  await streaming;
  t.match(made, {
    code: 0,
    output: /one\.tar\.gz: .* opened, checked and counted\nThe keys are not in it/,
  });
  t.equal(statSync(inFolder('one.tar.gz')).mode & 0o777, 0o600);

  const texts = await unpack(inFolder('one.tar.gz'), inFolder('one'));
  const database = new Database(join(inFolder('one'), 'gatehouse.db'), { readonly: true });
  const rows = database
    .prepare<[], { id: string; octets: number }>(
      'select acctsessionid as id, acctinputoctets as octets from aaa_accounting',
    )
    .all();
  const counted = database.prepare('select count(*) as rows from aaa_accounting').get();
  database.close();
  const octets = new Map(rows.map((row) => [row.id, row.octets]));
  const lost = [...before].filter(([id, value]) => (octets.get(id) ?? -1) < value);
  t.same(lost, []);

  const manifest = await readArchive(inFolder('one.tar.gz'));
  t.same({ rows: manifest.tables['aaa_accounting'] }, counted);
  t.equal(Object.values(manifest.sealed['aaa_client.secret'] ?? {})[0], 1);
  t.equal(texts['device-types/own.yaml'], 'short_name: own\n');
  t.match(texts['configuration.yaml'], `data_dir: ${data}`);
  t.notOk('keys.sealed.json' in texts);
  t.same(
    execFileSync('tar', ['tzf', inFolder('one.tar.gz')], { encoding: 'utf8' }).split('\n'),
    ['manifest.json', 'configuration.yaml', 'device-types/own.yaml', 'gatehouse.db', ''],
    'tar reads it',
  );
  const state: unknown = JSON.parse(readFileSync(join(data, 'last-backup.json'), 'utf8'));
  t.match(state, { file: inFolder('one.tar.gz'), octets: statSync(inFolder('one.tar.gz')).size });
});

test('the keys are in a backup only under a passphrase', async (t) => {
  const file = inFolder('keys.tar.gz');
  const key = readFileSync(join(data, 'secret.key'), 'utf8');
  const config = loopbackConfig(environment);
  const withKey = { file, withKey: true, json: true, sealed };
  await t.rejects(
    backUp(config, withKey, {}),
    /no passphrase: name --passphrase-file or set BACKUP/,
  );
  await t.rejects(backUp(config, withKey, { BACKUP_PASSPHRASE: 'short' }), /12 characters/);
  t.notOk(existsSync(file));
  const made: unknown = JSON.parse(
    await backUp(config, withKey, { BACKUP_PASSPHRASE: passphrase }),
  );
  t.match(made, { file, has_keys: true });
  const texts = await unpack(file, inFolder('keys'));
  const envelope = texts['keys.sealed.json'] ?? '';
  t.same(await openKeys(envelope, new Secret(passphrase)), { 'secret.key': key });
  await t.rejects(openKeys(envelope, new Secret(`${passphrase}.`)), /does not open/);
  t.notMatch(JSON.stringify(texts), key.trim());
  await t.rejects(createBackup({ config, file, passphrase: null, sealed }), /keys\.tar\.gz exists/);
});

test('a backup that is killed leaves no file of its name, and the next one tidies up', async (t) => {
  const file = inFolder('killed.tar.gz');
  // A pipe as the key file holds the command after it has copied the store.
  const pipe = inFolder('pipe');
  execFileSync('mkfifo', [pipe]);
  const child = startGatehouse(['backup', file, '--with-key'], {
    ...environment,
    GATEHOUSE_SECRET_KEY_FILE: pipe,
    BACKUP_PASSPHRASE: passphrase,
  });
  const drafts = () => readdirSync(gateway.folder).filter((name) => name.endsWith('.partial'));
  const hasCopy = () =>
    Promise.resolve(
      drafts().some((name) => existsSync(join(gateway.folder, name, 'gatehouse.db'))),
    );
  t.ok(await eventually(hasCopy, Boolean));
  t.same(
    nicenessOf(child.pid),
    [Math.max(10, getPriority())],
    'each of its threads lets accounting go first',
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.notOk(existsSync(file));
  t.equal(drafts().length, 1);
  const [killed = ''] = drafts();
  const elsewhere = killed.replace(`.${hostname()}-`, `.other-${hostname()}-`);
  mkdirSync(inFolder(elsewhere));
  await createBackup({ config: loopbackConfig(environment), file, passphrase: null, sealed });
  t.same(drafts(), [elsewhere], 'that of another machine on the same folder stays');
});

/** Returns the different priorities of the threads of a process. */
function nicenessOf(pid = 0): readonly number[] {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  return [...new Set(threads.map((thread) => getPriority(thread)))];
}

test('by schedule a backup is made once a day in a process of its own, and the last ones are kept', async (t) => {
  const folder = inFolder('daily');
  const there = loopbackConfig({
    ...environment,
    GATEHOUSE_BACKUP_FOLDER: folder,
    GATEHOUSE_BACKUP_KEEP: '2',
  });
  const names = () => readdirSync(folder).sort();
  const other = 'gatehouse-other-20200101T000000Z.tar.gz';
  mkdirSync(folder);
  for (const name of [
    other,
    ...[1, 2].map((day) => `gatehouse-${hostname()}-2020010${day}T000000Z.tar.gz`),
  ])
    writeFileSync(join(folder, name), '');
  const clock = { at: new Date() };
  const metrics = new Registry();
  const log = pino({ level: 'silent' });
  const [task] = createStoreBackupTasks({ config: there, log, metrics, now: () => clock.at });
  const run = () => task?.run(new AbortController().signal);
  const age = async () => {
    const found = await metrics.getSingleMetric('gatehouse_backup_age_seconds')?.get();
    return found?.values[0]?.value ?? -1;
  };
  await run();
  t.equal(names().length, 3, 'there was one today');
  clock.at = new Date(clock.at.getTime() + 172_800_000);
  t.ok((await age()) >= 172_800, 'an alert would fire');
  await run();
  const kept = names();
  t.equal(kept.length, 3);
  t.ok(kept.includes(other), 'of another machine');
  t.notOk(kept.some((name) => name.includes('20200101T') && name !== other));
  await readArchive(join(folder, kept.at(-1) === other ? (kept[1] ?? '') : (kept.at(-1) ?? '')));
  t.same(
    createStoreBackupTasks({
      config: loopbackConfig(environment),
      log,
      metrics,
      now: () => clock.at,
    }),
    [],
  );
});

/** Starts an OpenSSH server that serves a folder by SFTP and nothing else. */
async function startBackupServer() {
  const password = await ensureUser();
  const folder = await makeFolder();
  await makeKey(join(folder, 'host_key'));
  await makeKey(join(folder, 'user_key'));
  copyFileSync(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  execFileSync('chown', [user, backups]);
  writeFileSync(join(folder, 'password'), `${password}\n`);
  const port = await freeTcpPort();
  const lines = ['Subsystem sftp internal-sftp'];
  const server = await startServer({ folder, port, forceCommand: 'internal-sftp', lines });
  if (!server) throw new Error(`port ${port} was taken`);
  const hostKey = `ssh-ed25519 ${await fingerprintOf(join(folder, 'host_key'))}`;
  const stop = async () => {
    await stopTree(server.child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, backups, port, hostKey, child: server.child, stop };
}

test('a backup goes to a server over SFTP, whose host key and folder must fit', async (t) => {
  const server = await startBackupServer();
  t.teardown(() => server.stop());
  const there = (more: Readonly<Record<string, string>> = {}) =>
    loopbackConfig({
      ...environment,
      GATEHOUSE_BACKUP_KEEP: '2',
      GATEHOUSE_BACKUP_SFTP_HOST: '127.0.0.1',
      GATEHOUSE_BACKUP_SFTP_PORT: String(server.port),
      GATEHOUSE_BACKUP_SFTP_USERNAME: user,
      GATEHOUSE_BACKUP_SFTP_KEY_FILE: join(server.folder, 'user_key'),
      GATEHOUSE_BACKUP_SFTP_HOST_KEY: server.hostKey,
      GATEHOUSE_BACKUP_SFTP_FOLDER: server.backups,
      ...more,
    });
  const back = (more?: Readonly<Record<string, string>>) =>
    backUp(there(more), { file: undefined, withKey: false, json: true, sealed }, {});
  const find = (config: Config) => backupServerCheck.run({ config, isRunning: false, sealed });
  const before = readBackupState(data);
  const other = `ssh-ed25519 SHA256:${'A'.repeat(43)}`;
  for (const [more, message] of [
    [{ GATEHOUSE_BACKUP_SFTP_HOST_KEY: other }, `host key "${server.hostKey}", but backup.sftp`],
    [{ GATEHOUSE_BACKUP_SFTP_HOST_KEY: '' }, 'backup.sftp.host_key is not set'],
    [{ GATEHOUSE_BACKUP_SFTP_KEY_FILE: '' }, 'backup.sftp (127.0.0.1:'],
    [{ GATEHOUSE_BACKUP_SFTP_FOLDER: '/nonesuch' }, 'cannot list /nonesuch: No such file'],
    // The folder of the server is root's: the user may read it, and not write.
    [{ GATEHOUSE_BACKUP_SFTP_FOLDER: server.folder }, 'Permission denied'],
  ] as const) {
    const failure = await back(more).then(String, (error: unknown) => String(error));
    t.ok(failure.includes(message), failure);
  }
  t.match(await find(there({ GATEHOUSE_BACKUP_SFTP_HOST_KEY: other })), [
    { state: 'failed', seen: /host key "ssh-ed25519/, advice: /backup\.sftp/ },
  ]);
  t.same(readBackupState(data), before, 'no backup is recorded');
  t.same(readdirSync(server.backups), []);

  const own = (day: number) => `gatehouse-${hostname()}-2020010${day}T000000Z.tar.gz`;
  const foreign = 'gatehouse-other-20200101T000000Z.tar.gz';
  for (const name of [own(1), own(2), `${own(3)}.partial`, foreign, `${foreign}.partial`])
    writeFileSync(join(server.backups, name), '');
  for (const name of [own(1), own(2), `${own(3)}.partial`])
    execFileSync('chown', [user, join(server.backups, name)]);
  const nowhere = `sqlite:${join(data, 'nonesuch.db')}`;
  await t.rejects(back({ GATEHOUSE_DATABASE_URL: nowhere }), { message: /nonesuch\.db/ });
  t.same(
    readdirSync(server.backups).sort(),
    [foreign, `${foreign}.partial`, own(1), own(2)].sort(),
    'a backup that fails removes what is unfinished, and no backup',
  );
  const password = {
    GATEHOUSE_BACKUP_SFTP_KEY_FILE: '',
    GATEHOUSE_BACKUP_SFTP_PASSWORD_FILE: join(server.folder, 'password'),
  };
  await back(password);
  const made = readdirSync(server.backups).filter((name) => !name.includes('2020'));
  t.equal(made.length, 1);
  const kept = [foreign, `${foreign}.partial`, own(2), ...made].sort();
  t.same(readdirSync(server.backups).sort(), kept);
  const file = join(server.backups, made[0] ?? '');
  await readArchive(file);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(readBackupState(data), { file: `sftp://127.0.0.1:${server.port}/${file}` });
  t.match(await find(there()), [{ state: 'ok', seen: /: 2 backups of this machine$/ }]);
  t.notOk(
    readdirSync(data).some((name) => name.endsWith('.partial')),
    'nothing is left here',
  );

  await stopTree(server.child);
  t.match(await find(there()), [{ state: 'failed', seen: /127\.0\.0\.1/ }]);
});

test('before its time of day, a backup belongs to the day before', (t) => {
  const at = (text: string) => lastScheduled(new Date(text), '03:30').getTime();
  t.equal(at('2026-05-02T03:29:59'), new Date('2026-05-01T03:30').getTime());
  t.equal(at('2026-05-02T03:30:00'), new Date('2026-05-02T03:30').getTime());
  t.end();
});

test('an archive that is cut off, changed or something else is refused by name', async (t) => {
  const whole = readFileSync(inFolder('one.tar.gz'));
  const cases: readonly (readonly [what: string, octets: Buffer, reason: RegExp])[] = [
    ['cut', whole.subarray(0, whole.length - 5000), /cut\.tar\.gz is not a whole backup/],
    ['changed', changedStore(whole), /is not a whole backup: gatehouse\.db has changed since/],
    ['text', Buffer.from('some text'), /text\.tar\.gz is not a whole backup: incorrect header/],
    ['empty', Buffer.alloc(0), /empty\.tar\.gz/],
  ];
  for (const [name, octets, reason] of cases) {
    const file = inFolder(`${name}.tar.gz`);
    writeFileSync(file, octets);
    await t.rejects(readArchive(file), reason, name);
  }
});

/** Changes an octet of the store within an archive. */
function changedStore(archive: Buffer): Buffer {
  const tar = execFileSync('gunzip', { input: archive, maxBuffer: 2 ** 28 });
  const place = tar.lastIndexOf('SQLite format 3') + 50_000;
  tar.writeUInt8(tar.readUInt8(place) ^ 1, place);
  return execFileSync('gzip', { input: tar, maxBuffer: 2 ** 28 });
}

test('a store that is damaged is not backed up', async (t) => {
  const broken = inFolder('broken');
  mkdirSync(broken);
  const store = await openStore('sqlite', broken);
  await store.close();
  const file = join(broken, 'gatehouse.db');
  const octets = readFileSync(file);
  octets.fill(0x5a, 40_960, 400_000);
  writeFileSync(file, octets);
  const config = loopbackConfig({ GATEHOUSE_DATA_DIR: broken });
  const target = inFolder('broken.tar.gz');
  await t.rejects(
    createBackup({ config, file: target, passphrase: null, sealed }),
    /malformed|damaged/,
  );
  truncateSync(file, 0);
  await t.rejects(createBackup({ config, file: target, passphrase: null, sealed }));
  t.notOk(existsSync(target));
});

test('PostgreSQL is dumped, read back and counted, and its password is nowhere', async (t) => {
  const postgres = await startPostgres({ fsync: false, isEmpty: true });
  t.teardown(() => postgres.stop());
  const store = await openStore(postgres.url, data);
  t.teardown(() => store.close());
  for (const [place, name] of ['a', 'b\u2028c', 'd\\.'].entries())
    await insert(store, 'organization', { name, short_name: `s${place}`, parent: null, ...stamps });
  const config = loopbackConfig({ GATEHOUSE_DATA_DIR: data, GATEHOUSE_DATABASE_URL: postgres.url });
  const file = inFolder('postgres.tar.gz');
  const backup = await createBackup({ config, file, passphrase: null, sealed });
  const manifest = await readArchive(file, async ({ path, content }) => {
    if (path !== 'configuration.yaml') return;
    const text = await textOf(content);
    t.match(text, /url: postgres:\/\/gatehouse@127\.0\.0\.1:\d+\//);
    t.notMatch(text, `:${new URL(postgres.url).password}`);
  });
  t.equal(manifest.engine, 'postgres');
  t.equal(manifest.tables['organization'], 3);
  t.equal(backup.tables, Object.keys(manifest.tables).length);
});
