import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { SqliteConnection } from './sqlite-connection.ts';
import { countMark, StoreMark } from './store-mark.ts';
import { storeMessages } from '../store-messages.ts';
import type { Statement } from '../store.ts';
import { unpackBatches } from './packed-batches.ts';
import type { WriteRequest, BatchFailure, BatchResult } from './worker-messages.ts';
import { workerFile } from './worker-messages.ts';

/*
 * The write worker. All batches that arrived since the last commit form the next transaction and are answered after its
 * commit, so one sync of the disk serves all of them.
 */

const file = workerFile(workerData);
const connection = new SqliteConnection(file, { readonly: false });
const begin = connection.prepare('begin immediate');
const end = connection.prepare('commit');
const savepoint = connection.prepare('savepoint batch');
const rollbackToSavepoint = connection.prepare('rollback to batch');
const releaseSavepoint = connection.prepare('release batch');
const mark = new StoreMark(file);
const msBetweenMarks = 250;
let markedAt = -Infinity;
/** A deletion may cascade to any number of rows. */
const unbounded = /^\s*delete\b/i;
let undoStore = 'default';
/** SQL texts by index. */
let texts: string[] = [];

parentPort?.on('message', (first: WriteRequest | 'close') => {
  if (first === 'close') {
    commitMark();
    emptyLog();
    mark.close();
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(commit([...batchesOf(first), ...receiveWaiting()]));
});

type Batch = readonly Required<Statement>[];

/** Returns the batches that arrived in the meantime; the event loop limits their number. */
function receiveWaiting(): Batch[] {
  const batches: Batch[] = [];
  for (;;) {
    const received = parentPort && receiveMessageOnPort(parentPort);
    if (!received) return batches;
    // The thread's only sender is `WriteWorker`; Node types its messages as `any`.
    batches.push(...batchesOf(received.message as WriteRequest));
  }
}

function batchesOf({ newStatements: more, resetsStatements, ...packed }: WriteRequest): Batch[] {
  if (resetsStatements) texts = [];
  texts.push(...more);
  return unpackBatches(packed, texts);
}

function commit(transaction: readonly Batch[]): BatchResult[] {
  try {
    chooseUndoStore(transaction);
    begin.run([]);
    const results: BatchResult[] = [];
    for (const batch of transaction) results.push(runBatch(batch));
    const isDue = performance.now() - markedAt >= msBetweenMarks;
    const counted = isDue ? countMark(connection) : null;
    end.run([]);
    if (counted !== null) recordMark(counted);
    return results;
  } catch (error) {
    if (connection.inTransaction) connection.execute('rollback');
    const fault = faultOf(error);
    return transaction.map(() => fault);
  }
}

/**
 * Chooses where SQLite keeps the statement journal of a batch, which rolls it back alone: in memory, unless it may become very
 * large. In a temporary file it takes several times the octets of the log.
 */
function chooseUndoStore(transaction: readonly Batch[]): void {
  const mayBeMany = transaction.some((batch) => batch.some(({ sql }) => unbounded.test(sql)));
  const chosen = mayBeMany ? 'file' : 'memory';
  if (chosen === undoStore) return;
  connection.execute(`pragma temp_store = ${chosen}`);
  undoStore = chosen;
}

function recordMark(counted: number): void {
  mark.write(counted);
  markedAt = performance.now();
}

/** Commits a last mark, which makes the mark of a clean stop exact. */
function commitMark(): void {
  try {
    recordMark(countMark(connection));
  } catch {
    // A full disk keeps the former mark.
    return;
  }
}

/** Brings the write-ahead log into the file and empties it; a reader outside of the gateway may delay that for a second. */
function emptyLog(): void {
  try {
    connection.execute('pragma busy_timeout = 1000');
    connection.execute('pragma wal_checkpoint(truncate)');
  } catch {
    return;
  }
}

/** Runs a batch. Several statements run in a savepoint, so that a batch that fails is rolled back alone. */
function runBatch(batch: Batch): BatchResult {
  const [first, ...more] = batch;
  if (!first || more.length > 0) return runInSavepoint(batch);
  try {
    const written = runStatement(first);
    return written.rows.length === 0 ? written.changes : { results: [written] };
  } catch (error) {
    if (!connection.inTransaction) throw error; // a full disk rolls back the whole transaction
    return { ...faultOf(error), statement: 0 };
  }
}

function runInSavepoint(batch: Batch): BatchResult {
  savepoint.run([]);
  const written: Written[] = [];
  try {
    for (const statement of batch) written.push(runStatement(statement));
    releaseSavepoint.run([]);
    return { results: written };
  } catch (error) {
    if (!connection.inTransaction) throw error;
    rollbackToSavepoint.run([]);
    releaseSavepoint.run([]);
    return { ...faultOf(error), statement: written.length };
  }
}

class NothingChanged extends Error {}

interface Written {
  readonly rows: Record<string, unknown>[];
  readonly changes: number;
}

/** @throws Error also if the SQL text cannot be prepared, which fails this batch only */
function runStatement({ sql, parameters, mustChange }: Batch[number]): Written {
  const statement = connection.prepare(sql);
  const rows = statement.reader ? statement.all(parameters) : [];
  const changes = statement.reader ? rows.length : Number(statement.run(parameters).changes);
  if (mustChange && changes === 0) throw new NothingChanged();
  return { rows, changes };
}

function faultOf(error: unknown): BatchFailure {
  if (error instanceof NothingChanged)
    return { kind: 'conflict', message: storeMessages.changed, columns: [] };
  const code = error instanceof Database.SqliteError ? error.code : '';
  const message = error instanceof Error ? error.message : String(error);
  const columns = [
    ...(/constraint failed: (.*)/.exec(message)?.[1] ?? '').matchAll(/\w+\.(\w+)/g),
  ].map((match) => match[1] ?? '');
  const known = kinds.find(([pattern]) => pattern.test(code));
  return known
    ? { kind: known[1], message: `${known[2]} (${code})`, columns }
    : { kind: 'defect', message, columns };
}

const kinds: readonly (readonly [RegExp, 'conflict' | 'unavailable', string])[] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, 'conflict', storeMessages.exists],
  [/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/, 'conflict', storeMessages.inUse],
  [
    /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|NOMEM|CORRUPT)/,
    'unavailable',
    storeMessages.cannotWrite,
  ],
];
