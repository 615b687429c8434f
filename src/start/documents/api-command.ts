import type { Command } from 'commander';

/** Adds `api`, which src/cli.ts runs without this command line, to help, manual and completion. */
export function addApiCommand(program: Command): void {
  program
    .command('api')
    .description(
      'call the operations of both APIs of this gateway or of another one: gatehouse api --help, gatehouse-api(1)',
    )
    .argument('[words...]', 'resource, action, fields and filters')
    .allowUnknownOption();
}
