import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensureUser,
  makeFolder,
  makeKey,
  startServer,
  stopTree,
  user,
  type Server,
} from './openssh.ts';
import { freeTcpPort } from './port.ts';

/**
 * An OpenSSH server on 127.0.0.1 whose logins are those of a device with a shell: command lines run in a real shell as an
 * unprivileged user, with a few harmless programs, and folders such as `/tmp` are folders of the test. The network in front of
 * it lets nothing through while the device cannot be reached.
 */
export interface ShellDevice {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Folder of its files. */
  readonly folder: string;
  /** Returns the command lines that arrived, oldest first. */
  commands(): Promise<readonly string[]>;
  /** Files that are left in `/tmp`. */
  leftovers(): readonly string[];
  /** Lets the timers elapse that wait by the program `timer`, and waits until each has called `elapsed`. */
  elapseTimers(): Promise<void>;
  stop(): Promise<void>;
}

export interface ShellDeviceOptions {
  /** Programs of this machine that it has. */
  readonly programs: readonly string[];
  /** Its own programs, scripts of the POSIX shell, by name. */
  readonly scripts: (folder: string) => Readonly<Record<string, string>>;
  /** Contents of its files by path; `#!` begins an executable one. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders of its command lines that are folders of the test; `/tmp` is one. */
  readonly paths: readonly string[];
  /** True while the network lets its connections through. */
  readonly isUp: (folder: string) => Promise<boolean>;
}

export async function startShellDevice(options: ShellDeviceOptions): Promise<ShellDevice> {
  const password = await ensureUser();
  const folder = await makeFolder();
  await makeKey(join(folder, 'host_key'));
  await makeKey(join(folder, 'user_key'));
  await copyFile(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  const device = await makeDevice(folder, options);
  const forceCommand = `exec ${join(folder, 'login')}`;
  await writeFile(join(folder, 'login'), loginScript(device, options.paths), { mode: 0o755 });
  const { port, server } = await startSomewhere({ folder, forceCommand });
  const network = await startNetwork(port, () => options.isUp(device));
  return {
    port: network.port,
    user,
    password,
    folder: device,
    commands: async () =>
      (await readFile(join(device, 'commands'), 'utf8')).split('\0').filter(Boolean),
    leftovers: () =>
      execFileSync('ls', ['-A', join(device, 'tmp')], { encoding: 'utf8' })
        .split('\n')
        .filter(Boolean),
    elapseTimers: () => elapseTimers(device),
    async stop() {
      network.stop();
      await stopTree(server.child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeDevice(
  folder: string,
  { programs, scripts, files }: ShellDeviceOptions,
): Promise<string> {
  const device = join(folder, 'device');
  await mkdir(join(device, 'bin'), { recursive: true });
  for (const name of programs) {
    const path = [`/bin/${name}`, `/usr/bin/${name}`].find((one) => existsSync(one));
    if (path !== undefined) await symlink(path, join(device, 'bin', name));
  }
  const own = {
    ...scripts(device),
    timer: timerScript(device),
    elapsed: `#!/bin/sh\nprintf . >>${device}/timers-elapsed\n`,
  };
  for (const [name, text] of Object.entries(own))
    await writeFile(join(device, 'bin', name), text, { mode: 0o755 });
  await mkdir(join(device, 'tmp'));
  const all = { timers: '', 'timers-elapsed': '', commands: '', ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(device, path)), { recursive: true });
    await writeFile(join(device, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  execFileSync('chown', ['-R', user, device]);
  await chmod(join(device, 'bin'), 0o755);
  return device;
}

async function startSomewhere(settings: {
  readonly folder: string;
  readonly forceCommand: string;
}): Promise<{ server: Server; port: number }> {
  for (let left = 5; left > 0; left -= 1) {
    const port = await freeTcpPort();
    const server = await startServer({ ...settings, port });
    if (server !== null) return { server, port };
  }
  throw new Error('found no free port for sshd');
}

/** Starts a relay that is cut while the device has another address. */
async function startNetwork(devicePort: number, isUp: () => Promise<boolean>) {
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket)));
    return socket;
  };
  const check = async () => {
    if (!(await isUp())) for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = track(connect(devicePort, '127.0.0.1'));
    track(client).pipe(upstream).pipe(client);
    void check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => void check(), 20);
  const stop = () => {
    clearInterval(timer);
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

async function elapseTimers(device: string): Promise<void> {
  const sizeOf = async (name: string) => (await stat(join(device, name))).size;
  await writeFile(join(device, 'elapse'), '');
  const all = await sizeOf('timers');
  for (let left = 600; (await sizeOf('timers-elapsed')) < all; left -= 1) {
    if (left === 0) throw new Error('a timer does not end');
    await sleep(50);
  }
  await rm(join(device, 'elapse'));
}

/** Waits until the test lets timers elapse, or has removed the device. */
const timerScript = (device: string) => `#!/bin/sh
printf . >>${device}/timers
while [ -d ${device} ] && [ ! -e ${device}/elapse ]; do sleep 0.1; done
`;

/** Runs a command line in a shell that has the programs of the device alone. */
const loginScript = (device: string, paths: readonly string[]) => `#!/bin/sh
printf '%s\\0' "$SSH_ORIGINAL_COMMAND" >>${device}/commands
command=$(printf '%s.' "$SSH_ORIGINAL_COMMAND" | sed '${substitutions(device, paths)}')
cd ${device}
PATH=${device}/bin exec /bin/sh -c "\${command%.}"
`;

/** The folder of the test is below /tmp itself: `/tmp` is set aside until all others are replaced. */
function substitutions(device: string, paths: readonly string[]): string {
  return [
    's#/tmp/#@tmp@#g',
    ...paths.map((path) => `s#${path}#${device}${path}#g`),
    `s#@tmp@#${device}/tmp/#g`,
  ].join('; ');
}
