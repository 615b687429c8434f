import { Migrator, type Kysely } from 'kysely';
import type { Engine } from './migrations/ddl.ts';
import { migrationSteps } from './migrations/index.ts';

/**
 * Migrates a store to the current schema; a store that is newer than this program is rejected.
 *
 * @param beforeChange  called once before the first step, if the store is not empty
 * @returns             names of the executed steps
 */
export async function migrate<T>(
  db: Kysely<T>,
  engine: Engine,
  beforeChange: () => Promise<void>,
): Promise<readonly string[]> {
  const migrations = Object.fromEntries(
    Object.entries(migrationSteps).map(([name, step]) => [name, step(engine)]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const known = await migrator.getMigrations();
  const pending = known.filter(({ executedAt }) => !executedAt);
  if (pending.length > 0 && pending.length < known.length) await beforeChange();
  const { error, results } = await migrator.migrateToLatest();
  if (error)
    throw new Error(
      `the store cannot be migrated: ${error instanceof Error ? error.message : 'unknown'}`,
      {
        cause: error,
      },
    );
  return (results ?? []).map(({ migrationName }) => migrationName);
}
