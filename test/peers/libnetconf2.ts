import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../source-files.ts';
import { startChild } from './child.ts';
import { systemConfiguration } from './netconf-configuration.ts';
import { makeFolder, makeKey, needProgram } from './openssh.ts';
import { freeTcpPort } from './port.ts';

/** Features of ietf-netconf, each announced as a capability (RFC 6241 section 8). */
export type NetconfFeature =
  | 'candidate'
  | 'confirmed-commit'
  | 'rollback-on-error'
  | 'startup'
  | 'validate'
  | 'writable-running'
  | 'xpath';

/** Features of a netopeer2 as it is installed. */
export const allFeatures: readonly NetconfFeature[] = [
  'candidate',
  'confirmed-commit',
  'rollback-on-error',
  'startup',
  'validate',
  'writable-running',
  'xpath',
];

/**
 * A NETCONF server on 127.0.0.1 of the libraries of netopeer2, by Python. libnetconf2 has the SSH server (libssh), sessions,
 * framing and replies, and libyang parses, validates and prints. Only the datastores are of this folder.
 */
export interface Libnetconf2 {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Another user: libnetconf2 3 asks a user for all that it has, password and key. */
  readonly keyUser: string;
  readonly privateKey: string;
  /** Kills the server, and starts it with what it has stored, on the same port. */
  restart(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const modules = '/usr/share/yuma/modules/ietf';
const [user, keyUser] = ['admin', 'keeper'];

export async function startLibnetconf2(
  features: readonly NetconfFeature[] = allFeatures,
): Promise<Libnetconf2> {
  // The modules of the IETF come with the other server.
  needProgram(modules, 'netconfd');
  const folder = await makeFolder();
  const [hostKey, userKey] = [join(folder, 'host_key'), join(folder, 'user_key')];
  // libnetconf2 3 reads no key of the type Ed25519.
  await makeKey(hostKey, 'ecdsa');
  await makeKey(userKey);
  const file = join(folder, 'startup.xml');
  await writeFile(file, systemConfiguration);
  const login = { user, keyUser, password: randomBytes(12).toString('hex') };
  const port = await freeTcpPort();
  const options = { modules, features, file, hostKey, userKey: `${userKey}.pub`, port, ...login };
  const start = () =>
    startChild({
      command: '/usr/bin/python3',
      args: ['-B', join(root, 'test/peers/libnetconf2/server.py'), JSON.stringify(options)],
      ready: (output) => output.includes('ready'),
      stopSignal: 'SIGKILL',
    });
  let child = await start();
  return {
    host: '127.0.0.1',
    port,
    ...login,
    privateKey: await readFile(userKey, 'utf8'),
    async restart() {
      await child.stop();
      child = await start();
    },
    async stop() {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}
