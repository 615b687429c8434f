import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Config } from '../../config/load-config.ts';
import { startPostgresProgram } from '../../store/postgres/postgres-programs.ts';
import { findWritableServer } from '../../store/postgres/server-hosts.ts';
import type { Manifest } from '../backup/manifest.ts';

interface PostgresRestore {
  readonly config: Config;
  readonly manifest: Manifest;
  /** File of pg_dump. */
  readonly dump: string;
  readonly stamp: string;
}

/** A killed gateway counts as running for this time. */
const aliveSeconds = 30;

/**
 * Restores a dump in one transaction: the present schema gets another name, and the tables are counted before the commit.
 *
 * @throws Error if a gateway runs on the database, or with the message of psql; the database is unchanged then
 */
export async function restorePostgres(request: PostgresRestore): Promise<void> {
  const { database } = request.config;
  const schema = await prepare(database.url);
  const psql = startPostgresProgram(
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'],
    database.url,
  );
  psql.output.resume();
  const script = startPostgresProgram(
    'pg_restore',
    ['--no-owner', '--no-privileges', `--schema=${schema}`, '--file=-', request.dump],
    null,
  );
  script.input.end();
  try {
    await write(psql.input, openingOf(schema, request.stamp));
    await pipeline(script.output, psql.input, { end: false });
    await script.ended;
    // The commit is a separate line: if the input ends before it, the server rolls back.
    await write(psql.input, `${countsOf(schema, request.manifest)}commit;\n`);
    psql.input.end();
  } catch (error) {
    psql.kill();
    throw await reasonOf(psql.ended, error);
  }
  await psql.ended;
}

/** Returns the message of psql if it has ended by itself: it says more than a closed pipe. */
async function reasonOf(ended: Promise<void>, error: unknown): Promise<unknown> {
  const words: unknown = await ended.then(
    () => null,
    (fault: unknown) => fault,
  );
  return words instanceof Error && !words.message.includes('SIGKILL') ? words : error;
}

/** @returns the schema of the store @throws Error if a gateway is running */
async function prepare(url: string): Promise<string> {
  const connectionString = await findWritableServer(url);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; registered: string | null }>(
      "select coalesce(current_schema(), 'public') as schema, to_regclass('gateway') as registered",
    );
    if (rows[0]?.registered) await checkNoGateway(client);
    return rows[0]?.schema ?? 'public';
  } finally {
    await client.end();
  }
}

/** @throws Error naming a running gateway of the database */
export async function checkNoGateway(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from gateway where renewed > extract(epoch from clock_timestamp()) * 1000 - $1',
    [aliveSeconds * 1000],
  );
  if (rows[0])
    throw new Error(
      `gateway ${rows[0].id} runs on this database, or was stopped less than ${aliveSeconds} s ago: stop it first`,
    );
}

function openingOf(schema: string, stamp: string): string {
  const name = pg.escapeIdentifier(schema);
  const aside = pg.escapeIdentifier(asideSchema(schema, stamp));
  return `begin;\nalter schema ${name} rename to ${aside};\ncreate schema ${name};\n`;
}

/** Returns the new name of the present schema. */
const asideSchema = (schema: string, stamp: string) =>
  `${schema}_before_restore_${stamp.toLowerCase()}`;

function countsOf(schema: string, { tables }: Manifest): string {
  const checks = Object.entries(tables).map(([table, rows]) => {
    const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    const message = pg.escapeLiteral(`${table} has other rows than the ${rows} of the backup`);
    return `if (select count(*) from ${name}) <> ${rows} then raise exception '%', ${message}; end if;`;
  });
  return `do $check$ begin ${checks.join('\n')} end $check$;\n`;
}

/** @throws Error if the child process exits before it has read everything */
function write(target: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    target.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
