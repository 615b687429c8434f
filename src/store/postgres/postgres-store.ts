import { Kysely, PostgresDialect, type Compilable, type CompiledQuery } from 'kysely';
import pg from 'pg';
import { Fault } from '../../errors.ts';
import { migrate } from '../migrate.ts';
import { maxConcurrentGroups, GroupCommit } from './group-commit.ts';
import { toQueryConfig, toStatementResult, type PostgresRow } from './query-config.ts';
import { StatementNames } from './statement-names.ts';
import { compileStatement, type Statement, type Store, type StatementResult } from '../store.ts';
import type { Tables } from '../../tables.ts';

const int8 = 20;
const longReadMs = 60_000;
const usualMs = 10_000;

/**
 * A PostgreSQL (or an engine that speaks its protocol) shared by several gateways. A unit is a transaction on a pool.
 *
 * @param url  `postgres://user:password@host:port/database`
 * @throws Fault `unavailable` where no connection can be made
 */
export async function openPostgresStore(url: string): Promise<Store> {
  await migrated(url);
  const pool = poolOf(url, usualMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const writer = { pool, names: new StatementNames() };
  const groups = new GroupCommit({
    pool: poolOf(url, usualMs, { pipeline: true, max: maxConcurrentGroups }),
    names: writer.names,
    alone: (statement) => writeUnit(writer, [statement]),
    broken,
  });
  let pendingWrites = 0;
  return {
    engine: 'postgres',
    db,
    get pendingWrites() {
      return pendingWrites;
    },
    read: <R>(statement: Statement) => readShort<R & pg.QueryResultRow>(pool, statement),
    readLong: <R>(query: Compilable<R>) => readLong<R & pg.QueryResultRow>(pool, query.compile()),
    async write(unit) {
      pendingWrites += 1;
      try {
        const statements = unit.map(compileStatement);
        const [only, ...others] = statements;
        return await (only && others.length === 0
          ? groups.write(only)
          : writeUnit(writer, statements));
      } finally {
        pendingWrites -= 1;
      }
    },
    async checkWritable() {
      await writeUnit(writer, [{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    async close() {
      await groups.close();
      await db.destroy();
    },
  };
}

function poolOf(url: string, longestMs: number, more: pg.PoolConfig = {}): pg.Pool {
  const limits = { max: 10, connectionTimeoutMillis: 5000, statement_timeout: longestMs };
  const pool = new pg.Pool({ connectionString: url, ...limits, types: exactTypes, ...more });
  // A connection that breaks is replaced by the pool; without listeners, idle or in use, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A step over a long table takes as long as it takes. */
async function migrated(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(url, 0) }) });
  try {
    await connected(() => migrate(db, 'postgres', () => Promise.resolve()));
  } finally {
    await db.destroy();
  }
}

/** Without a name: a prepared statement would be outdated once another gateway has changed the table. */
async function readShort<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql, parameters }: Statement,
): Promise<R[]> {
  return (await pool.query<R>(sql, [...parameters])).rows;
}

async function readLong<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql, parameters }: CompiledQuery,
): Promise<R[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${longReadMs}`);
    const { rows } = await client.query<R>(sql, [...parameters]);
    await client.query('commit');
    client.release();
    return rows;
  } catch (error) {
    await ended(client);
    throw error;
  }
}

/** Gives a connection back after a fault: without its transaction, or not at all. */
async function ended(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').then(
    () => {
      client.release();
    },
    () => {
      client.release(true);
    },
  );
}

const exactTypes = new pg.TypeOverrides();
exactTypes.setTypeParser(int8, exactInteger);

function exactInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

async function connected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw broken(error);
  }
}

function broken(error: unknown): Fault {
  return new Fault(
    'unavailable',
    `PostgreSQL: ${error instanceof Error ? error.message : 'cannot be used'}`,
    { cause: error },
  );
}

interface Writer {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
}

async function writeUnit(
  { pool, names }: Writer,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connected(() => pool.connect());
    const written: StatementResult[] = [];
    try {
      await transaction({ client, names }, statements, written);
      client.release();
      return written;
    } catch (error) {
      if (isOutdated(error)) client.release(true);
      else await ended(client);
      if (attempt < 5 && isPassing(error)) continue;
      throw faultAt(written.length, faultOf(error));
    }
  }
}

interface Connection {
  readonly client: pg.PoolClient;
  readonly names: StatementNames;
}

/**
 * A statement alone is a transaction of its own, and asks the server once.
 *
 * @param written  grows with each statement, so that one that fails can be named
 */
async function transaction(
  { client, names }: Connection,
  statements: readonly Statement[],
  written: StatementResult[],
): Promise<void> {
  const isOne = statements.length === 1;
  if (!isOne) await client.query('begin');
  for (const statement of statements)
    written.push(
      toStatementResult(
        statement,
        await client.query<PostgresRow>(toQueryConfig(statement, names)),
        written.length,
      ),
    );
  if (!isOne) await client.query('commit');
}

function faultAt(statement: number, error: unknown): unknown {
  if (!(error instanceof Fault) || error.kind !== 'conflict') return error;
  return new Fault(error.kind, error.message, {
    cause: error,
    statement,
    ...(error.fields && { fields: error.fields }),
  });
}

/** A deadlock or a lost race of two transactions: the same unit may be tried again. */
function isPassing(error: unknown): boolean {
  return (
    isOutdated(error) ||
    (error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01'))
  );
}

/** A prepared statement of which another gateway has changed the table since: another connection knows nothing of it. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

function faultOf(error: unknown): unknown {
  if (error instanceof Fault) return error;
  if (!(error instanceof pg.DatabaseError))
    return new Fault('unavailable', 'the store cannot write', { cause: error });
  const code = error.code ?? '';
  if (code === '23505') return duplicate(error.detail ?? '');
  if (code === '23503') return new Fault('conflict', 'still in use, or refers to something absent');
  return isTrouble.test(code)
    ? new Fault('unavailable', `the store cannot write (${code})`, { cause: error })
    : error;
}

/**
 * Connection, resources, operator, system: not what the statement said, but what the server could not do.
 *
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const isTrouble = /^(08|53|57|58)/;

function duplicate(detail: string): Fault {
  const columns = (/^Key \((.*?)\)=/.exec(detail)?.[1] ?? '').split(', ').filter(Boolean);
  return new Fault('conflict', 'already exists', {
    fields: Object.fromEntries(columns.map((column) => [column, ['already exists']])),
  });
}
