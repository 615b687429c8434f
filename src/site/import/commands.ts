import type { Command } from 'commander';
import type { CommandTools } from '../../gateway/module.ts';
import type { CompareOptions, FreeradiusFiles } from './command.ts';
import type { TableOptions } from './table/command.ts';

/* Commands that take over another system. Their modules are loaded when they run. */

/** The parts of the command line that an import uses: the APIs that make its objects, and the lines of its report. */
export type ImportTools = Pick<CommandTools, 'loadApis' | 'loadResources' | 'loadState' | 'print'>;

interface ImportOptions extends FreeradiusFiles, Partial<CompareOptions> {
  readonly config: string;
}

/** Exit status of a command line that is wrong. */
const usageStatus = 2;

/** Adds the commands to the command line. */
export function addImportCommands(program: Command, tools: CommandTools): void {
  const command = program
    .command('import')
    .description(
      'import users, clients, devices and sessions of another system; the gateway may be running',
    );
  const freeradius = command
    .command('freeradius')
    .description(
      'import users, groups and clients of FreeRADIUS; a repeated import changes only rows that differ; exit status 1: rows were refused',
    )
    .option(
      '--sql <source>',
      'a dump of MariaDB, PostgreSQL or SQLite, the SQLite database itself, or the address of a running one: mysql://USER@HOST/DATABASE or postgres://…',
    )
    .option(
      '--sql-url-file <file>',
      'file whose text is the address of a running database, with its password',
    )
    .option('--users <file>', 'users file, such as mods-config/files/authorize')
    .option('--clients <file>', 'clients.conf')
    .option('--huntgroups <file>', 'huntgroups, such as mods-config/preprocess/huntgroups')
    .option(
      '--time-zone <name>',
      'time zone of the times of radacct, such as Europe/Berlin; default: the zone of this machine',
    )
    .action((options: ImportOptions) => runServerImport(options, tools));
  const mikrotik = command
    .command('mikrotik')
    .description(
      'import users, profiles and routers of User Manager 6 or 7, and users of hotspots; a repeated import changes only rows that differ; exit status 1: rows were refused',
    )
    .argument('<file...>', 'export of RouterOS, with passwords')
    .action((files: string[], options: ImportOptions) =>
      runServerImport({ ...options, mikrotik: files }, tools),
    );
  for (const server of [freeradius, mikrotik])
    server
      .option('--dry-run', 'report the changes without writing them', false)
      .option(
        '--compare <host>',
        'instead of importing, send the logins of the users to this server and to the gateway on this machine, and report each difference',
      )
      .option('--secret-file <file>', 'with --compare: the secret of this machine at both servers')
      .option('--config <file>', 'configuration file', tools.defaultFile);
  for (const [source, what] of Object.entries(tableSources))
    addTableCommand(command, tools, { source, what });
}

/** Sources that a mapping in config/importers turns into objects; for CSV the site writes a mapping. */
const tableSources = {
  csv: 'the rows of any CSV or JSON files by a mapping',
  netbox: 'devices of NetBox',
  librenms: 'devices of LibreNMS',
  oxidized: 'devices of a router.db of Oxidized',
  openwisp: 'devices and users of OpenWISP',
  unifi: 'access points and vouchers of UniFi Network',
  omada: 'access points and vouchers of Omada',
} as const;

interface TableCommand {
  readonly source: string;
  readonly what: string;
}

function addTableCommand(
  command: Command,
  tools: CommandTools,
  { source, what }: TableCommand,
): void {
  const { defaultFile, readConfig, errorText, fail } = tools;
  const added = command
    .command(source)
    .description(
      `import ${what}; a repeated import changes only rows that differ; exit status 1: rows were refused`,
    )
    .argument('<file...>', 'CSV, or JSON from the API of the source')
    .option(
      '--default <field=value>',
      'value of a field that a row lacks, such as type=openwrt; may be repeated',
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option(
      '--columns <names>',
      'names of the columns, separated by commas, for a file without a header line',
    )
    .option('--dry-run', 'report the changes without writing them', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(
      async (
        files: string[],
        options: Omit<TableOptions, 'source' | 'files'> & { readonly config: string },
      ) => {
        const { importTables } = await import('./table/command.ts');
        const settings = readConfig(options.config);
        const isWhole = await importTables(settings, { ...options, source, files }, tools).catch(
          (error: unknown) => fail(errorText(error)),
        );
        process.exitCode = isWhole ? 0 : 1;
      },
    );
  const mapping = ['--mapping <file>', 'YAML file that maps columns to fields'] as const;
  if (source === 'csv') added.requiredOption(...mapping);
  else added.option(...mapping);
}

async function runServerImport(
  { config, compare, secretFile, ...files }: ImportOptions,
  tools: CommandTools,
): Promise<void> {
  const { readConfig, print, errorText, fail } = tools;
  const { compareFreeradius, importFreeradius } = await import('./command.ts');
  const settings = readConfig(config);
  if (compare !== undefined && secretFile === undefined)
    fail('--compare needs --secret-file', usageStatus);
  const work =
    compare === undefined || secretFile === undefined
      ? importFreeradius(settings, files, tools)
      : compareFreeradius(settings, { ...files, compare, secretFile }, print);
  const isWhole = await work.catch((error: unknown) => fail(errorText(error)));
  process.exitCode = isWhole ? 0 : 1;
}
