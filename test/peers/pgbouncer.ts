import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accountOf, startChild } from './child.ts';
import { freeTcpPort } from './port.ts';

export interface Pgbouncer {
  /** Connection string of the database behind it. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PgBouncer with its own settings, two server connections and no more, in front of a database.
 *
 * @param url  of the database
 */
export async function startPgbouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<Pgbouncer> {
  const account = accountOf('postgres');
  const directory = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const port = await freeTcpPort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const database = `host=${hostname} port=${serverPort} user=${username} password=${password}`;
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
pooled = ${database} dbname=${decodeURIComponent(pathname.slice(1))}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 3}
`,
  );
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  const pooled = `postgres://gateway@127.0.0.1:${port}/pooled`;
  const child = await startChild({
    command: '/usr/sbin/pgbouncer',
    args: [file],
    cwd: directory,
    account,
    ready: async () => {
      const client = new pg.Client({ connectionString: pooled });
      try {
        await client.connect();
        return true;
      } finally {
        await client.end();
      }
    },
    // Clients are not waited for.
    stopSignal: 'SIGTERM',
  });
  const stop = async () => {
    await child.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: pooled, stop };
}
