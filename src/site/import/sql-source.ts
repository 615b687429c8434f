import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { dumpDatabase, isDatabaseAddress } from './live-database.ts';
import { readDump } from './sql-dump.ts';
import type { Staging } from './staging.ts';

export interface SqlSource {
  /** A database of SQLite, a dump of MariaDB, PostgreSQL or SQLite, or the address of a running database. */
  readonly sql?: string;
  /** File whose text is the address of a running database, with its password. */
  readonly sqlUrlFile?: string;
}

/**
 * Reads the tables of FreeRADIUS into the staging.
 *
 * @returns a message for each table that is not imported
 * @throws Error if the source cannot be read, or the command line has a password
 */
export async function readSql(source: SqlSource, staging: Staging): Promise<readonly string[]> {
  const others = await readTables(source, staging);
  const names = [...others].sort();
  return names.length === 0 ? [] : [`tables ${names.join(', ')}`];
}

async function readTables(
  { sql, sqlUrlFile }: SqlSource,
  staging: Staging,
): Promise<ReadonlySet<string>> {
  if (sql !== undefined && sqlUrlFile !== undefined)
    throw new Error('name the source either by --sql or by --sql-url-file');
  if (sqlUrlFile !== undefined) {
    const address = readFileSync(sqlUrlFile, 'utf8').trim();
    if (!isDatabaseAddress(address))
      throw new Error(`${sqlUrlFile} has no address such as mysql://USER:PASSWORD@HOST/DATABASE`);
    return readDump(dumpDatabase(address), 'the dump of the database', staging);
  }
  if (sql === undefined) return new Set();
  if (!isDatabaseAddress(sql)) return readFile(sql, staging);
  const url = URL.parse(sql);
  if (url?.password !== '' || url.searchParams.has('password'))
    throw new Error(
      'a list of processes shows the password: write the address into a file, and name it by --sql-url-file',
    );
  return readDump(dumpDatabase(sql), 'the dump of the database', staging);
}

async function readFile(file: string, staging: Staging): Promise<ReadonlySet<string>> {
  if (isSqlite(file)) return staging.copyFrom(file);
  return readDump(createReadStream(file), file, staging);
}

function isSqlite(file: string): boolean {
  const octets = Buffer.alloc(15);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, octets);
  closeSync(descriptor);
  return octets.toString('latin1') === 'SQLite format 3';
}
