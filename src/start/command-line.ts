import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addApiCommand } from './documents/api-command.ts';
import { addressText, greeting } from './documents/greeting.ts';
import { addDocumentCommands } from './documents/document-commands.ts';
import type { FindingReport } from '../contract/finding.ts';
import { ConfigFaults, loadConfig, type Config } from '../config/load-config.ts';
import type { RunningGateway } from './main.ts';
import { addImportCommands } from '../site/import/commands.ts';
import type { RecordArguments } from '../device-type/record/record-command.ts';
import { errorText } from './error-text.ts';
import { addLifecycleCommands } from '../installation/commands.ts';
import { packageRoot, packageVersion } from '../runtime/package-root.ts';

interface RecordOptions extends Omit<RecordArguments, 'protocol' | 'host'> {
  readonly config: string;
}

interface DoctorOptions {
  readonly config: string;
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
}

/* Each command loads its modules when it runs: the gateway does not load the site commands, and they do not load servers. */

const defaultFile = fileURLToPath(new URL('config/gatehouse.yaml', packageRoot));
const stopTimeoutMs = 9500;

/** Exit status of a command line that is wrong; a command that fails has 1. */
const usageStatus = 2;

const program = new Command('gatehouse')
  .description(
    'Protocol gateway for access networks: device control and access control in one process',
  )
  .version(packageVersion, '--version', 'show the version')
  .showSuggestionAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : usageStatus));

program
  .command('serve')
  .description('run the gateway until SIGTERM or SIGINT')
  .option('--config <file>', 'configuration file', defaultFile)
  .option(
    '--new-store',
    'begin a new store, with a new administrator and token, where the former one is lost',
    false,
  )
  .action(async ({ config, newStore }: { config: string; newStore: boolean }) => {
    await serve(config, newStore);
  });

program
  .command('check-config')
  .description('check the configuration and the device types and list their errors')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async ({ config }: { config: string }) => {
    const settings = readConfig(config);
    const { findForeignHosts } = await import('../config/foreign-hosts.ts');
    const { dictionaryFaults } = await import('../protocol/radius/dictionary.ts');
    const hosts = await findForeignHosts(settings);
    const starting = [...hosts, ...dictionaryFaults(settings.radius.dictionary_dir)];
    if (starting.length > 0)
      fail(`${countOf(starting.length, 'The configuration has')}:\n${starting.join('\n')}`);
    // A line for each fault of a file.
    const faults = (await readTypeFaults(settings)).flatMap((ofFile) => ofFile.split('\n'));
    if (faults.length > 0)
      fail(`${countOf(faults.length, 'The device types have')}:\n${faults.join('\n')}`);
    print(`${config}: no errors`);
  });

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
        ? examineHere(settings, options)
        : examineDevice(device, settings, options),
    );
  });

addApiCommand(program);

addDocumentCommands(program, packageVersion);

const deviceType = program.command('device-type').description('work on device types');

deviceType
  .command('check')
  .description(
    'check a device type file as a start does; exit status 1: it has faults, 2: it cannot be read',
  )
  .argument('<file>', 'YAML file')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (file: string, { config }: { config: string }) => {
    const settings = readConfig(config);
    const { typeFolders } = await import('../inventory/type/read-device-types.ts');
    const { checkDeviceTypeFile } = await import('../inventory/type/device-type-file.ts');
    const { DeviceTypeFaults, loadShippedAdapters } =
      await import('../device-type/adapter-loader.ts');
    try {
      await checkDeviceTypeFile(file, await loadShippedAdapters(), typeFolders(settings));
    } catch (error) {
      fail(errorText(error), error instanceof DeviceTypeFaults ? 1 : 2);
    }
    print(`${file}: no errors`);
  });

program
  .command('record')
  .description(
    'record what a device answers to the reads of its type, without secrets; the credentials come from RECORD_USERNAME, RECORD_PASSWORD, RECORD_PRIVATE_KEY, RECORD_ENABLE_PASSWORD and RECORD_COMMUNITY, a file or the terminal',
  )
  .argument('<protocol>', 'ssh, snmp, netconf or http')
  .argument('<host>', 'address or name of the device')
  .requiredOption('--type <name>', 'device type, such as openwrt')
  .option('--port <number>', 'port, where it is not that of the type')
  .option('--host-key <fingerprint>', 'host key of the device: SHA256:…')
  .option('--tls-fingerprint <fingerprint>', 'SHA-256 of its certificate: AB:CD:…')
  .option('--credentials <file>', 'YAML file with username, password, private_key, community')
  .option('--output <file>', 'new file for the recording; standard output without it')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (protocol: string, host: string, options: RecordOptions) => {
    const settings = readConfig(options.config);
    const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
    const { readDeviceTypes } = await import('../inventory/type/read-device-types.ts');
    const { recordToFile } = await import('../device-type/record/record-command.ts');
    const adapters = await loadShippedAdapters();
    const { types } = await readDeviceTypes(settings, adapters);
    const surroundings = { adapters, types, environment: process.env };
    await printResult(recordToFile({ protocol, host, ...options }, surroundings));
  });

program
  .command('apply')
  .description('apply a site file to the store in one transaction; unchanged objects are skipped')
  .argument('<file>', 'site file, such as config/site.example.yaml')
  .option('--dry-run', 'show the changes without applying them', false)
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (file: string, { config, dryRun }: { config: string; dryRun: boolean }) => {
    const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
    const { lazyDictionary } = await import('../protocol/radius/dictionary.ts');
    const { applyFile } = await import('../site/commands.ts');
    const adapters = await loadShippedAdapters();
    const settings = readConfig(config);
    const dictionary = lazyDictionary(settings.radius.dictionary_dir);
    await printResult(
      applyFile(settings, {
        file,
        isDryRun: dryRun,
        adapters,
        dictionary,
        environment: process.env,
      }),
    );
  });

