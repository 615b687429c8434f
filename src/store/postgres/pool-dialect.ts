import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { isBroken, isCollision, orUnreadable } from './postgres-faults.ts';
import { retrying } from './transient-errors.ts';

/** Returns the dialect of a pool. The errors of a server that is away are faults, whatever reads. */
export function poolDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {
    // The pool connects when it is needed.
  }

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(await orUnreadable(() => this.#pool.connect()));
  }

  async beginTransaction(connection: PoolConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.end('rollback');
  }

  releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #isBroken = false;
  #isInTransaction = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    await this.executeQuery(CompiledQuery.raw('begin'));
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(how));
    this.#isInTransaction = false;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // A transaction is over with its first error.
    const mayRepeat = (error: unknown) => !this.#isInTransaction && isCollision(error);
    return orUnreadable(() => retrying(mayRepeat, () => this.#query<R>(sql, parameters)));
  }

  async #query<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.#client.query<R & pg.QueryResultRow>(sql, [
        ...parameters,
      ]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.#isBroken ||= isBroken(error);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('PostgreSQL: reads are not streamed');
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}
