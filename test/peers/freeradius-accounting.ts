import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, startChild, type Child } from './child.ts';
import { freeUdpPort } from './port.ts';

/** An Accounting-Request as FreeRADIUS wrote it down: the values of each attribute by its name. */
export type Detail = ReadonlyMap<string, readonly string[]>;

/** FreeRADIUS as a server that accounting is passed on to. */
export interface AccountingServer {
  readonly port: number;
  /** What it has been told, in order; what it wrote before it was stopped is kept. */
  readonly details: () => Promise<readonly Detail[]>;
  start(): Promise<void>;
  /** Ends it; the port stays its own. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts it with a configuration of our own on a free port of the loopback interface. It writes each request into a
 * detail file before it answers.
 */
export async function startAccountingServer(secret: string): Promise<AccountingServer> {
  const account = accountOf('freerad');
  const directory = await mkdtemp(join(tmpdir(), 'freeradius-acct-'));
  const port = await freeUdpPort();
  await writeFile(join(directory, 'radiusd.conf'), configuration({ secret, directory, port }));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  let child: Child | null = null;
  const start = async () => {
    const log = join(directory, `log-${Date.now()}`);
    child = await startChild({
      command: '/usr/sbin/freeradius',
      args: ['-f', '-l', log, '-d', directory, '-n', 'radiusd'],
      cwd: directory,
      account,
      ready: async () => (await readFile(log, 'utf8')).includes('Ready to process requests'),
    });
  };
  const stop = async () => {
    await child?.stop();
  };
  const remove = async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const details = async () => detailsIn(await readFile(join(directory, 'detail'), 'utf8').catch(() => ''));
  return { port, details, start, stop, remove };
}

function detailsIn(text: string): Detail[] {
  const records = text.split('\n\n').filter((record) => record.includes('Acct-Status-Type'));
  return records.map((record) => {
    const detail = new Map<string, string[]>();
    for (const [, name = '', value = ''] of record.matchAll(/^\t(\S+) = (.*)$/gm))
      detail.set(name, [...(detail.get(name) ?? []), value.replace(/^"(.*)"$/, '$1')]);
    return detail;
  });
}

interface Place {
  readonly directory: string;
  readonly port: number;
  readonly secret: string;
}

function configuration({ directory, port, secret }: Place): string {
  return `
prefix = /usr
confdir = ${directory}
run_dir = ${directory}
logdir = ${directory}
libdir = /usr/lib/freeradius
pidfile = ${directory}/pid
hostname_lookups = no
proxy_requests = no
max_requests = 65536
security {
  allow_core_dumps = no
}
client gateway {
  ipaddr = 127.0.0.1
  secret = "${secret}"
  require_message_authenticator = no
}
modules {
  detail {
    filename = ${directory}/detail
    permissions = 0600
    locking = yes
  }
}
server acct {
  listen {
    type = acct
    ipaddr = 127.0.0.1
    port = ${port}
    recv_buff = 4194304
  }
  accounting {
    detail
  }
}
`;
}
