import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { Fault, isAway } from '../../contract/errors.ts';
import type { Tables } from '../../contract/tables.ts';
import { answerWithin } from '../../runtime/deadline.ts';
import type { Statement, Store } from '../store.ts';

/** A server that has not answered a read or a write of a login by then is taken to be away. */
const answerMs = 1_000;

interface StandbyOptions {
  /** The server that the gateways share. */
  readonly main: Store;
  readonly copy: Store;
  /** Returns whether the copy may be used: it is complete, and not too old. */
  readonly isUsable: () => boolean;
  /** Called with each change, with the fault that began it. */
  readonly onChange: (isAway: boolean, fault?: unknown) => void;
}

/**
 * The store of logins: the server, or the copy while the server is away. Which one it is does not change within a turn of the
 * event loop, so that a statement goes to the engine that it is compiled for.
 */
export class StandbyStore implements Store {
  readonly #options: StandbyOptions;
  readonly #main: Pick<Store, 'db' | 'read' | 'write'>;
  #isAway = false;

  constructor(options: StandbyOptions) {
    this.#options = options;
    const { main } = options;
    this.#main = {
      db: readerOf((statement) => this.#onMain(() => main.read(statement))),
      read: <R>(statement: Statement) => this.#onMain(() => main.read<R>(statement)),
      write: (...batch) => this.#onMain(() => main.write(...batch)),
    };
  }

  /** True while logins are decided by the copy. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Runs what decides over a login. If the server goes away during it, it runs once more, with the copy. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const wasAway = this.#isAway;
    try {
      return await work();
    } catch (error) {
      // Another login may have found out first.
      const mayRepeat = !wasAway && this.#isAway && isAway(error);
      if (mayRepeat) return this.attempt(work);
      throw this.#isAway ? orNotCopied(error) : error;
    }
  }

  /** Has the copy decide over logins from now on, if it may be used. @param fault  why */
  leave(fault: unknown): void {
    if (this.#isAway || !this.#options.isUsable()) return;
    this.#isAway = true;
    this.#options.onChange(true, fault);
  }

  /** Returns to the server if it takes writes. @throws Fault if it does not */
  async returnToMain(): Promise<void> {
    if (!this.#isAway) return;
    await answerWithin(answerMs, this.#options.main.checkWritable());
    this.#isAway = false;
    this.#options.onChange(false);
  }

  get engine() {
    return this.#isAway ? 'sqlite' : this.#options.main.engine;
  }

  get db() {
    return this.#current.db;
  }

  get isCopy() {
    return this.#isAway;
  }

  get pendingWrites() {
    return this.#isAway ? this.#options.copy.pendingWrites : this.#options.main.pendingWrites;
  }

  read<R>(statement: Statement): Promise<readonly R[]> {
    return this.#current.read<R>(statement);
  }

  readonly readLong: Store['readLong'] = (...read) => this.#whole.readLong(...read);
  readonly readPage: Store['readPage'] = (...read) => this.#whole.readPage(...read);
  readonly write: Store['write'] = (...batch) => this.#current.write(...batch);

  checkWritable(): Promise<void> {
    return this.#whole.checkWritable();
  }

  checkAlive(): void {
    this.#whole.checkAlive();
  }

  logOctets(): number {
    return this.#whole.logOctets();
  }

  refresh(): void {
    this.#whole.refresh();
  }

  checkpoint(): void {
    this.#whole.checkpoint();
  }

  /** Closes the copy; the server is that of the whole gateway. */
  close(): Promise<void> {
    return this.#options.copy.close();
  }

  get #current(): Pick<Store, 'db' | 'read' | 'write'> {
    return this.#isAway ? this.#options.copy : this.#main;
  }

  get #whole(): Store {
    return this.#isAway ? this.#options.copy : this.#options.main;
  }

  async #onMain<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await answerWithin(answerMs, work());
    } catch (error) {
      if (isAway(error)) this.leave(error);
      throw error;
    }
  }
}

/** Returns an error of the copy about a table that it has not as a fault of the server, which has it. */
function orNotCopied(error: unknown): unknown {
  return error instanceof Error && error.message.includes('no such table')
    ? new Fault('unavailable', 'the store is away, and its copy lacks a table', { cause: error })
    : error;
}

type Read = (statement: Statement) => Promise<readonly unknown[]>;

/** Returns a builder of queries that are run by a function. */
function readerOf(read: Read): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadDriver(read),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(read: Read) {
    this.#connection = new ReadConnection(read);
  }

  init = noWork;
  releaseConnection = noWork;
  destroy = noWork;
  beginTransaction = noTransaction;
  commitTransaction = noTransaction;
  rollbackTransaction = noTransaction;

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }
}

function noWork(): Promise<void> {
  return Promise.resolve();
}

function noTransaction(): never {
  throw new Error('a batch of `Store.write` is a transaction');
}

class ReadConnection implements DatabaseConnection {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#read({ sql, parameters });
    // The engine returns untyped rows; the query's own type names their columns.
    return { rows: rows as R[] };
  }

  streamQuery(): never {
    throw new Error('reads are not streamed');
  }
}
