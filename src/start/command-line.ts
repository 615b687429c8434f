import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addApiCommand } from './documents/api-command.ts';
import { addressText, greeting, greetingFields } from './documents/greeting.ts';
import { addDocumentCommands } from './documents/document-commands.ts';
import type { FindingReport } from '../contract/finding.ts';
import { ConfigFaults, loadConfig, type Config } from '../config/load-config.ts';
import type { CommandTools } from '../gateway/module.ts';
import { modules } from '../modules/modules.ts';
import { StartRefusal } from './start-refusal.ts';
import type { RunningGateway } from './main.ts';
import { errorText } from './error-text.ts';
import { isLogOnly, logFatal, logGreeting, logRuntimeMessages } from './log-only.ts';
import { packageRoot, packageVersion } from '../runtime/package-root.ts';

/* Each command loads its modules when it runs: the gateway does not load the site commands, and they do not load servers. */

const defaultFile = fileURLToPath(new URL('config/gatehouse.yaml', packageRoot));
const stopTimeoutMs = 9500;

/** Exit status of a command line that is wrong; a command that fails has 1. */
const usageStatus = 2;
/** Exit status of a start that no restart mends (EX_CONFIG of sysexits.h); the unit of systemd leaves it stopped. */
const configurationStatus = 78;

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
    'replace a lost store by a new one, with a new administrator and token',
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
  .command('changed-keys')
  .description('print the keys of a configuration file that differ from a shipped one')
  .argument('<file>', 'configuration file that was edited')
  .option('--shipped <file>', 'the file as it was shipped', defaultFile)
  .action(async (file: string, { shipped }: { shipped: string }) => {
    const { changedKeys } = await import('../config/changed-keys.ts');
    await printResult(changedKeys(file, shipped));
  });

addApiCommand(program);

addDocumentCommands(program, packageVersion);

const tools: CommandTools = {
  defaultFile,
  readConfig,
  readTypeFaults,
  loadResources,
  loadApis,
  loadState,
  print,
  printResult,
  printReport,
  errorText,
  fail,
};
for (const { commands } of modules) commands?.(program, tools);

await program.parseAsync(withCommand(process.argv.slice(2)), { from: 'user' });

/** Adds `serve` to a command line that names no command. */
function withCommand(line: readonly string[]): readonly string[] {
  const [first] = line;
  const isAboutProgram = first === '--help' || first === '-h' || first === '--version';
  return first === undefined || (first.startsWith('-') && !isAboutProgram)
    ? ['serve', ...line]
    : line;
}

async function loadResources() {
  const { loadTables } = await import('../modules/load-modules.ts');
  return (await loadTables()).resources;
}

async function loadApis() {
  const { loadApis: load } = await import('../modules/load-modules.ts');
  return load();
}

async function loadState() {
  const { loadState: load } = await import('../modules/load-modules.ts');
  return load();
}

async function readTypeFaults(settings: Config): Promise<readonly string[]> {
  const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
  const { readDeviceTypes } = await import('../inventory/type/read-device-types.ts');
  return (await readDeviceTypes(settings, await loadShippedAdapters())).faults;
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

function readConfig(file: string, status = 1): Config {
  try {
    return loadConfig(file, process.env);
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    fail(`${countOf(error.faults.length, 'The configuration has')}:\n${error.message}`, status);
  }
}

function countOf(errors: number, what: string): string {
  return `${what} ${errors} error${errors === 1 ? '' : 's'}`;
}

async function serve(file: string, mayReplaceStore: boolean): Promise<void> {
  const config = readConfig(file, configurationStatus);
  // A full disk behind them ends no gateway.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Without a listener both signals end the process. A reload is possible only after the start.
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  // Node would open its debugger, which any account of the machine can use.
  process.on('SIGUSR1', () => undefined);
  const { startGateway } = await import('./main.ts');
  const { ServiceManager } = await import('./service-manager.ts');
  const running = await startGateway(config, { mayReplaceStore }).catch((error: unknown) =>
    endNow(
      config,
      `Gatehouse cannot start: ${errorText(error)}`,
      error instanceof StartRefusal ? configurationStatus : 1,
    ),
  );
  if (isLogOnly(config)) {
    logRuntimeMessages(running.gateway.log);
    logGreeting(greetingFields(running), `Gatehouse ${packageVersion} listens`);
  } else print(greeting(running));
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

function endNow(config: Config, text: string, status = 1): never {
  if (!isLogOnly(config)) fail(text, status);
  logFatal(config, text);
  process.exit(status);
}

/** Reads the configuration and its files again. A configuration with errors is not applied. */
async function reload(running: RunningGateway, file: string): Promise<void> {
  const { log } = running.gateway;
  try {
    const { faults, ...report } = await running.reload(loadConfig(file, process.env));
    for (const fault of faults)
      log.error({ fault }, 'reload: a part has an error; its former state stays in use');
    const restart = report.wantRestart.length > 0 ? '; some keys need a restart' : '';
    if (faults.length > 0)
      log.warn(
        report,
        `reloaded, except ${faults.length} part${faults.length === 1 ? '' : 's'} with errors${restart}`,
      );
    else if (restart !== '') log.warn(report, `reloaded${restart}`);
    else log.info(report, 'reloaded');
  } catch (err) {
    log.error({ err }, 'reload failed; the former state stays in use');
  }
}

async function stop(running: RunningGateway, signal: string): Promise<void> {
  running.gateway.log.info({ signal }, 'stopping');
  setTimeout(() => {
    endNow(
      running.gateway.config,
      `Gatehouse did not stop within ${stopTimeoutMs / 1000} s; the process was terminated.`,
    );
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
