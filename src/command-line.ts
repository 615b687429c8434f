import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { ConfigFaults, loadConfig, type Config } from './config/load-config.ts';
import type { ListenAddress, RunningGateway } from './main.ts';
import { errorCode } from './errors.ts';

/* What a command needs is loaded when it is run: a gateway carries no set-up around, and setting up starts no server. */

const defaultFile = fileURLToPath(new URL('../../config/gatehouse.yaml', import.meta.url));
const longestStopMs = 9500;

const program = new Command('gatehouse').description(
  'Protocol gateway for access networks: device control and access control in one process',
);

program
  .command('serve', { isDefault: true })
  .description('run the gateway until SIGTERM or SIGINT')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async ({ config }: { config: string }) => {
    await serve(readConfig(config));
  });

program
  .command('check-config')
  .description('read the configuration, say what is wrong with it, and do no more')
  .option('--config <file>', 'configuration file', defaultFile)
  .action(({ config }: { config: string }) => {
    readConfig(config);
    say(`${config}: no faults`);
  });

program
  .command('apply')
  .description('bring the store to what a site file says: all of it or nothing, and nothing twice')
  .argument('<file>', 'site file, such as config/site.example.yaml')
  .option('--dry-run', 'show what would be changed, and change nothing', false)
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (file: string, { config, dryRun }: { config: string; dryRun: boolean }) => {
    const { loadAdapters } = await import('./adapter-loader.ts');
    const { lazyDictionary } = await import('./protocol/radius/dictionary.ts');
    const { applyFile } = await import('./site/commands.ts');
    const adapters = await loadAdapters(new URL('../adapters/', import.meta.url));
    const settings = readConfig(config);
    const dictionary = lazyDictionary(settings.radius.dictionary_dir);
    await tell(
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
  .description('write what is set up as a site file, without secrets')
  .argument('<file>', 'file to be written; - for standard output')
  .option('--force', 'replace a file that is there already', false)
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async (file: string, { config, force }: { config: string; force: boolean }) => {
    const { exportFile } = await import('./site/commands.ts');
    await tell(exportFile(readConfig(config), { file, mayReplace: force }));
  });

program
  .command('rotate-key')
  .description(
    'give all sealed values a new key; backups made before go on needing a copy of the former key file',
  )
  .option(
    '--prepare',
    'only add the new key to the key file, to be copied to the other gateways of a shared store',
    false,
  )
  .option('--config <file>', 'configuration file', defaultFile)
  .action(async ({ config, prepare }: { config: string; prepare: boolean }) => {
    const { rotateKeyFile } = await import('./site/commands.ts');
    await tell(rotateKeyFile(readConfig(config), { isPreparation: prepare }));
  });

await program.parseAsync();

async function tell(work: Promise<string>): Promise<void> {
  say(await work.catch((error: unknown) => fail(reason(error))));
}

function readConfig(file: string): Config {
  try {
    return loadConfig(file, process.env);
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    fail(
      `The configuration has ${error.faults.length} fault${error.faults.length === 1 ? '' : 's'}:\n${error.message}`,
    );
  }
}

async function serve(config: Config): Promise<void> {
  const { startGateway } = await import('./main.ts');
  const running = await startGateway(config).catch((error: unknown) =>
    fail(`Gatehouse cannot start: ${reason(error)}`),
  );
  say(greeting(running));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void stop(running, signal);
    });
  }
}

async function stop(running: RunningGateway, signal: string): Promise<void> {
  running.gateway.log.info({ signal }, 'stopping');
  setTimeout(() => {
    fail(`Gatehouse did not stop within ${longestStopMs / 1000} s and was ended.`);
  }, longestStopMs).unref();
  await running.stop();
  process.exit(0);
}

function greeting({ http, radius, tokenFile, gateway }: RunningGateway): string {
  const base = `http://${shown(http)}`;
  const token = tokenFile ?? `${gateway.config.data_dir}/admin-token`;
  return [
    `Gatehouse listens:`,
    `  device control        ${base}/control/api/v1/   (try it: ${base}/control/api/v1/docs)`,
    `  access control        ${base}/gate/api/v1/      (try it: ${base}/gate/api/v1/docs)`,
    `  health and metrics    ${base}/healthz  /readyz  /metrics`,
    `  RADIUS                authentication ${all(radius.auth, 'udp')}, accounting ${all(radius.acct, 'udp')}`,
    ...(radius.tls.length > 0 ? [`  RADIUS over TLS       ${all(radius.tls, 'tcp')}`] : []),
    tokenFile
      ? `First start: an organization, the user "admin" and a token were made. The token is in ${tokenFile}`
      : `Store: ${gateway.store.engine}`,
    `Next: curl -H "Authorization: Bearer $(cat ${token})" ${base}/control/api/v1/inventory_type/`,
  ].join('\n');
}

function all(addresses: readonly ListenAddress[], transport: 'udp' | 'tcp'): string {
  return addresses.map((address) => `${shown(address)}/${transport}`).join(' ');
}

function shown({ address, port }: ListenAddress): string {
  if (address === '0.0.0.0' || address === '::') return `localhost:${port}`;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  const address = 'address' in error ? String(error.address) : '';
  const port = 'port' in error ? String(error.port) : '';
  if (code === 'EADDRINUSE') return `${address}:${port} is taken by another program`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${'path' in error ? String(error.path) : `${address}:${port}`}: permission denied`;
  return error.message;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
