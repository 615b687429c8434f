import { Kysely, PostgresDialect, type Compilable } from 'kysely';
import pg from 'pg';
import { Fault } from '../errors.ts';
import { migrate } from './migrate.ts';
import { compiled, type Statement, type Store, type Written } from './store.ts';
import type { Tables } from './tables.ts';

const int8 = 20;
const longReadMs = 60_000;
const shortReadMs = 10_000;

/**
 * A PostgreSQL (or an engine that speaks its protocol) shared by several gateways. A unit is a transaction on a pool.
 *
 * @param url  `postgres://user:password@host:port/database`
 * @throws Fault `unavailable` where no connection can be made
 */
export async function openPostgres(url: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: longReadMs,
    types: exactTypes,
  });
  // A connection that breaks is replaced by the pool; without listeners, idle or in use, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let pendingWrites = 0;
  await connected(() => migrate(db, 'postgres', () => Promise.resolve()));
  return {
    engine: 'postgres',
    db,
    get pendingWrites() {
      return pendingWrites;
    },
    async long<R>(query: Compilable<R>) {
      const { sql, parameters } = query.compile();
      return (await pool.query<R & pg.QueryResultRow>(sql, [...parameters])).rows;
    },
    async write(unit) {
      pendingWrites += 1;
      try {
        return await writeUnit(pool, unit.map(compiled));
      } finally {
        pendingWrites -= 1;
      }
    },
    async checkWritable() {
      await writeUnit(pool, [{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
    },
    close: () => db.destroy(),
  };
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
    throw new Fault('unavailable', `PostgreSQL: ${error instanceof Error ? error.message : 'cannot be used'}`, { cause: error });
  }
}

async function writeUnit(pool: pg.Pool, statements: readonly Statement[]): Promise<readonly Written[]> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connected(() => pool.connect());
    const written: Written[] = [];
    try {
      await transaction(client, statements, written);
      client.release();
      return written;
    } catch (error) {
      await client.query('rollback').then(
        () => {
          client.release();
        },
        () => {
          client.release(true);
        },
      );
      if (attempt < 5 && isPassing(error)) continue;
      throw faultAt(written.length, faultOf(error));
    }
  }
}

/** @param written  grows with each statement, so that one that fails can be named */
async function transaction(client: pg.PoolClient, statements: readonly Statement[], written: Written[]): Promise<void> {
  await client.query('begin');
  await client.query(`set local statement_timeout = ${shortReadMs}`);
  for (const { sql, parameters, mustChange } of statements) {
    const result = await client.query<Record<string, unknown>>(sql, [...parameters]);
    const changes = result.rowCount ?? 0;
    if (mustChange && changes === 0) throw new Fault('conflict', 'changed by somebody else in the meantime');
    written.push({ rows: result.rows, changes });
  }
  await client.query('commit');
}

function faultAt(statement: number, error: unknown): unknown {
  if (!(error instanceof Fault) || error.kind !== 'conflict') return error;
  return new Fault(error.kind, error.message, { cause: error, statement, ...(error.fields && { fields: error.fields }) });
}

/** A deadlock or a lost race of two transactions: the same unit may be tried again. */
function isPassing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

function faultOf(error: unknown): unknown {
  if (error instanceof Fault) return error;
  if (!(error instanceof pg.DatabaseError)) return new Fault('unavailable', 'the store cannot write', { cause: error });
  const code = error.code ?? '';
  if (code === '23505') return duplicate(error.detail ?? '');
  if (code === '23503') return new Fault('conflict', 'still in use, or refers to something absent');
  return isTrouble.test(code) ? new Fault('unavailable', `the store cannot write (${code})`, { cause: error }) : error;
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
