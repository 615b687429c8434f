import { startProgram, type RunningProgram } from '../../runtime/machine/child-program.ts';
import { libpqVariables, parameterFault, serversOf } from '../postgres-address.ts';

/* The programs of PostgreSQL: pg_dump, pg_restore and psql. They get the address by the environment, which no list of processes shows. */

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * Returns the environment of a program for a database; libpq writes messages in English.
 *
 * @throws Error naming a parameter of the address that is not known
 */
export function postgresEnvironment(address: string): Record<string, string> {
  const fault = parameterFault(address);
  if (fault !== null) throw new Error(`expected ${fault}`);
  const servers = serversOf(address).map((server) => new URL(server));
  const [url = new URL('postgres://')] = servers;
  const isOne = servers.length === 1;
  const hosts = servers.map(({ hostname }) =>
    decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1')),
  );
  const given: Record<string, string> = {
    PGHOST: hosts.join(','),
    // With several hosts each needs its port, and an empty one is the default.
    PGPORT: isOne ? url.port : servers.map(({ port }) => port || '5432').join(','),
    PGTARGETSESSIONATTRS: isOne ? '' : 'read-write',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
  };
  for (const [name, value] of url.searchParams) {
    const variable = libpqVariables[name];
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

const hint =
  'install the client programs of PostgreSQL (Debian: apt install postgresql-client), not older than the server';

/** Starts a program of PostgreSQL. @param address  of the database; null: the program needs no database */
export function startPostgresProgram(
  program: Program,
  programArguments: readonly string[],
  address: string | null,
): RunningProgram {
  const env = postgresEnvironment(address ?? 'postgres://');
  return startProgram({ program, programArguments, env, hint });
}
