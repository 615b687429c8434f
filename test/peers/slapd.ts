import { execFile } from 'node:child_process';
import { chmod, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Authority } from './certificates.ts';
import { startChild } from './child.ts';
import { freeTcpPort } from './port.ts';

const run = promisify(execFile);

/** OpenLDAP on 127.0.0.1 with the suffix `dc=example`. */
export interface Slapd {
  /** Of LDAP, which offers StartTLS. */
  readonly port: number;
  readonly tlsPort: number;
  /** PEM of the CA of its certificate, which is for `directory.example`. */
  readonly ca: string;
  readonly admin: { readonly dn: string; readonly password: string };
  /** Changes entries, given as LDIF (RFC 2849). */
  readonly modify: (ldif: string) => Promise<void>;
  /** Returns its log: operations, and their results. */
  readonly log: () => string;
  /** Stops it, so that its ports refuse connections; `start` starts it again with its entries. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Sends a signal, such as SIGSTOP. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly remove: () => Promise<void>;
}

const admin = { dn: 'cn=admin,dc=example', password: 'admin of example' };

/** Starts OpenLDAP with a people and a groups unit, and the overlay that keeps `memberOf`. */
export async function startSlapd(): Promise<Slapd> {
  const directory = await mkdtemp(join(tmpdir(), 'slapd-'));
  await chmod(directory, 0o755);
  await mkdir(join(directory, 'db'));
  const authority = new Authority();
  const { certificate, key } = authority.issue('directory.example', {
    names: 'DNS:directory.example',
  });
  const [port, tlsPort] = [await freeTcpPort(), await freeTcpPort()];
  const file = join(directory, 'slapd.conf');
  await writeFile(file, configuration({ directory, authority, certificate, key }));
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const start = () =>
    startChild({
      command: '/usr/sbin/slapd',
      args: ['-f', file, '-h', urls, '-d', 'stats'],
      ready: (output) => output.includes('slapd starting'),
    });
  let child = await start();
  const modify = async (ldif: string) => {
    const changes = join(directory, 'changes.ldif');
    await writeFile(changes, ldif);
    const login = ['-x', '-D', admin.dn, '-w', admin.password];
    await run('ldapmodify', [...login, '-H', `ldap://127.0.0.1:${port}`, '-f', changes]);
  };
  await modify(units);
  return {
    port,
    tlsPort,
    ca: authority.ca,
    admin,
    modify,
    log: () => child.output(),
    stop: () => child.stop(),
    async start() {
      child = await start();
    },
    signal: (signal) => process.kill(child.pid, signal),
    async remove() {
      await child.stop();
      authority.remove();
      await rm(directory, { recursive: true });
    },
  };
}

interface Files {
  readonly directory: string;
  readonly authority: Authority;
  readonly certificate: string;
  readonly key: string;
}

const configuration = ({ directory, authority, certificate, key }: Files) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${directory}/slapd.pid
TLSCACertificateFile ${authority.file}
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
database mdb
suffix "dc=example"
rootdn "${admin.dn}"
rootpw "${admin.password}"
directory ${directory}/db
overlay memberof
`;

const units = `
dn: dc=example
changetype: add
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,dc=example
changetype: add
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=example
changetype: add
objectClass: organizationalUnit
ou: groups
`;
