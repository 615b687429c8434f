import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { accountOf } from './child.ts';

/* The files of the guide's cluster, with its machines at addresses of the loopback interface. */

const installed = '/usr/lib/postgresql';

export const passwords = {
  'SUPERUSER-PASSWORD': 'superuser-of-a-test',
  'REPLICATION-PASSWORD': 'replication-of-a-test',
  'GATEWAY-PASSWORD': 'gateway-of-a-test',
} as const;

/** A machine of the guide. */
export interface Machine {
  readonly name: 'db1' | 'db2' | 'third';
  readonly address: string;
  /** Takes the place of 10.0.0: two clusters on a machine have networks of their own. */
  readonly network: string;
  /** Takes the place of its `/var/lib` and `/etc`. */
  readonly folder: string;
}

/** Returns the three machines of the guide. */
export function machinesIn(folder: string, network: string): readonly [Machine, Machine, Machine] {
  const machine = (name: Machine['name'], number: number) => ({
    name,
    address: `${network}.${number}`,
    network,
    folder: join(folder, name),
  });
  return [machine('db1', 11), machine('db2', 12), machine('third', 13)];
}

/** Creates the folder of a machine, which belongs to `postgres`. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = accountOf('postgres');
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Returns a block of the guide as it stands on a machine. */
export function blockOn(key: string, { name, address, network, folder }: Machine): string {
  const own = guideBlock(key)
    .replaceAll(/^(.*(?:listen|connect_address|_URLS).*)10\.0\.0\.11/gim, `$1${address}`)
    .replaceAll(/^(ETCD_NAME=|name: )db1$/gm, `$1${name}`);
  return onLoopback(own, network)
    .replaceAll(/\/(?:var|etc)\/[\w/.-]+/g, (path) => placeOf(path, folder))
    .replaceAll('postgresql/15', `postgresql/${version()}`);
}

/** Returns the file or folder in the place of one of the guide. */
export function placeOf(path: string, folder: string): string {
  return join(folder, path.slice(1).replaceAll('/', '-'));
}

/** Replaces the addresses and passwords of the guide. */
export function onLoopback(text: string, network: string): string {
  const placed = text
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('10.0.0.', `${network}.`)
    .replaceAll('127.0.0.1', proxyAddress(network));
  return Object.entries(passwords).reduce(
    (all, [name, value]) => all.replaceAll(name, value),
    placed,
  );
}

function version(): string {
  const [newest] = readdirSync(installed).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error(`no PostgreSQL in ${installed}`);
  return newest;
}

/** Returns the address in the place of the gateway's machine, where HAProxy and PgBouncer listen. */
export function proxyAddress(network: string): string {
  return `${network}.1`;
}

/** Writes a file that only `postgres` may read. */
export function writeOwn(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  const account = accountOf('postgres');
  if (account) chownSync(file, account.uid, account.gid);
}
