import type { ServerChannel } from 'ssh2';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';
import { startSshServer, type SshAccount } from './ssh-server.ts';

/** Returns the output of a device for a command; null: it does not support it. */
export type CommandOutputs = (command: string) => string | null;

/** These commands are not executed: the simulated machine goes down and comes up. */
const rebootCommands: readonly string[] = ['reboot', 'firstboot -y && reboot'];

/** Starts a simulated device that is operated by commands over SSH. */
export function startSshDevice(
  machine: SimulatedMachine,
  account: SshAccount,
  commands: CommandOutputs,
): Promise<DeviceAgent> {
  return startSshServer(machine, account, (session) => {
    session.on('exec', (accept, _reject, { command }) => {
      const channel = accept();
      if (rebootCommands.includes(command)) machine.reboot();
      else answer(channel, command, commands(command));
    });
  });
}

function answer(channel: ServerChannel, command: string, output: string | null): void {
  if (output === null) channel.stderr.write(`ash: ${command.split(' ', 1).join('')}: not found\n`);
  else channel.write(`${output}\n`);
  channel.exit(output === null ? 127 : 0);
  channel.end();
}

const hostnameWrite =
  /^uci set system\.@system\[0\]\.hostname='([^']*)' && uci commit system && reload_config$/;

/** The commands of config/device-types/openwrt.yaml; the host name can be written. */
export function openwrt(
  machine: SimulatedMachine,
  board: { readonly hostname: string; readonly model: string },
): CommandOutputs {
  const release = {
    distribution: 'OpenWrt',
    version: '23.05.5',
    target: 'mediatek/filogic',
    description: 'OpenWrt 23.05.5',
  };
  let { hostname } = board;
  const boardInfo = () => ({
    kernel: '5.15.167',
    hostname,
    model: board.model,
    board_name: 'demo,access-point',
    release,
  });
  const outputs = new Map([
    ...proc(machine),
    ['uname -n', () => hostname],
    ['uci export', () => configurationOf(hostname)],
    ['ubus call system board', () => JSON.stringify(boardInfo(), null, '\t')],
    ['cat /sys/class/net/br-lan/address', () => machine.mac],
  ]);
  const ports = { wan: 40_000, 'phy0-ap0': 30_000, 'phy1-ap0': 90_000 };
  return (command) => {
    const [, written] = hostnameWrite.exec(command) ?? [];
    if (written === undefined)
      return outputs.get(command)?.() ?? interfaces(machine, command, ports);
    hostname = written;
    return '';
  };
}

/** The configuration of an access point, as `uci export` writes it. */
function configurationOf(hostname: string): string {
  return `package system

config system
\toption hostname '${hostname}'
\toption timezone 'WET0WEST,M3.5.0/1,M10.5.0'

package wireless

config wifi-iface 'guests'
\toption ssid 'Guests'
\toption encryption 'none'
`;
}

/** The commands of config/device-types/linux.yaml. */
export function linux(machine: SimulatedMachine, hostname: string): CommandOutputs {
  const outputs = new Map([
    ...proc(machine),
    ['uname -n', () => hostname],
    ['uname -sr', () => 'Linux 6.1.0-40-amd64'],
    ['uname -m', () => 'x86_64'],
    ['cat /sys/class/net/*/address', () => `${machine.mac}\n00:00:00:00:00:00`],
  ]);
  return (command) => outputs.get(command)?.() ?? interfaces(machine, command, { enp1s0: 250_000 });
}

function proc(machine: SimulatedMachine): ReadonlyMap<string, () => string> {
  return new Map([
    [
      'cat /proc/uptime',
      () => `${machine.uptimeSeconds.toFixed(2)} ${(machine.uptimeSeconds * 0.9).toFixed(2)}`,
    ],
    ['cat /proc/loadavg', () => `${(0.05 + Math.random() / 4).toFixed(2)} 0.12 0.09 1/87 2411`],
  ]);
}

/**
 * Returns the output of the command of both types that reads all interfaces; null: it is another command.
 *
 * @param ports  average octets per second that each receives, by name
 */
function interfaces(
  { uptimeSeconds }: SimulatedMachine,
  command: string,
  ports: Readonly<Record<string, number>>,
): string | null {
  if (!command.startsWith('cd /sys/class/net ')) return null;
  const lines = Object.entries(ports).map(([name, rate]) => {
    const octets = Math.floor(uptimeSeconds * rate);
    const speed = name.startsWith('phy') ? '' : '1000';
    return `${name} state=1 speed=${speed} rx_bytes=${octets} tx_bytes=${octets * 3} rx_errors=0 tx_errors=0 rx_dropped=0 tx_dropped=0`;
  });
  return lines.join('\n');
}
