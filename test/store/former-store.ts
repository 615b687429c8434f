import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import tap from 'tap';
import type { Engine } from '../../src/store/store.ts';
import { startPostgres } from '../peers/postgres.ts';

/*
 * Stores of the last build before 0.1.0, with all 69 steps. Each table has two rows, one with a value in every column and one
 * with the required values only. The fixtures are `.dump` of sqlite3, and `pg_dump` without its settings.
 */

/** Number of the steps that the stores have. */
export const formerSteps = 69;

/** A database that a test looks into past the store. */
export interface Database69 {
  readonly engine: Engine;
  /** Address and data folder, as `openStore` has them. */
  readonly url: string;
  readonly folder: string;
  readonly db: Kysely<unknown>;
}

/** Creates databases that end with the test: of a former store, or empty. */
export interface Databases {
  former(engine: Engine): Promise<Database69>;
  empty(engine: Engine): Promise<Database69>;
}

/** Writes a former store into a file that does not exist. */
export function writeFormerStore(file: string): void {
  const database = new Database(file);
  database.exec(textOf('sqlite'));
  database.close();
}

const textOf = (engine: Engine): string =>
  gunzipSync(readFileSync(`fixtures/store-before-0.1.0/${engine}.sql.gz`)).toString();

/** Starts what former stores of both engines need. */
export async function openDatabases(): Promise<Databases> {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-former-'));
  const postgres = await startPostgres({ fsync: false, isEmpty: true });
  const opened: Database69[] = [];
  tap.teardown(async () => {
    for (const { db } of opened) await db.destroy();
    await postgres.stop();
    rmSync(root, { recursive: true });
  });
  const open = async (engine: Engine, isFormer: boolean): Promise<Database69> => {
    const folder = mkdtempSync(join(root, 'store-'));
    const file = join(folder, 'gatehouse.db');
    const url =
      engine === 'sqlite' ? 'sqlite' : await postgres.createDatabase(`former${opened.length}`);
    if (isFormer && engine === 'sqlite') writeFormerStore(file);
    if (isFormer && engine === 'postgres') await load(url);
    const dialect =
      engine === 'sqlite'
        ? new SqliteDialect({ database: new Database(file) })
        : new PostgresDialect({ pool: openPool(url) });
    const database = { engine, url, folder, db: new Kysely<unknown>({ dialect }) };
    opened.push(database);
    return database;
  };
  return { former: (engine) => open(engine, true), empty: (engine) => open(engine, false) };
}

async function load(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(textOf('postgres'));
  await client.end();
}

/** Opens a pool whose connections may outlive its end, and then lose their server. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Reads the steps of a store in the order of their names. */
export async function stepsOf({ db }: Pick<Database69, 'db'>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}
