import type { Command } from 'commander';
import type { Config } from '../config/load-config.ts';
import type { CompareOptions, FreeradiusFiles } from './command.ts';

/* Commands that take over another system. Their modules are loaded when they run. */

/** The parts of the command line that these commands use. */
export interface CommandTools {
  /** Configuration file where `--config` names none. */
  readonly defaultFile: string;
  /** Ends the process if the configuration has errors. */
  readonly readConfig: (file: string) => Config;
  readonly print: (text: string) => void;
  readonly errorText: (error: unknown) => string;
  /** Prints an error and ends the process. */
  readonly fail: (text: string, status?: number) => never;
}

interface ImportOptions extends FreeradiusFiles, Partial<CompareOptions> {
  readonly config: string;
}

/** Exit status of a command line that is wrong. */
const usageStatus = 2;

/** Adds the commands to the command line. */
export function addImportCommands(program: Command, tools: CommandTools): void {
  program
    .command('import')
    .description('take over what another system holds; the gateway may be running')
    .command('freeradius')
    .description(
      'import users, groups and clients of FreeRADIUS; again changes only what differs; exit status 1: rows were refused',
    )
    .option(
      '--sql <file>',
      'a dump of MariaDB, PostgreSQL or SQLite, or the SQLite database itself',
    )
    .option('--users <file>', 'users file, such as mods-config/files/authorize')
    .option('--clients <file>', 'clients.conf')
    .option('--dry-run', 'report what would be done, and write nothing', false)
    .option(
      '--compare <host>',
      'import nothing; send the logins of the users to this server and to the gateway on this machine, and report each difference',
    )
    .option('--secret-file <file>', 'with --compare: the secret of this machine at both servers')
    .option('--config <file>', 'configuration file', tools.defaultFile)
    .action((options: ImportOptions) => runImport(options, tools));
}

async function runImport(
  { config, compare, secretFile, ...files }: ImportOptions,
  { readConfig, print, errorText, fail }: CommandTools,
): Promise<void> {
  const { compareFreeradius, importFreeradius } = await import('./command.ts');
  const settings = readConfig(config);
  if (compare !== undefined && secretFile === undefined)
    fail('--compare needs --secret-file', usageStatus);
  const work =
    compare === undefined || secretFile === undefined
      ? importFreeradius(settings, files, print)
      : compareFreeradius(settings, { ...files, compare, secretFile }, print);
  const isWhole = await work.catch((error: unknown) => fail(errorText(error)));
  process.exitCode = isWhole ? 0 : 1;
}
