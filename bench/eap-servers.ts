import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { Authority, type Issued } from '../test/peers/certificates.ts';
import type { User } from './access-packets.ts';
import { startFreeRadiusServer, type Setup } from './freeradius.ts';
import { secret, startGateway } from './radius-gateway.ts';
import type { Server } from './radius-run.ts';

export const gatewayName = 'Gatehouse';
export const person: User = { username: 'alice', password: 'a good password' };
/** Conversations that each server may hold. */
export const maxOpen = 20_000;

/** The certificates that both servers and all devices use. */
export interface Certificates {
  readonly authority: Authority;
  readonly server: Issued;
  readonly device: Issued;
}

export function issueCertificates(): Certificates {
  const authority = new Authority();
  return {
    authority,
    server: authority.issue('radius.example', { names: 'DNS:radius.example' }),
    device: authority.issue(person.username),
  };
}

export interface EapGateway extends Server {
  readonly process: GatewayProcess;
}

/** Starts a gateway that answers EAP, with one user. */
export async function startEapGateway({ authority, server }: Certificates): Promise<EapGateway> {
  const gateway = await startGateway({
    GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
    GATEHOUSE_RADIUS_EAP_CERTIFICATE: server.certificate,
    GATEHOUSE_RADIUS_EAP_KEY: server.key,
    GATEHOUSE_RADIUS_EAP_CA: authority.file,
    GATEHOUSE_RADIUS_EAP_MAX_CONVERSATIONS: String(maxOpen),
  });
  try {
    const user = { ...person, reversible_password: true };
    const { status, text } = await gateway.gate('POST', '/user/', user);
    if (status !== 201) throw new Error(`no user: ${status} ${text}`);
  } catch (error) {
    await gateway.remove();
    throw error;
  }
  return { name: gatewayName, port: gateway.authPort, pids: [gateway.pid], process: gateway };
}

/** Starts FreeRADIUS with the same user and certificates, and with its cache of TLS sessions. */
export async function startEapPeer(certificates: Certificates) {
  const server = await startFreeRadiusServer(secret, (folder) => eapSetup(folder, certificates));
  return {
    name: 'FreeRADIUS',
    port: server.authPort,
    pids: [server.pid],
    stop: () => server.stop(),
  };
}

async function eapSetup(folder: string, { authority, server }: Certificates): Promise<Setup> {
  const file = (name: string) => join(folder, name);
  await copyFile(server.certificate, file('server.pem'));
  await copyFile(server.key, file('server.key'));
  await copyFile(authority.file, file('ca.pem'));
  await mkdir(file('sessions'));
  await writeFile(
    file('users'),
    `${person.username}\tCleartext-Password := "${person.password}"\n`,
  );
  return {
    authorize: 'eap {\n      ok = return\n    }',
    authenticate: 'eap',
    accounting: 'ok',
    modules: modules(folder),
    servers: innerServer,
  };
}

function modules(folder: string): string {
  return `
  mschap {
  }
  files {
    filename = ${folder}/users
  }
  eap {
    default_eap_type = ttls
    timer_expire = 60
    max_sessions = ${maxOpen}
    mschapv2 {
    }
    tls-config common {
      private_key_file = ${folder}/server.key
      certificate_file = ${folder}/server.pem
      ca_file = ${folder}/ca.pem
      tls_min_version = "1.2"
      tls_max_version = "1.3"
      ecdh_curve = ""
      fragment_size = 1024
      cache {
        enable = yes
        name = "bench"
        lifetime = 24
        persist_dir = ${folder}/sessions
        store {
          Tunnel-Private-Group-Id
        }
      }
    }
    tls {
      tls = common
    }
    ttls {
      tls = common
      default_eap_type = mschapv2
      copy_request_to_tunnel = no
      use_tunneled_reply = yes
      virtual_server = "inner"
    }
    peap {
      tls = common
      default_eap_type = mschapv2
      copy_request_to_tunnel = no
      use_tunneled_reply = yes
      virtual_server = "inner"
    }
  }`;
}

const innerServer = `
server inner {
  authorize {
    files
    mschap
    eap {
      ok = return
    }
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type MS-CHAP {
      mschap
    }
    eap
  }
  post-auth {
    update reply {
      &User-Name := "%{User-Name}"
    }
  }
}`;
