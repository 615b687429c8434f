import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child.ts';

const run = promisify(execFile);

/** openNDS as the router of a network of its own, with one device behind it. */
export interface OpenNds {
  /** The address of this machine, as router and device see it. */
  readonly hostAddress: string;
  readonly routerMac: string;
  readonly device: { readonly mac: string; readonly ip: string };
  /** Runs curl on the device. @returns its output */
  readonly curl: (...args: readonly string[]) => Promise<string>;
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
}

/** Starts openNDS with a forward authentication service of level 1. */
export async function startOpenNds(fas: FasOptions): Promise<OpenNds> {
  const folder = mkdtempSync(join(tmpdir(), 'opennds-'));
  const network = `10.${100 + (process.pid % 100)}`;
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
    const command = ['netns', 'exec', String(device), 'curl', '-s', '-m', '5', ...args];
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
    writeFiles(folder, { ...fas, network, mac });
    const child = await startChild({
      command: 'ip',
      args: ['netns', 'exec', String(router), join(folder, 'start')],
      // openNDS makes tables of its own, whose priorities iptables on nftables refuses.
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      ready: async () =>
        (await curl('-w', '%{http_code}', '-o', '/dev/null', 'http://192.0.2.1/')) === '307',
      within: 30_000,
    });
    return {
      hostAddress: `${network}.0.1`,
      routerMac,
      device: { mac, ip: `${network}.1.2` },
      curl,
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

interface Files extends FasOptions {
  readonly network: string;
  readonly mac: string;
}

function writeFiles(folder: string, { port, path, faskey, network, mac }: Files): void {
  const options = {
    GatewayInterface: 'lan',
    GatewayName: 'lobby',
    GatewayAddress: `${network}.1.1`,
    GatewayPort: 2050,
    fasport: port,
    fasremoteip: `${network}.0.1`,
    faspath: path,
    fas_secure_enabled: 1,
    faskey,
    DebugLevel: 0,
  };
  const lines = Object.entries(options).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(folder, 'opennds.conf'), lines.join(''));
  // openNDS asks the leases of dnsmasq whether a device has its address from the router.
  const start = `#!/bin/sh
set -e
mount -t tmpfs none /var/lib/misc
mount -t tmpfs none /run
mkdir /run/tmpfiles.d
echo "0 ${mac} ${network}.1.2 guest *" > /var/lib/misc/dnsmasq.leases
exec opennds -f -c ${join(folder, 'opennds.conf')}
`;
  writeFileSync(join(folder, 'start'), start);
  chmodSync(join(folder, 'start'), 0o755);
  for (const command of ['iptables', 'ip6tables'])
    symlinkSync(`/usr/sbin/${command}-legacy`, join(folder, command));
}
