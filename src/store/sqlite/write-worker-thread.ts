import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { SqliteConnection } from './sqlite-connection.ts';
import type { Statement } from '../store.ts';
import type { WriteRequest, BatchResult } from './worker-messages.ts';
import { workerFile } from './worker-messages.ts';

/*
 * The one writer. All groups that have come since the last transaction are the next one; their units are answered only
 * after the commit, so the disk is asked once for all of them.
 */

const connection = new SqliteConnection(workerFile(workerData), { readonly: false });
const begin = connection.prepare('begin immediate');
const end = connection.prepare('commit');
const openUnit = connection.prepare('savepoint unit');
const undoUnit = connection.prepare('rollback to unit');
const closeUnit = connection.prepare('release unit');
/** By place. */
let texts: string[] = [];

parentPort?.on('message', (first: WriteRequest | 'close') => {
  if (first === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(commit([...unitsOf(first), ...waiting()]));
});

type Unit = readonly Required<Statement>[];

/** Units of the groups that have come in the meantime: the event loop bounds how many those can be. */
function waiting(): Unit[] {
  const units: Unit[] = [];
  for (;;) {
    // The thread's only sender is `WriteWorker`; Node types its messages as `any`.
    const received =
      parentPort &&
      (receiveMessageOnPort(parentPort) as { readonly message: WriteRequest } | undefined);
    if (!received) return units;
    units.push(...unitsOf(received.message));
  }
}

function unitsOf({ newStatements: more, resetsStatements, batches }: WriteRequest): Unit[] {
  if (resetsStatements) texts = [];
  texts.push(...more);
  return batches.map((unit) =>
    unit.map(({ statementIndex, parameters, mustChange }) => ({
      sql: texts[statementIndex] ?? '',
      parameters,
      mustChange,
    })),
  );
}

function commit(units: readonly Unit[]): BatchResult[] {
  try {
    begin.run([]);
    const results: BatchResult[] = [];
    for (const unit of units) results.push(runUnit(unit));
    end.run([]);
    return results;
  } catch (error) {
    if (connection.inTransaction) connection.execute('rollback');
    const fault = faultOf(error);
    return units.map(() => fault);
  }
}

/** One statement is atomic by itself; several are run in a savepoint, so that a unit that fails is undone alone. */
function runUnit(unit: Unit): BatchResult {
  const [first, ...more] = unit;
  if (!first || more.length > 0) return runTogether(unit);
  try {
    return { results: [runStatement(first)] };
  } catch (error) {
    if (!connection.inTransaction) throw error; // a full disk ends the whole transaction
    return { ...faultOf(error), statement: 0 };
  }
}

function runTogether(unit: Unit): BatchResult {
  openUnit.run([]);
  const written: Written[] = [];
  try {
    for (const statement of unit) written.push(runStatement(statement));
    closeUnit.run([]);
    return { results: written };
  } catch (error) {
    if (!connection.inTransaction) throw error;
    undoUnit.run([]);
    closeUnit.run([]);
    return { ...faultOf(error), statement: written.length };
  }
}

class NothingChanged extends Error {}

interface Written {
  readonly rows: Record<string, unknown>[];
  readonly changes: number;
}

/** @throws Error also where the text can not be prepared, which is the fault of its unit alone */
function runStatement({ sql, parameters, mustChange }: Unit[number]): Written {
  const statement = connection.prepare(sql);
  const rows = statement.reader ? statement.all(parameters) : [];
  const changes = statement.reader ? rows.length : Number(statement.run(parameters).changes);
  if (mustChange && changes === 0) throw new NothingChanged();
  return { rows, changes };
}

function faultOf(error: unknown): BatchResult {
  if (error instanceof NothingChanged)
    return { kind: 'conflict', message: 'changed by somebody else in the meantime', columns: [] };
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
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, 'conflict', 'already exists'],
  [
    /^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/,
    'conflict',
    'still in use, or refers to something absent',
  ],
  [
    /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|NOMEM|CORRUPT)/,
    'unavailable',
    'the store cannot write',
  ],
];
