import { Argument, type Command } from 'commander';
import type { Shell } from './completion.ts';

/** Adds the commands that print the documents of the command line itself. */
export function addDocumentCommands(program: Command, version: string): void {
  program
    .command('completion')
    .description('print the completion of this command line for a shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: Shell) => {
      const { completionOf } = await import('./completion.ts');
      process.stdout.write(completionOf(program, shell));
    });

  program
    .command('manual')
    .description('print the manual page: gatehouse manual | man -l -')
    .addArgument(new Argument('[page]', 'api: the page of gatehouse api').choices(['api']))
    .action(async (page: 'api' | undefined) => {
      const { apiManualPage, manualPage } = await import('./manual.ts');
      process.stdout.write(page ? apiManualPage(version) : manualPage(program, version));
    });
}
