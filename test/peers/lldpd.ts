import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from './child.ts';
import { freeUdpPort } from './port.ts';

const run = promisify(execFile);

/** Two hosts with lldpd that are connected by a cable; snmpd answers for the first one, and has what its lldpd sees. */
export interface LinkedHosts {
  /** Port of the SNMP agent on 127.0.0.1. */
  readonly port: number;
  readonly community: string;
  /** Returns what lldpcli prints on the first host, one `key=value` in each line. */
  readonly neighbors: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** What the hosts need of this machine: network namespaces. */
export function canLinkHosts(): boolean {
  return process.getuid?.() === 0;
}

/** Connects two hosts. @param other  name and address that the second host says of itself */
export async function startLinkedHosts(other: {
  readonly name: string;
  readonly address: string;
}): Promise<LinkedHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'lldpd-'));
  // lldpd drops its rights before it opens its socket.
  chmodSync(folder, 0o755);
  mkdirSync('/run/lldpd', { recursive: true });
  const [near, far] = [`lldpa${process.pid}`, `lldpb${process.pid}`];
  const agentx = join(folder, 'agentx');
  const children: Child[] = [];
  const ip = (...args: readonly string[]) => run('ip', args);
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
    for (const namespace of [near, far]) await ip('netns', 'del', namespace).catch(() => null);
    rmSync(folder, { recursive: true, force: true });
  };
  const cli = async (host: string, ...args: readonly string[]) =>
    (await run('lldpcli', ['-u', join(folder, host), ...args])).stdout;
  const startHost = async (host: string, args: readonly string[]) => {
    const daemon = ['lldpd', '-d', '-u', join(folder, host), ...args];
    const ready = () => cli(host, 'show', 'configuration').then(() => true);
    const child = { command: 'ip', args: ['netns', 'exec', host, ...daemon], ready };
    children.push(await startChild(child));
    await cli(host, 'configure', 'lldp', 'tx-interval', '1');
  };
  try {
    for (const namespace of [near, far]) await ip('netns', 'add', namespace);
    const end = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', far];
    await ip('link', 'add', 'eth0', 'netns', near, ...end);
    await ip('-n', far, 'addr', 'add', `${other.address}/24`, 'dev', 'eth0');
    for (const namespace of [near, far]) await ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    const community = 'gatehouse-test';
    const configuration = join(folder, 'snmpd.conf');
    writeFileSync(
      configuration,
      `rocommunity ${community}\nmaster agentx\nagentXSocket ${agentx}\n`,
    );
    const port = await freeUdpPort();
    const get = ['-v2c', '-c', community, `127.0.0.1:${port}`];
    children.push(
      await startChild({
        command: '/usr/sbin/snmpd',
        args: ['-f', '-Lo', '-C', '-c', configuration, '-r', `udp:127.0.0.1:${port}`],
        env: { MIBS: '', SNMP_PERSISTENT_DIR: folder },
        ready: () => run('snmpget', [...get, '1.3.6.1.2.1.1.3.0']).then(() => true),
      }),
    );
    await startHost(far, ['-m', other.address]);
    await cli(far, 'configure', 'system', 'hostname', other.name);
    await startHost(near, ['-x', '-X', agentx]);
    const neighbors = () => cli(near, '-f', 'keyvalue', 'show', 'neighbors');
    await seen(() => neighbors().then((text) => text.includes(`=${other.name}\n`)));
    const column = [...get, '1.0.8802.1.1.2.1.4.1.1.9'];
    await seen(() => run('snmpwalk', column).then(({ stdout }) => stdout.includes(other.name)));
    return { port, community, neighbors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error after half a minute */
async function seen(isThere: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the hosts do not see each other');
}
