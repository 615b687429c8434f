import type { Readable } from 'node:stream';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import { startProgram, type RunningProgram } from '../../runtime/machine/child-program.ts';
import { startPostgresProgram } from '../../store/postgres/postgres-programs.ts';
import { sourceTables } from './staging.ts';

/* A running database as a source: its own program dumps the tables of FreeRADIUS in one read-only transaction. */

/** Longest wait for the next octets of a program. */
const maxSilenceMs = 120_000;
const maxTableNames = 1_000_000;

/** True for the address of a running database. */
export function isDatabaseAddress(text: string): boolean {
  return /^(?:postgres(?:ql)?|mysql|mariadb):\/\//.test(text);
}

/**
 * Dumps the tables of FreeRADIUS in a running database.
 *
 * @param address  `mysql://USER:PASSWORD@HOST:PORT/DATABASE`, or `postgres://…`
 * @returns        octets of SQL
 * @throws Error with the message of the program, or if it writes no output for two minutes
 */
export async function* dumpDatabase(address: string): AsyncGenerator<Buffer, void, undefined> {
  if (!URL.canParse(address)) throw new Error('the address of the database is no URL');
  checkEncoding(new URL(address));
  if (address.startsWith('postgres')) yield* outputOf(startPostgresDump(address));
  else yield* outputOf(await startMariadbDump(new URL(address)));
}

/** @throws Error naming a part of the address, which may be secret, whose percent signs encode no text */
function checkEncoding(url: URL): void {
  for (const part of ['username', 'password', 'hostname', 'pathname'] as const)
    try {
      decodeURIComponent(url[part]);
    } catch {
      throw new Error(`${part} of the address of the database: write % as %25`);
    }
}

function startPostgresDump(address: string): RunningProgram {
  const tables = sourceTables.map((table) => `--table=*.${table}`);
  return startPostgresProgram('pg_dump', ['--data-only', '--no-owner', ...tables], address);
}

async function startMariadbDump(url: URL): Promise<RunningProgram> {
  const { connection, database, env } = mariadbArguments(url);
  const batch = ['--batch', '--skip-column-names', '--execute=show tables'];
  const listed = await textOf(startMariadb('mariadb', [...connection, ...batch, database], env));
  const names = listed.split('\n').filter((name) => sourceTables.includes(name.toLowerCase()));
  if (names.length === 0) throw new Error(`the database ${database} has no table of FreeRADIUS`);
  const options = [
    '--single-transaction',
    '--quick',
    '--skip-lock-tables',
    '--skip-triggers',
    '--no-tablespaces',
    '--no-create-info',
    '--complete-insert',
  ];
  return startMariadb('mariadb-dump', [...connection, ...options, database, ...names], env);
}

function startMariadb(
  program: string,
  programArguments: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const hint = 'install the client programs of MariaDB (Debian: apt install mariadb-client)';
  return startProgram({ program, programArguments, env, hint });
}

/** @throws Error naming a missing database or an unknown parameter */
function mariadbArguments(url: URL) {
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^[\w$][\w$-]*$/.test(database))
    throw new Error(`the address names no database: "${database}" after the host`);
  const host = hostOfUrl(url);
  const given = { host, port: url.port, user: decodeURIComponent(url.username) };
  const options: Record<string, string> = { 'default-character-set': 'utf8mb4', ...given };
  for (const [name, value] of url.searchParams) {
    if (!mariadbParameters.includes(name))
      throw new Error(
        `unknown parameter ${name} of the address; there are ${mariadbParameters.join(', ')}`,
      );
    options[name] = value;
  }
  const connection = Object.entries(options).flatMap(([name, value]) =>
    value === '' ? [] : [`--${name}=${value}`],
  );
  const password = decodeURIComponent(url.password);
  const path = process.env['PATH'] ?? '/usr/bin:/bin';
  const env = { PATH: path, LC_ALL: 'C', ...(password !== '' && { MYSQL_PWD: password }) };
  return { connection, database, env };
}

const mariadbParameters = ['socket', 'ssl-ca', 'ssl-cert', 'ssl-key', 'ssl-verify-server-cert'];

async function textOf(running: RunningProgram): Promise<string> {
  let text = '';
  for await (const part of outputOf(running)) {
    text += part.toString('utf8');
    if (text.length > maxTableNames) throw new Error('the database has too many tables');
  }
  return text;
}

/** Yields the output of a program, and ends the program if reading stops. */
async function* outputOf(running: RunningProgram): AsyncGenerator<Buffer, void, undefined> {
  running.input.end();
  const parts: AsyncIterator<unknown, unknown> = running.output[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await nextWithin(parts, running.output);
      if (done === true) break;
      if (Buffer.isBuffer(value)) yield value;
    }
    await running.ended;
  } finally {
    running.kill();
  }
}

/** Waits for the next part, but not for longer than the limit. */
async function nextWithin(
  parts: AsyncIterator<unknown, unknown>,
  output: Readable,
): Promise<IteratorResult<unknown, unknown>> {
  const timer = setTimeout(() => {
    output.destroy(new Error(`the database has sent no data for ${maxSilenceMs / 1000} s`));
  }, maxSilenceMs);
  try {
    return await parts.next();
  } finally {
    clearTimeout(timer);
  }
}
