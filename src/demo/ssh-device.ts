import type { ServerChannel } from 'ssh2';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';
import { startSshServer, type SshAccount } from './ssh-server.ts';

/** The output of a device for each command that it supports. */
export type CommandOutputs = ReadonlyMap<string, () => string>;

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
      else answer(channel, command, commands.get(command));
    });
  });
}

function answer(channel: ServerChannel, command: string, print: (() => string) | undefined): void {
  if (print) channel.write(`${print()}\n`);
  else channel.stderr.write(`ash: ${command.split(' ', 1).join('')}: not found\n`);
  channel.exit(print ? 0 : 127);
  channel.end();
}

/** The commands of config/device-types/openwrt.yaml. */
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
  const boardInfo = {
    kernel: '5.15.167',
    hostname: board.hostname,
    model: board.model,
    board_name: 'demo,access-point',
    release,
  };
  return new Map([
    ...proc(machine),
    ['ubus call system board', () => JSON.stringify(boardInfo, null, '\t')],
  ]);
}

/** The commands of config/device-types/linux.yaml. */
export function linux(machine: SimulatedMachine, hostname: string): CommandOutputs {
  return new Map([
    ...proc(machine),
    ['uname -n', () => hostname],
    ['uname -sr', () => 'Linux 6.1.0-40-amd64'],
  ]);
}

function proc(machine: SimulatedMachine): CommandOutputs {
  return new Map([
    [
      'cat /proc/uptime',
      () => `${machine.uptimeSeconds.toFixed(2)} ${(machine.uptimeSeconds * 0.9).toFixed(2)}`,
    ],
    ['cat /proc/loadavg', () => `${(0.05 + Math.random() / 4).toFixed(2)} 0.12 0.09 1/87 2411`],
  ]);
}
