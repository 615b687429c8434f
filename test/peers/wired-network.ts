import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from './child.ts';

const run = promisify(execFile);

export interface Authenticator {
  readonly authPort: number;
  readonly accountingPort: number;
  readonly secret: string;
  readonly nasIdentifier: string;
}

/** A switch port with 802.1X and a device at its cable: hostapd and wpa_supplicant, each in a network namespace. */
export interface WiredNetwork {
  /** Address of this machine at the link of the switch. */
  readonly gatewayAddress: string;
  readonly switchAddress: string;
  /** MAC address of the device, in lower case. */
  readonly mac: string;
  /** Starts hostapd, which asks this machine about devices, and takes Disconnect-Requests from it at port 3799. */
  readonly startAuthenticator: (authenticator: Authenticator) => Promise<Child>;
  /** Starts wpa_supplicant on the device. @param network  lines of its network block, or a profile for Wi-Fi */
  readonly connect: (network: readonly string[] | string) => Promise<Child>;
  readonly remove: () => Promise<void>;
}

/** Port of hostapd for RADIUS Dynamic Authorization. */
export const authorizationPort = 3799;

/** Makes the namespaces and the cables between them. */
export async function createWiredNetwork(): Promise<WiredNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'wired-'));
  const [port, device, link] = [`wiredp${process.pid}`, `wiredd${process.pid}`, `wl${process.pid}`];
  const network = `10.${64 + (process.pid % 64)}.${Math.floor(process.pid / 64) % 256}`;
  const [gatewayAddress, switchAddress] = [`${network}.1`, `${network}.2`];
  const ip = async (...args: readonly string[]) => (await run('ip', args)).stdout;
  const remove = async () => {
    for (const namespace of [port, device]) await ip('netns', 'del', namespace).catch(() => null);
    await ip('link', 'del', link).catch(() => null);
    rmSync(folder, { recursive: true, force: true });
  };
  const within = (namespace: string, command: string, args: readonly string[]) => ({
    command: 'ip',
    args: ['netns', 'exec', namespace, command, ...args],
  });
  try {
    for (const namespace of [port, device]) await ip('netns', 'add', namespace);
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'uplink', 'netns', port);
    const end = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', device];
    await ip('link', 'add', 'port', 'netns', port, ...end);
    await ip('addr', 'add', `${gatewayAddress}/30`, 'dev', link);
    await ip('link', 'set', link, 'up');
    await ip('-n', port, 'addr', 'add', `${switchAddress}/30`, 'dev', 'uplink');
    for (const name of ['uplink', 'port']) await ip('-n', port, 'link', 'set', name, 'up');
    await ip('-n', device, 'link', 'set', 'eth0', 'up');
    const shown = await ip('-n', device, 'link', 'show', 'eth0');
    return {
      gatewayAddress,
      switchAddress,
      mac: /link\/ether (\S+)/.exec(shown)?.[1] ?? '',
      startAuthenticator: (authenticator) => {
        const file = join(folder, 'hostapd.conf');
        const text = hostapdFile(authenticator, { gatewayAddress, switchAddress });
        writeFileSync(file, text, { mode: 0o600 });
        return startChild({
          ...within(port, '/usr/sbin/hostapd', [file]),
          ready: (output) => output.includes('AP-ENABLED'),
        });
      },
      connect: (lines) => {
        const file = join(folder, 'device.conf');
        const block = typeof lines === 'string' ? lines : ['network={', ...lines, '}'].join('\n');
        writeFileSync(file, `ap_scan=0\n${onCable(block)}\n`, { mode: 0o600 });
        return startChild({
          ...within(device, '/usr/sbin/wpa_supplicant', ['-D', 'wired', '-i', 'eth0', '-c', file]),
          ready: (output) => output.includes('Successfully initialized wpa_supplicant'),
        });
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** On a cable, 802.1X leads to no keys of Wi-Fi. */
function onCable(block: string): string {
  return block
    .replaceAll(/^\s*(?:key_mgmt|ieee80211w|pairwise|group|group_mgmt)=.*\n/gm, '')
    .replace('network={', 'network={\nkey_mgmt=IEEE8021X\neapol_flags=0');
}

function hostapdFile(
  { authPort, accountingPort, secret, nasIdentifier }: Authenticator,
  { gatewayAddress, switchAddress }: Pick<WiredNetwork, 'gatewayAddress' | 'switchAddress'>,
): string {
  return `interface=port
driver=wired
ieee8021x=1
use_pae_group_addr=1
own_ip_addr=${switchAddress}
nas_identifier=${nasIdentifier}
auth_server_addr=${gatewayAddress}
auth_server_port=${authPort}
auth_server_shared_secret=${secret}
acct_server_addr=${gatewayAddress}
acct_server_port=${accountingPort}
acct_server_shared_secret=${secret}
radius_das_port=${authorizationPort}
radius_das_client=${gatewayAddress} ${secret}
`;
}
