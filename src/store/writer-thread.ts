import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { SqliteConnection, type ExactStatement } from './sqlite-connection.ts';
import type { Group, GroupedStatement, UnitResult, WriterSettings } from './writer-protocol.ts';

/*
 * The one writer. A message is what has queued up since the last one: it becomes one transaction, and its units are
 * answered only after the commit, so the disk is asked once for all of them.
 */

const connection = new SqliteConnection((workerData as WriterSettings).file, { readonly: false });
const begin = connection.prepare('begin immediate');
const end = connection.prepare('commit');
const openUnit = connection.prepare('savepoint unit');
const undoUnit = connection.prepare('rollback to unit');
const closeUnit = connection.prepare('release unit');

parentPort?.on('message', (group: Group | 'close') => {
  if (group === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(commit(group));
});

function commit({ texts, units }: Group): UnitResult[] {
  try {
    begin.run([]);
    const statements = texts.map(prepared);
    const results = units.map((unit) => runUnit(unit, statements));
    end.run([]);
    return results;
  } catch (error) {
    if (connection.inTransaction) connection.execute('rollback');
    const fault = faultOf(error);
    return units.map(() => fault);
  }
}

/** A text that cannot be prepared is the fault of the units that use it, not of the group. */
function prepared(text: string): ExactStatement | Error {
  try {
    return connection.prepare(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Statements = readonly (ExactStatement | Error)[];

/** One statement is atomic by itself; several are run in a savepoint, so that a unit that fails is undone alone. */
function runUnit(unit: readonly GroupedStatement[], statements: Statements): UnitResult {
  const [first, ...more] = unit;
  if (!first || more.length > 0) return runTogether(unit, statements);
  try {
    return { written: [runStatement(first, statements[first.text])] };
  } catch (error) {
    if (!connection.inTransaction) throw error; // a full disk ends the whole transaction
    return { ...faultOf(error), statement: 0 };
  }
}

function runTogether(unit: readonly GroupedStatement[], statements: Statements): UnitResult {
  openUnit.run([]);
  const written: Written[] = [];
  try {
    for (const statement of unit) written.push(runStatement(statement, statements[statement.text]));
    closeUnit.run([]);
    return { written };
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

function runStatement({ parameters, mustChange }: GroupedStatement, statement: ExactStatement | Error | undefined): Written {
  if (!statement || statement instanceof Error) throw statement ?? new Error('a statement without its text');
  const rows = statement.reader ? statement.all(parameters) : [];
  const changes = statement.reader ? rows.length : Number(statement.run(parameters).changes);
  if (mustChange && changes === 0) throw new NothingChanged();
  return { rows, changes };
}

function faultOf(error: unknown): UnitResult {
  if (error instanceof NothingChanged)
    return { kind: 'conflict', message: 'changed by somebody else in the meantime', columns: [] };
  const code = error instanceof Database.SqliteError ? error.code : '';
  const message = error instanceof Error ? error.message : String(error);
  const columns = [...(/constraint failed: (.*)/.exec(message)?.[1] ?? '').matchAll(/\w+\.(\w+)/g)].map(
    (match) => match[1] ?? '',
  );
  const known = kinds.find(([pattern]) => pattern.test(code));
  return known ? { kind: known[1], message: `${known[2]} (${code})`, columns } : { kind: 'defect', message, columns };
}

const kinds: readonly (readonly [RegExp, 'conflict' | 'unavailable', string])[] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, 'conflict', 'already exists'],
  [/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/, 'conflict', 'still in use, or refers to something absent'],
  [/^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|NOMEM|CORRUPT)/, 'unavailable', 'the store cannot write'],
];
