import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ensureUser,
  fingerprintOf,
  makeFolder,
  makeKey,
  startServer,
  stopTree,
  user,
  type Server,
} from './openssh.ts';
import { freeTcpPort } from './port.ts';

/**
 * A real OpenSSH server on 127.0.0.1. Requested commands are recorded and not executed: a script answers them in place of
 * a shell, as a small access point would. Only a line that begins with `uci set ` is run by a shell, which has no commands
 * but its own and stand-ins for `uci` and `reload_config`; one that reads all interfaces runs in a folder like /sys/class/net.
 */
export interface Sshd {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Private key in OpenSSH's format, without a passphrase. */
  readonly privateKey: string;
  /** Replaces the configuration that `uci export` prints, as somebody at the device would. */
  configure(text: string): Promise<void>;
  /** Returns the requested commands, oldest first. */
  commands(): Promise<string[]>;
  /** Returns the fingerprint of the current host key as ssh-keygen prints it. */
  fingerprint(): Promise<string>;
  /** Returns the server's log of its logins. */
  log(): string;
  /** Restarts the server on the same port with another host key. */
  rekey(): Promise<void>;
  /** Closes every connection and the port. */
  kill(): Promise<void>;
  /** Stops everything and removes the folder. */
  stop(): Promise<void>;
}

export interface SshdOptions {
  /** True: offers keyboard-interactive instead of the password method, as servers with PAM do. */
  readonly keyboardInteractive?: boolean;
  /** Type of the host key for ssh-keygen; ed25519 by default. */
  readonly hostKey?: string;
  /** Further lines of sshd_config, before ours. */
  readonly lines?: readonly string[];
  /** Address that it listens on; default: 127.0.0.1. */
  readonly address?: string;
}

export async function startSshd({
  keyboardInteractive = false,
  hostKey,
  lines = [],
  address,
}: SshdOptions = {}): Promise<Sshd> {
  const password = await ensureUser();
  const folder = await makeFolder();
  await makeKey(join(folder, 'host_key'), hostKey);
  await makeKey(join(folder, 'user_key'));
  await copyFile(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  const forceCommand = await writeRecorder(folder);
  const pam = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const settings = {
    folder,
    forceCommand,
    address,
    lines: keyboardInteractive ? [...lines, ...pam] : lines,
  };
  const { port, ...started } = await startSomewhere(settings);
  let { server } = started;
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    privateKey: await readFile(join(folder, 'user_key'), 'utf8'),
    configure: (text) => writeFile(join(folder, 'device', 'config'), text),
    commands: () => recorded(folder),
    fingerprint: () => fingerprintOf(join(folder, 'host_key')),
    log: () => server.log(),
    kill: () => stopTree(server.child),
    async rekey() {
      await stopTree(server.child);
      await makeKey(join(folder, 'host_key'), hostKey);
      const again = await startServer({ ...settings, port });
      if (again === null) throw new Error(`port ${port} was taken while sshd restarted`);
      server = again;
    },
    async stop() {
      await stopTree(server.child);
      await rm(folder, { recursive: true });
    },
  };
}

type Settings = Omit<Parameters<typeof startServer>[0], 'port'>;

async function startSomewhere(settings: Settings): Promise<{ server: Server; port: number }> {
  for (let left = 5; left > 0; left -= 1) {
    const port = await freeTcpPort();
    const server = await startServer({ ...settings, port });
    if (server !== null) return { server, port };
  }
  throw new Error('found no free port for sshd');
}

/** Parses lines of `seconds TAB command`. */
async function recorded(folder: string): Promise<string[]> {
  const log = await readFile(join(folder, 'device', 'commands'), 'utf8');
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(line.indexOf('\t') + 1));
}

