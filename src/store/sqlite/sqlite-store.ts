import { chmodSync } from 'node:fs';
import { Kysely, SqliteDialect, type Compilable } from 'kysely';
import { ReadWorker } from './read-worker.ts';
import { migrate } from '../migrate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { compileStatement, type Statement, type Store } from '../store.ts';
import type { Tables } from '../../tables.ts';
import { WriteWorker } from './write-worker.ts';

/**
 * Opens the embedded engine: one file in WAL mode, a write worker, a connection on the event loop for short reads and a read
 * worker for long ones.
 *
 * @param file  created if it is absent, readable by its owner only
 */
export async function openSqliteStore(file: string): Promise<Store> {
  await migrateStore(file);
  const reader = new SqliteConnection(file, { readonly: true });
  const db = kyselyOn(reader);
  const writeWorker = new WriteWorker(file);
  const readWorker = new ReadWorker(file);
  return {
    engine: 'sqlite',
    db,
    get pendingWrites() {
      return writeWorker.pendingBatches;
    },
    read<R>({ sql, parameters }: Statement) {
      return new Promise<readonly R[]>((resolve) => {
        resolve(typedRows<R>(reader.prepare(sql).all(parameters)));
      });
    },
    async readLong<R>(query: Compilable<R>) {
      const { sql, parameters } = query.compile();
      return typedRows<R>(await readWorker.read(sql, parameters));
    },
    write: (batch) => writeWorker.write(batch.map(compileStatement)),
    async checkWritable() {
      await writeWorker.write([{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    async close() {
      await writeWorker.close();
      await readWorker.close();
      await db.destroy();
    },
  };
}

/** SQLite returns untyped rows; the statement's own type names their columns. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the seam between SQL text and its type
function typedRows<R>(rows: readonly unknown[]): readonly R[] {
  return rows as readonly R[];
}

async function migrateStore(file: string): Promise<void> {
  const connection = new SqliteConnection(file, { readonly: false });
  chmodSync(file, 0o600);
  const db = kyselyOn(connection);
  await migrate(db, 'sqlite', () => {
    connection
      .prepare('vacuum into ?')
      .run([`${file}.before-${new Date().toISOString().replaceAll(':', '')}`]);
    return Promise.resolve();
  });
  await db.destroy();
}

function kyselyOn(connection: SqliteConnection): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        prepare: (sql) => connection.prepare(sql),
        close: () => {
          connection.close();
        },
      },
    }),
  });
}
