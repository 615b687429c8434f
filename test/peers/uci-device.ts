import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
 * An OpenSSH server on 127.0.0.1 whose logins are those of an OpenWrt device with a configuration of its own: command lines run
 * in a real shell as an unprivileged user, with a few harmless programs, and `/etc/config` and `/tmp` are folders of the test.
 * The network in front of it lets nothing through while the device has another address than at first.
 */
export interface UciDevice {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Returns the committed value of an option, or the type of a section; null if there is none. */
  get(path: string): Promise<string | null>;
  /** Returns the command lines that arrived, oldest first. */
  commands(): Promise<readonly string[]>;
  /** Files that are left in `/tmp`. */
  leftovers(): readonly string[];
  /** Lets the timers elapse that wait by the program `timer`, and waits until each has called `elapsed`. */
  elapseTimers(): Promise<void>;
  stop(): Promise<void>;
}

const address = '192.0.2.1';
const programs = [
  'cat',
  'cmp',
  'cp',
  'date',
  'env',
  'find',
  'ls',
  'mkdir',
  'mv',
  'rm',
  'rmdir',
  'sh',
  'sleep',
];

export async function startUciDevice(): Promise<UciDevice> {
  const password = await ensureUser();
  const folder = await makeFolder();
  await makeKey(join(folder, 'host_key'));
  await makeKey(join(folder, 'user_key'));
  await copyFile(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  const device = await makeDevice(folder);
  const forceCommand = `exec ${join(folder, 'login')}`;
  await writeFile(join(folder, 'login'), loginScript(device), { mode: 0o755 });
  const { port, server } = await startSomewhere({ folder, forceCommand });
  const network = await startNetwork(port, () => isReachable(device));
  return {
    port: network.port,
    user,
    password,
    get: (path) => optionOf(device, path),
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

async function makeDevice(folder: string): Promise<string> {
  const device = join(folder, 'device');
  await mkdir(join(device, 'bin'), { recursive: true });
  for (const name of programs) {
    const path = [`/bin/${name}`, `/usr/bin/${name}`].find((one) => existsSync(one));
    if (path !== undefined) await symlink(path, join(device, 'bin', name));
  }
  await writeFile(join(device, 'bin', 'uci'), uciScript(device), { mode: 0o755 });
  await writeFile(join(device, 'bin', 'reload_config'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(device, 'bin', 'timer'), timerScript(device), { mode: 0o755 });
  await writeFile(join(device, 'bin', 'elapsed'), elapsedScript(device), { mode: 0o755 });
  for (const name of ['timers', 'timers-elapsed']) await writeFile(join(device, name), '');
  const hostname = join(device, 'etc', 'config', 'system', '@system[0]', 'hostname');
  await writeFile(join(device, 'bin', 'uname'), `#!/bin/sh\ncat '${hostname}'\n`, { mode: 0o755 });
  await mkdir(join(device, 'tmp'));
  await mkdir(join(device, 'etc'));
  await writeFile(join(device, 'commands'), '');
  const options = { 'system/@system[0]/hostname': 'ap-pond', 'network/lan/ipaddr': address };
  for (const [path, value] of Object.entries(options)) {
    await mkdir(join(device, 'etc', 'config', path, '..'), { recursive: true });
    await writeFile(join(device, 'etc', 'config', path), value);
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

async function isReachable(device: string): Promise<boolean> {
  const found = await optionOf(device, 'network.lan.ipaddr');
  // A file that is just being replaced is no change of the address.
  return found === null || found === '' || found === address;
}

async function optionOf(device: string, path: string): Promise<string | null> {
  const [pkg = '', section = '', option = '.type'] = path.split('.');
  const file = join(device, 'etc', 'config', pkg, section, option);
  return readFile(file, 'utf8').catch(() => null);
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

const elapsedScript = (device: string) => `#!/bin/sh
printf . >>${device}/timers-elapsed
`;

/** Runs a command line in a shell that has the programs of the device alone. */
const loginScript = (device: string) => `#!/bin/sh
printf '%s\\0' "$SSH_ORIGINAL_COMMAND" >>${device}/commands
command=$(printf '%s.' "$SSH_ORIGINAL_COMMAND" | sed 's#/tmp/#@tmp@#g; s#/etc/config#${device}/etc/config#g; s#@tmp@#${device}/tmp/#g')
cd ${device}
PATH=${device}/bin exec /bin/sh -c "\${command%.}"
`;

/** Stands for OpenWrt's \`uci\`: a folder for each section, changes beside it until they are committed. */
const uciScript = (device: string) => `#!/bin/sh
test "$1" != -q || shift
config=${device}/etc/config
staged=${device}/tmp/.uci
shown=$config; test ! -d $staged || shown=$staged
path=\${2%%=*}
pkg=\${path%%.*}; rest=\${path#*.}; section=\${rest%%.*}; option=\${rest#*.}
test "$option" != "$rest" || option=.type
at=$pkg/$section/$option
case $1 in
  get) test -f "$shown/$at" || exit 1; cat "$shown/$at"; echo ;;
  set)
    test -d $staged || cp -r $config $staged
    case $2 in *refused*) echo 'uci: Invalid argument' >&2; exit 1 ;; esac
    mkdir -p "$staged/$pkg/$section"
    printf %s "\${2#*=}" >"$staged/$at" ;;
  delete)
    test -f "$shown/$at" || { echo 'uci: Entry not found' >&2; exit 1; }
    test -d $staged || cp -r $config $staged
    rm -r "$staged/$pkg/$section" ;;
  commit)
    test -d $staged || exit 0
    rm -rf $config.old; mv $config $config.old; mv $staged $config; rm -rf $config.old ;;
  revert) rm -rf $staged ;;
  export) ls -R $config ;;
esac
`;
