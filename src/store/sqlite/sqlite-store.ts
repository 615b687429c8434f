import { chmodSync, closeSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, SqliteDialect, type Compilable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { storeMessages } from '../store-messages.ts';
import { ReadWorkers } from './read-workers.ts';
import { migrate } from '../migrate.ts';
import { endSnapshots, SqliteConnection } from './sqlite-connection.ts';
import { checkStoreFile, unreadable } from './store-check.ts';
import { copyStore, tidyCopies } from './store-copy.ts';
import { checkMark, readMark } from './store-mark.ts';
import type { OpenOptions, Reader, Store } from '../store.ts';
import type { Tables } from '../../contract/tables.ts';
import { WriteWorker } from './write-worker.ts';

/**
 * Opens the embedded engine: one file in WAL mode, a write worker, a connection on the event loop for short reads and a read
 * worker for long ones. While the store is small, no read is long.
 *
 * @param file  created if it is absent, readable by its owner only
 * @throws Error naming the file if it is damaged, lacks writes that it had, or is not a store
 */
export async function openSqliteStore(file: string, options: OpenOptions): Promise<Store> {
  await prepareStore(file, options);
  return openPreparedFile(file, options);
}

/** Opens a file that has its tables. */
export function openPreparedFile(file: string, options: OpenOptions): Store {
  const reader = new SqliteConnection(file, { readonly: true, sharesSnapshot: true });
  const db = kyselyOn<Tables>(reader);
  const writeWorker = new WriteWorker(file, options.report);
  const readWorkers = new ReadWorkers(file);
  const readLong = async <R>(query: Compilable<R>, by: Reader = {}): Promise<readonly R[]> => {
    const statement = query.compile();
    if (reader.octets() <= maxSmallOctets) return reader.read<R>(statement);
    const rows: readonly unknown[] = await readWorkers.read(statement, by);
    // As of `SqliteConnection.read`.
    return rows as readonly R[];
  };
  return {
    engine: 'sqlite',
    db,
    get pendingWrites() {
      return writeWorker.pendingBatches;
    },
    read: reader.read.bind(reader),
    readLong,
    readPage: readLong,
    write: writeWorker.write.bind(writeWorker),
    async checkWritable() {
      checkFreeSpace(file);
      await writeWorker.write([{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    checkAlive() {
      writeWorker.checkAlive();
    },
    logOctets: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    refresh: endSnapshots,
    checkpoint() {
      endSnapshots();
      const connection = new SqliteConnection(file, { readonly: false });
      connection.execute('pragma wal_checkpoint(truncate)');
      connection.close();
    },
    async close() {
      await readWorkers.close();
      await db.destroy();
      await writeWorker.close();
    },
  };
}

/**
 * Largest store whose long reads run on the event loop, where reading all of it takes some 10 ms: a thread takes more processor
 * time for its start, and 9 MB. A store without rows has 1.4 MB.
 */
const maxSmallOctets = 4 * 2 ** 20;

/** Below this the next commits find no space, although a short one may still fit into the log. */
const minFreeOctets = 2 ** 20;

/** @throws Fault `unavailable` if the disk is full */
function checkFreeSpace(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < minFreeOctets)
    throw new Fault('unavailable', `${storeMessages.cannotWrite}: the disk of ${file} is full`);
}

async function prepareStore(file: string, { isBeside = false }: OpenOptions): Promise<void> {
  const mark = readMark(file);
  createFile(file);
  if (!isBeside) tidyCopies(file);
  const connection = openConnection(file);
  try {
    const isUsed = isBeside || checkStoreFile(connection, file);
    if (isUsed) checkMark(connection, file, mark);
    const beforeChange = (target: string) => {
      copyStore(connection, file, target);
      return Promise.resolve();
    };
    await migrate(kyselyOn<unknown>(connection), 'sqlite', { beforeChange, mayChange: !isBeside });
  } finally {
    connection.close();
  }
}

/** Creates the file readable by its owner only; SQLite gives the same mode to its log and index files. */
function createFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

function openConnection(file: string): SqliteConnection {
  try {
    return new SqliteConnection(file, { readonly: false });
  } catch (error) {
    throw unreadable(file, error);
  }
}

function kyselyOn<T>(connection: SqliteConnection): Kysely<T> {
  return new Kysely<T>({
    dialect: new SqliteDialect({ database: connection }),
  });
}
