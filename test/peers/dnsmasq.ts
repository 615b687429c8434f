import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child.ts';

const run = promisify(execFile);

/** A router with the DHCP server of dnsmasq, and a device that is connected to it by a cable. */
export interface DhcpRouter {
  /** MAC address of the device, in lower case. */
  readonly mac: string;
  /** Lets the device ask for an address. */
  readonly lease: () => Promise<Lease>;
  readonly stop: () => Promise<void>;
}

export interface Lease {
  readonly address: string;
  /** The text of option 114 (RFC 8910); empty: there is none. */
  readonly captivePortal: string;
}

/** What the device does with an answer: it prints the option that is asked for. */
const script = '#!/bin/sh\n[ -z "$opt114" ] || echo "option 114: $opt114"\n';

/**
 * Starts a router.
 *
 * @param leaseFile  file that dnsmasq keeps its leases in
 * @param more       lines of its configuration
 */
export async function startDhcpRouter(leaseFile: string, more = ''): Promise<DhcpRouter> {
  const folder = mkdtempSync(join(tmpdir(), 'dhcp-'));
  writeFileSync(join(folder, 'script'), script, { mode: 0o755 });
  writeFileSync(join(folder, 'dnsmasq.conf'), more);
  const [router, device] = [`dhcpr${process.pid}`, `dhcpd${process.pid}`];
  const ip = async (...args: readonly string[]) => (await run('ip', args)).stdout;
  const within = (namespace: string, command: readonly string[]) => [
    'netns',
    'exec',
    namespace,
    ...command,
  ];
  const remove = async () => {
    for (const namespace of [router, device]) await ip('netns', 'del', namespace).catch(() => null);
    rmSync(folder, { recursive: true });
  };
  try {
    for (const namespace of [router, device]) await ip('netns', 'add', namespace);
    const end = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', device];
    await ip('link', 'add', 'lan', 'netns', router, ...end);
    await ip('-n', router, 'addr', 'add', '198.51.100.1/24', 'dev', 'lan');
    await ip('-n', router, 'link', 'set', 'lan', 'up');
    await ip('-n', device, 'link', 'set', 'eth0', 'up');
    const mac = /link\/ether (\S+)/.exec(await ip('-n', device, 'link', 'show', 'eth0'))?.[1] ?? '';
    const child = await startChild({
      command: 'ip',
      args: within(router, [
        '/usr/sbin/dnsmasq',
        ...options,
        `--conf-file=${folder}/dnsmasq.conf`,
        `--dhcp-leasefile=${leaseFile}`,
      ]),
      ready: (output) => output.includes('IP range'),
      within: 60_000,
    });
    const ask = ['-f', '-q', '-n', '-t', '20', '-i', 'eth0', '-O', '114'];
    const client = ['/sbin/udhcpc', ...ask, '-s', join(folder, 'script')];
    return {
      mac,
      lease: async () => {
        const { stdout, stderr } = await run('ip', within(device, client));
        const [, address = ''] = /lease of (\S+) obtained/.exec(stdout + stderr) ?? [];
        const [, octets = ''] = /option 114: (\w+)/.exec(stdout) ?? [];
        return { address, captivePortal: Buffer.from(octets, 'hex').toString() };
      },
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

const options = [
  '--keep-in-foreground',
  '--log-facility=-',
  '--pid-file=',
  '--user=root',
  '--port=0',
  '--interface=lan',
  '--bind-interfaces',
  '--no-ping',
  '--dhcp-authoritative',
  '--dhcp-range=198.51.100.100,198.51.100.200,1h',
];
