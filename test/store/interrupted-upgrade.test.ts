import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import type { MigrationStep, MigrationSteps } from '../../src/store/migrations/ddl.ts';
import { migrationSteps } from '../../src/store/migrations/index.ts';
import { startPostgres } from '../peers/postgres.ts';
import { formerSteps, writeFormerStore } from './former-store.ts';

/* A process that is killed during its first start or an upgrade leaves a store that the next start migrates. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});
const lastStep = Object.keys(migrationSteps).at(-1) ?? '';
const beforeChange = () => Promise.resolve();

/** A step as a later version may have it: it changes the schema and every row of a table. */
const label: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('organization').addColumn('label', 'text').execute();
    await sql`update organization set label = name`.execute(db);
    await db.schema.createIndex('organization_label').on('organization').column('label').execute();
    await db.schema.createTable('label').addColumn('name', 'text').execute();
    await sql`insert into label select name from organization`.execute(db);
  },
});
const laterSteps: MigrationSteps = { ...migrationSteps, '0099-label': label };

test('the numbers of the steps follow the order of their runs', (t) => {
  const numbers = Object.keys(migrationSteps).map((step) => Number(step.slice(0, 4)));
  t.same(
    numbers,
    numbers.map((_, index) => index + 1),
  );
  t.end();
});

/** Opens a file without syncs of the disk: a kill loses nothing that was written. */
function openFile(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  return database;
}

/** A database whose statements are each announced before they run. */
function open(file: string, announce: (sql: string) => void = () => undefined): Kysely<unknown> {
  const database = openFile(file);
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = ON');
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const announced =
      <T>(run: (parameters: readonly unknown[]) => T) =>
      (parameters: readonly unknown[]) => {
        announce(sql);
        return run(parameters);
      };
    return {
      reader: statement.reader,
      all: announced((parameters) => statement.all(...parameters)),
      run: announced((parameters) => statement.run(...parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
    };
  };
  const close = () => {
    database.close();
  };
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database: { prepare, close } }) });
}

/** Creates a store of this version, with rows. */
async function createStore(file: string): Promise<void> {
  const db = open(file);
  await migrate(db, 'sqlite', { beforeChange });
  await db.destroy();
  const database = openFile(file);
  database.exec(`insert into organization (name, short_name, created, last_change) values ('a', 'a', 1, 1);
    insert into user (organization, username, role, created, last_change) values (1, 'u', 'admin', 1, 1);
    insert into user_token (user, token_hash, created) values (1, 'hash', 1)`);
  database.close();
}

/** Everything that a file holds. */
function contents(file: string): string {
  const database = openFile(file);
  const found = database
    .prepare<[], { name: string }>("select * from sqlite_master where type = 'table' order by name")
    .all()
    .map((table) => [table, database.prepare(`select * from "${table.name}"`).all()]);
  database.close();
  return JSON.stringify(found);
}

function stepsOf(file: string): unknown[] {
  const database = openFile(file);
  const found = database.prepare('select name from kysely_migration order by name').pluck().all();
  const faults = database.prepare('pragma integrity_check').pluck().all();
  database.close();
  return faults.length === 1 && faults[0] === 'ok' ? found : faults;
}

interface Kill {
  readonly file: string;
  readonly sql: string;
}

/** Migrates a store and copies its files before each statement, as a kill would leave them. */
async function killAtEachStatement(file: string, steps: MigrationSteps): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  const db = open(file, (sql) => {
    const copy = `${file}.killed-${kills.length}`;
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending);
    kills.push({ file: copy, sql });
  });
  await migrate(db, 'sqlite', { beforeChange, steps });
  await db.destroy();
  return kills;
}

const createEmpty = (file: string) => {
  new Database(file).close();
};

for (const [what, create, steps, minStatements] of [
  ['first start', createEmpty, migrationSteps, 200],
  ['upgrade', createStore, laterSteps, 9],
  ['upgrade of a store before 0.1.0', writeFormerStore, laterSteps, 11],
] as const)
  test(`after a kill at any statement of the ${what} the next start is well`, async (t) => {
    const place = join(folder, what.replaceAll(' ', '-'));
    mkdirSync(place);
    const file = join(place, 'gatehouse.db');
    await create(file);
    const untouched = contents(file);
    const kills = await killAtEachStatement(file, steps);
    t.ok(kills.length > minStatements, `${kills.length} statements`);
    // A store that is as it was before has a next start like the first; of those, a few are started.
    const changed = kills.filter((kill) => contents(kill.file) !== untouched);
    const few = kills.filter((_, position) => position % 40 === 0);
    for (const { file: killed, sql: statement } of [...changed, ...few]) {
      const db = open(killed);
      await migrate(db, 'sqlite', { beforeChange, steps }).catch((error: unknown) => {
        t.fail(`${statement}: ${String(error)}`);
      });
      await db.destroy();
      t.same(stepsOf(killed), Object.keys(steps), statement);
    }
    t.same(stepsOf(file), Object.keys(steps));
    t.same(changed, [], 'nothing is committed before the end');
  });

test('an upgrade leaves one copy for its owner only, however often it is tried', async (t) => {
  const place = join(folder, 'copies');
  mkdirSync(place);
  const file = join(place, 'gatehouse.db');
  writeFileSync(`${file}.before-0009-long-logs.new`, 'half of a copy');
  writeFileSync(`${file}.before-2026-01-01T000000.000Z`, 'by an earlier version');
  chmodSync(`${file}.before-2026-01-01T000000.000Z`, 0o644);
  const copy = `${file}.before-${lastStep}`;
  for (const attempt of ['first', 'second']) {
    for (const ending of ['', '-wal', '-shm', '.mark']) rmSync(file + ending, { force: true });
    writeFormerStore(file);
    const store = await openStore('sqlite', place);
    await store.close();
    const copies = readdirSync(place).filter((name) => name.includes('.before-'));
    t.same(copies.length, 2, attempt);
    t.equal(stepsOf(copy).length, formerSteps);
    for (const name of copies) t.equal(statSync(join(place, name)).mode & 0o777, 0o600, name);
  }
});

test('a store that lacks steps is not upgraded while a gateway runs', async (t) => {
  const place = join(folder, 'beside');
  mkdirSync(place);
  writeFormerStore(join(place, 'gatehouse.db'));
  await t.rejects(openStore('sqlite', place, { isBeside: true }), {
    message: /the store lacks 0001-schema, .*: start the gateway once/,
  });
  t.equal(stepsOf(join(place, 'gatehouse.db')).length, formerSteps);
});

test('gateways that start on an empty PostgreSQL at once migrate it once', async (t) => {
  const postgres = await startPostgres({ fsync: false, isEmpty: true });
  t.teardown(() => postgres.stop());
  const starts = await Promise.all([1, 2, 3].map(() => openStore(postgres.url, folder)));
  for (const store of starts) {
    await store.checkWritable();
    await store.close();
  }
});
