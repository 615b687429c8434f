import { Kysely, type Compilable } from 'kysely';
import pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import { FairQueue } from '../../runtime/fair-queue.ts';
import { migrate } from '../migrate.ts';
import { maxConcurrentGroups, GroupCommit } from './group-commit.ts';
import { poolDialect } from './pool-dialect.ts';
import {
  connectionFault,
  faultOf,
  isBroken,
  isCollision,
  isEnded,
  isOutdated,
  isRetryable,
  orUnavailable,
  orUnreadable,
} from './postgres-faults.ts';
import { toQueryConfig, toStatementResult, type PostgresRow } from './query-config.ts';
import { serversOf } from '../postgres-address.ts';
import { checkEngine } from './server-engine.ts';
import { checkRole, findWritable } from './server-hosts.ts';
import { maxAgeSeconds, ServerWatch } from './server-watch.ts';
import { StatementNames } from './statement-names.ts';
import { retrying } from './transient-errors.ts';
import {
  compileStatement,
  gatewayItself,
  type OpenOptions,
  type Reader,
  type Statement,
  type Store,
  type StatementResult,
} from '../store.ts';
import type { Tables } from '../../contract/tables.ts';

const int8 = 20;
const longReadMs = 60_000;
const keepAliveMs = 10_000;
const shortQueryMs = 10_000;
const poolSize = 10;
/** Long reads and pages of lists at a time: the other half of the connections is for everything else. */
const maxReads = poolSize / 2;
const maxWaitingReads = 256;

/**
 * Opens a PostgreSQL, which several gateways may share. A batch is a transaction on
 * a connection of the pool.
 *
 * @param url  `postgres://user:password@host:port/database`; of several hosts the first that can be written is used
 * @throws Fault `unavailable` if no connection can be made, or if the server is another engine that speaks the protocol
 */
export async function openPostgresStore(url: string, options: OpenOptions): Promise<Store> {
  const urls = serversOf(url);
  const current = await findWritable(urls);
  const server = urls[current] ?? url;
  const isShared = await migrateStore(server, options);
  const timeout = isShared ? { query_timeout: shortQueryMs } : { statement_timeout: shortQueryMs };
  const watch = new ServerWatch(urls, current);
  const watched = { ...timeout, Client: watch.clientClass() };
  const pool = poolOf(server, watched);
  const db = new Kysely<Tables>({ dialect: poolDialect(pool) });
  const writer = { pool, names: new StatementNames(isShared ? 0 : undefined) };
  const groupPool = poolOf(server, { ...watched, pipeline: true, max: maxConcurrentGroups });
  for (const each of [pool, groupPool]) watch.add(each);
  const groups = new GroupCommit({
    pool: groupPool,
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
    ...readsInTurn(pool),
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
      try {
        watch.check();
      } catch (error) {
        throw connectionFault(error);
      }
      await writeBatch(writer, [{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    // The pools replace connections that break.
    checkAlive: () => undefined,
    logOctets: () => 0,
    refresh: () => undefined,
    checkpoint: () => undefined,
    async close() {
      watch.close();
      await groups.close();
      // Kysely ends the pool only if it has used it, and idle connections keep a command running for ten seconds.
      await pool.end();
    },
  };
}

/** Returns the reads of which each tenant has a part of the connections at most. */
function readsInTurn(pool: pg.Pool): Pick<Store, 'readLong' | 'readPage'> {
  const queue = new FairQueue({
    lanes: ['read'],
    concurrency: maxReads,
    maxRunningOfTenant: maxReads - 2,
    maxWaiting: 2 * maxWaitingReads,
    maxWaitingOfClient: { read: maxWaitingReads },
  });
  const inTurn = <T>({ tenant = gatewayItself }: Reader, read: () => Promise<T>) =>
    queue.run({ lane: 'read', client: tenant }, read);
  return {
    readLong: <R>(query: Compilable<R>, by: Reader = {}) =>
      inTurn(by, () => readLong<R & pg.QueryResultRow>(pool, query.compile())),
    readPage: <R>(query: Compilable<R>, by: Reader = {}) =>
      inTurn(by, () => readShort<R & pg.QueryResultRow>(pool, query.compile())),
  };
}

function poolOf(url: string, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    maxLifetimeSeconds: maxAgeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: exactTypes,
    verify: (client, done) => {
      checkRole(client).then(() => {
        done();
      }, done);
    },
    ...more,
  });
  // A connection that breaks is replaced by the pool; without listeners, idle or in use, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Migrates without a statement timeout: a step over a long table takes its time.
 *
 * @returns  whether a pooler such as PgBouncer shares the server's connections between clients
 */
async function migrateStore(url: string, { isBeside = false }: OpenOptions): Promise<boolean> {
  const pool = poolOf(url);
  const db = new Kysely<unknown>({ dialect: poolDialect(pool) });
  const options = { beforeChange: () => Promise.resolve(), mayChange: !isBeside };
  try {
    return await orUnavailable(async () => {
      await checkEngine(pool);
      const isShared = await hasPooler(pool);
      if (isShared) await checkPooling(pool);
      await migrate(db, 'postgres', options);
      return isShared;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Detects a pooler: its clients see other process ids than the server's. Through a pooler,
 * statements are not named, since the next transaction may be on a connection that has not prepared them, and the driver
 * ends statements that take too long, since poolers refuse the server's own parameter for it.
 */
async function hasPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Not part of the driver's types.
    return Reflect.get(client, 'processID') !== rows[0]?.pid;
  } finally {
    client.release();
  }
}

/** @throws Error if a pooler takes statements alone */
async function checkPooling(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(true);
    const isMode = error instanceof pg.DatabaseError && error.message.includes('statement pooling');
    if (!isMode) throw error;
    throw new Error(
      'PgBouncer pools statements (pool_mode = statement), which have no transactions; set pool_mode to transaction or session',
      { cause: error },
    );
  }
}

/** Reads without a named statement: another gateway may change the table, which outdates a prepared statement. */
async function readShort<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql, parameters }: Statement,
): Promise<R[]> {
  const query = () => pool.query<R>(sql, [...parameters]);
  return (await orUnreadable(() => retrying(isCollision, query))).rows;
}

async function readLong<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql, parameters }: Statement,
): Promise<R[]> {
  return orUnreadable(() => retrying(isCollision, () => readWithin(pool, { sql, parameters })));
}

