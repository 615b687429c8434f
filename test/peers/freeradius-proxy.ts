import { runFreeRadius, type FreeRadius } from './freeradius.ts';
import { freeUdpPort } from './port.ts';

/** FreeRADIUS between a NAS and the gateway: it proxies realm `ours` to the gateway and authenticates no user itself. */
export interface Proxy extends Pick<FreeRadius, 'log' | 'stop'> {
  readonly authPort: number;
  readonly acctPort: number;
}

interface Options {
  /** Shared with the NAS. */
  readonly nasSecret: string;
  /** Shared with the gateway. */
  readonly secret: string;
  readonly to: { readonly authPort: number; readonly acctPort: number };
}

/** Starts FreeRADIUS on free loopback ports. It records accounting of realm `copied` and sends the gateway a copy. */
export async function startProxy(options: Options): Promise<Proxy> {
  const [authPort, acctPort] = [await freeUdpPort(), await freeUdpPort()];
  return {
    authPort,
    acctPort,
    ...(await runFreeRadius(() => configuration({ ...options, authPort, acctPort }))),
  };
}

function configuration({
  nasSecret,
  secret,
  to,
  authPort,
  acctPort,
}: Options & Pick<Proxy, 'authPort' | 'acctPort'>): string {
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

function listen(type: 'auth' | 'acct', port: number): string {
  return `
  listen {
    type = ${type}
    ipaddr = 127.0.0.1
    port = ${port}
  }
`;
}
