import { Argument, type Command } from 'commander';
import type { DeviceOperationOptions } from './device-operation.ts';
import type { ConnectionOptions } from './run-deed.ts';
import type { DevicesOptions } from './devices.ts';
import type { SessionsOptions } from './sessions.ts';
import type { VoucherOptions } from './vouchers.ts';
import type { WatchOptions } from './watch.ts';

/* Commands for the work of a day. Their modules are loaded when they run. */

/** Adds the commands to the command line. */
export function addDeedCommands(program: Command): void {
  addStatus(program);
  addDevices(program);
  addDevice(program);
  addSessions(program);
  addWhy(program);
  addDisconnect(program);
  addVouchers(program);
  addWatch(program);
}

/** Returns a command with the options that name the gateway. */
function addDeed(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .helpGroup('The work of a day:')
    .option('--gateway <name>', 'a gateway that `gatehouse api gateway add` has saved')
    .option('--url <url>', 'address of the gateway; default: GATEHOUSE_URL, else this machine')
    .option('--token-file <file>', 'file with the API token; default: GATEHOUSE_TOKEN_FILE')
    .option('--ca <file>', 'certificate that signs that of the gateway');
}

function addStatus(program: Command): void {
  addDeed(
    program,
    'status',
    'show how the site is: devices that are down, open sessions, alerts, operations',
  ).action(async (options: ConnectionOptions) => {
    const { deeds, runDeed } = await import('./deeds.ts');
    await runDeed(options, deeds.showStatus);
  });
}

function addDevices(program: Command): void {
  addDeed(program, 'devices', 'list devices with their state and last error')
    .option('--location <name>', 'only those of a location, by its name')
    .option('--type <name>', 'only those of a device type, such as openwrt')
    .option('--down', 'only those that are not up', false)
    .action(async (options: ConnectionOptions & DevicesOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.listDevices(client, options));
    });
}

function addDevice(program: Command): void {
  addDeed(
    program,
    'device',
    'run an operation on a device, or on all devices of a location: gatehouse device reboot lobby; gatehouse device reboot --location "Main building" --at 03:00',
  )
    .argument('<operation>', 'reboot, sync or another operation of the type of the device')
    .argument('[name]', 'name of the device; without it, all devices of --location or --type')
    .option('--location <name>', 'location of the devices, by its name')
    .option('--type <name>', 'device type of the devices, such as openwrt')
    .option(
      '--at <time>',
      'begin at a clock time of the location (03:00), after a delay (2h) or at a date and time',
    )
    .option(
      '--set <name=value>',
      'a parameter of the operation; may be repeated',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--yes', 'run it on several devices without a question', false)
    .option('--no-wait', 'do not wait until it has ended')
    .action(
      async (
        operation: string,
        name: string | undefined,
        options: ConnectionOptions & DeviceOperationOptions,
      ) => {
        const { deeds, runDeed } = await import('./deeds.ts');
        await runDeed(options, (client) =>
          deeds.operateDevices(client, { operation, name }, options),
        );
      },
    );
}

function addSessions(program: Command): void {
  addDeed(program, 'sessions', 'list open sessions, of all users or of one')
    .argument('[user]', 'user name or MAC address')
    .option('--all', 'also those that have ended, the latest first', false)
    .action(async (user: string | undefined, options: ConnectionOptions & SessionsOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.listSessions(client, user, options));
    });
}

function addWhy(program: Command): void {
  addDeed(
    program,
    'why',
    'say why a guest was let in or refused: the last decision, and what a login now would get',
  )
    .argument('<user>', 'user name, voucher code or MAC address')
    .action(async (user: string, options: ConnectionOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.explainLogin(client, user));
    });
}

function addDisconnect(program: Command): void {
  addDeed(program, 'disconnect', 'end the open sessions of a user')
    .argument('<user>', 'user name or MAC address')
    .action(async (user: string, options: ConnectionOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.disconnectUser(client, user));
    });
}

function addVouchers(program: Command): void {
  addDeed(program, 'vouchers', 'make vouchers, and print them: gatehouse vouchers 20 --time 24h')
    .argument('<count>', 'how many')
    .requiredOption('--time <duration>', 'credit of each, such as 90m, 24h or 7d')
    .option('--octets <amount>', 'octets of each in both directions together, such as 2G')
    .option('--profile <name>', 'profile of each, by its name')
    .option('--location <name>', 'location to which they are limited, by its name')
    .option(
      '--burn <how>',
      'online: the time of open sessions counts; first_use: from the first login',
    )
    .option('--print <file>', 'new PDF file with the vouchers, instead of a list of codes')
    .action(async (count: string, options: ConnectionOptions & VoucherOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.makeVouchers(client, count, options));
    });
}

function addWatch(program: Command): void {
  addDeed(program, 'watch', 'show what happens as lines: devices, sessions, operations, alerts')
    .addArgument(
      new Argument('[kind]', 'one kind of event').choices([
        'device',
        'session',
        'operation',
        'alert',
      ]),
    )
    .option('--seconds <number>', 'end after this time')
    .action(async (kind: string | undefined, options: ConnectionOptions & WatchOptions) => {
      const { deeds, runDeed } = await import('./deeds.ts');
      await runDeed(options, (client) => deeds.watchEvents(client, kind, options));
    });
}
