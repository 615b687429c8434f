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
  addClock(program, tools);
}

function addDoctor(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, printReport } = tools;
  program
    .command('doctor')
    .description(
      'examine this installation or, through the running gateway, a device and its site; exit status 1: a fault was found',
    )
    .argument('[device]', 'name or id of a device')
    .option('--url <url>', 'page of the Internet to request')
    .option('--token <file>', 'file of an API token; default: the token of the first administrator')
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
      'back up store, configuration, device types, dictionaries and certificates while the gateway runs; succeeds only if the copy can be opened and has all rows',
    )
    .argument('[file]', 'new file; default: a file in backup.folder, as the schedule makes it')
    .option('--with-key', 'include the keys, encrypted with a passphrase', false)
    .option(
      '--passphrase-file <file>',
      'file with the passphrase; default: BACKUP_PASSPHRASE or the terminal',
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
      'restore a backup while the gateway is stopped; the former data are put aside, and sealed values without a key are listed',
    )
    .argument('<file>', 'file of gatehouse backup')
    .option('--dry-run', 'check the backup and show its content, without changes', false)
    .option(
      '--passphrase-file <file>',
      'file with the passphrase of its keys; default: BACKUP_PASSPHRASE or the terminal. Without a passphrase its keys are left out',
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
      'copy the store of the stopped gateway into an empty PostgreSQL database, or from there into a file, and compare both; the former store stays unchanged',
    )
    .argument('[url]', 'sqlite, sqlite:FILE or postgres://USER@HOST/DATABASE')
    .option('--url-file <file>', 'file with the address, password included')
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
      'write a file for the diagnosis of a fault: versions, findings, metrics and a few columns of the store, without secrets, with pseudonyms of people and addresses; the file stays on this machine',
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
      'follow the steps of a guest through the captive portal of the running gateway, and show which step fails and how to mend it; exit status 1: a step fails',
    )
    .option(
      '--access-point <name>',
      'name, id, MAC address or identifier of the access point; default: the first active access point',
    )
    .option('--json', 'print the findings as JSON', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async ({ config, ...options }: PortalTestOptions) => {
      const { testPortal } = await import('./portal/portal-test.ts');
      await printReport(testPortal(readConfig(config), options));
    });
}

function addClock(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  const clock = program
    .command('clock')
    .description(
      'compare the clock of this machine with the time that the gateways on the store have accepted last',
    )
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async ({ config }: { readonly config: string }) => {
      const { showClock } = await import('./clock-command.ts');
      await printResult(showClock(readConfig(config)));
    });
  clock
    .command('accept')
    .description(
      'accept the clock of this machine, ahead or back: whatever is too old by it is deleted, ended or begun within a minute',
    )
    .action(async () => {
      const { acceptClock } = await import('./clock-command.ts');
      const { config } = clock.opts<{ readonly config: string }>();
      await printResult(acceptClock(readConfig(config)));
    });
}
