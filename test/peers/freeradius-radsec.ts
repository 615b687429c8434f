import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issued } from './certificates.ts';
import { accountOf, startChild } from './child.ts';
import { freeTcpPort } from './port.ts';

/** FreeRADIUS as a server over TLS, on 127.0.0.1. */
export interface FreeRadiusOverTls {
  readonly port: number;
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  /** File of the CA that signs its clients. */
  readonly ca: string;
  readonly own: Issued;
  /** The one user whom it lets in. */
  readonly username: string;
  readonly password: string;
}

/** Starts it with a configuration of our own: it lets one user in, with a Class and a Session-Timeout, and takes all accounting. */
export async function startFreeRadiusOverTls(options: Options): Promise<FreeRadiusOverTls> {
  const account = accountOf('freerad');
  const directory = await mkdtemp(join(tmpdir(), 'freeradius-tls-'));
  const port = await freeTcpPort();
  await writeFile(join(directory, 'radiusd.conf'), configuration({ ...options, directory, port }));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  const file = join(directory, 'log');
  const log = () => readFile(file, 'utf8');
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const child = await startChild({
      command: '/usr/sbin/freeradius',
      args: ['-fxx', '-l', file, '-d', directory, '-n', 'radiusd'],
      cwd: directory,
      account,
      ready: async () => (await log()).includes('Ready to process requests'),
    });
    const stop = async () => {
      await child.stop();
      await remove();
    };
    return { port, log, stop };
  } catch (error) {
    const words = await log().catch(() => '');
    await remove();
    throw new Error(words.slice(-2_000), { cause: error });
  }
}

type Settings = Options & { readonly directory: string; readonly port: number };

function configuration({ directory, port, ca, own, username, password }: Settings): string {
  return `
prefix = /usr
confdir = ${directory}
run_dir = ${directory}
logdir = ${directory}
libdir = /usr/lib/freeradius
pidfile = ${directory}/pid
hostname_lookups = no
proxy_requests = no
security {
  allow_core_dumps = no
  reject_delay = 0
  status_server = yes
}
thread pool {
  start_servers = 1
  max_servers = 2
  min_spare_servers = 1
  max_spare_servers = 2
  max_requests_per_server = 0
}
modules {
  always ok {
    rcode = ok
  }
  always reject {
    rcode = reject
  }
}
clients radsec {
  client gateway {
    ipaddr = 127.0.0.1
    proto = tls
    secret = radsec
    require_message_authenticator = yes
  }
}
listen {
  ipaddr = 127.0.0.1
  port = ${port}
  type = auth+acct
  proto = tcp
  virtual_server = site
  clients = radsec
  tls {
    private_key_file = ${own.key}
    certificate_file = ${own.certificate}
    ca_file = ${ca}
    require_client_cert = yes
    tls_min_version = "1.2"
    ecdh_curve = "prime256v1"
  }
}
server site {
  authorize {
    if (&User-Name == "${username}" && &User-Password == "${password}") {
      update control {
        &Auth-Type := Accept
      }
      update reply {
        &Class := 0x636c617373
        &Session-Timeout := 3600
      }
    }
    else {
      reject
    }
  }
  preacct {
    ok
  }
  accounting {
    ok
  }
}
`;
}
