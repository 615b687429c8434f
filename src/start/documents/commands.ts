import type { Command } from 'commander';

/** One option or argument of a command, as its help shows it. */
export interface Described {
  readonly term: string;
  readonly description: string;
}

/** A command of the command line with its arguments, options and subcommands. */
export interface DescribedCommand {
  /** Words of the command without the program's name; empty: the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** Names of arguments as the usage line shows them: `<file>`. */
  readonly operands: readonly string[];
  readonly options: readonly Described[];
  readonly subcommands: readonly Described[];
}

/** Lists a program and all its commands, each before its subcommands: the source of help, manual and completion. */
export function describeCommands(
  command: Command,
  path: readonly string[] = [],
): readonly DescribedCommand[] {
  const own: DescribedCommand = {
    path,
    description: command.description(),
    operands: command.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    ),
    options: command.options.map((option) => ({
      term: option.flags,
      description: withDefault(option.description, option.defaultValue),
    })),
    subcommands: command.commands.map((sub) => ({
      term: sub.name(),
      description: sub.description(),
    })),
  };
  return [own, ...command.commands.flatMap((sub) => describeCommands(sub, [...path, sub.name()]))];
}

/** Returns the words that start with a dash: `--config` of `--config <file>`. */
export function optionWords({ options }: DescribedCommand): readonly string[] {
  return options.flatMap(({ term }) => term.match(/(?<=^|[ ,])-{1,2}[\w-]+/g) ?? []);
}

function withDefault(description: string, value: unknown): string {
  return typeof value === 'string' ? `${description} (default: ${value})` : description;
}
