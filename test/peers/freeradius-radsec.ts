import type { Issued } from './certificates.ts';
import { runFreeRadius, type FreeRadius } from './freeradius.ts';
import { freeTcpPort } from './port.ts';

interface Options {
  /** File of the CA that signs its clients. */
  readonly ca: string;
  readonly own: Issued;
  /** The only user that it accepts. */
  readonly username: string;
  readonly password: string;
}

/**
 * Starts FreeRADIUS as a RadSec server on 127.0.0.1: it accepts one user, with a Class and a Session-Timeout, and all
 * accounting.
 */
export async function startFreeRadiusOverTls(options: Options): Promise<FreeRadius> {
  const port = await freeTcpPort();
  // Over TLS it needs its threads.
  const run = { flags: '-fxx', security: 'reject_delay = 0\n  status_server = yes' };
  return { port, ...(await runFreeRadius(() => configuration({ ...options, port }), run)) };
}

function configuration({
  port,
  ca,
  own,
  username,
  password,
}: Options & Pick<FreeRadius, 'port'>): string {
  return `
proxy_requests = no
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