program
  .command('export')
  .description('write the configured objects as a site file, without secrets')
  .argument('<file>', 'output file; - for standard output')
  .option('--force', 'overwrite an existing file', false)
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (file: string, { config, force }: { config: string; force: boolean }) => {
    const { exportFile } = await import('../site/commands.ts');
    await printResult(exportFile(readConfig(config), { file, mayReplace: force }));
  });

program
  .command('rotate-key')
  .description(
    'encrypt all sealed values with a new key; earlier backups still need a copy of the former key file',
  )
  .option(
    '--prepare',
    'only add the new key to the key file, for copying to the other gateways of a shared store',
    false,
  )
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async ({ config, prepare }: { config: string; prepare: boolean }) => {
    const { rotateKeyFile } = await import('../site/commands.ts');
    await printResult(rotateKeyFile(readConfig(config), { isPreparation: prepare }));
  });

program
  .command('token')
  .description('manage bearer tokens of the APIs on this machine')
  .command('create')
  .description('create a token of a user and print it; the gateway may be running')
  .requiredOption('--user <name>', 'user name, such as admin')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async ({ config, user }: { config: string; user: string }) => {
    const { createUserToken } = await import('../site/commands.ts');
    await printResult(createUserToken(readConfig(config), user));
  });

addLifecycleCommands(program, {
  defaultFile,
  readConfig,
  readTypeFaults,
  printResult,
  printReport,
});

addImportCommands(program, { defaultFile, readConfig, print, fail, errorText });

await program.parseAsync(withCommand(process.argv.slice(2)), { from: 'user' });

/** Adds `serve` to a command line that names no command. */
function withCommand(line: readonly string[]): readonly string[] {
  const [first] = line;
  const isAboutProgram = first === '--help' || first === '-h' || first === '--version';
  return first === undefined || (first.startsWith('-') && !isAboutProgram)
    ? ['serve', ...line]
    : line;
}

async function examineHere(settings: Config, { json }: DoctorOptions) {
  const { examineInstallation } = await import('../installation/doctor/doctor-command.ts');
  return examineInstallation(settings, { json, readTypeFaults: () => readTypeFaults(settings) });
}

async function readTypeFaults(settings: Config): Promise<readonly string[]> {
  const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
  const { readDeviceTypes } = await import('../inventory/type/read-device-types.ts');
  return (await readDeviceTypes(settings, await loadShippedAdapters())).faults;
}

async function examineDevice(device: string, settings: Config, options: DoctorOptions) {
  const { examineSite } = await import('../inventory/doctor/doctor-command.ts');
  return examineSite(settings, { device, ...options });
}

async function printReport(work: Promise<FindingReport>): Promise<void> {
  await printResult(
    work.then(({ isHealthy, text }) => {
      if (!isHealthy) process.exitCode = 1;
      return text;
    }),
  );
}

async function printResult(work: Promise<string>): Promise<void> {
  print(await work.catch((error: unknown) => fail(errorText(error))));
}

function readConfig(file: string): Config {
  try {
    return loadConfig(file, process.env);
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    fail(`${countOf(error.faults.length, 'The configuration has')}:\n${error.message}`);
  }
}

function countOf(errors: number, what: string): string {
  return `${what} ${errors} error${errors === 1 ? '' : 's'}`;
}

async function serve(file: string, mayReplaceStore: boolean): Promise<void> {
  const config = readConfig(file);
  // Both end a process that does not listen to them; until it has started there is nothing to reload.
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  const { startGateway } = await import('./main.ts');
  const { ServiceManager } = await import('./service-manager.ts');
  const running = await startGateway(config, { mayReplaceStore }).catch((error: unknown) =>
    fail(`Gatehouse cannot start: ${errorText(error)}`),
  );
  print(greeting(running));
  process.on('uncaughtExceptionMonitor', (err, origin) => {
    running.gateway.log.fatal({ err, origin }, 'an unhandled error ends the gateway');
    running.gateway.log.flush();
  });
  let reloading = Promise.resolve();
  process.on('SIGHUP', () => {
    reloading = reloading.then(() => reload(running, file));
  });
  const serviceManager = new ServiceManager(running.gateway, process.env);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void serviceManager.stopping();
      void stop(running, signal);
    });
  }
  await serviceManager.ready(`listening for HTTP on ${addressText(running.http)}`);
}

/** Reads the configuration and its files anew. A configuration with errors changes nothing. */
async function reload(running: RunningGateway, file: string): Promise<void> {
  const { log } = running.gateway;
  try {
    const { faults, ...report } = await running.reload(loadConfig(file, process.env));
    for (const fault of faults) log.error({ fault }, 'reload: the former state stays in use');
    const restart = report.wantRestart.length > 0 ? '; some keys want a restart' : '';
    if (faults.length > 0)
      log.warn(report, `reloaded without what has an error (${faults.length})${restart}`);
    else if (restart !== '') log.warn(report, `reloaded${restart}`);
    else log.info(report, 'reloaded');
  } catch (err) {
    log.error({ err }, 'reload: nothing was changed');
  }
}

async function stop(running: RunningGateway, signal: string): Promise<void> {
  running.gateway.log.info({ signal }, 'stopping');
  setTimeout(() => {
    fail(`Gatehouse did not stop within ${stopTimeoutMs / 1000} s; the process was terminated.`);
  }, stopTimeoutMs).unref();
  await running.stop();
  process.exit(0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(text: string, status = 1): never {
  process.stderr.write(`${text}\n`);
  process.exit(status);
}
