import Database from 'better-sqlite3';
import { Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import tap from 'tap';
import { migrationSteps } from '../../src/store/migrations/index.ts';
import type { Engine } from '../../src/store/store.ts';
import { startPostgres } from '../peers/postgres.ts';

/** A database on an engine, as it is before a step of its upgrade. */
export interface Upgrade<DB> {
  readonly engine: Engine;
  readonly db: Kysely<DB>;
  /** Runs the step. */
  readonly run: () => Promise<void>;
}

/** Opens a database on each engine. @param step  end of the name of the step: `canonical-networks` */
export async function openBefore<DB = unknown>(step: string): Promise<readonly Upgrade<DB>[]> {
  const postgres = await startPostgres({ fsync: false, isEmpty: true });
  const dialects = {
    sqlite: new SqliteDialect({ database: new Database(':memory:') }),
    postgres: new PostgresDialect({ pool: new pg.Pool({ connectionString: postgres.url }) }),
  };
  const upgrades: Upgrade<DB>[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const db = new Kysely<DB>({ dialect: dialects[engine] });
    upgrades.push({ engine, db, run: await stopBefore(step, db, engine) });
  }
  tap.teardown(async () => {
    for (const { db } of upgrades) await db.destroy();
    await postgres.stop();
  });
  return upgrades;
}

/** Runs all steps before one. @returns what runs that one */
async function stopBefore<DB>(step: string, db: Kysely<DB>, engine: Engine) {
  const names = Object.keys(migrationSteps);
  const position = names.findIndex((name) => name.endsWith(`-${step}`));
  const migrations = Object.fromEntries(
    Object.entries(migrationSteps).map(([name, migration]) => [name, migration(engine)]),
  );
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db, provider });
  const migrateTo = async (name = '') => {
    const { error } = await migrator.migrateTo(name);
    if (error !== undefined) throw new Error(`step ${name} failed`, { cause: error });
  };
  await migrateTo(names[position - 1]);
  return () => migrateTo(names[position]);
}
