import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runFreeRadius } from './freeradius.ts';
import { freeUdpPort } from './port.ts';

/** FreeRADIUS as an upstream that authenticates users. */
export interface Upstream {
  readonly port: number;
  /** Returns its debug output: the attributes of each request. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly secret: string;
  /** Reply-Message of every Access-Accept and Access-Reject. */
  readonly name: string;
  /** Default: a free port. */
  readonly port?: number;
  /** True: it speaks EAP-MD5, EAP-TTLS with PAP and PEAP with MSCHAPv2. */
  readonly eap?: boolean;
  /** True: its replies have no Message-Authenticator, as Debian 12 ships it. */
  readonly isUnsigned?: boolean;
}

/** Password of every user but `User` of RFC 2759, whose password is `clientPass`. */
export const upstreamPassword = 'what only the upstream knows';

/** Starts FreeRADIUS on the loopback interface with PAP, CHAP and MS-CHAPv2 for every user. Its replies are signed. */
export async function startUpstream(options: Options): Promise<Upstream> {
  const port = options.port ?? (await freeUdpPort());
  const running = await runFreeRadius(async (directory) => {
    if (options.eap) await makeCertificate(directory);
    const text = configuration({ ...options, port, directory });
    return options.isUnsigned
      ? text
          .replaceAll(/^.*&Message-Authenticator := 0x00$/gm, '')
          .replaceAll(/update reply \{\s*\}/g, '')
      : text;
  });
  return { port, ...running };
}

async function makeCertificate(directory: string): Promise<void> {
  const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'certificate.pem')];
  const about = ['-subj', '/CN=upstream.example.net', '-days', '2'];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...about,
    ...files,
  ]);
}

type Place = Options & { readonly port: number; readonly directory: string };

function configuration({ secret, name, port, directory, eap = false }: Place): string {
  return `
proxy_requests = no
client gateway {
  ipaddr = 127.0.0.1
  secret = "${secret}"
  require_message_authenticator = yes
}
modules {
  pap {
  }
  chap {
  }
  mschap {
  }
  always ok {
    rcode = ok
  }
${eap ? eapModule(directory) : ''}
}
server upstream {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${port}
  }
${sections({ name, eap, isInner: false })}
}
${eap ? `server inner {\n${sections({ name, eap, isInner: true })}\n}` : ''}
`;
}

interface Server {
  readonly name: string;
  readonly eap: boolean;
  readonly isInner: boolean;
}

function sections({ name, eap, isInner }: Server): string {
  return `
  authorize {
    Autz-Type Status-Server {
      update reply {
        &Message-Authenticator := 0x00
      }
      ok
    }
    update control {
      &Cleartext-Password := "${upstreamPassword}"
    }
    if (&User-Name == "User") {
      update control {
        &Cleartext-Password := "clientPass"
      }
    }
    ${eap ? 'eap' : ''}
    chap
    mschap
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type CHAP {
      chap
    }
    Auth-Type MS-CHAP {
      mschap
    }
    ${eap ? 'eap' : ''}
  }
  post-auth {
    ${isInner ? '' : granted(name)}
    Post-Auth-Type REJECT {
      update reply {
        &Message-Authenticator := 0x00
        &Reply-Message := "refused by ${name}"
      }
    }
    Post-Auth-Type Challenge {
      update reply {
        &Message-Authenticator := 0x00
      }
    }
  }
`;
}

function granted(name: string): string {
  return `update reply {
      &Message-Authenticator := 0x00
      &Reply-Message := "accepted by ${name}"
      &Tunnel-Type:1 := VLAN
      &Tunnel-Password:1 := "a tunnel's password"
      &Session-Timeout := 1234
    }
    if (&User-Name =~ /^classy/) {
      update reply {
        &Class := 0x636c61737379
      }
    }`;
}

function eapModule(directory: string): string {
  return `
  eap {
    default_eap_type = md5
    timer_expire = 60
    max_sessions = 256
    md5 {
    }
    gtc {
      auth_type = PAP
    }
    mschapv2 {
    }
    tls-config common {
      private_key_file = ${directory}/key.pem
      certificate_file = ${directory}/certificate.pem
      ca_file = ${directory}/certificate.pem
      tls_min_version = "1.2"
      tls_max_version = "1.2"
      fragment_size = 1024
    }
    ttls {
      tls = common
      default_eap_type = md5
      virtual_server = "inner"
    }
    peap {
      tls = common
      default_eap_type = mschapv2
      virtual_server = "inner"
    }
  }
`;
}
