import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chown, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensureUser,
  makeFolder,
  makeKey,
  needProgram,
  startServer,
  stopTree,
  user,
} from './openssh.ts';
import { systemConfiguration } from './netconf-configuration.ts';
import { freeTcpPort } from './port.ts';

/**
 * A real NETCONF server on 127.0.0.1: yuma123's netconfd, as an unprivileged user, behind an OpenSSH server of its
 * own whose logins can run nothing but netconf-subsystem.
 */
export interface Netconfd {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly privateKey: string;
  /** Suspends netconfd: it accepts what is sent and does not answer. */
  pause(): void;
  resume(): void;
  /** Closes every connection and the port. */
  kill(): Promise<void>;
  /** Stops everything and removes the folder. */
  stop(): Promise<void>;
}

export interface NetconfdOptions {
  /** Announced versions; default: both. */
  readonly protocols?: 'netconf1.0' | 'netconf1.1' | 'netconf1.0 netconf1.1';
  /** Datastore that edits go to; default: running. */
  readonly target?: 'running' | 'candidate';
}

export async function startNetconfd({
  protocols = 'netconf1.0 netconf1.1',
  target = 'running',
}: NetconfdOptions = {}): Promise<Netconfd> {
  needProgram('/usr/sbin/netconfd', 'netconfd');
  const password = await ensureUser();
  const folder = await makeFolder();
  await makeKey(join(folder, 'host_key'));
  await makeKey(join(folder, 'user_key'));
  await copyFile(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  const { port, sshd, netconfd } = await startSomewhere(folder, { protocols, target });
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    privateKey: await readFile(join(folder, 'user_key'), 'utf8'),
    pause: () => netconfd.kill('SIGSTOP'),
    resume: () => netconfd.kill('SIGCONT'),
    kill: () => stopTree(sshd.child),
    async stop() {
      await stopTree(sshd.child);
      await stopTree(netconfd);
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts both with one port number: netconfd rejects sessions whose connection came to another port than its own. */
async function startSomewhere(folder: string, options: Required<NetconfdOptions>) {
  const socket = join(folder, 'home', 'ncx.sock');
  for (let left = 5; left > 0; left -= 1) {
    const port = await freeTcpPort();
    const forceCommand = `/usr/sbin/netconf-subsystem --ncxserver-sockname=${port}@${socket}`;
    const netconfd = await startServerProcess({ folder, socket, port, ...options });
    const sshd = await startServer({
      folder,
      port,
      forceCommand,
      lines: ['Subsystem netconf /bin/false'],
    });
    if (sshd !== null) return { port, sshd, netconfd };
    await stopTree(netconfd);
  }
  throw new Error('found no free port for sshd');
}

interface ServerProcess extends Required<NetconfdOptions> {
  readonly folder: string;
  readonly socket: string;
  readonly port: number;
}

async function startServerProcess({
  folder,
  socket,
  port,
  protocols,
  target,
}: ServerProcess): Promise<ChildProcess> {
  const home = join(folder, 'home');
  const ids = idsOf(user);
  await mkdir(home, { recursive: true });
  await chown(home, ids.uid, ids.gid);
  const startup = join(home, 'startup-cfg.xml');
  await writeFile(startup, configuration);
  // netconfd writes it with each edit of the running configuration.
  await chown(startup, ids.uid, ids.gid);
  const parameters = [
    '--module=ietf-system',
    `--startup=${startup}`,
    `--superuser=${user}`,
    '--access-control=off',
    `--target=${target}`,
    `--protocols=${protocols}`,
    `--port=${port}`,
    `--ncxserver-sockname=${socket}`,
    `--log=${join(home, 'netconfd.log')}`,
  ];
  const child = spawn('/usr/sbin/netconfd', parameters, {
    ...ids,
    cwd: home,
    env: { HOME: home, USER: user },
    stdio: 'ignore',
  });
  await listens(child, home, socket);
  return child;
}

function idsOf(name: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function listens(child: ChildProcess, home: string, socket: string): Promise<void> {
  for (let left = 3_000; left > 0 && child.exitCode === null; left -= 1) {
    if (
      await stat(socket).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(25);
  }
  await stopTree(child);
  throw new Error(
    `netconfd did not start: ${await readFile(join(home, 'netconfd.log'), 'utf8').catch(() => 'no log')}`,
  );
}

const configuration = `<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">
${systemConfiguration}</config>
`;
