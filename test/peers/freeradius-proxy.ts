import { runFreeRadius, type FreeRadius } from './freeradius.ts';
import { freeUdpPort } from './port.ts';

/** FreeRADIUS between a NAS and the gateway: it proxies realm `ours` to the gateway and authenticates no user itself. */
export interface Proxy extends Pick<FreeRadius, 'log' | 'stop'> {
  readonly authPort: number;
  readonly acctPort: number;
  /** Where it takes CoA and Disconnect for the NAS. */
  readonly coaPort: number;
}

interface Options {
  /** Shared with the NAS. */
  readonly nasSecret: string;
  /** Shared with the gateway. */
  readonly secret: string;
  readonly to: { readonly authPort: number; readonly acctPort: number };
  /** Port of the NAS for CoA and Disconnect; default: it takes none. The three share `nasSecret` then. */
  readonly nasPort?: number;
}

/** Starts FreeRADIUS on free loopback ports. It records accounting of realm `copied` and sends the gateway a copy. */
export async function startProxy(options: Options): Promise<Proxy> {
  const ports = {
    authPort: await freeUdpPort(),
    acctPort: await freeUdpPort(),
    coaPort: await freeUdpPort(),
  };
  return { ...ports, ...(await runFreeRadius(() => configuration({ ...options, ...ports }))) };
}

function configuration({
  nasSecret,
  secret,
  to,
  nasPort,
  authPort,
  acctPort,
  coaPort,
}: Options & Pick<Proxy, 'authPort' | 'acctPort' | 'coaPort'>): string {
  return `
proxy_requests = yes
client nas {
  ipaddr = 127.0.0.1
  secret = "${nasSecret}"
}
proxy server {
  default_fallback = no
}
${homeServer({ type: 'auth', port: to.authPort, secret })}
${homeServer({ type: 'acct', port: to.acctPort, secret })}
realm ours {
  auth_pool = auth
  acct_pool = acct
  nostrip
}
realm copied {
  acct_pool = acct
  nostrip
}
modules {
  realm suffix {
    format = suffix
    delimiter = "@"
  }
  replicate {
  }
  always ok {
    rcode = ok
  }
  always reject {
    rcode = reject
  }
}
server proxy {
  ${listen('auth', authPort)}
  ${listen('acct', acctPort)}
  authorize {
    suffix
  }
  preacct {
    if (&User-Name =~ /@copied$/) {
      update control {
        &Replicate-To-Realm := "copied"
      }
      replicate
      ok
    }
    else {
      suffix
    }
  }
  accounting {
    ok
  }
}
${nasPort === undefined ? '' : changes({ port: coaPort, nasPort, secret: nasSecret })}
`;
}

interface Changes {
  readonly port: number;
  readonly nasPort: number;
  readonly secret: string;
}

/** Takes CoA and Disconnect, and proxies them to the NAS whose NAS-Identifier they have. */
function changes({ port, nasPort, secret }: Changes): string {
  return `
home_server nas {
  type = coa
  ipaddr = 127.0.0.1
  port = ${nasPort}
  secret = "${secret}"
}
home_server_pool nas {
  type = fail-over
  home_server = nas
}
server changes {
  ${listen('coa', port)}
  recv-coa {
    if (&NAS-Identifier == "nas of the proxy") {
      update control {
        &Home-Server-Pool := "nas"
      }
      ok
    }
    else {
      update reply {
        &Error-Cause := NAS-Identification-Mismatch
      }
      reject
    }
  }
  send-coa {
    ok
  }
}
`;
}

interface Home {
  readonly type: 'auth' | 'acct';
  readonly port: number;
  readonly secret: string;
}

function homeServer({ type, port, secret }: Home): string {
  return `
home_server ${type} {
  type = ${type}
  ipaddr = 127.0.0.1
  port = ${port}
  secret = "${secret}"
  response_window = 5
  status_check = status-server
}
home_server_pool ${type} {
  type = fail-over
  home_server = ${type}
}
`;
}

function listen(type: 'auth' | 'acct' | 'coa', port: number): string {
  return `
  listen {
    type = ${type}
    ipaddr = 127.0.0.1
    port = ${port}
  }
`;
}
