import type { Command } from 'commander';
import type { Config } from '../config/load-config.ts';
import type { CommandTools } from '../gateway/module.ts';

/* Commands about the life of an installation. Their modules are loaded when they run. */

interface BackupOptions {
  readonly config: string;
  readonly withKey: boolean;
  readonly passphraseFile?: string;
  readonly json: boolean;
}

interface RestoreOptions {
  readonly config: string;
  readonly dryRun: boolean;
  readonly passphraseFile?: string;
}

interface MoveOptions {
  readonly config: string;
  readonly urlFile?: string;
}

interface DoctorOptions {
  readonly config: string;
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
}

interface PortalTestOptions {
  readonly config: string;
  readonly accessPoint?: string;
  readonly json: boolean;
}

/** Adds the commands to the command line. */
export function addInstallationCommands(program: Command, tools: CommandTools): void {
  addDoctor(program, tools);
  addBackup(program, tools);
  addRestore(program, tools);
  addMove(program, tools);
  addSupportBundle(program, tools);
  addPortalTest(program, tools);
}

function addDoctor(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, printReport } = tools;
  program
    .command('doctor')
    .description(
      'look for what is wrong with this installation or, through the running gateway, at a device and its site; exit status 1: something is',
    )
    .argument('[device]', 'name or id of a device')
    .option('--url <url>', 'page of the Internet to ask for')
    .option('--token <file>', 'file of an API token; default: that of the first administrator')
    .option('--json', 'print the findings on the installation as JSON', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (device: string | undefined, options: DoctorOptions) => {
      const settings = readConfig(options.config);
      await printReport(
        device === undefined
          ? examineHere(settings, options, tools)
          : examineDevice(device, settings, options),
      );
    });
}

async function examineHere(settings: Config, { json }: DoctorOptions, tools: CommandTools) {
  const { examineInstallation } = await import('./doctor/doctor-command.ts');
  return examineInstallation(settings, {
    json,
    readTypeFaults: () => tools.readTypeFaults(settings),
    sealed: await loadSealedColumns(tools),
  });
}

async function examineDevice(device: string, settings: Config, options: DoctorOptions) {
  const { examineSite } = await import('../inventory/doctor/doctor-command.ts');
  return examineSite(settings, { device, ...options });
}

async function loadSealedColumns({ loadResources }: Pick<CommandTools, 'loadResources'>) {
  const { sealedColumns } = await import('../site/sealed-columns.ts');
  return sealedColumns(await loadResources());
}

function addBackup(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, printResult } = tools;
  program
    .command('backup')
    .description(
      'back up store, configuration, device types, dictionaries and certificates while the gateway runs; good only after the copy was opened, checked and counted',
    )
    .argument('[file]', 'new file; without it one in backup.folder, as by the schedule')
    .option('--with-key', 'include the keys, encrypted with a passphrase', false)
    .option(
      '--passphrase-file <file>',
      'file whose text is the passphrase; without it BACKUP_PASSPHRASE or the terminal',
    )
    .option('--json', 'print the result as JSON', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string | undefined, options: BackupOptions) => {
      const { lowerPriority } = await import('../runtime/machine/low-priority.ts');
      const { backUp } = await import('./backup/backup-command.ts');
      // Accounting comes first.
      lowerPriority();
      const config = readConfig(options.config);
      const sealed = await loadSealedColumns(tools);
      await printResult(backUp(config, { file, ...options, sealed }, process.env));
    });
}

function addRestore(
  program: Command,
  { defaultFile, readConfig, printResult }: CommandTools,
): void {
  program
    .command('restore')
    .description(
      'restore a backup while the gateway is stopped; the former data are put aside, and sealed values that no key opens are named',
    )
    .argument('<file>', 'file of gatehouse backup')
    .option('--dry-run', 'check the backup and show what is in it, without changes', false)
    .option(
      '--passphrase-file <file>',
      'file with the passphrase of its keys; without it BACKUP_PASSPHRASE or the terminal, else its keys are left out',
    )
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string, options: RestoreOptions) => {
      const { restore } = await import('./restore/restore-command.ts');
      await printResult(restore(readConfig(options.config), { file, ...options }, process.env));
    });
}

function addMove(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, printResult } = tools;
  program
    .command('move-store')
    .description(
      'copy the store of the stopped gateway into an empty PostgreSQL database, or from there into a file, and compare both; the former store is left as it is',
    )
    .argument('[url]', 'sqlite, sqlite:FILE or postgres://USER@HOST/DATABASE')
    .option('--url-file <file>', 'file whose text is the address, with its password')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (url: string | undefined, options: MoveOptions) => {
      const { moveToUrl } = await import('./move/move-command.ts');
      const config = readConfig(options.config);
      const sealed = await loadSealedColumns(tools);
      await printResult(moveToUrl(config, { url, ...options, sealed }));
    });
}

function addSupportBundle(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, readTypeFaults, printResult } = tools;
  program
    .command('support-bundle')
    .description(
      'write what helps to understand a fault into a file: versions, findings, metrics and a few columns of the store, without secrets, people and addresses by pseudonyms; nothing is sent anywhere',
    )
    .argument('<file>', 'new file, such as bundle.tar.gz')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string, options: { readonly config: string }) => {
      const { findFaults } = await import('./doctor/doctor-command.ts');
      const { writeSupportBundle } = await import('./support/support-bundle.ts');
      const config = readConfig(options.config);
      const findings = await findFaults(config, {
        readTypeFaults: () => readTypeFaults(config),
        sealed: await loadSealedColumns(tools),
      });
      await printResult(writeSupportBundle(config, { file, findings }));
    });
}

function addPortalTest(program: Command, { defaultFile, readConfig, printReport }: CommandTools) {
  program
    .command('portal')
    .description('work on the captive portal')
    .command('test')
    .description(
      'go the way of a guest through the captive portal of the running gateway, and say which step fails and what to do; exit status 1: one does',
    )
    .option(
      '--access-point <name>',
      'name, id, MAC address or identifier of the access point; default: the first one that is active',
    )
    .option('--json', 'print the findings as JSON', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async ({ config, ...options }: PortalTestOptions) => {
      const { testPortal } = await import('./portal/portal-test.ts');
      await printReport(testPortal(readConfig(config), options));
    });
}
