import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startChild } from './child.ts';

const run = promisify(execFile);

/** Folder of the files that openNDS reads, in the router's own `/run`. */
const home = '/run/router';
const msForControl = 90_000;
/** Time for a reply: openNDS runs a dozen commands to let a device in. */
const secondsToAnswer = '60';

/** openNDS as the router of a network of its own, with one device behind it. */
export interface OpenNds {
  /** The address of this machine, as router and device see it. */
  readonly hostAddress: string;
  readonly routerMac: string;
  readonly device: { readonly mac: string; readonly ip: string };
  /** Runs curl on the device. @returns its output */
  readonly curl: (...args: readonly string[]) => Promise<string>;
  /** Returns what openNDS knows of the device. */
  readonly client: () => Promise<Readonly<Record<string, unknown>>>;
  /** A process of the router, in whose namespaces other commands may run. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** What openNDS needs of this machine: root, and the command itself. */
export function canRunOpenNds(): boolean {
  return process.getuid?.() === 0;
}

interface FasOptions {
  /** The port of the portal on this machine. */
  readonly port: number;
  readonly path: string;
  readonly faskey: string;
  /** Levels 1 and 2 have our binauth script; at level 3 authmon fetches devices over HTTPS, and trusts a CA. */
  readonly level: { readonly secure: 1 | 2 } | { readonly secure: 3; readonly ca: string };
}

/** A folder with another release of Debian, whose `/usr` the router has in place of this machine's: openNDS 10 of Debian 13. */
const root = process.env['OPENNDS_ROOT'];

const network = `10.${100 + (process.pid % 100)}`;
/** The address of this machine, as router and device see it. */
export const openNdsHost = `${network}.0.1`;

/** Starts openNDS with a forward authentication service. */
export async function startOpenNds(fas: FasOptions): Promise<OpenNds> {
  const folder = mkdtempSync(join(tmpdir(), 'opennds-'));
  const [router, device, link] = ['r', 'd', 'l'].map((name) => `nds${name}${process.pid}`);
  const ip = async (...args: readonly string[]) => (await run('ip', args)).stdout;
  const inRouter = ['-n', String(router)];
  const inDevice = ['-n', String(device)];
  const remove = async () => {
    for (const args of [
      ['link', 'del', String(link)],
      ['netns', 'del', String(router)],
      ['netns', 'del', String(device)],
    ])
      await ip(...args).catch(() => null);
    rmSync(folder, { recursive: true, force: true });
  };
  const curl = async (...args: readonly string[]) => {
    const command = ['netns', 'exec', String(device), 'curl', '-s', '-m', secondsToAnswer, ...args];
    return (await run('ip', command)).stdout;
  };
  try {
    for (const namespace of [router, device]) await ip('netns', 'add', String(namespace));
    await ip(
      'link',
      'add',
      String(link),
      'type',
      'veth',
      'peer',
      'name',
      'wan',
      'netns',
      String(router),
    );
    await ip(
      ...inRouter,
      'link',
      'add',
      'lan',
      'type',
      'veth',
      'peer',
      'name',
      'eth',
      'netns',
      String(device),
    );
    await ip('addr', 'add', `${network}.0.1/30`, 'dev', String(link));
    await ip('link', 'set', String(link), 'up');
    for (const [own, name, address] of [
      [inRouter, 'wan', `${network}.0.2/30`],
      [inRouter, 'lan', `${network}.1.1/24`],
      [inDevice, 'eth', `${network}.1.2/24`],
    ] as const) {
      await ip(...own, 'addr', 'add', address, 'dev', name);
      await ip(...own, 'link', 'set', name, 'up');
      await ip(...own, 'link', 'set', 'lo', 'up');
    }
    await ip(...inRouter, 'route', 'add', 'default', 'via', `${network}.0.1`);
    await ip(...inDevice, 'route', 'add', 'default', 'via', `${network}.1.1`);
    await ip('route', 'add', `${network}.1.0/24`, 'via', `${network}.0.2`);
    await ip('netns', 'exec', String(router), 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
    const macOf = async (...of: readonly string[]) =>
      /link\/ether (\S+)/.exec(await ip(...of))?.[1] ?? '';
    const mac = await macOf(...inDevice, 'link', 'show', 'eth');
    const routerMac = await macOf(...inRouter, 'link', 'show', 'lan');
    writeFiles(folder, { ...fas, mac });
    const child = await startChild({
      command: 'ip',
      args: ['netns', 'exec', String(router), join(folder, 'start')],
      ready: async () =>
        (await curl('-m', '5', '-w', '%{http_code}', '-o', '/dev/null', 'http://192.0.2.1/')) ===
        '307',
      within: 90_000,
    });
    const client = () => askOpenNds(child.pid, mac);
    return {
      hostAddress: openNdsHost,
      routerMac,
      device: { mac, ip: `${network}.1.2` },
      curl,
      client,
      pid: child.pid,
      stop: async () => {
        await child.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Asks openNDS for its entry of a device. Its control socket is there some seconds after its first redirect. */
async function askOpenNds(pid: number, mac: string): Promise<Readonly<Record<string, unknown>>> {
  const args = ['-t', String(pid), '--mount', '--net', 'ndsctl', 'json', mac];
  const deadline = performance.now() + msForControl;
  for (;;)
    try {
      return JSON.parse((await run('nsenter', args)).stdout) as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    }
}

interface Files extends FasOptions {
  readonly mac: string;
}

/**
 * Writes the configuration, for openNDS 9 as a file of its own, for openNDS 10 as that of OpenWrt, and the start. The router has
 * `/etc`, `/run`, `/tmp` and `/var/lib/misc` of its own: openNDS writes its name into the hosts and the configuration of dnsmasq,
 * and a second one on a machine takes the state that the first left for its own.
 */
function writeFiles(folder: string, { port, path, faskey, level, mac }: Files): void {
  const options = Object.entries({
    GatewayInterface: 'lan',
    GatewayName: 'lobby',
    GatewayAddress: `${network}.1.1`,
    GatewayPort: 2050,
    fasport: port,
    fasremoteip: openNdsHost,
    faspath: path,
    fas_secure_enabled: level.secure,
    faskey,
    checkinterval: 1,
    DebugLevel: 0,
    binauth: `${home}/binauth`,
  });
  const lines = options.map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(folder, 'opennds.conf'), lines.join(''));
  const uciLines = options.map(([name, value]) => `\toption ${name.toLowerCase()} '${value}'\n`);
  writeFileSync(join(folder, 'opennds'), `config opennds\n${uciLines.join('')}`);
  // openNDS asks the leases of dnsmasq whether a device has its address from the router.
  writeFileSync(join(folder, 'dnsmasq.leases'), `0 ${mac} ${network}.1.2 guest *\n`);
  // openNDS 9 makes tables of its own, whose priorities iptables on nftables refuses.
  for (const command of ['iptables', 'ip6tables'])
    symlinkSync(`/usr/sbin/${command}-legacy`, join(folder, command));
  if (level.secure === 3) copyFileSync(level.ca, join(folder, 'ca.pem'));
  writeFileSync(
    join(folder, 'binauth'),
    binauthScript(
      faskey,
      `${level.secure === 3 ? 'https' : 'http'}://${openNdsHost}:${port}${path}`,
    ),
  );
  chmodSync(join(folder, 'binauth'), 0o755);
  const start = `#!/bin/sh
set -e
${root === undefined ? '' : `mount --bind ${root}/usr /usr`}
for place in /run /var/lib/misc; do mount -t tmpfs tmpfs "$place"; done
cp -a ${folder} ${home}
cp -a /etc /run/etc
mount --bind /run/etc /etc
mount -t tmpfs tmpfs /tmp
mkdir -p /etc/config /run/tmpfiles.d
cp ${home}/opennds /etc/config/
cp ${home}/dnsmasq.leases /var/lib/misc/
own=/usr/lib/opennds/custombinauth.sh
[ ! -e $own ] || mount --bind ${home}/binauth $own
export PATH=${home}:$PATH SSL_CERT_FILE=${home}/ca.pem
exec unshare --pid --fork --kill-child opennds -f -c ${home}/opennds.conf
`;
  writeFileSync(join(folder, 'start'), start);
  chmodSync(join(folder, 'start'), 0o755);
}

/** Returns the script of the guide, with its two lines filled in. */
function binauthScript(faskey: string, portal: string): string {
  return readFileSync('config/opennds/gatehouse-binauth.sh', 'utf8')
    .replace("gatehouse_faskey=''", `gatehouse_faskey='${faskey}'`)
    .replace(/gatehouse_portal='[^']*'/, `gatehouse_portal='${portal}'`);
}