async function readWithin<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql, parameters }: Statement,
): Promise<R[]> {
  const client = await orUnreadable(() => pool.connect());
  // The driver's own limit, which only takes effect through a pooler, is above the server's.
  const query = { text: sql, values: [...parameters], query_timeout: longReadMs + shortQueryMs };
  try {
    await client.query(`begin read only; set local statement_timeout = ${longReadMs}`);
    const { rows } = await client.query<R>(query);
    await client.query('commit');
    client.release();
    return rows;
  } catch (error) {
    await releaseAfterFault(client, error);
    throw error;
  }
}

/** Releases a connection after a fault: rolled back, or destroyed if it is broken or that fails. */
async function releaseAfterFault(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isBroken(error) || isOutdated(error)) {
    client.release(true);
    return;
  }
  await client.query('rollback').then(
    () => {
      client.release();
    },
    () => {
      client.release(true);
    },
  );
}

/** Reads integers exactly: as a number, or as a bigint if a number would round. */
export const exactTypes = new pg.TypeOverrides();
exactTypes.setTypeParser(int8, exactInteger);

function exactInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

interface Writer {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
}

async function writeBatch(
  { pool, names }: Writer,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  let written: StatementResult[] = [];
  try {
    return await retrying(isRetryable, async () => {
      const client = await orUnavailable(() => pool.connect());
      written = [];
      try {
        await transaction({ client, names }, statements, written);
        client.release();
        return written;
      } catch (error) {
        await releaseAfterFault(client, error);
        throw error;
      }
    });
  } catch (error) {
    throw faultAt(written.length, faultOf(error));
  }
}

interface Connection {
  readonly client: pg.PoolClient;
  readonly names: StatementNames;
}

/**
 * Runs statements in a transaction. A single statement needs no `begin`, so it takes one round trip.
 *
 * @param written  grows with each statement, so that the caller can name the failed one
 */
async function transaction(
  { client, names }: Connection,
  statements: readonly Statement[],
  written: StatementResult[],
): Promise<void> {
  const isOne = statements.length === 1;
  if (!isOne) await client.query('begin');
  for (const statement of statements) {
    const answer = client.query<PostgresRow>(toQueryConfig(statement, names));
    const result = await (isOne ? orUnknown(answer) : answer);
    written.push(toStatementResult(statement, result, written.length));
  }
  if (!isOne) await orUnknown(client.query('commit'));
}

/** Awaits the answer to what commits. @throws Fault `unavailable` if the server has ended the connection: it may have committed */
async function orUnknown<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isEnded(error) ? connectionFault(error) : error;
  }
}

function faultAt(statement: number, error: unknown): unknown {
  if (!(error instanceof Fault) || error.kind !== 'conflict') return error;
  return new Fault(error.kind, error.message, {
    cause: error,
    statement,
    ...(error.fields && { fields: error.fields }),
  });
}