async function writeRecorder(folder: string): Promise<string> {
  const device = join(folder, 'device');
  await mkdir(device);
  const recorder = join(folder, 'recorder');
  await writeFile(recorder, recorderScript(device), { mode: 0o755 });
  await writeFile(join(device, 'board.json'), JSON.stringify(board, null, '\t'));
  // Uptime of the machine, in seconds, at each restart of the device. At first the device has been up for 100000 s.
  const machine = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  await writeFile(join(device, 'iwinfo'), iwinfo);
  await writeInterfaces(join(device, 'net'));
  await writeFile(join(device, 'boot'), String(machine - 100_000));
  await writeFile(join(device, 'commands'), '');
  await writeFile(join(device, 'hostname'), 'ap-garden\n');
  await writeFile(join(device, 'uci-changes'), '');
  await writeFile(join(device, 'config'), uciExport);
  for (const name of ['boot', 'commands', 'config', 'hostname', 'uci-changes'])
    await chmod(join(device, name), 0o666);
  await mkdir(join(device, 'bin'));
  await writeFile(join(device, 'bin', 'uci'), uciScript(device), { mode: 0o755 });
  await writeFile(join(device, 'bin', 'reload_config'), reloadScript(device), { mode: 0o755 });
  return `exec ${recorder}`;
}

/** Interfaces as /sys has them: ports, of which one is down, a radio, whose speed the kernel does not tell, and a bridge. */
const interfaces = [
  { name: 'br-lan', operstate: 'up', speed: '1000', statistics: [1n, 2n, 3n, 4n, 5n, 6n] },
  {
    name: 'lan1',
    operstate: 'up',
    speed: '1000',
    statistics: [2n ** 63n + 1n, 12n, 13n, 14n, 15n, 16n],
  },
  { name: 'phy0-ap0', operstate: 'unknown', speed: '', statistics: [21n, 22n, 23n, 24n, 25n, 26n] },
  {
    name: 'wan',
    operstate: 'lowerlayerdown',
    speed: '-1',
    statistics: [31n, 32n, 33n, 34n, 35n, 36n],
  },
];

const counters = ['rx_bytes', 'tx_bytes', 'rx_errors', 'tx_errors', 'rx_dropped', 'tx_dropped'];

async function writeInterfaces(folder: string): Promise<void> {
  for (const { name, operstate, speed, statistics } of interfaces) {
    const place = join(folder, name);
    await mkdir(join(place, 'statistics'), { recursive: true });
    if (name !== 'br-lan') await mkdir(join(place, 'device'));
    await writeFile(join(place, 'operstate'), `${operstate}\n`);
    if (speed !== '') await writeFile(join(place, 'speed'), `${speed}\n`);
    for (const [at, counter] of counters.entries())
      await writeFile(join(place, 'statistics', counter), `${statistics[at]}\n`);
  }
}

/** Output of `ubus call system board` on OpenWrt 23.05. */
const board = {
  kernel: '5.15.150',
  hostname: 'ap-garden',
  system: 'MediaTek MT7621 ver:1 eco:3',
  model: 'Example AP 2000',
  board_name: 'example,ap-2000',
  rootfs_type: 'squashfs',
  release: {
    distribution: 'OpenWrt',
    version: '23.05.3',
    revision: 'r23809-234f1a2efa',
    target: 'ramips/mt7621',
    description: 'OpenWrt 23.05.3 r23809-234f1a2efa',
  },
};

/** Output of `uci export` on OpenWrt. */
const uciExport = `package system

config system
\toption hostname 'ap-garden'

package wireless

config wifi-iface 'lobby'
\toption ssid 'Garden'
\toption encryption 'psk2'
\toption key 'correct horse'
`;

/** Output of `iwinfo` on OpenWrt 23.05, as far as types read it. */
const iwinfo = [
  { name: 'phy0-ap0', channel: '6 (2.437 GHz)' },
  { name: 'phy1-ap0', channel: '36 (5.180 GHz)' },
]
  .map(
    ({ name, channel }) =>
      `${name}  ESSID: "Garden"
          Access Point: 00:00:5E:00:53:02
          Mode: Master  Channel: ${channel}  HT Mode: HE20
          Center Channel 1: 6 2: unknown
          Tx-Power: 20 dBm  Link Quality: 61/70
          Signal: -49 dBm  Noise: -95 dBm
`,
  )
  .join('\n');

