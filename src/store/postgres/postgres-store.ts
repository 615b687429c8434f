import { Kysely, PostgresDialect, type Compilable, type CompiledQuery } from 'kysely';
import pg from 'pg';
import { Fault } from '../../errors.ts';
import { migrate } from '../migrate.ts';
import { maxConcurrentGroups, GroupCommit } from './group-commit.ts';
import { toQueryConfig, toStatementResult, type PostgresRow } from './query-config.ts';
import { StatementNames } from './statement-names.ts';
import { storeMessages } from '../store-messages.ts';
import {
  compileStatement,
  type OpenOptions,
  type Statement,
  type Store,
  type StatementResult,
} from '../store.ts';
import type { Tables } from '../../tables.ts';

const int8 = 20;
const longReadMs = 60_000;
const shortQueryMs = 10_000;

/**
 * Opens a PostgreSQL (or an engine that speaks its protocol), which several gateways may share. A batch is a transaction on
 * a connection of the pool.
 *
 * @param url  `postgres://user:password@host:port/database`
 * @throws Fault `unavailable` if no connection can be made
 */
export async function openPostgresStore(url: string, options: OpenOptions): Promise<Store> {
  await migrateStore(url, options);
  const pool = poolOf(url, shortQueryMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const writer = { pool, names: new StatementNames() };
  const groups = new GroupCommit({
    pool: poolOf(url, shortQueryMs, { pipeline: true, max: maxConcurrentGroups }),
    names: writer.names,
    writeAlone: (statement) => writeBatch(writer, [statement]),
    connectionFault,
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
    async write(batch) {
      pendingWrites += 1;
      try {
        const statements = batch.map(compileStatement);
        const [only, ...others] = statements;
        return await (only && others.length === 0
          ? groups.write(only)
          : writeBatch(writer, statements));
      } finally {
        pendingWrites -= 1;
      }
    },
    async checkWritable() {
      await writeBatch(writer, [{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    // The pools replace connections that break.
    checkAlive: () => undefined,
    logOctets: () => 0,
    checkpoint: () => undefined,
    async close() {
      await groups.close();
      await db.destroy();
    },
  };
}

function poolOf(url: string, statementTimeoutMs: number, more: pg.PoolConfig = {}): pg.Pool {
  const limits = { max: 10, connectionTimeoutMillis: 5000, statement_timeout: statementTimeoutMs };
  const pool = new pg.Pool({ connectionString: url, ...limits, types: exactTypes, ...more });
  // A connection that breaks is replaced by the pool; without listeners, idle or in use, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Migrates without a statement timeout: a step over a long table takes its time. */
async function migrateStore(url: string, { isBeside = false }: OpenOptions): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(url, 0) }) });
  try {
    const options = { beforeChange: () => Promise.resolve(), mayChange: !isBeside };
    await orUnavailable(() => migrate(db, 'postgres', options));
  } finally {
    await db.destroy();
  }
}

/** Reads without a named statement: another gateway may change the table, which outdates a prepared statement. */
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
    await releaseAfterFault(client);
    throw error;
  }
}

/** Releases a connection after a fault: rolled back, or destroyed if that fails. */
async function releaseAfterFault(client: pg.PoolClient): Promise<void> {
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

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw connectionFault(error);
  }
}

function connectionFault(error: unknown): Fault {
  return new Fault(
    'unavailable',
    `PostgreSQL: ${error instanceof Error ? error.message : 'cannot connect'}`,
    { cause: error },
  );
}

interface Writer {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
}

async function writeBatch(
  { pool, names }: Writer,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await orUnavailable(() => pool.connect());
    const written: StatementResult[] = [];
    try {
      await transaction({ client, names }, statements, written);
      client.release();
      return written;
    } catch (error) {
      if (isOutdated(error)) client.release(true);
      else await releaseAfterFault(client);
      if (attempt < 5 && isRetryable(error)) continue;
      throw faultAt(written.length, faultOf(error));
    }
  }
}

interface Connection {
  readonly client: pg.PoolClient;
  readonly names: StatementNames;
}

/**
 * Runs statements in a transaction. A single statement needs no `begin`, so it takes one round trip.
 *
 * @param written  grows with each statement, so that the caller can name the one that failed
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

/** True for a deadlock or a serialization failure: the same batch may be retried. */
function isRetryable(error: unknown): boolean {
  return (
    isOutdated(error) ||
    (error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01'))
  );
}

/** True if another gateway has changed the table of a prepared statement; a new connection prepares it again. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

function faultOf(error: unknown): unknown {
  if (error instanceof Fault) return error;
  if (!(error instanceof pg.DatabaseError))
    return new Fault('unavailable', storeMessages.cannotWrite, { cause: error });
  const code = error.code ?? '';
  if (code === '23505') return duplicate(error.detail ?? '');
  if (code === '23503') return new Fault('conflict', storeMessages.inUse);
  return serverErrorClasses.test(code)
    ? new Fault('unavailable', `${storeMessages.cannotWrite} (${code})`, { cause: error })
    : error;
}

/**
 * Error classes of the server, not of the statement: connection, resources, operator intervention, system.
 *
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const serverErrorClasses = /^(08|53|57|58)/;

function duplicate(detail: string): Fault {
  const columns = (/^Key \((.*?)\)=/.exec(detail)?.[1] ?? '').split(', ').filter(Boolean);
  return new Fault('conflict', storeMessages.exists, {
    fields: Object.fromEntries(columns.map((column) => [column, [storeMessages.exists]])),
  });
}
