import { sql } from 'kysely';
import { errorCode } from '../contract/errors.ts';
import type { AnyDatabase, Engine, MigrationSteps } from './migrations/ddl.ts';
import { hasFormerSchema, lastFormerStep, withoutFormerSteps } from './migrations/former-steps.ts';
import { migrationSteps, schemaStep } from './migrations/index.ts';

export interface MigrateOptions {
  /** Called once before the first step with the step that the store will be at, if the store is not empty. */
  readonly beforeChange: (target: string) => Promise<void>;
  /** False: a store that lacks steps is refused. Default: true. */
  readonly mayChange?: boolean;
  /** Default: the steps of this program. */
  readonly steps?: MigrationSteps;
}

/** Returns the names of steps in the order of their numbers. */
const inOrder = (steps: MigrationSteps): readonly string[] => Object.keys(steps).sort();

/** True if this program opens a store that ends with a step: it has the step, or takes it over. */
export const isKnownStep = (name: string): boolean =>
  name in migrationSteps || name === lastFormerStep;

const lockRow = 'migration_lock';

/**
 * Migrates a store to the current schema, all steps in one transaction: if the process is killed, the store stays as it was. A
 * store that is newer than this program is rejected. In a store with the last schema of the builds before 0.1.0, only the names
 * of its steps are replaced by the name of the step with the same schema.
 *
 * @returns  names of the executed steps
 */
export async function migrate(
  db: AnyDatabase,
  engine: Engine,
  { beforeChange, mayChange = true, steps = migrationSteps }: MigrateOptions,
): Promise<readonly string[]> {
  const executed = await executedSteps(db, engine);
  const pending = pendingSteps(executed ?? [], steps);
  if (pending.length === 0) return [];
  if (!mayChange)
    throw new Error(
      `the store lacks ${pending.join(', ')}: start the gateway once, which upgrades it`,
    );
  if (executed && executed.length > 0) await beforeChange(inOrder(steps).at(-1) ?? '');
  return retryRaces(() =>
    db.connection().execute((connection) => upgrade(connection, engine, steps)),
  );
}

const maxAttempts = 5;

/** Tries again if two first starts on PostgreSQL create the same table at the same time. */
async function retryRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxAttempts || !isRace(error)) throw stepFault(error);
    }
}

/** True if another transaction created the same table: "if not exists" does not see uncommitted tables. */
function isRace(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23505' || code === '42P07';
}

function stepFault(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : 'unknown';
  return new Error(`the store cannot be migrated: ${reason}`, { cause });
}

async function upgrade(
  db: AnyDatabase,
  engine: Engine,
  steps: MigrationSteps,
): Promise<readonly string[]> {
  await sql.raw(engine === 'sqlite' ? 'begin immediate' : 'begin').execute(db);
  try {
    if (engine === 'postgres') await lockSteps(db);
    await createStepTable(db);
    const executed = (await executedSteps(db, engine)) ?? [];
    const pending = pendingSteps(executed, steps);
    const isTakenOver = hasFormerSchema(executed);
    if (isTakenOver) await sql`delete from kysely_migration`.execute(db);
    for (const name of pending) {
      if (!(isTakenOver && name === schemaStep)) await steps[name]?.(engine).up(db);
      await recordStep(db, name);
    }
    await sql.raw('commit').execute(db);
    return pending;
  } catch (error) {
    // A connection that was lost, or a disk that is full, has rolled back already.
    await sql
      .raw('rollback')
      .execute(db)
      .catch(() => undefined);
    throw error;
  }
}

/**
 * Locks a row until the end of the transaction, so that one gateway at a time runs steps. The lock of a session would not
 * survive a pooler that divides sessions; a transaction whose gateway is gone is ended by the server.
 */
async function lockSteps(db: AnyDatabase): Promise<void> {
  await sql.raw(`set local idle_in_transaction_session_timeout = '60s'`).execute(db);
  await sql
    .raw(
      `create table if not exists kysely_migration_lock
        (id varchar(255) primary key, is_locked integer default 0 not null)`,
    )
    .execute(db);
  await sql`insert into kysely_migration_lock (id) values (${lockRow}) on conflict do nothing`.execute(
    db,
  );
  await sql`select id from kysely_migration_lock where id = ${lockRow} for update`.execute(db);
}

async function createStepTable(db: AnyDatabase): Promise<void> {
  await sql
    .raw(
      `create table if not exists kysely_migration
        (name varchar(255) not null primary key, timestamp varchar(255) not null)`,
    )
    .execute(db);
}

async function recordStep(db: AnyDatabase, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
}

/** Returns the steps that a store has; null if it has never been migrated. */
async function executedSteps(db: AnyDatabase, engine: Engine): Promise<readonly string[] | null> {
  const query =
    engine === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select to_regclass('kysely_migration') as name where to_regclass('kysely_migration') is not null`;
  if ((await query.execute(db)).rows.length === 0) return null;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/**
 * Returns the steps that a store lacks.
 *
 * @throws Error if the store has a step that this program lacks, or lacks one before the last that it has
 */
function pendingSteps(executed: readonly string[], steps: MigrationSteps): readonly string[] {
  const known = inOrder(steps);
  if (hasFormerSchema(executed)) return known;
  const unknown = withoutFormerSteps(executed).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `the store has ${unknown.join(', ')}, which this program lacks: it was written by a newer version or by another program`,
    );
  const skipped = known.slice(0, executed.length).filter((name) => !executed.includes(name));
  if (skipped.length > 0)
    throw new Error(`the store lacks ${skipped.join(', ')}, but has later steps`);
  return known.slice(executed.length);
}
