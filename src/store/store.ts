import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../contract/tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** A statement of a batch. `mustChange`: the whole batch is rolled back if it changes no row. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly mustChange?: boolean;
}

/** The rows of RETURNING, and the number of rows changed. */
export interface StatementResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly changes: number;
}

export interface OpenOptions {
  /** True: a gateway may be running, so the store is neither upgraded nor checked. Default: false. */
  readonly isBeside?: boolean;
  /** Logs a fault that no caller sees: a thread that has ended. */
  readonly report?: (message: string, error: Error) => void;
}

/** The tenant of reads that no caller has asked for. */
export const gatewayItself = 'the gateway';

/** On whose account a read is made. */
export interface Reader {
  /** Such as the organization of the caller; default: the gateway's own. */
  readonly tenant?: string | undefined;
}

export interface WriteOptions {
  /**
   * True: an embedded store may wait some milliseconds for other batches, so that few commits have many of them. Default:
   * false.
   */
  readonly mayWait?: boolean;
}

/**
 * The database. Integers are read exactly: as a number, or as a bigint if a number would round.
 */
export interface Store {
  readonly engine: Engine;
  /** Short reads over an index, and the builder of statements for `write`. */
  readonly db: Kysely<Tables>;
  /** True: it is a copy, and other gateways do not see what is written to it. Default: false. */
  readonly isCopy?: boolean;

  /** Runs a short read that is compiled already. */
  read<R>(statement: Statement): Promise<readonly R[]>;

  /**
   * Runs a long read (count, export): off the event loop, unless all of the store is read in a moment. Tenants take turns by
   * the time of their reads, and none of them has every place.
   *
   * @throws Fault `overloaded` if too many reads wait
   */
  readLong<R>(query: Compilable<R>, by?: Reader): Promise<readonly R[]>;

  /** Runs the read of a page as `readLong` does; a server limits it as a short read. */
  readPage<R>(query: Compilable<R>, by?: Reader): Promise<readonly R[]>;

  /**
   * Writes a batch of statements atomically. Resolves once they are on disk.
   *
   * @throws Fault `conflict` a unique key exists (its columns in `fields`), a reference is missing or in use, or a
   *   `mustChange` changed no row; `overloaded` the queue is full; `unavailable` the store cannot write (disk full,
   *   connection lost). The batch is then not written
   */
  write(
    batch: readonly (Compilable | Statement)[],
    options?: WriteOptions,
  ): Promise<readonly StatementResult[]>;

  /** Batches that wait or are being written. */
  readonly pendingWrites: number;
  /** @throws Fault `unavailable` if the store cannot be written */
  checkWritable(): Promise<void>;
  /** @throws Fault `unavailable` while the store has no writer */
  checkAlive(): void;
  /** Octets of the write-ahead log of a file; 0 where a server has it. */
  logOctets(): number;
  /** Has the reads that follow see what other processes have written before; the reads of a turn of the event loop may share a state. */
  refresh(): void;
  /** Brings the write-ahead log into the file, as far as its readers permit. */
  checkpoint(): void;
  close(): Promise<void>;
}

/**
 * Writes one statement that ends in RETURNING.
 *
 * @returns  its rows, with the columns that the statement's own type names
 */
export async function writeReturning<R extends Readonly<Record<string, unknown>>>(
  store: Pick<Store, 'write'>,
  statement: CompiledQuery<R> | Statement,
): Promise<readonly R[]> {
  const [written] = await store.write([statement]);
  // The engines return untyped rows; the statement's columns are its type.
  return (written?.rows ?? []) as readonly R[];
}

/**
 * Reads a JSON column that the gateway itself has written: it was checked before it was stored.
 *
 * @returns  the value, with the type that the writer stored
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the seam between JSON text and its type
export function parseJsonColumn<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Marks a statement: if it changes no row, its batch is rolled back. */
export function mustChange(query: Compilable | CompiledQuery | Statement): Statement {
  const { sql, parameters } = 'compile' in query ? query.compile() : query;
  return { sql, parameters, mustChange: true };
}

export function compileStatement(statement: Compilable | Statement): Statement {
  return 'compile' in statement ? statement.compile() : statement;
}
