import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ProcessTree } from './process-tree.ts';

/*
 * What the peers that speak SSH share: one unprivileged user, keys, and an OpenSSH server in the foreground whose
 * every login ends in a forced command.
 */

const run = promisify(execFile);

export const user = 'gh-test';
/** netconfd wants to write into its user's home, whatever $HOME says. */
const home = '/run/gh-test';

/** Ends the message of whoever misses a program. */
export function needProgram(path: string, debianPackage: string): void {
  if (!existsSync(path))
    throw new Error(`${path} is missing: install the Debian package ${debianPackage}`);
}

/**
 * Makes sure of the user, and returns its password. Test files that start together meet in the lock; the password is
 * made once for the machine and kept where only root reads it, so that no account has one that stands in a repository.
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

/** A folder that the user can look into and only root can write. */
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

/** The fingerprint as OpenSSH itself prints it. */
export async function fingerprintOf(file: string): Promise<string> {
  const { stdout } = await run('ssh-keygen', ['-l', '-f', `${file}.pub`]);
  return stdout.split(' ')[1] ?? '';
}

export interface ServerOptions {
  readonly folder: string;
  readonly port: number;
  /** What every login runs in place of a shell or of what it asked for. */
  readonly forceCommand: string;
  readonly lines?: readonly string[];
}

export interface Server {
  readonly child: ChildProcess;
  /** What sshd has said so far. */
  readonly log: () => string;
}

/** Starts sshd, with `host_key` of the folder, and waits for its banner. Null where somebody else took the port. */
export async function startServer({
  folder,
  port,
  forceCommand,
  lines = [],
}: ServerOptions): Promise<Server | null> {
  needProgram('/usr/sbin/sshd', 'openssh-server');
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const config = [
    // The first mention of a keyword wins.
    ...lines,
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
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
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const server = { child, log: () => said };
  return (await speaks(server, port)) ? server : null;
}

async function speaks({ child, log }: Server, port: number): Promise<boolean> {
  for (let left = 200; left > 0; left -= 1) {
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
    socket.setTimeout(1000, () => socket.destroy());
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

/** Ends a process and all that it has started, each by its id: sshd's sessions leave its process group. */
export async function stopTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  new ProcessTree(child.pid).kill();
  child.kill('SIGKILL');
  await gone;
}
