import Database from 'better-sqlite3';
import { foldText } from '../fold-text.ts';
import type { Statement } from '../store.ts';

/** A prepared statement with exact integers: numbers where they are safe, bigints above. */
export interface ExactStatement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): Record<string, unknown>[];
  run(parameters: readonly unknown[]): {
    changes: number | bigint;
    lastInsertRowid: number | bigint;
  };
  iterate(parameters: readonly unknown[]): IterableIterator<Record<string, unknown>>;
}

/** The open snapshots of this thread. */
const openSnapshots = new Set<TurnSnapshot>();

/** Ends the snapshots of this thread: a write has ended, and who waited for it reads what it wrote. */
export function endSnapshots(): void {
  for (const snapshot of openSnapshots) snapshot.end();
}

/**
 * A snapshot that the reads of one turn of the event loop share. To begin one takes SQLite longer than a short read, above all
 * after a commit, which empties the page cache of each reader.
 */
class TurnSnapshot {
  readonly #database: Database.Database;
  readonly #begin: Database.Statement;
  readonly #end: Database.Statement;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#begin = database.prepare('begin');
    this.#end = database.prepare('commit');
  }

  /** Begins the snapshot, unless it is open. */
  begin(): void {
    if (openSnapshots.has(this)) return;
    this.#begin.run();
    if (openSnapshots.size === 0) setImmediate(endSnapshots);
    openSnapshots.add(this);
  }

  /** An error of the disk may have ended it already. */
  end(): void {
    if (openSnapshots.delete(this) && this.#database.inTransaction) this.#end.run();
  }
}

interface ConnectionOptions {
  readonly readonly: boolean;
  /** True: the reads of one turn of the event loop see the same state. */
  readonly sharesSnapshot?: boolean;
}

const maxStatements = 500;
/** A write invalidates the page cache of every reader, so a large one is a waste of memory. */
const readerCacheKib = 4_096;
/** The log shrinks to this size when a reader that held on to it has ended. */
const maxLogOctets = 64 * 2 ** 20;

/**
 * A connection with a cache of prepared statements. SQLite's default in WAL mode would lose acknowledged commits at a
 * power cut, so every connection that writes asks for `synchronous=FULL`.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, ExactStatement>();
  readonly #snapshot: TurnSnapshot | null;

  constructor(file: string, options: ConnectionOptions) {
    this.#database = new Database(file, {
      readonly: options.readonly,
      fileMustExist: options.readonly,
      timeout: 5000,
    });
    this.#database.pragma('foreign_keys = ON');
    this.#database.function('gatehouse_fold', { deterministic: true }, foldValue);
    this.#snapshot = options.sharesSnapshot === true ? new TurnSnapshot(this.#database) : null;
    if (options.readonly) {
      this.#database.pragma(`cache_size = -${readerCacheKib}`);
      return;
    }
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = FULL');
    this.#database.pragma(`journal_size_limit = ${maxLogOctets}`);
  }

  /** Returns the prepared statement of an SQL text. */
  prepare(sql: string): ExactStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = exact(
      this.#database.prepare<unknown[], Record<string, unknown>>(sql),
      this.#snapshot,
    );
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a query on this thread. */
  read<R>({ sql, parameters }: Statement): Promise<readonly R[]> {
    return new Promise((resolve) => {
      const rows: readonly unknown[] = this.prepare(sql).all(parameters);
      // SQLite returns untyped rows; the statement's own type names their columns.
      resolve(rows as readonly R[]);
    });
  }

  /** Returns the octets of all pages, including pages that are only in the log. */
  octets(): number {
    return this.#figure('page_count') * this.#figure('page_size');
  }

  #figure(pragma: 'page_count' | 'page_size'): number {
    return Number(this.prepare(`pragma ${pragma}`).all([])[0]?.[pragma]);
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#snapshot?.end();
    this.#database.close();
  }
}

/** SQLite itself folds ASCII only. */
function foldValue(value: unknown): unknown {
  return typeof value === 'string' ? foldText(value) : value;
}

function exact(
  statement: Database.Statement<unknown[], Record<string, unknown>>,
  snapshot: TurnSnapshot | null,
): ExactStatement {
  statement.safeIntegers();
  return {
    reader: statement.reader,
    all(parameters) {
      snapshot?.begin();
      return statement.all(...parameters).map(narrow);
    },
    run: (parameters) => statement.run(...parameters),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters)) yield narrow(row);
    },
  };
}

function narrow(row: Record<string, unknown>): Record<string, unknown> {
  for (const column in row) {
    const value = row[column];
    if (
      typeof value === 'bigint' &&
      value <= Number.MAX_SAFE_INTEGER &&
      value >= Number.MIN_SAFE_INTEGER
    )
      row[column] = Number(value);
  }
  return row;
}
