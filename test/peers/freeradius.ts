import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, startChild, type Account, type Child } from './child.ts';
import { freeUdpPort } from './port.ts';

/** FreeRADIUS, on 127.0.0.1. */
export interface FreeRadius {
  readonly port: number;
  /** What it said of the requests that came, attribute by attribute, by their names. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  /** Shared with whoever asks from 127.0.0.1. */
  readonly secret: string;
  /** User whose sessions it does not know. */
  readonly stranger: string;
}

/**
 * Starts it with a configuration of our own on a free port of the loopback interface. It acknowledges every request but
 * those for one user, which it refuses with Session-Context-Not-Found; one without a true authenticator and
 * Message-Authenticator it drops.
 */
export async function startFreeRadius(options: Options): Promise<FreeRadius> {
  const port = await freeUdpPort();
  return { port, ...(await runFreeRadius(() => configuration({ ...options, port }))) };
}

interface Run {
  /** Who is told what: `-s` is one thread, `-x` and `-xx` say more. */
  readonly flags?: string;
  /** What its `security` section says besides. */
  readonly security?: string;
}

/** FreeRADIUS in a directory of its own, which it leaves when it is removed. */
export interface Installed {
  readonly directory: string;
  /** What it has said since it was last started. */
  log(): Promise<string>;
  /** @throws Error with the end of what it said, where it does not start */
  start(): Promise<void>;
  /** Ends it; its files stay. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts it with a configuration, in front of which stands what every configuration here has.
 *
 * @param configuration  given a directory for whatever files it names
 */
export async function runFreeRadius(
  configuration: (directory: string) => string | Promise<string>,
  run: Run = {},
): Promise<Pick<FreeRadius, 'log' | 'stop'>> {
  const installed = await installFreeRadius(configuration, run);
  await installed.start();
  return { log: () => installed.log(), stop: () => installed.remove() };
}

/** The same, but not started yet. */
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
