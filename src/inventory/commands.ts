import type { Command } from 'commander';
import type { RecordArguments } from '../device-type/record/record-command.ts';
import type { CommandTools } from '../gateway/module.ts';

/* Commands about devices and their types. Their modules are loaded when they run. */

interface RecordOptions extends Omit<RecordArguments, 'protocol' | 'host'> {
  readonly config: string;
}

/** Adds the commands to the command line. */
export function addInventoryCommands(program: Command, tools: CommandTools): void {
  addDeviceType(program, tools);
  addRecord(program, tools);
}

function addDeviceType(
  program: Command,
  { defaultFile, readConfig, print, fail, errorText }: CommandTools,
): void {
  program
    .command('device-type')
    .description('work on device types')
    .command('check')
    .description(
      'check a device type file as a start does; exit status 1: it has faults, 2: it cannot be read',
    )
    .argument('<file>', 'YAML file')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string, { config }: { config: string }) => {
      const settings = readConfig(config);
      const { typeFolders } = await import('./type/read-device-types.ts');
      const { checkDeviceTypeFile } = await import('./type/device-type-file.ts');
      const { DeviceTypeFaults, loadShippedAdapters } =
        await import('../device-type/adapter-loader.ts');
      try {
        await checkDeviceTypeFile(file, await loadShippedAdapters(), typeFolders(settings));
      } catch (error) {
        fail(errorText(error), error instanceof DeviceTypeFaults ? 1 : 2);
      }
      print(`${file}: no errors`);
    });
}

function addRecord(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  program
    .command('record')
    .description(
      'record what a device answers to the reads of its type, without secrets; the credentials come from RECORD_USERNAME, RECORD_PASSWORD, RECORD_PRIVATE_KEY, RECORD_ENABLE_PASSWORD and RECORD_COMMUNITY, a file or the terminal',
    )
    .argument('<protocol>', 'ssh, snmp, netconf or http')
    .argument('<host>', 'address or name of the device')
    .requiredOption('--type <name>', 'device type, such as openwrt')
    .option('--port <number>', 'port; default: the port of the type')
    .option('--host-key <fingerprint>', 'host key of the device: SHA256:…')
    .option('--tls-fingerprint <fingerprint>', 'SHA-256 of its certificate: AB:CD:…')
    .option('--credentials <file>', 'YAML file with username, password, private_key, community')
    .option('--output <file>', 'new file for the recording; standard output without it')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (protocol: string, host: string, options: RecordOptions) => {
      const settings = readConfig(options.config);
      const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
      const { readDeviceTypes } = await import('./type/read-device-types.ts');
      const { recordToFile } = await import('../device-type/record/record-command.ts');
      const adapters = await loadShippedAdapters();
      const { types } = await readDeviceTypes(settings, adapters);
      const surroundings = { adapters, types, environment: process.env };
      await printResult(recordToFile({ protocol, host, ...options }, surroundings));
    });
}
