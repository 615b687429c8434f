import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { accountOf, startChild, type Account } from '../test/peers/child.ts';
import { sqlModule } from '../test/peers/freeradius-sql.ts';
import { freeUdpPort } from '../test/peers/port.ts';
import type { User } from './access-packets.ts';

const program = '/usr/sbin/freeradius';
const libraries = '/usr/lib/freeradius';
const shipped = '/etc/freeradius/3.0';
/** File in the folder of a server that uses SQLite. */
export const sqliteFile = 'radius.db';

const sqlFolder = (dialect: string) => `${shipped}/mods-config/sql/main/${dialect}`;

/** A running FreeRADIUS with one setup. */
export interface FreeRadiusServer {
  readonly pid: number;
  readonly authPort: number;
  readonly acctPort: number;
  /** Removed when it stops. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Setup of a server: its modules and threads. */
export interface Setup {
  /** Sections in addition to the common ones. */
  readonly modules: string;
  /** Module that finds users; empty: no module. */
  readonly authorize: string;
  /** Module that stores accounting. */
  readonly accounting: string;
  /** Number of threads; default: as in Debian's configuration. */
  readonly threads?: number;
  /** Sections of `authenticate` in addition to PAP. */
  readonly authenticate?: string;
  /** Virtual servers in addition to the one that listens. */
  readonly servers?: string;
}

/** Returns the Debian packages that are not installed on this machine, and that a comparison with its database needs. */
export function missingFreeRadius(): readonly string[] {
  return missingOf({
    freeradius: program,
    'freeradius-postgresql': `${libraries}/rlm_sql_postgresql.so`,
  });
}

/** Returns the Debian packages of this list that are not installed. @param needed  a file of each by its name */
export function missingOf(needed: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
}

/** What a comparison without databases needs. */
export const plainFreeRadius = { freeradius: program } as const;

/**
 * Starts FreeRADIUS from a folder of its own, with Debian's threads, queries and schemas.
 *
 * @param prepare  creates the files that the setup needs in that folder
 */
export async function startFreeRadiusServer(
  secret: string,
  prepare: (folder: string) => Setup | Promise<Setup>,
): Promise<FreeRadiusServer> {
  const account = accountOf('freerad');
  const folder = await mkdtemp(join(tmpdir(), 'freeradius-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const [authPort, acctPort] = [await freeUdpPort(), await freeUdpPort()];
    const setup = await prepare(folder);
    await writeFile(
      join(folder, 'radiusd.conf'),
      configuration({ folder, secret, authPort, acctPort, setup }),
    );
    const log = join(folder, 'log');
    if (account !== undefined) await own(folder, account);
    const child = await startChild({
      command: program,
      args: ['-f', '-l', log, '-d', folder, '-n', 'radiusd'],
      cwd: folder,
      account,
      ready: async () => (await readFile(log, 'utf8')).includes('Ready to process requests'),
    });
    const stop = async () => {
      await child.stop();
      await remove();
    };
    return { pid: child.pid, authPort, acctPort, folder, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Makes the daemon's user the owner of its files. */
async function own(folder: string, { uid, gid }: Account): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  await Promise.all([folder, ...files].map((file) => chown(file, uid, gid)));
}

const nothing: Setup = { modules: '', authorize: '', accounting: 'ok' };

export const keepsNothing = (): Setup => nothing;

/** Stores accounting as text, a file a day, without fsync. */
export const keepsDetail = (folder: string): Setup => ({
  ...nothing,
  accounting: 'detail',
  modules: `detail {
  filename = ${folder}/detail-%Y%m%d
  permissions = 0600
  header = "%t"
}`,
});

/**
 * Stores accounting over one connection to a file in WAL mode with `synchronous=FULL`, as the gateway does. Its pool does not
 * queue, so that a request to a second thread would be dropped: hence one thread.
 */
export function keepsSqlite(folder: string): Setup {
  const file = join(folder, sqliteFile);
  makeSqlite(file);
  return {
    ...nothing,
    accounting: 'sql',
    modules: sqlModule({ ...sqlite(file), pool: connectionPool(1) }),
    threads: 1,
  };
}

/** @param url  connection string of an empty database */
export const keepsPostgres = (url: string) => async (): Promise<Setup> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(await readFile(`${sqlFolder('postgresql')}/schema.sql`, 'utf8'));
  } finally {
    await client.end();
  }
  const { hostname, port, username, password, pathname } = new URL(url);
  const driver = `server = "${hostname}"
  port = ${port}
  login = "${username}"
  password = "${password}"
  radius_db = "${pathname.slice(1)}"`;
  const dialect = 'postgresql';
  const modules = sqlModule({
    dialect,
    driver,
    queries: sqlFolder(dialect),
    pool: connectionPool(),
  });
  return { ...nothing, accounting: 'sql', modules };
};

/** Reads users from `radcheck`, with cleartext passwords, over as many connections as threads, since they only read. */
export const knowsFromSqlite =
  (users: readonly User[]) =>
  (folder: string): Setup => {
    const file = join(folder, sqliteFile);
    makeSqlite(file, users);
    return {
      ...nothing,
      authorize: 'sql',
      modules: sqlModule({ ...sqlite(file), pool: connectionPool() }),
    };
  };

/** Reads users once from a file, with cleartext passwords. */
export const knowsFromFile =
  (users: readonly User[]) =>
  async (folder: string): Promise<Setup> => {
    const file = join(folder, 'users');
    const lines = users.map(
      ({ username, password }) => `${username}\tCleartext-Password := "${password}"\n`,
    );
    await writeFile(file, lines.join(''));
    return { ...nothing, authorize: 'files', modules: `files {\n  filename = ${file}\n}` };
  };

function makeSqlite(file: string, users: readonly User[] = []): void {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.exec(readFileSync(`${sqlFolder('sqlite')}/schema.sql`, 'utf8'));
    const add = database.prepare(
      "insert into radcheck (username, attribute, op, value) values (?, 'Cleartext-Password', ':=', ?)",
    );
    database.transaction(() => {
      for (const { username, password } of users) add.run(username, password);
    })();
  } finally {
    database.close();
  }
}

const sqlite = (file: string) => ({
  dialect: 'sqlite',
  queries: sqlFolder('sqlite'),
  driver: `sqlite {
    filename = "${file}"
    busy_timeout = 5000
  }
  open_query = "PRAGMA synchronous = FULL"
  radius_db = "radius"`,
});

/** Returns a pool of threads or connections with Debian's numbers, or a fixed one. */
function poolOf(fixed?: number) {
  if (fixed !== undefined) return { start: fixed, least: fixed, most: fixed, spare: fixed };
  return { start: 5, least: 3, most: 32, spare: 10 };
}

function connectionPool(fixed?: number): string {
  const { start, least, most, spare } = poolOf(fixed);
  return `start = ${start}
    min = ${least}
    max = ${most}
    spare = ${spare}
    uses = 0
    lifetime = 0
    idle_timeout = 60`;
}

interface Configured {
  readonly folder: string;
  readonly secret: string;
  readonly authPort: number;
  readonly acctPort: number;
  readonly setup: Setup;
}

/** Returns Debian's configuration without what the measured packets do not use: proxying, realms, other accounting. */
function configuration({ folder, secret, authPort, acctPort, setup }: Configured): string {
  const { start, least, most, spare } = poolOf(setup.threads);
  return `
prefix = /usr
confdir = ${folder}
run_dir = ${folder}
logdir = ${folder}
modconfdir = ${shipped}/mods-config
libdir = ${libraries}
pidfile = ${folder}/pid
max_request_time = 30
cleanup_delay = 5
max_requests = 16384
hostname_lookups = no
proxy_requests = no
security {
  allow_core_dumps = no
  max_attributes = 200
  reject_delay = 1
}
client bench {
  ipaddr = 127.0.0.1
  secret = "${secret}"
  require_message_authenticator = yes
}
thread pool {
  start_servers = ${start}
  max_servers = ${most}
  min_spare_servers = ${least}
  max_spare_servers = ${spare}
  max_requests_per_server = 0
  auto_limit_acct = no
}
modules {
  $INCLUDE ${shipped}/mods-available/always
  $INCLUDE ${shipped}/mods-available/preprocess
  $INCLUDE ${shipped}/mods-available/expr
  $INCLUDE ${shipped}/mods-available/pap
  attr_filter attr_filter.accounting_response {
    key = "%{User-Name}"
    filename = ${shipped}/mods-config/attr_filter/accounting_response
  }
  ${setup.modules}
}
policy {
  $INCLUDE ${shipped}/policy.d/accounting
}
server bench {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${authPort}
  }
  listen {
    type = acct
    ipaddr = 127.0.0.1
    port = ${acctPort}
  }
  authorize {
    preprocess
    ${setup.authorize}
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    ${setup.authenticate ?? ''}
  }
  preacct {
    preprocess
    acct_unique
  }
  accounting {
    ${setup.accounting}
    attr_filter.accounting_response
  }
}
${setup.servers ?? ''}
`;
}
