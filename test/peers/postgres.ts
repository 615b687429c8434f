import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { blankNames } from '../blank-store.ts';
import { accountOf, startChild, type Account } from './child.ts';
import { freeTcpPort } from './port.ts';
import { processorMs } from './process-tree.ts';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql';
const memoryFolder = '/dev/shm';
/** Octets that a run's databases, of 13 MB each, and their log take at a time, and twice as much. */
const memoryForDatabases = 4 * 1024 ** 3;
const user = 'gatehouse';
const password = 'gatehouse-test';

/** Environment variable with the connection string of the server that the files of a run share. */
export const urlVariable = 'TEST_POSTGRES';

/** Databases on a PostgreSQL server. */
export interface PostgresDatabases {
  /** Connection string of a database, of which its user is the owner: without tables, or with those of a store without rows. */
  readonly url: string;
  /** Creates another such database and returns its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Drops the databases, or stops the server if it was started for them. */
  stop(): Promise<void>;
}

/** A PostgreSQL server of our own. */
export interface Postgres extends PostgresDatabases {
  /** Id of the postmaster, the parent of all other processes of the server. */
  readonly pid: number;
  readonly port: number;
  /** Returns the processor time of the postmaster and of the backends that have ended. */
  processorMs(): number;
}

/** The server of a run: one of our own, or one that somebody else runs. */
export type RunServer = Pick<Postgres, 'url' | 'createDatabase' | 'processorMs' | 'stop'>;

/** Settings of a server that is started. */
export interface PostgresOptions {
  /** False: a commit does not survive a power cut. Only for tests that write a lot and do not cut the power. */
  readonly fsync?: boolean;
  /** True: the cluster is in memory if there is room, where its files take half the processor time. */
  readonly isInMemory?: boolean;
  /** False: starts a server even within a run that shares one. */
  readonly isShared: false;
}

/** Options of databases whose server may be shared. */
export interface DatabaseOptions {
  readonly fsync?: boolean;
  readonly isEmpty?: boolean;
  readonly hasTypes?: boolean;
}

/**
 * Returns a database, and creates more. Within a run they are on the server that all files share, with a store without rows;
 * otherwise a server is started for them, and they are empty.
 *
 * @param options.isEmpty   true: without tables in any case
 * @param options.hasTypes  true: for gateways, which find the shipped device types in it
 * @param options.isShared  false: a server of its own in any case, with fsync unless that is switched off
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres>;
export async function startPostgres(options?: DatabaseOptions): Promise<PostgresDatabases>;
export async function startPostgres(
  options: Partial<PostgresOptions> & DatabaseOptions = {},
): Promise<PostgresDatabases> {
  const shared = process.env[urlVariable];
  return shared !== undefined && options.isShared !== false
    ? openShared(shared, options)
    : startServer(options);
}

/** Stops or continues all processes of a server; its connections stay open. */
export function signalAll({ pid }: Pick<Postgres, 'pid'>, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const isChild = (of: string) =>
    Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]) === pid;
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && isChild(name);
    } catch {
      return false;
    }
  });
  for (const one of [pid, ...children.map(Number)])
    try {
      process.kill(one, signal);
    } catch {
      // A process may end by itself, as one of a connection that was closed.
    }
}

/**
 * Returns a server that somebody else runs. Its processor time is not known.
 *
 * @param url  connection string of a user who may create databases
 */
export function existingServer(url: string): RunServer {
  const names: string[] = [];
  const drop = (name: string) =>
    query(url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  return {
    url,
    async createDatabase(name) {
      await drop(name);
      await query(url, `create database ${pg.escapeIdentifier(name)}`);
      names.push(name);
      return urlOfDatabase(url, name);
    },
    processorMs: () => 0,
    async stop() {
      for (const name of names.splice(0)) await drop(name);
    },
  };
}

/** Creates databases on the server of the run, with names that no other process uses. */
async function openShared(
  server: string,
  { isEmpty = false, hasTypes = false }: DatabaseOptions,
): Promise<PostgresDatabases> {
  const names: string[] = [];
  const template = isEmpty ? 'template0' : blankNames[hasTypes ? 'types' : 'empty'];
  const createDatabase = async (label: string) => {
    const name = `t_${process.pid}_${names.length}_${label}`;
    await query(server, `create database ${pg.escapeIdentifier(name)} template ${template}`);
    names.push(name);
    return urlOfDatabase(server, name);
  };
  const url = await createDatabase('gatehouse');
  const stop = async () => {
    for (const name of names.splice(0))
      await query(server, `drop database ${pg.escapeIdentifier(name)} with (force)`);
  };
  return { url, createDatabase, stop };
}

/** Creates a cluster in a temporary directory and starts it on a free port of the loopback interface. */
async function startServer(options: Partial<PostgresOptions>): Promise<Postgres> {
  const account = accountOf('postgres');
  const folder = options.isInMemory === true ? await folderInMemory() : tmpdir();
  const directory = await mkdtemp(join(folder, 'postgres-'));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  try {
    const programs = await programDirectory();
    await initialise(programs, directory, account);
    const port = await freeTcpPort();
    const child = await startChild({
      command: join(programs, 'postgres'),
      args: ['-D', join(directory, 'cluster'), ...settings(port, options)],
      cwd: directory,
      account,
      ready: () => answers(urlOf(port, 'postgres')),
      // SIGTERM would wait for clients to leave by themselves.
      stopSignal: 'SIGINT',
    });
    const stop = async () => {
      await child.stop();
      await rm(directory, { recursive: true, force: true });
    };
    const url = await createDatabase(port, 'gatehouse');
    return {
      pid: child.pid,
      port,
      url,
      processorMs: () => processorMs(child.pid),
      createDatabase: (name) => createDatabase(port, name),
      stop,
    };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Returns a folder in memory, or one on the disk where memory is short. */
async function folderInMemory(): Promise<string> {
  const free = await statfs(memoryFolder).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory()),
    () => 0,
  );
  return free > memoryForDatabases ? memoryFolder : tmpdir();
}

async function programDirectory(): Promise<string> {
  const versions = (await readdir(installed)).sort((a, b) => Number(b) - Number(a));
  if (versions[0] === undefined) throw new Error(`no PostgreSQL in ${installed}`);
  return join(installed, versions[0], 'bin');
}

async function initialise(
  programs: string,
  directory: string,
  account: Account | undefined,
): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o644 });
  const access = ['-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  await run(
    join(programs, 'initdb'),
    ['-D', join(directory, 'cluster'), '-E', 'UTF8', '--locale=C', '--no-sync', ...access],
    {
      cwd: directory,
      ...account,
    },
  );
}

function settings(port: number, { fsync = true }: { readonly fsync?: boolean }): string[] {
  const all = {
    port: String(port),
    fsync: fsync ? 'on' : 'off',
    // A server of a hundred databases would look into one of them twice a second.
    autovacuum: fsync ? 'on' : 'off',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '400',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function urlOfDatabase(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${encodeURIComponent(name)}` }).href;
}

function urlOf(port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function answers(url: string): Promise<boolean> {
  await query(url, 'select 1');
  return true;
}

async function createDatabase(port: number, name: string): Promise<string> {
  await query(urlOf(port, 'postgres'), `create database ${pg.escapeIdentifier(name)}`);
  return urlOf(port, name);
}

/** Runs a statement on a connection of its own. */
export async function query(
  connectionString: string,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 60_000 });
  try {
    await client.connect();
    return (await client.query<Readonly<Record<string, unknown>>>(statement)).rows;
  } finally {
    await client.end();
  }
}
