import type { Command } from 'commander';
import type { CommandTools } from '../gateway/module.ts';

/* Commands on the objects, the key and the tokens of a site. Their modules are loaded when they run. */

/** Adds the commands to the command line. */
export function addSiteCommands(program: Command, tools: CommandTools): void {
  addApply(program, tools);
  addExport(program, tools);
  addRotateKey(program, tools);
  addToken(program, tools);
  addUser(program, tools);
}

function addApply(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  program
    .command('apply')
    .description('apply a site file to the store in one transaction; unchanged objects are skipped')
    .argument('<file>', 'site file, such as config/site.example.yaml')
    .option('--dry-run', 'show the changes without applying them', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string, { config, dryRun }: { config: string; dryRun: boolean }) => {
      const { loadShippedAdapters } = await import('../device-type/adapter-loader.ts');
      const { lazyDictionary } = await import('../protocol/radius/dictionary.ts');
      const { applyFile } = await import('./command-work.ts');
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
}

function addExport(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  program
    .command('export')
    .description('write the configured objects as a site file, without secrets')
    .argument('<file>', 'output file; - for standard output')
    .option('--force', 'overwrite an existing file', false)
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (file: string, { config, force }: { config: string; force: boolean }) => {
      const { exportFile } = await import('./command-work.ts');
      await printResult(exportFile(readConfig(config), { file, mayReplace: force }));
    });
}

function addRotateKey(program: Command, tools: CommandTools): void {
  const { defaultFile, readConfig, loadResources, printResult } = tools;
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
      const { sealedColumns } = await import('./sealed-columns.ts');
      const { rotateKeyFile } = await import('./command-work.ts');
      const settings = readConfig(config);
      const sealed = sealedColumns(await loadResources());
      await printResult(rotateKeyFile(settings, { sealed, isPreparation: prepare }));
    });
}

function addToken(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  program
    .command('token')
    .description('manage bearer tokens of the APIs on this machine')
    .command('create')
    .description('create a token of a user and print it; the gateway may be running')
    .requiredOption('--user <name>', 'user name, such as admin')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async ({ config, user }: { config: string; user: string }) => {
      const { createUserToken } = await import('./command-work.ts');
      await printResult(createUserToken(readConfig(config), user));
    });
}

function addUser(program: Command, { defaultFile, readConfig, printResult }: CommandTools): void {
  const user = program
    .command('user')
    .description('help a user who cannot sign in; the gateway may be running');
  user
    .command('password')
    .description(
      'set the password of a user and end its sessions of the console; it is read from the terminal without echo, or from standard input',
    )
    .argument('<name>', 'user name, such as admin')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (name: string, { config }: { readonly config: string }) => {
      const { changeUserPassword } = await import('./user/user-command.ts');
      await printResult(changeUserPassword(readConfig(config), name));
    });
  user
    .command('reset-2fa')
    .description('remove the second factor of a user who has lost it, and end its sessions')
    .argument('<name>', 'user name, such as admin')
    .option('--config <file>', 'configuration file', defaultFile)
    .action(async (name: string, { config }: { readonly config: string }) => {
      const { resetSecondFactor } = await import('./user/user-command.ts');
      await printResult(resetSecondFactor(readConfig(config), name));
    });
}
