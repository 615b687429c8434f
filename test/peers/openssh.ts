import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ProcessTree } from './process-tree.ts';

/*
 * Shared by the peers that speak SSH: an unprivileged user, keys, and an OpenSSH server in the foreground that runs a forced
 * command for every login.
 */

const run = promisify(execFile);

export const user = 'gh-test';
/** Home of the user: netconfd writes to the one in /etc/passwd and ignores $HOME. */
const home = '/run/gh-test';

/** @throws Error with the Debian package to install if the program is missing */
export function needProgram(path: string, debianPackage: string): void {
  if (!existsSync(path))
    throw new Error(`${path} is missing: install the Debian package ${debianPackage}`);
}

/**
 * Creates the user if it is missing and returns its password. A lock serializes test files that start at once. The password
 * is generated once for each machine and readable by root alone, so that no account has one from a repository.
 */
export async function ensureUser(): Promise<string> {
  if (process.getuid?.() !== 0)
    throw new Error('an OpenSSH server that checks passwords must be started by root');
  const script = [
    'umask 077',
    `id ${user} >/dev/null 2>&1 || useradd --no-create-home --home-dir ${home} --shell /bin/sh ${user}`,
    `test "$(getent passwd ${user} | cut -d : -f 6)" = ${home} || usermod --home ${home} ${user}`,
    `install -d -m 0700 -o ${user} -g "$(id -gn ${user})" ${home}`,
    'file=/run/gh-test.password',
    'test -s "$file" || od -An -N16 -tx1 /dev/urandom | tr -d " \\n" >"$file"',
    `printf "${user}:%s\\n" "$(cat "$file")" | chpasswd`,
    'cat "$file"',
  ];
  const { stdout } = await run('flock', ['/run/gh-test.lock', 'sh', '-euc', script.join('\n')]);
  return stdout;
}

/** Creates a folder that the user can read and only root can write. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-peer-'));
  await chmod(folder, 0o755);
  return folder;
}

export async function makeKey(file: string, type = 'ed25519'): Promise<void> {
  await rm(file, { force: true });
  await rm(`${file}.pub`, { force: true });
  await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', 'gatehouse test', '-f', file]);
}

/** Returns the fingerprint as OpenSSH prints it. */
export async function fingerprintOf(file: string): Promise<string> {
  const { stdout } = await run('ssh-keygen', ['-l', '-f', `${file}.pub`]);
  return stdout.split(' ')[1] ?? '';
}

export interface ServerOptions {
  readonly folder: string;
  readonly port: number;
  /** Command that every login runs in place of a shell or the requested command. */
  readonly forceCommand: string;
  readonly lines?: readonly string[];
  /** Default: 127.0.0.1. */
  readonly address?: string | undefined;
}

export interface Server {
  readonly child: ChildProcess;
  /** Returns the log of sshd. */
  readonly log: () => string;
}

/** Starts sshd with `host_key` of the folder and waits for its banner. Returns null if the port is in use. */
export async function startServer({
  folder,
  port,
  forceCommand,
  lines = [],
  address = '127.0.0.1',
}: ServerOptions): Promise<Server | null> {
  needProgram('/usr/sbin/sshd', 'openssh-server');
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const config = [
    // The first mention of a keyword wins.
    ...lines,
    `Port ${port}`,
    `ListenAddress ${address}`,
    `HostKey ${join(folder, 'host_key')}`,
    'PidFile none',
    `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
    `AllowUsers ${user}`,
    'PermitRootLogin no',
    'UsePAM no',
    'PasswordAuthentication yes',
    'KbdInteractiveAuthentication no',
    'StrictModes no',
    'UseDNS no',
    'AllowTcpForwarding no',
    'X11Forwarding no',
    'PrintMotd no',
    'MaxStartups 100',
    'LogLevel VERBOSE',
    `ForceCommand ${forceCommand}`,
  ];
  const file = join(folder, 'sshd_config');
  await writeFile(file, `${config.join('\n')}\n`);
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const server = { child, log: () => output };
  return (await speaks(server, port)) ? server : null;
}

async function speaks({ child, log }: Server, port: number): Promise<boolean> {
  for (let left = 2_400; left > 0; left -= 1) {
    if (child.exitCode !== null) {
      if (log().includes('Address already in use')) return false;
      throw new Error(`sshd ended: ${log()}`);
    }
    if (log().includes('Server listening') && (await banner(port)).startsWith('SSH-2.0-'))
      return true;
    await sleep(25);
  }
  await stopTree(child);
  throw new Error(`sshd does not answer on port ${port}: ${log()}`);
}

function banner(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(10_000, () => socket.destroy());
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'));
      socket.destroy();
    });
    socket.once('error', () => {
      resolve('');
    });
    socket.once('close', () => {
      resolve('');
    });
  });
}

/** Kills a process and its descendants, each by its id: sessions of sshd leave its process group. */
export async function stopTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  new ProcessTree(child.pid).kill();
  child.kill('SIGKILL');
  await gone;
}
