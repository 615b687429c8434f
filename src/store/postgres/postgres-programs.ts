import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errorCode } from '../../errors.ts';

/* The programs of PostgreSQL: pg_dump, pg_restore and psql. They get the address by the environment, which no list of processes shows. */

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/** Variables of libpq by the parameters of an address. */
const parameterVariables: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

/** Returns the environment of a program for a database; libpq writes messages in English. */
export function postgresEnvironment(address: string): Record<string, string> {
  const url = new URL(address);
  const given: Record<string, string> = {
    PGHOST: decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, '$1')),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
  };
  for (const [name, value] of url.searchParams) {
    const variable = parameterVariables[name];
    if (variable !== undefined) given[variable] = value;
  }
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    PGCONNECT_TIMEOUT: '10',
    PGAPPNAME: 'gatehouse',
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
  };
}

/** A program that runs. */
export interface RunningProgram {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when the program has ended well. @throws Error with its own words, or that it is not installed */
  readonly ended: Promise<void>;
  kill(): void;
}

const maxErrorLength = 2000;

/** Starts a program of PostgreSQL. @param address  of the database; null: the program needs none */
export function startPostgresProgram(
  program: Program,
  programArguments: readonly string[],
  address: string | null,
): RunningProgram {
  const env = postgresEnvironment(address ?? 'postgres://');
  const child = spawn(program, programArguments, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = endOf(program, child);
  // Awaited later; a program that is not installed has ended before.
  ended.catch(() => undefined);
  // A program that has ended reads no more; `ended` says why.
  child.stdin.on('error', () => undefined);
  return {
    input: child.stdin,
    output: child.stdout,
    ended,
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

function endOf(
  program: Program,
  child: ChildProcessByStdio<Writable, Readable, Readable>,
): Promise<void> {
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(0, maxErrorLength);
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => {
      const reason =
        errorCode(cause) === 'ENOENT'
          ? `${program} is not installed: install the client programs of PostgreSQL (Debian: apt install postgresql-client), not older than the server`
          : `${program}: ${cause.message}`;
      reject(new Error(reason, { cause }));
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code ?? signal ?? '?'}: ${words.trim()}`));
    });
  });
}
