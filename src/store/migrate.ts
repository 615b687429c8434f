import { Migrator, type Kysely } from 'kysely';
import type { Engine } from './migrations/ddl.ts';
import { migrationSteps } from './migrations/index.ts';

/**
 * Brings a store to today's shape; a store that is newer than this program is refused.
 *
 * @param beforeChange  called once, before the first step, where the store already holds something
 * @returns             names of the steps that were taken
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
      `the store could not be brought up to date: ${error instanceof Error ? error.message : 'unknown'}`,
      {
        cause: error,
      },
    );
  return (results ?? []).map(({ migrationName }) => migrationName);
}
