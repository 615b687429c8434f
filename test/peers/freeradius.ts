import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, startChild, type Account, type Child } from './child.ts';
import { freeUdpPort } from './port.ts';

/** FreeRADIUS, on 127.0.0.1. */
export interface FreeRadius {
  readonly port: number;
  /** Returns its debug output: the attributes of each request by name. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  /** Shared with the client 127.0.0.1. */
  readonly secret: string;
  /** User for whose sessions it answers Session-Context-Not-Found. */
  readonly stranger: string;
}

/**
 * Starts FreeRADIUS with its own configuration on a free port of the loopback interface. It acknowledges every request but
 * those for one user, which it answers with a NAK and Session-Context-Not-Found. It drops a request without a valid
 * authenticator and Message-Authenticator.
 */
export async function startFreeRadius(options: Options): Promise<FreeRadius> {
  const port = await freeUdpPort();
  return { port, ...(await runFreeRadius(() => configuration({ ...options, port }))) };
}

interface Run {
  /** Arguments: `-s` runs a single thread, `-x` and `-xx` add debug output. */
  readonly flags?: string;
  /** Further lines of its `security` section. */
  readonly security?: string;
}

/** FreeRADIUS in a directory of its own, which is deleted with it. */
export interface Installed {
  readonly directory: string;
  /** Returns its output since the last start. */
  log(): Promise<string>;
  /** @throws Error with the end of its output if it does not start */
  start(): Promise<void>;
  /** Stops it and keeps its files. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts FreeRADIUS with the settings that all configurations share and the given ones.
 *
 * @param configuration  returns the settings, given the directory for the files that they name
 */
export async function runFreeRadius(
  configuration: (directory: string) => string | Promise<string>,
  run: Run = {},
): Promise<Pick<FreeRadius, 'log' | 'stop'>> {
  const installed = await installFreeRadius(configuration, run);
  await installed.start();
  return { log: () => installed.log(), stop: () => installed.remove() };
}

/** Creates it without starting it. */
export async function installFreeRadius(
  configuration: (directory: string) => string | Promise<string>,
  { flags = '-sfxx', security = 'status_server = yes' }: Run = {},
): Promise<Installed> {
  const account = accountOf('freerad');
  const directory = await mkdtemp(join(tmpdir(), 'freeradius-'));
  const file = join(directory, 'log');
  const log = () => readFile(file, 'utf8');
  let child: Child | null = null;
  const stop = async () => {
    await child?.stop();
    child = null;
  };
  const remove = async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
  const start = async () => {
    try {
      await rm(file, { force: true });
      child = await startChild({
        command: '/usr/sbin/freeradius',
        args: [flags, '-l', file, '-d', directory, '-n', 'radiusd'],
        cwd: directory,
        account,
        ready: async () => (await log()).includes('Ready to process requests'),
      });
    } catch (error) {
      const words = await log().catch(() => '');
      await remove();
      throw new Error(words.slice(-2_000), { cause: error });
    }
  };
  try {
    await writeFile(
      join(directory, 'radiusd.conf'),
      `${preamble(directory, security)}${await configuration(directory)}`,
    );
    if (account !== undefined) await giveTo(account, directory);
  } catch (error) {
    await remove();
    throw error;
  }
  return { directory, log, start, stop, remove };
}

async function giveTo({ uid, gid }: Account, directory: string): Promise<void> {
  const files = await readdir(directory);
  await Promise.all(
    [directory, ...files.map((name) => join(directory, name))].map((path) => chown(path, uid, gid)),
  );
}

function preamble(directory: string, security: string): string {
  return `
prefix = /usr
confdir = ${directory}
run_dir = ${directory}
logdir = ${directory}
libdir = /usr/lib/freeradius
pidfile = ${directory}/pid
hostname_lookups = no
security {
  allow_core_dumps = no
  ${security}
}
`;
}

function configuration({ port, secret, stranger }: Options & { readonly port: number }): string {
  return `
proxy_requests = no
client gateway {
  ipaddr = 127.0.0.1
  secret = "${secret}"
  require_message_authenticator = yes
}
modules {
  always ok {
    rcode = ok
  }
  always reject {
    rcode = reject
  }
}
server nas {
  listen {
    type = coa
    ipaddr = 127.0.0.1
    port = ${port}
  }
  recv-coa {
    if (&User-Name == "${stranger}") {
      update reply {
        &Error-Cause := Session-Context-Not-Found
      }
      reject
    }
    ok
  }
  send-coa {
    ok
  }
}
`;
}