/** Stands for OpenWrt's `uci`: keeps the value of the last `set`, as the shell that ran the command line passed it. */
const uciScript = (device: string) => `#!/bin/sh
case $1 in
  set) printf '%s\\n' "\${2#*=}" >${device}/uci-changes ;;
  commit) ;;
  import) /bin/cat >${device}/config ;;
esac
`;

/**
 * Stands for OpenWrt's `reload_config`: the committed host name becomes that of the kernel, a `slow` one after a second and
 * `stubborn` never.
 */
const reloadScript = (device: string) => `#!/bin/sh
read -r first <${device}/uci-changes
test "$first" != slow || /bin/sleep 1
test "$first" = stubborn || /bin/cat ${device}/uci-changes >${device}/hostname
`;

/**
 * Script in place of a shell. `reboot` kills the server's half of its own connection, as a device that goes down does:
 * `$PPID` is the server's process for this login, because the forced command is an `exec`. The time of the boot is written
 * over the former one: another login that reads it meanwhile must not find the file empty.
 */
const recorderScript = (device: string) => `#!/bin/sh
printf '%s\\t%s\\n' "$(date +%s.%N)" "$SSH_ORIGINAL_COMMAND" >>${device}/commands
machine() { cut -d ' ' -f 1 /proc/uptime; }
go_down() { now=$(machine); printf '%-20s\\n' "$now" 1<>${device}/boot; kill -KILL $PPID; }
case $SSH_ORIGINAL_COMMAND in
  hostname | 'uname -n') cat ${device}/hostname ;;
  'uci set '*) PATH=${device}/bin; eval "$SSH_ORIGINAL_COMMAND" ;;
  'uci export') cat ${device}/config ;;
  "printf '%s' "*' | uci import && uci commit && reload_config') PATH=${device}/bin; eval "$SSH_ORIGINAL_COMMAND" ;;
  *gatehouse-revert*) ;;
  'cat /etc/version') echo 'cat: warning' >&2; echo 8.7.13 ;;
  'uname -sr') echo 'Linux 5.15.150' ;;
  'uname -m') echo aarch64 ;;
  'cd /sys/class/net '*) eval "$(printf %s "$SSH_ORIGINAL_COMMAND" | sed 's,/sys/class/net,${device}/net,')" ;;
  'cat /sys/class/net/'*) printf '00:00:5e:00:53:01\\n00:00:00:00:00:00\\n' ;;
  'cat /proc/uptime') awk -v now="$(machine)" '{ printf "%.2f %.2f\\n", now - $1, now - $1 }' ${device}/boot ;;
  'cat /proc/loadavg') echo '0.42 0.36 0.30 1/97 1234' ;;
  'ubus call system board') cat ${device}/board.json ;;
  'uci get wireless'*) echo Garden ;;
  iwinfo) cat ${device}/iwinfo ;;
  *get_clients*) printf '\\t"assoc": true,\\n' ;;
  *get_status*) printf '\\t"freq": %s,\\n\\t"utilization": 12\\n' 2437 5180 ;;
  'uci export wireless') printf "config wifi-iface\\n\\toption ssid 'Garden'\\n\\toption key 'correct horse'\\n" ;;
  reboot | 'firstboot -y && reboot') go_down ;;
  'sysupgrade -T missing') echo 'Image metadata not present: option key '"'correct horse'" >&2; exit 1 ;;
  'logread') head -c 3000000 /dev/zero | tr '\\0' x ;;
  'logread -f') while kill -0 $PPID; do sleep 1; done ;;
  'kill -TERM $$') kill -TERM $$ ;;
  'printf umlauts') i=0; while [ $i -lt 3000 ]; do printf 'äöü€😀'; i=$((i + 1)); done ;;
  *) echo "sh: \${SSH_ORIGINAL_COMMAND%% *}: not found" >&2; exit 127 ;;
esac
`;
